/** Solo: today's board, the same for everybody, random boards by grade, and the reader's own boards. */

import { ask } from "../../../engine/client.js";
import { attempt } from "../../../shared/banner.js";
import { dayOf } from "../../../shared/calendar.js";
import { cellName } from "../../../shared/cells.js";
import { bind } from "../../../shared/commands.js";
import { copyLink } from "../../../shared/copy.js";
import { part, write } from "../../../shared/dom.js";
import { showFigures } from "../../../shared/figures.js";
import { query as written, shownOf } from "../../../shared/query.js";
import { shareResult } from "../../../shared/share.js";
import { mountSheet } from "../../../shared/sheet.js";
import { showSteps } from "../../../shared/steps.js";
import { mountTabs } from "../../../shared/tabs.js";
import { Board } from "../../collapsi/page/shared/board.js";
import { GRADES, gradeOf } from "../../collapsi/page/shared/grades.js";
import { Game, USUAL } from "./game.js";
import { days, noteEnd, noteHelp, shareText } from "./results.js";
import { mountSetup, showSetup } from "./setup.js";
import { SoloView } from "./view.js";
import { headline, sheet } from "./words.js";

/** @typedef {import("../../../shared/sheet.js").Action} Action */
/** @typedef {import("./game.js").Readings} Readings */

