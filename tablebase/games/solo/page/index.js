/** Solo: today's board, the same for everybody, random boards by grade, and the reader's own boards. */

import { ask } from "#engine/client.js";
import { attempt } from "#shared/banner.js";
import { dayOf } from "#shared/calendar.js";
import { cellName } from "#shared/cells.js";
import { part, write } from "#shared/dom.js";
import { GameMode } from "#shared/mode.js";
import { showFigures } from "#shared/figures.js";
import { movesFields, movesIn, query as written } from "#shared/query.js";
import { shareResult } from "#shared/share.js";
import { mountSheet } from "#shared/sheet.js";
import { showSteps } from "#shared/steps.js";
import { Board } from "#home/shared/board.js";
import { GRADES, gradeOf } from "#home/shared/grades.js";
import { Game, USUAL } from "./game.js";
import { days, noteEnd, noteHelp, shareText } from "./results.js";
import { mountSetup, showSetup } from "./setup.js";
import { SoloView } from "./view.js";
import { headline, sheet } from "./words.js";

/** @typedef {import("#shared/sheet.js").Action} Action */
/** @typedef {import("./game.js").Readings} Readings */

/** @type {import("#shared/app.js").Mount} */
export const mount = (root, app) => new SoloMode(root, app);

/** @extends {GameMode<Game>} */
class SoloMode extends GameMode {
  /** @param {HTMLElement} root @param {import("#shared/app.js").App} app */
  constructor(root, app) {
    super(root, app, (remember) => new Game(remember), address);
    this.view = new SoloView(this.game);
    /** The seed of the last board that was drawn, or "" if that was by its grade. */
    this.seed = "";
    /** The board that was asked for last: one that is drawn late must not replace it. */
    this.asked = {};

    this.said = () => headline(this.game, this.result());
    new Board(this.view, part(this.root, "board"), (cell, walks = true) =>
      attempt(() => this.move(cellName(cell, 4), walks)),
    );
    mountSheet(this.root, this.view, {
      headline: this.said,
      colour: () => (this.game.isCleared ? "green" : ""),
      sheet: () => sheet(this.game, this.view.selected),
      actions: this.actions,
    });
    mountSetup(this.root, {
      choose: (kind) => (kind === "daily" ? this.today() : this.draw({ grade: gradeNumber(kind) })),
      read: (readings) => this.begin(this.game.steps[0].position, { readings, day: 0 }),
      draw: (chosen) => this.draw({ seed: chosen }),
      use: (cards) => this.begin(cards, { readings: this.game.readings, day: 0 }),
    });
    this.frame(this.toolbar(), this.view);
    this.view.addEventListener("change", this.render);
  }

