/** Pair Solitaire: play a stack, see how few cards can be left, and how. */

import { ask } from "#engine/client.js";
import { attempt } from "#shared/banner.js";
import { html, part } from "#shared/dom.js";
import { GameMode } from "#shared/mode.js";
import { movesFields, movesIn, query as written } from "#shared/query.js";
import { mountSheet } from "#shared/sheet.js";
import { showSteps } from "#shared/steps.js";
import { face, spoken } from "./cards.js";
import { Game } from "./game.js";
import { mountFewest } from "./report.js";
import { mountSetup } from "./setup.js";
import { Stack } from "./stack.js";
import { teller } from "./told.js";
import { headline, sheet } from "./words.js";

/** @typedef {import("#shared/sheet.js").Action} Action */

const STEP_MS = 700;

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new PairsMode(root, app);

/** @extends {GameMode<Game>} */
class PairsMode extends GameMode {
  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    super(root, app, (remember) => new Game(remember), address);
    this.clock = 0; // between moves of a solution that plays by itself
    /** What the list of moves shows. @type {{steps: unknown, at: number} | null} */
    this.listed = null;
    new Stack(part(this.root, "stack"), this.game, (card) => attempt(() => this.game.play(card)));
    mountSheet(this.root, this.game, {
      headline: () => headline(this.game),
      colour: () => (this.game.isPerfect ? "green" : ""),
      sheet: () => sheet(this.game),
      actions: this.actions,
    });
    mountFewest(this.root, this.game);
    mountSetup(this.root, this.shuffle, this.use);
    this.frame(this.toolbar());
    this.game.addEventListener("change", () => {
      this.app.title(`${headline(this.game)[0]} · Pair Solitaire`);
      this.list();
      /** @type {HTMLInputElement} */ (part(this.root, "seed")).placeholder = this.game.seed;
    });
  }

  /** Show the moves. Pointing at a card leaves them alone: one may be being pressed. */
  list() {
    const { steps, at } = this.game;
    if (this.listed?.steps === steps && this.listed.at === at) return;
    this.listed = { steps, at };
    showSteps(this.root, this.game, (at) => ({
      text: html("span", {}, ...face(steps[at].move)),
      label: `Move ${at}: ${spoken(steps[at].move)}`,
    }));
  }

  /** What the toolbar and keys do. @returns {import("#shared/app.js").Command[]} */
  toolbar() {
    return [
      ...this.walks("put a card back", "remove it again", this.walk),
      { button: "hint", key: "h", does: "show a card to remove", run: () => this.game.hint(), enabled: this.canPlay },
      {
        button: "solve",
        key: "s",
        does: "show how to leave the fewest cards",
        run: () => this.game.layOut(),
        enabled: this.canPlay,
      },
      { button: "new", key: "n", does: "shuffle a new stack", run: () => this.shuffle("") },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: this.isOpened },
    ];
  }

  /** What there is for those who don't see the cards. */
  tell = async () => teller(this.game);

  /** Show the stack of the address, or shuffle one. @param {URLSearchParams} query */
  async follow(query) {
    this.pause();
    const [position, seed] = [query.get("p"), query.get("seed")];
    if (position === null && seed === null)
      return this.game.steps.length ? this.game.goTo(this.game.at, true) : this.shuffle("", true);
    const { moves, at } = movesIn(query);
    const start = position?.replaceAll("_", " ") ?? (await ask("pairs/random", { seed })).position;
    await this.open(position === null ? (seed ?? "") : "", start, moves, at);
  }

  /** Show a game, as `Game.open` does. @param {string} seed of its stack, or "" @param {string} position @param {string[]} [moves] @param {number} [at] */
  open = (seed, position, moves, at) => this.game.open(position, moves, at, { seed });

  hide = () => {
    this.pause();
    this.game.stop();
  };

  /** @param {string} seed any if it is "" @param {boolean} [replace] */
  shuffle = async (seed, replace = false) => {
    this.pause();
    const { position, seed: used } = await ask("pairs/random", { seed });
    if (await this.open(String(used), position)) this.remember(replace);
  };

  /** @param {string} cards that the reader has entered */
  use = async (cards) => {
    this.pause();
    if (!(await this.open("", cards))) return;
    this.remember();
    this.root.scrollIntoView();
  };

  /** @param {number} by */
  walk = (by) => {
    this.pause();
    this.game.goTo(this.game.at + by);
  };

  canPlay = () => this.game.answer !== null && !this.game.isOver && !this.game.search;

  /** Play the solution step by step. */
  start = () => {
    this.clock = window.setInterval(() => {
      if (this.game.isAtEnd) this.pause();
      else this.game.goTo(this.game.at + 1, true);
    }, STEP_MS);
    this.game.changed();
  };

  pause = () => {
    clearInterval(this.clock);
    this.clock = 0;
    this.game.changed();
  };

  /** The buttons of the sheet. @returns {Action[]} */
  actions = () => {
    if (this.game.search) return [{ label: "Stop", run: () => this.game.stop() }];
    if (this.game.isOver) return this.afterwards();
    if (!this.game.isPlanned) return [];
    return [
      this.clock ? { label: "Pause", run: this.pause } : { label: "Autoplay", run: this.start },
      { label: "Next", run: () => this.walk(1), primary: true },
    ];
  };

  /** What can be done when a game is over. @returns {Action[]} */
  afterwards = () => {
    const again = { label: "Play again", run: () => this.game.goTo(0) };
    const next = { label: "New stack", run: () => this.shuffle(""), primary: true };
    if (this.game.isPerfect || this.game.isPlanned || this.game.best) return [again, next];
    const { loss } = this.game;
    if (loss) return [{ label: "Try again from there", run: () => this.game.goTo(loss.at), primary: true }];
    return [again, { label: "Where was it lost?", run: () => this.game.findLoss(), primary: true }];
  };
}

/** The game as an address. @param {Game} game */
function address({ steps, moves, at, seed }) {
  return written({
    mode: "pairs",
    seed,
    p: seed ? "" : steps[0].position.replaceAll(" ", "_"),
    ...movesFields(moves, at),
  });
}