/** @type {import("../../../shared/app.js").Mount} */
export function mount(root, app) {
  const game = new Game((replace) => app.remember(address(game), null, replace));
  const view = new SoloView(game);
  /** The seed of the last board that was drawn. */
  let seed = "";

  const said = () => headline(game, result());
  new Board(view, part(root, "board"), (cell, walks = true) => attempt(() => move(cellName(cell, 4), walks)));
  mountSheet(root, view, {
    headline: said,
    colour: () => (game.isCleared ? "green" : ""),
    sheet: () => sheet(game, view.selected),
    actions,
  });
  mountSetup(root, {
    choose: (kind) => (kind === "daily" ? today() : draw({ grade: gradeNumber(kind) })),
    read: (readings) => begin(game.steps[0].position, { readings, day: 0 }),
    draw: (chosen) => draw({ seed: chosen }),
    use: (cards) => begin(cards, { readings: game.readings, day: 0 }),
  });
  mountTabs(part(root, "tabs"));
  const commands = [
    {
      button: "undo",
      key: "u",
      does: "take a move back",
      run: () => game.goTo(game.at - 1),
      enabled: () => game.at > 0,
    },
    {
      button: "redo",
      key: "r",
      does: "play it again",
      run: () => game.goTo(game.at + 1),
      enabled: () => isOpened() && !game.isAtEnd,
    },
    { button: "again", key: "t", does: "start this board again", run: () => game.goTo(0), enabled: () => game.at > 0 },
    {
      button: "hint",
      key: "h",
      does: "show a best move",
      run: () => help({ hinted: game.answer?.moves[0].move }),
      enabled: () => canPlay() && !game.values,
    },
    {
      button: "check",
      key: "k",
      does: "check what can still be reached",
      run: () => help({ checked: true }),
      enabled: () => canPlay() && !game.values,
    },
    { button: "values", key: "v", does: "show what every move is worth", run: toggleValues, enabled: isOpened },
    {
      button: "new",
      key: "n",
      does: "draw another board",
      run: () => draw({ grade: game.start.grade }),
      enabled: isOpened,
    },
    { button: "copy", key: "c", does: "copy the link to this game", run: copy, enabled: isOpened },
  ];
  bind(root, commands, view);
  view.addEventListener("change", render);
  return { show, commands };

  /** Show the game of the address, or today's board. @param {URLSearchParams} query */
  async function show(query) {
    const position = query.get("p");
    if (query.size < 2 && isOpened() && (!game.day || isToday())) return game.goTo(game.at, true);
    try {
      if (!position && (query.has("seed") || query.has("grade")))
        return await draw({ seed: query.get("seed"), grade: query.get("grade"), ...readingsOf(query) }, true);
      const moves = query.get("m")?.split(".").filter(Boolean) ?? [];
      const at = shownOf(query, moves.length);
      if (position) await game.begin(position, { readings: readingsOf(query), day: 0 }, moves, at);
      else await daily(Math.floor(Number(query.get("day"))), moves, at);
    } catch (error) {
      if (!isOpened()) await daily(0);
      throw error;
    }
  }

  /** Show the board of a day, or today's if that day has not come. @param {number} day @param {string[]} [moves] @param {number} [at] */
  async function daily(day, moves, at) {
    const latest = dayOf(new Date());
    const shown = day >= 1 && day < latest ? day : latest;
    const { position } = await ask("solo/random", { seed: shown, grade: gradeNumber(gradeOf(shown)) });
    return game.begin(position, { readings: USUAL, day: shown }, moves, at);
  }

  async function today() {
    if (await daily(0)) app.remember(address(game), null);
  }

  /** Draw a board that can be cleared, by default under the readings of the one shown. @param {Record<string, any>} asked @param {boolean} [replace] */
  async function draw({ exit = game.readings.exit, joker = game.readings.joker, grade, ...asked }, replace = false) {
    const found = await ask("solo/random", { ...asked, exit, joker, grade: exit === "door" ? grade : null });
    if (!(await begin(found.position, { readings: { exit, joker }, day: 0 }, replace))) return;
    seed = String(found.seed);
    render();
  }

  /** Show another board. @param {string} position @param {{readings: Readings, day: number}} board @param {boolean} [replace] */
  async function begin(position, board, replace = false) {
    const shown = await game.begin(position, board);
    if (shown) app.remember(address(game), null, replace);
    return shown;
  }

  /** @param {string} name of the destination @param {boolean} walks whether the pawn is seen walking */
  async function move(name, walks) {
    if (!view.moveTo(name)) return;
    view.walks = walks;
    await game.play(name);
    if (!isToday() || !game.isOut) return;
    noteEnd(game.day, game.answer?.cards ?? 0);
    game.changed();
  }

  function isOpened() {
    return game.now !== undefined;
  }

  function canPlay() {
    return game.answer !== null && !game.isOver;
  }

  /** Whether it is today's board, which counts. */
  function isToday() {
    return game.day === dayOf(new Date());
  }

  /** The reader's result, if it is today's board. */
  function result() {
    return isToday() ? days.of(game.day) : undefined;
  }

  /** Give help, after which today's board does not count. @param {Partial<Game>} given */
  function help(given) {
    if (isToday()) noteHelp(game.day);
    game.set(given);
  }

  function toggleValues() {
    if (game.values) game.set({ values: false });
    else help({ values: true });
  }

  function findLoss() {
    help({});
    game.findLoss();
  }

  async function copy() {
    const show = () => app.remember(address(game), null);
    part(root, "status").textContent = await copyLink(part(root, "copy"), address(game), show);
  }

  async function share() {
    const kept = result();
    if (!kept) return;
    const text = shareText(game.day, kept, game.start.cards, days.streaks(game.day).streak);
    const done = await shareResult(text, `?mode=solo&day=${game.day}`);
    if (done) write(part(root, "sheet-more"), done);
  }

  /** The buttons of the sheet. @returns {Action[]} */
  function actions() {
    const { selected } = view;
    const kept = result();
    const found = [];
    if (selected) return [{ label: `Move to ${selected}`, run: () => move(selected, true), primary: true }];
    if (kept && kept.left !== null && (game.isCleared || !game.at))
      found.push({ label: "Share", run: share, primary: true });
    if (!game.isOver) return found;
    if (game.isCleared)
      return [...found, { label: "New board", run: () => draw({ grade: game.start.grade }), primary: !found.length }];
    const { loss, answer, start } = game;
    if (loss) return [{ label: "Try again from there", run: () => game.goTo(loss.at), primary: true }];
    if (start.result === "win" && (!game.isOut || answer?.score !== start.score))
      found.push({ label: "Where was it lost?", run: findLoss });
    return [{ label: "Start again", run: () => game.goTo(0), primary: true }, ...found];
  }

  function render() {
    if (!isOpened()) return;
    const { steps, readings, start, values } = game;
    app.title(`${said()[0]} · Solo`);
    part(root, "values").setAttribute("aria-pressed", String(values));
    showSteps(root, game, (at) => described(steps[at].move, at, values && !isBest(at)));
    showSetup(root, isToday() ? "daily" : game.day ? "" : (GRADES[(start.grade ?? 0) - 1] ?? ""), readings, seed);
    const { streak, best } = days.streaks(dayOf(new Date()));
    showFigures(part(root, "record"), { "days in a row": streak, longest: best });
  }

  /** Whether the move to a step was a best one. @param {number} at */
  function isBest(at) {
    return game.steps[at - 1].answer?.moves.find(({ move }) => move === game.steps[at].move)?.is_best !== false;
  }
}

/** A move in the list. @param {string} move @param {number} at @param {boolean} isMistake */
const described = (move, at, isMistake) => ({
  text: move,
  label: `Move ${at}: ${move}`,
  ...(isMistake ? { mark: "?", title: "left more cards than it had to" } : {}),
});

/** @param {string} name of a grade */
const gradeNumber = (name) => 1 + GRADES.indexOf(/** @type {any} */ (name));

/** The readings that an address names; the engine refuses unknown ones. @param {URLSearchParams} query */
const readingsOf = (query) =>
  /** @type {Readings} */ ({ exit: query.get("exit") || USUAL.exit, joker: query.get("joker") || USUAL.joker });

/** The game as an address. @param {Game} game */
function address({ steps, moves, at, day, readings: { exit, joker } }) {
  return written({
    mode: "solo",
    day: day ? String(day) : "",
    p: day ? "" : steps[0].position,
    exit: exit === USUAL.exit ? "" : exit,
    joker: joker === USUAL.joker ? "" : joker,
    m: moves.join("."),
    at: at === moves.length ? "" : String(at),
  });
}
