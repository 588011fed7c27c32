/** The Game: play a shuffled deck, or ask the adviser about your own game. */

import { ask } from "../../../engine/client.js";
import { attempt } from "../../../shared/banner.js";
import { bind } from "../../../shared/commands.js";
import { copyLink } from "../../../shared/copy.js";
import { part } from "../../../shared/dom.js";
import { query as written, shownOf } from "../../../shared/query.js";
import { mountSheet } from "../../../shared/sheet.js";
import { showSteps } from "../../../shared/steps.js";
import { mountTabs } from "../../../shared/tabs.js";
import { mountAdviser } from "./adviser.js";
import { FULL, Game, notation } from "./game.js";
import { mountDrawn, mountSetup } from "./setup.js";
import { Table } from "./table.js";
import { PILES, described, headline, sheet } from "./words.js";

/** @typedef {import("../../../shared/sheet.js").Action} Action */

/** @type {import("../../../shared/app.js").Mount} */
export function mount(root, app) {
  const game = new Game((replace) => app.remember(address(game), null, replace));
  const table = new Table(root, game);
  mountSheet(root, game, {
    headline: () => headline(game),
    colour: () => (game.isWon ? "green" : ""),
    sheet: () => sheet(game),
    actions,
  });
  mountAdviser(root, game);
  mountSetup(root, game, use);
  mountDrawn(root, game);
  mountTabs(part(root, "tabs"));
  part(root, "shuffle").addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(() => deal(/** @type {HTMLInputElement} */ (part(root, "seed")).value.trim()));
  });
  const commands = [
    {
      button: "undo",
      key: "u",
      does: "take back a card of this turn",
      run: () => game.goTo(game.at - 1),
      enabled: () => game.canUndo,
    },
    {
      button: "redo",
      key: "r",
      does: "lay it again",
      run: () => game.goTo(game.at + 1),
      enabled: () => isOpened() && !game.isAtEnd,
    },
    {
      button: "hint",
      key: "h",
      does: "ask the adviser",
      run: () => game.hint(),
      enabled: () => isOpened() && !game.isOver && !game.options,
    },
    {
      button: "draw",
      key: "d",
      does: "end the turn, and fill up the hand",
      run: () => game.draw(),
      enabled: () => game.canDraw && !game.isOwn,
    },
    { button: "new", key: "n", does: "shuffle a new game", run: () => deal("") },
    { button: "copy", key: "c", does: "copy the link to this game", run: copy, enabled: isOpened },
    ...PILES.map(([, spoken], pile) => ({
      key: String(pile + 1),
      does: `lay the chosen card on the ${spoken}`,
      run: () => table.lay(pile),
      enabled: () => game.chosen > 0,
    })),
  ];
  bind(root, commands, game);
  game.addEventListener("change", () => {
    app.title(`${headline(game)[0]} · The Game`);
    showSteps(root, game, (at) => described(game.steps[at].move));
    /** @type {HTMLInputElement} */ (part(root, "seed")).placeholder = game.seed;
  });
  return { show, commands };

  /** Show the game of the address, or deal one. @param {URLSearchParams} query */
  async function show(query) {
    const [position, seed] = [query.get("p"), query.get("seed")];
    if (position === null && seed === null) return isOpened() ? game.goTo(game.at, true) : deal("", true);
    const moves = query.get("m")?.split(".").filter(Boolean) ?? [];
    const start = position === null ? await dealt(seed ?? "") : ownGame(position.replaceAll("_", " "));
    await game.begin(start, moves, shownOf(query, moves.length));
  }

  /** The start of a seed. @param {string} seed any if it is "" */
  async function dealt(seed) {
    const { seed: used, cards } = await ask("thegame/deal", { seed });
    const hand = cards.slice(0, FULL).sort((/** @type {number} */ a, /** @type {number} */ b) => a - b);
    return { seed: String(used), cards, position: notation({ hand, piles: [[], [], [], []] }) };
  }

  /** @param {string} seed any if it is "" @param {boolean} [replace] */
  async function deal(seed, replace = false) {
    if (await game.begin(await dealt(seed))) app.remember(address(game), null, replace);
  }

  /** @param {string} position that the reader has entered */
  async function use(position) {
    if (!(await game.begin(ownGame(position)))) return;
    app.remember(address(game), null);
    root.scrollIntoView();
  }

  function isOpened() {
    return game.now !== undefined;
  }

  async function copy() {
    const show = () => app.remember(address(game), null);
    part(root, "status").textContent = await copyLink(part(root, "copy"), address(game), show);
  }

  /** The buttons of the sheet. @returns {Action[]} */
  function actions() {
    if (!isOpened()) return [];
    if (game.isOver) return afterwards();
    const { options, canDraw, isOwn, chosen } = game;
    if (chosen) return [];
    if (options?.[0]?.plays.length) return [{ label: "Lay these", run: () => game.follow(), primary: true }];
    return canDraw && !isOwn ? [{ label: "End turn", run: () => game.draw(), primary: true }] : [];
  }

  /** What can be done when a game is over. @returns {Action[]} */
  function afterwards() {
    const next = { label: "New game", run: () => deal(""), primary: true };
    if (game.isOwn || game.rival !== null) return [next];
    return [next, { label: "And the adviser?", run: () => game.compare() }];
  }
}

/** @param {string} position */
const ownGame = (position) => ({ seed: "", cards: [], position });

/** The game as an address. @param {Game} game */
function address({ steps, moves, at, seed }) {
  return written({
    mode: "thegame",
    seed,
    p: seed ? "" : steps[0].position.replaceAll(" : ", ":").replaceAll(" / ", "/").replaceAll(" ", "_"),
    m: moves.join("."),
    at: at === moves.length ? "" : String(at),
  });
}
