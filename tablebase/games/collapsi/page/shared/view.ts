/**
 * What a board shows, and what is pointed at on it: its state is a game that is shown
 * (shared/game.ts). Boards listen to its events: `change`, and `preview` when another move is pointed at.
 */

import type { Showing } from "#shared/game.ts";
import { Machine } from "#shared/machine.ts";
import type { Move } from "../answers.d.ts";
import type { Side } from "./api.ts";
import type { Step } from "./game.ts";
import { type Layout, parted } from "./notation.ts";

/** A position, and the move that led to it. */
export type Shown = { position: string; move: string; path: string[] };

/** The moves of a position, and who is out. */
type Known = { moves: Move[]; out?: Side[] };

export abstract class View<State extends Showing> extends Machine<State> {
  /** Whether a move has just been made, so that the pawn is seen moving. */
  moved = false;

  /** Whether values are hidden. */
  hidden = false;

  /** The destination that a hint shows, or "". */
  hint = "";

  /** The destination that is pointed at, or "". */
  preview = "";

  /** The move that was chosen to be looked at, by a first tap or in a list, or "". */
  selected = "";

  /** The destination that was chosen while its shift has not been, or "". */
  aimed = "";

  /**
   * A continuation that the board steps through, and the step it shows; null while it shows the
   * game.
   */
  variation: { steps: Step[]; at: number } | null = null;

  /** The board being edited, or null. */
  draft: Layout | null = null;

  /** The first of two cards to be swapped there, or -1. */
  picked = -1;

  /**
   * @override The state has changed: of another position nothing is pointed at yet.
   * @param changes what else is shown
   */
  follow(before: State, changes?: Partial<View<any>>) {
    const { asked, moved } = this.state;
    if (asked !== before.asked)
      Object.assign(this, { hint: "", preview: "", selected: "", aimed: "", draft: null, picked: -1, variation: null });
    Object.assign(this, { moved }, changes);
    this.changed();
  }

  /** What is on the board. */
  abstract get layout(): Layout;

  /** What is known of the position shown; null until it is, or where nothing is to be moved. */
  abstract get probe(): Known | null;

  /** The step that led to what is shown. */
  abstract get step(): Shown;

  /** Whose turn it is. */
  abstract get side(): Side;

  /** How far a pawn may go from a card, in words. */
  abstract stepsFrom(card: string): string;

  /** What the board shows of the rules; undefined until they are known. */
  abstract get rules(): { wrap: boolean; shift: "" | "may" | "must" } | undefined;

  /** What a move is worth, in as few words as fit on a card. */
  abstract worth(move: Move): string;

  /** The moves that can be played on the board. */
  get playable(): Move[] {
    return this.draft || this.variation ? [] : (this.probe?.moves ?? []);
  }

  /** The move that is pointed at, or else the one that is selected. */
  get pointed() {
    return this.moveTo(this.preview) ?? this.moveTo(this.selected);
  }

  /** @param name of a move */
  moveTo(name: string): Move | undefined {
    return this.playable.find((move) => move.move === name);
  }

  /** The moves that end on a cell, best first: where lines are shifted there are several. */
  movesOn(cell: string) {
    return this.playable.filter((move) => parted(move.move).cell === cell);
  }

  /** Another number once something else is shown, or pointed at. */
  #looks = 0;

  /** What is found out about what is looked at; never, once that is something else. */
  async looked<Found>(found: Promise<Found>): Promise<Found> {
    const looks = this.#looks;
    const known = await found;
    return looks === this.#looks ? known : new Promise(() => undefined);
  }

  /** @override */
  changed() {
    this.#looks++;
    super.changed();
  }

  #previewed() {
    this.#looks++;
    this.dispatchEvent(new Event("preview"));
  }

  /** @param name of a move, or "" */
  point(name: string) {
    if (name === this.preview) return;
    this.preview = name;
    this.#previewed();
  }

  /** Look at a move without playing it, until another is chosen. @param name or "" */
  select(name: string) {
    this.selected = name;
    this.preview = this.aimed = "";
    this.#previewed();
  }

  /** Choose a destination, for a shift to be chosen. @param cell its name, or "" */
  aim(cell: string) {
    this.aimed = cell;
    this.preview = this.selected = "";
    this.#previewed();
  }
}
