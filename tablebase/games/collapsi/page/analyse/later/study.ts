/**
 * Lines and notes, to be chosen, changed, copied and kept. Loaded when there are some, or when they
 * are asked for.
 */

import { attempt } from "#shared/banner.ts";
import { button } from "#shared/commands.ts";
import { html, part, refill, write } from "#shared/dom.ts";
import { keepGame, type Kept, keptGame, newKept } from "#shared/store.ts";
import { counted } from "#shared/judge.ts";
import { droppedText, NOT_KEPT } from "../../play/record.ts";
import { addressOf } from "../../shared/address.ts";
import { type Game, movesOf, type Step } from "../../shared/game.ts";
import { followed, type Shown } from "../../shared/session.ts";
import { chosen, deleted, noted, origin, promoted, studyOf, withStudy } from "../lines.ts";
import { MOST_CHARACTERS, notesIn, read, written } from "./link.ts";
import type { State } from "../state.ts";

/** How long after the last letter a note is kept. */
const PAUSE_MS = 500;

/** The most moves of a line that are listed. */
const LISTED = 8;

/** Whether an address that is copied is short enough. */
const fits = (address: string) => new URL(address, location.href).href.length <= MOST_CHARACTERS;

export class StudyPanel {
  root: HTMLElement;
  session: Shown<State>;
  lines: HTMLElement;
  note: HTMLTextAreaElement;
  withNotes: HTMLInputElement;

  /** The game as it is kept; null if it is not. */
  kept: Kept | null = null;

  /** The first position of the game that is kept. */
  #start: Step | null = null;

  /** The position whose note is shown, and its game's first one. */
  #noted: { moves: string; start: Step | null } = { moves: "", start: null };

  /** The name of the button in the list of lines that the focus goes to, or "". */
  #next = "";

  /** The timer after which the note is kept, or 0. */
  #typing = 0;

  constructor(root: HTMLElement, session: Shown<State>) {
    this.root = root;
    this.session = session;
    this.lines = part(root, "lines");
    this.note = part(root, "note") as HTMLTextAreaElement;
    this.withNotes = part(root, "link-notes") as HTMLInputElement;
    this.note.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(this.#save, PAUSE_MS);
    });
    this.note.addEventListener("change", this.#save);
    this.withNotes.addEventListener("change", () => session.send("amend", { game: session.game }));
    const keep = part(root, "keep") as HTMLButtonElement;
    keep.addEventListener("click", () => attempt(this.keep));
    keep.disabled = this.withNotes.disabled = false;
    session.addEventListener("settled", this.render);
    this.render();
  }

  /** A game with the lines and notes of an address. @param game the main line */
  read = (query: URLSearchParams, game: Game) => read(query, game, (from, moves) => followed(from, moves));

  /** The address of a game, with as many of its lines, and notes if they are wanted, as fit. */
  address = (game: Game) => written(game, { notes: this.withNotes.checked, fits }).address;

  /**
   * Go on with a kept game, if there is one of this id and its first position is that of the game
   * shown: something else may have been opened meanwhile. Its notes are shown as they are now: Back
   * undoes lines, not what was written by hand.
   */
  open = async (id: string = "") => {
    const [kept, { game }] = [keptGame(id), this.session];
    const isShown = kept?.mode === "analyse" && startOf(kept.address) === startOf(addressOf(game));
    this.kept = isShown ? kept : null; // a game of Play stays as it was played
    this.#start = game.steps[0];
    this.render();
    if (!this.kept) return;
    const notes = await notesIn(this.kept.address);
    if (this.session.game === game)
      this.session.send("amend", { game: withStudy(game, { ...studyOf(game), notes }, game.at), noted: false });
  };

  /** Keep the game in *My games*, and from now on what is changed. */
  keep = () => {
    this.#keep(this.session.game);
    this.session.send("amend", { game: this.session.game });
  };

