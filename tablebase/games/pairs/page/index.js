/** Pair Solitaire: play a stack, see how few cards can be left, and how. */

import { ask } from "../../../engine/client.js";
import { attempt } from "../../../shared/banner.js";
import { bind } from "../../../shared/commands.js";
import { copyLink } from "../../../shared/copy.js";
import { part } from "../../../shared/dom.js";
import { query as written, shownOf } from "../../../shared/query.js";
import { mountSheet } from "../../../shared/sheet.js";
import { showSteps } from "../../../shared/steps.js";
import { mountTabs } from "../../../shared/tabs.js";
import { short, spoken } from "./cards.js";
import { Game } from "./game.js";
import { mountFewest } from "./report.js";
import { mountSetup } from "./setup.js";
import { Stack } from "./stack.js";
import { headline, sheet } from "./words.js";

/** @typedef {import("../../../shared/sheet.js").Action} Action */

const STEP_MS = 700;

/** @type {import("../../../shared/app.js").Mount} */
export function mount(root, app) {
  const game = new Game((replace) => app.remember(address(game), null, replace));
  let clock = 0; // between moves of a solution that plays by itself
  new Stack(part(root, "stack"), game, (card) => attempt(() => game.play(card)));
  mountSheet(root, game, {
    headline: () => headline(game),
    colour: () => (game.isPerfect ? "green" : ""),
    sheet: () => sheet(game),
    actions,
  });
  mountFewest(root, game);
  mountSetup(root, shuffle, use);
  mountTabs(part(root, "tabs"));
  const commands = [
    { button: "undo", key: "u", does: "put a card back", run: () => walk(-1), enabled: () => game.at > 0 },
    {
      button: "redo",
      key: "r",
      does: "remove it again",
      run: () => walk(1),
      enabled: () => game.steps.length > 0 && !game.isAtEnd,
    },
    { button: "hint", key: "h", does: "show a card to remove", run: () => game.hint(), enabled: canPlay },
    {
      button: "solve",
      key: "s",
      does: "show how to leave the fewest cards",
      run: () => game.layOut(),
      enabled: canPlay,
    },
    { button: "new", key: "n", does: "shuffle a new stack", run: () => shuffle("") },
    { button: "copy", key: "c", does: "copy the link to this game", run: copy, enabled: () => game.now !== undefined },
  ];
  bind(root, commands, game);
  game.addEventListener("change", () => {
    app.title(`${headline(game)[0]} · Pair Solitaire`);
    showSteps(root, game, (at) => ({
      text: short(game.steps[at].move),
      label: `Move ${at}: ${spoken(game.steps[at].move)}`,
    }));
    /** @type {HTMLInputElement} */ (part(root, "seed")).placeholder = game.seed;
  });
  return { show, hide, commands };

  /** Show the stack of the address, or shuffle one. @param {URLSearchParams} query */
  async function show(query) {
    pause();
    const [position, seed] = [query.get("p"), query.get("seed")];
    if (position === null && seed === null) return game.steps.length ? game.goTo(game.at, true) : shuffle("", true);
    const moves = query.get("m")?.split(".").filter(Boolean) ?? [];
    const at = shownOf(query, moves.length);
    const start = position?.replaceAll("_", " ") ?? (await ask("pairs/random", { seed })).position;
    await open(position === null ? (seed ?? "") : "", start, moves, at);
  }

  /** Show a game, as `Game.open` does. @param {string} seed of its stack, or "" @param {Parameters<Game["open"]>} asked */
  async function open(seed, ...asked) {
    const shown = await game.open(...asked);
    if (shown) game.set({ seed });
    return shown;
  }

  function hide() {
    pause();
    game.stop();
  }

  /** @param {string} seed any if it is "" @param {boolean} [replace] */
  async function shuffle(seed, replace = false) {
    pause();
    const { position, seed: used } = await ask("pairs/random", { seed });
    if (await open(String(used), position)) app.remember(address(game), null, replace);
  }

  /** @param {string} cards that the reader has entered */
  async function use(cards) {
    pause();
    if (!(await open("", cards))) return;
    app.remember(address(game), null);
    root.scrollIntoView();
  }

  /** @param {number} by */
  function walk(by) {
    pause();
    game.goTo(game.at + by);
  }

  async function copy() {
    const show = () => app.remember(address(game), null);
    part(root, "status").textContent = await copyLink(part(root, "copy"), address(game), show);
  }

  function canPlay() {
    return game.answer !== null && !game.isOver && !game.search;
  }

  /** Play the solution step by step. */
  function start() {
    clock = window.setInterval(() => {
      if (game.isAtEnd) pause();
      else game.goTo(game.at + 1, true);
    }, STEP_MS);
    game.changed();
  }

  function pause() {
    clearInterval(clock);
    clock = 0;
    game.changed();
  }

  /** The buttons of the sheet. @returns {Action[]} */
  function actions() {
    if (game.search) return [{ label: "Stop", run: () => game.stop() }];
    if (game.isOver) return afterwards();
    if (!game.isPlanned) return [];
    return [
      clock ? { label: "Pause", run: pause } : { label: "Autoplay", run: start },
      { label: "Next", run: () => walk(1), primary: true },
    ];
  }

  /** What can be done when a game is over. @returns {Action[]} */
  function afterwards() {
    const again = { label: "Play again", run: () => game.goTo(0) };
    const next = { label: "New stack", run: () => shuffle(""), primary: true };
    if (game.isPerfect || game.isPlanned) return [again, next];
    const { loss } = game;
    if (loss) return [{ label: "Try again from there", run: () => game.goTo(loss.at), primary: true }];
    return [again, { label: "Where was it lost?", run: () => game.findLoss(), primary: true }];
  }
}

/** The game as an address. @param {Game} game */
function address({ steps, moves, at, seed }) {
  return written({
    mode: "pairs",
    seed,
    p: seed ? "" : steps[0].position.replaceAll(" ", "_"),
    m: moves.join("."),
    at: at === moves.length ? "" : String(at),
  });
}