  /** What the toolbar and keys do. @returns {import("#shared/app.js").Command[]} */
  toolbar() {
    return [
      ...this.walks("take a move back", "play it again"),
      {
        button: "again",
        key: "t",
        does: "start this board again",
        run: () => this.game.goTo(0),
        enabled: () => this.game.at > 0,
      },
      {
        button: "hint",
        key: "h",
        does: "show a best move",
        run: () => this.help({ hinted: this.game.answer?.moves[0].move }),
        enabled: () => this.canPlay() && !this.game.values,
      },
      {
        button: "check",
        key: "k",
        does: "check what can still be reached",
        run: () => this.help({ checked: true }),
        enabled: () => this.canPlay() && !this.game.values,
      },
      {
        button: "values",
        key: "v",
        does: "show what every move is worth",
        run: this.toggleValues,
        enabled: this.isOpened,
      },
      {
        button: "new",
        key: "n",
        does: "draw another board",
        run: () => this.draw({ grade: this.game.start.grade }),
        enabled: this.isOpened,
      },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: this.isOpened },
    ];
  }

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("#home/shared/told.js");
    return teller(this.view, this.canPlay, (move) => this.move(move, true));
  };

  /** Show the game of the address, or today's board. @param {URLSearchParams} query @param {{today: boolean} | null} state whether it showed today's board */
  async follow(query, state) {
    const position = query.get("p");
    this.asked = {};
    if (query.size < 2 && !state?.today && this.isOpened() && (!this.game.day || this.isToday()))
      return this.game.goTo(this.game.at, true);
    try {
      if (!position && (query.has("seed") || query.has("grade")))
        return await this.draw({ seed: query.get("seed"), grade: query.get("grade"), ...readingsOf(query) }, true);
      const { moves, at } = movesIn(query);
      if (position) await this.game.begin(position, { readings: readingsOf(query), day: 0 }, moves, at);
      else if ((await this.daily(Math.floor(Number(query.get("day"))), moves, at)) && query.size < 2)
        this.app.remember(location.search, { today: true }, true); // it stays the address of every day's
    } catch (error) {
      if (!this.isOpened()) await this.daily(0);
      throw error;
    }
  }

  /** Show the board of a day, or today's if that day has not come. @param {number} day @param {string[]} [moves] @param {number} [at] */
  daily = async (day, moves, at) => {
    const latest = dayOf(new Date());
    const shown = day >= 1 && day < latest ? day : latest;
    const asked = (this.asked = {});
    const { position } = await ask("solo/random", { seed: shown, grade: gradeNumber(gradeOf(shown)) });
    if (asked !== this.asked) return false;
    return this.game.begin(position, { readings: USUAL, day: shown }, moves, at);
  };

  today = async () => {
    if (await this.daily(0)) this.remember();
  };

  /** Draw a board that can be cleared, by default under the readings of the one shown. @param {Record<string, any>} asked @param {boolean} [replace] */
  draw = async (
    { exit = this.game.readings.exit, joker = this.game.readings.joker, grade, ...asked },
    replace = false,
  ) => {
    const latest = (this.asked = {});
    const wanted = exit === "door" ? grade : null;
    const found = await ask("solo/random", { ...asked, exit, joker, grade: wanted });
    if (latest !== this.asked || !(await this.begin(found.position, { readings: { exit, joker }, day: 0 }, replace)))
      return;
    this.seed = wanted ? "" : String(found.seed); // by itself it gives that board only without a grade
    this.render();
  };

  /** Show another board. @param {string} position @param {{readings: Readings, day: number}} board @param {boolean} [replace] */
  begin = async (position, board, replace = false) => {
    this.asked = {};
    const shown = await this.game.begin(position, board);
    if (shown) this.remember(replace);
    return shown;
  };

  /** @param {string} name of the destination @param {boolean} walks whether the pawn is seen walking */
  move = async (name, walks) => {
    if (!this.view.moveTo(name)) return;
    this.view.walks = walks;
    await this.game.play(name);
    if (!this.isToday() || !this.game.isOut) return;
    noteEnd(this.game.day, this.game.answer?.cards ?? 0);
    this.game.changed();
  };

  canPlay = () => this.game.answer !== null && !this.game.isOver;

  /** Whether it is today's board, which counts. */
  isToday = () => this.game.day === dayOf(new Date());

  /** The reader's result, if it is today's board. */
  result = () => (this.isToday() ? days.of(this.game.day) : undefined);

  /** Give help, after which today's board does not count. @param {Partial<Game>} given */
  help = (given) => {
    if (this.isToday()) noteHelp(this.game.day);
    this.game.set(given);
  };

  toggleValues = () => {
    if (this.game.values) this.game.set({ values: false });
    else this.help({ values: true });
  };

  findLoss = () => {
    this.help({});
    this.game.findLoss();
  };

  share = async () => {
    const kept = this.result();
    if (!kept) return;
    const text = shareText(this.game.day, kept, this.game.start.cards, days.streaks(this.game.day).streak);
    const done = await shareResult(text, `?mode=solo&day=${this.game.day}`);
    if (done) write(part(this.root, "sheet-more"), done);
  };

  /** The buttons of the sheet. @returns {Action[]} */
  actions = () => {
    const { selected } = this.view;
    const kept = this.result();
    const found = [];
    if (selected) return [{ label: `Move to ${selected}`, run: () => this.move(selected, true), primary: true }];
    if (kept && kept.left !== null && (this.game.isCleared || !this.game.at))
      found.push({ label: "Share", run: this.share, primary: true });
    if (!this.game.isOver) return found;
    if (this.game.isCleared)
      return [
        ...found,
        { label: "New board", run: () => this.draw({ grade: this.game.start.grade }), primary: !found.length },
      ];
    const { loss, answer, start } = this.game;
    if (loss) return [{ label: "Try again from there", run: () => this.game.goTo(loss.at), primary: true }];
    if (start.result === "win" && (!this.game.isOut || answer?.score !== start.score))
      found.push({ label: "Where was it lost?", run: this.findLoss });
    return [{ label: "Start again", run: () => this.game.goTo(0), primary: true }, ...found];
  };

  render = () => {
    if (!this.isOpened()) return;
    const { steps, readings, start, values } = this.game;
    this.app.title(`${this.said()[0]} · Solo`);
    part(this.root, "values").setAttribute("aria-pressed", String(values));
    showSteps(this.root, this.game, (at) => described(steps[at].move, at, values && !this.isBest(at)));
    showSetup(
      this.root,
      this.isToday() ? "daily" : this.game.day ? "" : (GRADES[(start.grade ?? 0) - 1] ?? ""),
      readings,
      this.seed,
    );
    const { streak, best } = days.streaks(dayOf(new Date()));
    showFigures(part(this.root, "record"), { "days in a row": streak, longest: best });
  };

  /** Whether the move to a step was a best one. @param {number} at */
  isBest = (at) =>
    this.game.steps[at - 1].answer?.moves.find(({ move }) => move === this.game.steps[at].move)?.is_best !== false;
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
    ...movesFields(moves, at),
  });
}