  /** Keep what has been changed, if the game is kept; another game is not. */
  changed = (game: Game) => {
    if (game.steps[0] !== this.#start) this.kept = null;
    if (this.kept) this.#keep(game);
  };

  #keep(game: Game) {
    const { lines, notes } = studyOf(game);
    const { address } = written(game);
    const facts = { rules: game.rules, moves: lines[0].length - 1, variations: lines.length - 1 };
    const about = { ...facts, notes: Object.keys(notes).length };
    if (this.kept?.address === address) return;
    const stored = this.kept && keptGame(this.kept.id);
    if (stored?.address === this.kept?.address) this.kept = stored; // My games may have given it a star
    const fresh = newKept({ mode: "analyse", address, about });
    // If another tab has changed the game, this one is kept beside it.
    const done = (this.kept && keepGame({ ...this.kept, address, about })) ?? keepGame(fresh);
    if (!done) return;
    this.kept = done.game;
    this.#start = game.steps[0];
    const said = done.lasts ? done.dropped.length && droppedText(done.dropped) : NOT_KEPT;
    write(part(this.root, "kept"), said || "Kept in My games, with every change.");
  }

  #save = () => {
    clearTimeout(this.#typing);
    this.#typing = 0;
    const { game } = this.session;
    const { moves, start } = this.#noted;
    const changed = noted(game, moves, this.note.value);
    if (start !== game.steps[0] || studyOf(changed).notes[moves] === studyOf(game).notes[moves]) return;
    if (!this.kept) this.#keep(changed); // what was written by hand is not to be lost
    this.session.send("amend", { game: changed });
  };

  render = () => {
    if (this.#typing) this.#save();
    const { game, draft } = this.session;
    this.#noted = { moves: movesOf(game.steps, game.at), start: game.steps[0] };
    const note = studyOf(game).notes[this.#noted.moves] ?? "";
    if (this.note.value.trim() !== note) this.note.value = note;
    this.note.disabled = draft !== null;
    const place = game.at ? `after move ${game.at}, ${game.steps[game.at].move}` : "on the first position";
    write(part(this.root, "note-label"), `Note ${place}`);
    this.#renderLines(game);
    const { left } = written(game, { notes: this.withNotes.checked, fits });
    write(part(this.root, "link-left"), leftText(left));
    part(this.root, "keep").hidden = this.kept !== null;
    part(this.root, "kept").hidden = this.kept === null;
  };

  #renderLines(game: Game) {
    const { lines, shown } = studyOf(game);
    write(part(this.root, "tab-lines"), lines.length > 1 ? `Lines (${lines.length})` : "Lines");
    part(this.root, "lines-note").hidden = lines.length > 1;
    const focused = this.lines.contains(document.activeElement);
    refill(this.lines, lines.length > 1 ? lines.map((_, number) => this.#line(lines, number, shown)) : []);
    if (focused && lines.length < 2) this.note.focus();
    const next: HTMLElement | null = this.lines.querySelector(`[data-name="${this.#next}"]`);
    if (focused) next?.focus();
    this.#next = "";
  }

  #line(lines: Step[][], number: number, shown: number) {
    const { moves } = origin(lines, number);
    const rest = movesOf(lines[number]).split(".").slice(moves);
    const listed = [...rest.slice(0, LISTED), ...(rest.length > LISTED ? ["…"] : [])].join(" ");
    const text = number ? `from move ${moves + 1}: ${listed}` : `main line: ${listed}`;
    const choose = this.#button(`show ${number}`, text, `Show the line ${text}`, chosen, number);
    if (number === shown) choose.setAttribute("aria-current", "true");
    const others = [
      this.#button(`promote ${number}`, "Make main line", `Make main line: ${text}`, promoted, number, "show 0"),
      this.#button(`delete ${number}`, "Delete", `Delete: ${text}`, deleted, number),
    ];
    return html("li", {}, choose, ...(number ? others : []));
  }

  /** @param next the name of the button that has the focus then */
  #button(
    name: string,
    text: string,
    label: string,
    change: (game: Game, number: number) => Game,
    number: number,
    next: string = name,
  ) {
    const run = () => {
      this.#next = next;
      return this.session.send("turn", { game: change(this.session.game, number) });
    };
    return button({ "data-name": name, "aria-label": label }, run, text);
  }
}

/** The part of an address that says how its game begins. */
function startOf(address: string) {
  const query = new URLSearchParams(address);
  return ["p", "e", "r", "own"].map((field) => query.get(field)).join(" ");
}

/** What the link leaves out. */
function leftText({ lines, notes }: { lines: number; notes: number }) {
  const out = [lines && counted(lines, "line"), notes && counted(notes, "note")].filter(Boolean).join(" and ");
  const room = `The link has room for ${counted(MOST_CHARACTERS, "character")}`;
  return out
    ? `${room}: ${out} did not fit. First comes the main line, then the line shown, the others in order, and notes.`
    : "";
}

export { read };
