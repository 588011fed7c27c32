/** The Game: play a shuffled deck, or ask the adviser about your own game. */

import { part, set } from "#shared/dom.js";
import { enters } from "#shared/enter.js";
import { GameMode } from "#shared/mode.js";
import { movesFields, movesIn, query as written } from "#shared/query.js";
import { showSteps } from "#shared/steps.js";
import { showAdvice } from "./adviser.js";
import { seen, thegame } from "./game.js";
import { mountDrawn, mountSetup, showDrawn } from "./setup.js";
import { Table } from "./table.js";
import { teller } from "./told.js";
import { described, headline, PILES, sheet } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new TheGameMode(root, app);

/** @extends {GameMode<Game>} */
class TheGameMode extends GameMode {
  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    super(root, app, thegame(), seen, address);
    const game = () => this.game;
    this.table = new Table(root, game, this.send);
    mountSetup(root, game, this.use);
    mountDrawn(root, game, this.move);
    enters(root, "shuffle", () => this.deal(/** @type {HTMLInputElement} */ (part(root, "seed")).value.trim()));
    this.frame(this.toolbar(), this.said, this.render);
  }

  /** What the toolbar and keys do. @returns {import("#shared/app.js").Command[]} */
  toolbar() {
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

  /** Show the game of the address, or deal one. @param {URLSearchParams} query */
  show = (query) => {
    const [position, seed] = [query.get("p")?.replaceAll("_", " "), query.get("seed")];
    if (position !== undefined || seed !== null)
      return this.send("open", { position, seed, ...movesIn(query), noted: "" });
    return this.isOpened() ? this.send("back") : this.deal("", "replace");
  };

  /** @param {string} seed any if it is "" @param {string} [noted] */
  deal = (seed, noted) => this.send("open", { seed, noted });

  /** @param {string} position that the reader has entered */
  use = async (position) => {
    await this.send("open", { position });
    this.root.scrollIntoView();
  };

  /** @param {string} name */
  move = (name) => this.send("move", { name });

  /** Lay what the adviser would. @param {import("./game.js").Play[]} plays */
  lay = async (plays) => {
    for (const { move } of plays) await this.move(move);
  };

  /** @param {Game} game */
  said = (game) => ({
    title: "The Game",
    headline: headline(game),
    colour: game.isWon ? "green" : "",
    sheet: sheet(game),
    actions: this.actions(game),
  });

  /** The buttons of the sheet. @param {Game} game @returns {import("#shared/sheet.js").Action[]} */
  actions({ isOver, isOwn, rival, options, canDraw, chosen }) {
    if (isOver) {
      const next = { label: "New game", run: () => this.deal(""), primary: true };
      return isOwn || rival !== null ? [next] : [next, { label: "And the adviser?", run: () => this.send("compare") }];
    }
    const plays = options?.[0]?.plays ?? [];
    if (chosen) return [];
    if (plays.length) return [{ label: "Lay these", run: () => this.lay(plays), primary: true }];
    return canDraw && !isOwn ? [{ label: "End turn", run: () => this.move("draw"), primary: true }] : [];
  }

  /** @param {Game} game */
  render = (game) => {
    const { root } = this;
    const go = (/** @type {number} */ at) => this.send("go", { at });
    this.table.render(game);
    showAdvice(root, game);
    showDrawn(root, game);
    showSteps(root, game, go, (at) => described(game.steps[at].move));
    set(part(root, "seed"), { placeholder: game.seed });
  };
}

/** The game as an address. @param {Game} game */
const address = ({ steps, at, seed }) =>
  written({
    mode: "thegame",
    seed,
    p: seed ? "" : steps[0].position.replaceAll(" : ", ":").replaceAll(" / ", "/").replaceAll(" ", "_"),
    ...movesFields(steps, at),
  });
