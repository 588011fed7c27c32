/**
 * A try at a puzzle: the reader finds the only moves, the opponent answers, and moves without a
 * choice are made for both. A wrong move is refuted on the board.
 *
 * Events: `mark` when a move was found or missed, besides the session's `change`.
 *
 * @typedef {import("../shared/session.js").Session} Session
 * @typedef {import("./collection.js").Puzzle} Puzzle
 * @typedef {"waiting" | "solving" | "failed" | "solved"} Phase `waiting` while moves are made
 */

import { current, PUBLISHED } from "../shared/game.js";

/** The pause between two moves that the page makes; the shorter one if no pawn is animated. */
const [PAUSE_MS, SHORT_PAUSE_MS] = [650, 250];

const VARIANT = { rules: PUBLISHED, edition: "" };

export class Trial extends EventTarget {
  /** @type {Puzzle | null} */
  puzzle = null;

  /** + for each move found, - for the wrong one at the end. */
  marks = "";

  /** @type {Phase} */
  phase = "waiting";

  /** The wrong move, and best play from there. @type {{wrong: string, line: import("../shared/api.js").Probe[]} | null} */
  refutation = null;

  /** Which try the moves under way belong to. */
  #run = 0;

  /** Done once the last step has been taken. @type {Promise<void>} */
  #stepped = Promise.resolve();

  /** @param {Session} session */
  constructor(session) {
    super();
    this.session = session;
  }

  /** Whether the last mark is of a wrong move. */
  get missed() {
    return this.marks.includes("-");
  }

  /** How many moves were found. */
  get found() {
    return this.marks.replaceAll("-", "").length;
  }

  /**
   * Begin a puzzle, or come back to it.
   *
   * @param {Puzzle} puzzle
   * @param {string} [marks] of the moves found before, and of the wrong one
   */
  async begin(puzzle, marks = "") {
    const run = ++this.#run;
    Object.assign(this, { puzzle, marks, phase: "waiting", refutation: null });
    this.session.hidden = true;
    await this.session.open(puzzle.position, puzzle.variant ?? VARIANT, { moves: puzzle.moves.slice(0, this.#due) });
    if (run === this.#run) this.#settle(this.missed);
  }

  /** The reader moves. @param {string} name @param {boolean} [walks] */
  async choose(name, walks) {
    const { puzzle, session } = this;
    const move = session.moveTo(name);
    if (this.phase !== "solving" || !puzzle || !move) return;
    const right = name === puzzle.moves[session.game.at] || (!!puzzle.played && move.keeps_win === true);
    const run = this.#wait();
    this.marks += right ? "+" : "-";
    this.dispatchEvent(new Event("mark"));
    await session.play(name, walks);
    await (right ? this.#play(this.#due, run) : this.#refute(run));
  }

  /** Go back to the move that was missed, to find it. */
  async again() {
    const run = this.#wait();
    this.marks = this.marks.replace("-", "");
    await this.session.goTo(this.#due);
    if (run === this.#run) this.#settle();
  }

  /** Show the rest of the solution. */
  async solve() {
    const run = this.#wait();
    if (!this.missed) this.marks += "-";
    this.dispatchEvent(new Event("mark"));
    await this.session.goTo(this.#due);
    await this.#play(this.#moves.length, run);
  }

  /**
   * Go one step back or forward through what was played, and past its end by best play. Steps wait
   * for each other, because best play is only known once the last step is shown.
   *
   * @param {1 | -1} by
   */
  step(by) {
    const run = this.#run;
    const stepped = this.#stepped.then(() => (run === this.#run ? this.#step(by) : undefined));
    this.#stepped = stepped.catch(() => undefined);
    return stepped;
  }

  /** @param {1 | -1} by */
  async #step(by) {
    const { session } = this;
    const { at, steps } = session.game;
    if (at + by < steps.length) await session.goTo(Math.max(0, at + by));
    else if (session.probe?.moves.length) await session.play(session.probe.moves[0].move);
  }

  /** Stop what is under way. */
  stop() {
    this.#run++;
  }

  get #moves() {
    return this.puzzle?.moves ?? [];
  }

  /** The ply of the move that is to be found next, or the end. */
  get #due() {
    return this.puzzle?.choices[this.found] ?? this.#moves.length;
  }

  /** Let the reader choose nothing for now. */
  #wait() {
    Object.assign(this, { phase: "waiting", refutation: null });
    this.session.hidden = true;
    return ++this.#run;
  }

  /** Play the solution up to some ply: answers, and moves without a choice. @param {number} end @param {number} run */
  async #play(end, run) {
    while (this.session.game.at < end) {
      await pause();
      if (run !== this.#run) return;
      await this.session.play(this.#moves[this.session.game.at]);
      if (run !== this.#run) return;
    }
    this.#settle();
  }

  /** Answer a wrong move. @param {number} run */
  async #refute(run) {
    await pause();
    const answer = this.session.probe?.moves[0];
    if (run !== this.#run || !answer) return;
    const { line } = this.session;
    this.refutation = line && { wrong: current(this.session.game).move, line };
    await this.session.play(answer.move);
    if (run === this.#run) this.#settle(true);
  }

  /** It is the reader's turn, or the try is over. @param {boolean} [failed] */
  #settle(failed = false) {
    if (failed) this.phase = "failed";
    else this.phase = this.session.game.at < this.#moves.length ? "solving" : "solved";
    this.session.set({ hidden: this.phase !== "solved" });
  }
}

function pause() {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return new Promise((resolve) => setTimeout(resolve, still ? SHORT_PAUSE_MS : PAUSE_MS));
}
