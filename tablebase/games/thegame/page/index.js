/** The Game: play a shuffled deck, or ask the adviser about your own game. */

import { ask } from "#engine/client.js";
import { attempt } from "#shared/banner.js";
import { part } from "#shared/dom.js";
import { GameMode } from "#shared/mode.js";
import { movesFields, movesIn, query as written } from "#shared/query.js";
import { mountSheet } from "#shared/sheet.js";
import { showSteps } from "#shared/steps.js";
import { mountAdviser } from "./adviser.js";
import { FULL, Game } from "./game.js";
import { notation } from "./notation.js";
import { mountDrawn, mountSetup } from "./setup.js";
import { Table } from "./table.js";
import { teller } from "./told.js";
import { PILES, described, headline, sheet } from "./words.js";

/** @typedef {import("#shared/sheet.js").Action} Action */

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new TheGameMode(root, app);

/** @extends {GameMode<Game>} */
class TheGameMode extends GameMode {
  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    super(root, app, (remember) => new Game(remember), address);
    this.table = new Table(this.root, this.game);
    mountSheet(this.root, this.game, {
      headline: () => headline(this.game),
      colour: () => (this.game.isWon ? "green" : ""),
      sheet: () => sheet(this.game),
      actions: this.actions,
    });
    mountAdviser(this.root, this.game);
    mountSetup(this.root, this.game, this.use);
    mountDrawn(this.root, this.game);
    part(this.root, "shuffle").addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(() => this.deal(/** @type {HTMLInputElement} */ (part(this.root, "seed")).value.trim()));
    });
    this.frame(this.toolbar());
    this.game.addEventListener("change", () => {
      this.app.title(`${headline(this.game)[0]} · The Game`);
      showSteps(this.root, this.game, (at) => described(this.game.steps[at].move));
      /** @type {HTMLInputElement} */ (part(this.root, "seed")).placeholder = this.game.seed;
    });
  }

  /** What the toolbar and keys do. @returns {import("#shared/app.js").Command[]} */
  toolbar() {
    return [
      ...this.walks("take back a card of this turn", "lay it again", undefined, () => this.game.canUndo),
      {
        button: "hint",
        key: "h",
        does: "ask the adviser",
        run: () => this.game.hint(),
        enabled: () => this.isOpened() && !this.game.isOver && !this.game.options,
      },
      {
        button: "draw",
        key: "d",
        does: "end the turn, and fill up the hand",
        run: () => this.game.draw(),
        enabled: () => this.game.canDraw && !this.game.isOwn,
      },
      { button: "new", key: "n", does: "shuffle a new game", run: () => this.deal("") },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: this.isOpened },
      ...PILES.map(([, spoken], pile) => ({
        key: String(pile + 1),
        does: `lay the chosen card on the ${spoken}`,
        run: () => this.table.lay(pile),
        enabled: () => this.game.chosen > 0,
      })),
    ];
  }

  /** What there is for those who don't see the cards. */
  tell = async () => teller(this.game);

  /** Show the game of the address, or deal one. @param {URLSearchParams} query */
  async follow(query) {
    const [position, seed] = [query.get("p"), query.get("seed")];
    if (position === null && seed === null)
      return this.isOpened() ? this.game.goTo(this.game.at, true) : this.deal("", true);
    const { moves, at } = movesIn(query);
    const start = position === null ? await this.dealt(seed ?? "") : ownGame(position.replaceAll("_", " "));
    await this.game.begin(start, moves, at);
  }

  /** The start of a seed. @param {string} seed any if it is "" */
  dealt = async (seed) => {
    const { seed: used, cards } = await ask("thegame/deal", { seed });
    const hand = cards.slice(0, FULL).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    return { seed: String(used), cards, position: notation({ hand, piles: [[], [], [], []] }) };
  };

  /** @param {string} seed any if it is "" @param {boolean} [replace] */
  deal = async (seed, replace = false) => {
    if (await this.game.begin(await this.dealt(seed))) this.remember(replace);
  };

  /** @param {string} position that the reader has entered */
  use = async (position) => {
    if (!(await this.game.begin(ownGame(position)))) return;
    this.remember();
    this.root.scrollIntoView();
  };

  /** The buttons of the sheet. @returns {Action[]} */
  actions = () => {
    if (!this.isOpened()) return [];
    if (this.game.isOver) return this.afterwards();
    const { options, canDraw, isOwn, chosen } = this.game;
    if (chosen) return [];
    if (options?.[0]?.plays.length) return [{ label: "Lay these", run: () => this.game.follow(), primary: true }];
    return canDraw && !isOwn ? [{ label: "End turn", run: () => this.game.draw(), primary: true }] : [];
  };

  /** What can be done when a game is over. @returns {Action[]} */
  afterwards = () => {
    const next = { label: "New game", run: () => this.deal(""), primary: true };
    if (this.game.isOwn || this.game.rival !== null) return [next];
    return [next, { label: "And the adviser?", run: () => this.game.compare() }];
  };
}

/** @param {string} position */
const ownGame = (position) => ({ seed: "", cards: [], position });

/** The game as an address. @param {Game} game */
function address({ steps, moves, at, seed }) {
  return written({
    mode: "thegame",
    seed,
    p: seed ? "" : steps[0].position.replaceAll(" : ", ":").replaceAll(" / ", "/").replaceAll(" ", "_"),
    ...movesFields(moves, at),
  });
}
