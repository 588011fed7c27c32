/** The Game: play a shuffled deck, or ask the adviser about your own game. */

import type { App, Command, Mount } from "#shared/app.ts";
import { enters } from "#shared/commands.ts";
import { part, set } from "#shared/dom.ts";
import { GameMode } from "#shared/mode.ts";
import { movesFields, movesIn, query as written } from "#shared/query.ts";
import { type Action, showSteps } from "#shared/sheet.ts";
import { showAdvice } from "./adviser.ts";
import type { Lay as Play } from "./answers.d.ts";
import { type Game, seen, thegame } from "./game.ts";
import { mountDrawn, mountSetup, showDrawn } from "./setup.ts";
import { Table } from "./table.ts";
import { described, headline, PILES, sheet, teller } from "./words.ts";

export const mount: Mount = (root, app) => new TheGameMode(root, app);

class TheGameMode extends GameMode<Game> {
  table: Table;

  constructor(root: HTMLElement, app: App) {
    super(root, app, thegame(), seen, address);
    const game = () => this.game;
    this.table = new Table(root, game, this.send);
    mountSetup(root, game, this.use);
    mountDrawn(root, game, this.move);
    enters(root, "shuffle", () => this.deal((part(root, "seed") as HTMLInputElement).value.trim()));
    this.frame(this.toolbar(), this.said, this.render);
  }

  /** What the toolbar and keys do. */
  toolbar(): Command[] {
    const { send } = this;
    const hint = { run: () => send("hint"), enabled: () => this.isOpened() && !this.game.isOver && !this.game.options };
    const draw = { run: () => this.move("draw"), enabled: () => this.game.canDraw && !this.game.isOwn };
    return [
      ...this.walks("take back a card of this turn", "lay it again", () => this.game.canUndo),
      { button: "hint", key: "h", does: "ask the adviser", ...hint },
      { button: "draw", key: "d", does: "end the turn, and fill up the hand", ...draw },
      { button: "new", key: "n", does: "shuffle a new game", run: () => this.deal("") },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: this.isOpened },
      ...PILES.map(([, spoken], pile) => ({
        key: String(pile + 1),
        does: `lay the chosen card on the ${spoken}`,
        run: () => send("lay", { pile }),
        enabled: () => this.game.chosen > 0,
      })),
    ];
  }

  /** What there is for those who don't see the cards. */
  tell = async () => teller(this);

  /** Show the game of the address, or deal one. */
  show = (query: URLSearchParams) => {
    const [position, seed] = [query.get("p")?.replaceAll("_", " "), query.get("seed")];
    if (position !== undefined || seed !== null)
      return this.send("open", { position, seed, ...movesIn(query), noted: "" });
    return this.isOpened() ? this.send("back") : this.deal("", "replace");
  };

  /** @param seed any if it is "" */
  deal = (seed: string, noted?: string) => this.send("open", { seed, noted });

  /** @param position that the reader has entered */
  use = async (position: string) => {
    await this.send("open", { position });
    this.root.scrollIntoView();
  };

  move = (name: string) => this.send("move", { name });

  /** Lay what the adviser would, unless something else is asked for meanwhile. */
  lay = async (plays: Play[]) => {
    const { asked } = this.game;
    for (const [at, { move }] of plays.entries()) if (this.game.asked === asked + at) await this.move(move);
  };

  said = (game: Game) => ({
    title: "The Game",
    headline: headline(game),
    colour: game.isWon ? "green" : "",
    sheet: sheet(game),
    actions: this.actions(game),
  });

  /** The buttons of the sheet. */
  actions({ isOver, isOwn, rival, options, canDraw, chosen }: Game): Action[] {
    if (isOver) {
      const next = { label: "New game", run: () => this.deal(""), primary: true };
      return isOwn || rival !== null ? [next] : [next, { label: "And the adviser?", run: () => this.send("compare") }];
    }
    const plays = options?.[0]?.plays ?? [];
    if (chosen) return [];
    if (plays.length) return [{ label: "Lay these", run: () => this.lay(plays), primary: true }];
    return canDraw && !isOwn ? [{ label: "End turn", run: () => this.move("draw"), primary: true }] : [];
  }

  render = (game: Game) => {
    const { root } = this;
    this.table.render(game);
    showAdvice(root, game);
    showDrawn(root, game);
    showSteps(root, game, this.send, (at) => described(game.steps[at].move));
    set(part(root, "seed"), { placeholder: game.seed });
  };
}

/** The game as an address. */
const address = ({ steps, at, seed }: Game) =>
  written({
    mode: "thegame",
    seed,
    p: seed ? "" : steps[0].position.replaceAll(" : ", ":").replaceAll(" / ", "/").replaceAll(" ", "_"),
    ...movesFields(steps, at),
  });
