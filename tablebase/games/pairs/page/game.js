/**
 * A game of Pair Solitaire as one state: a stack, the cards removed, what searches have found.
 *
 * @typedef {{position: string, removable: string[]}} Probe
 * @typedef {{position: string, left: number, perfect: boolean, proven: boolean, moves: string[],
 *   cards_left: string[], complete: boolean, states: number[], searched: number}} Solution
 * @typedef {{at: number, card: string, kept: string, left: number}} Loss where a game left more
 *   cards than it had to: the step, the card removed there, one that would have kept the fewest
 *   cards that could be left
 * @typedef {object} Own
 * @property {string} seed that the stack was shuffled from, or "" if the reader entered it
 * @property {Record<string, Solution>} solutions what searches have found, by position
 * @property {{searched: number} | null} search how far a search has got; null while none is shown
 * @property {string} hinted the card of a hint, or ""
 * @property {string} pointed the card that is pointed at, or ""
 * @property {Loss | null} loss where the game was lost, once that has been asked
 * @property {number} planned the step from which a solution is laid out in what follows, or -1
 * @property {boolean} playing whether that goes on by itself
 * @typedef {import("#shared/game.js").Showing & Own} State
 * @typedef {ReturnType<typeof seen>} Game
 */

import { ask } from "#engine/client.js";
import { ask as anew, current, making, NOTHING, played, walking } from "#shared/game.js";
import { Machine } from "#shared/machine.js";
import { left, without } from "./cards.js";

/** The fewest cards that can be left of any stack. */
const PERFECT = 2;

/** How long a search may take: for a first answer, and where the reader asks for a proof. */
const SECONDS = { first: 10, proof: 120 };

/** A search that ends sooner than this is not shown; and how long each step of a solution is. */
const [PATIENCE_MS, STEP_MS] = [200, 700];

/** @type {State} */
const START = {
  ...NOTHING,
  seed: "",
  solutions: {},
  search: null,
  hinted: "",
  pointed: "",
  loss: null,
  planned: -1,
  playing: false,
};

/** A state, and what follows from it. @param {State} state */
export function seen(state) {
  const { game, line, solutions, planned } = state;
  const { steps, at } = game;
  const answer = /** @type {Probe | null} */ (line?.[0] ?? null);
  const cards = left(current(game)?.position ?? "");
  const isOver = answer !== null && !answer.removable.length;
  const best = isOver ? solutions[steps[0].position] : undefined;
  return {
    ...state,
    steps: /** @type {import("#shared/game.js").Step[]} */ (steps),
    at: /** @type {number} */ (at),
    answer,
    /** The cards left, top card first. */
    cards,
    isOver,
    isPerfect: isOver && cards.length <= PERFECT,
    isAtEnd: at === steps.length - 1,
    /** What a search has found from the position shown. */
    solution: /** @type {Solution | undefined} */ (solutions[current(game)?.position]),
    /** What a search has found from the start, if the game shown left no more cards than that. */
    best: best && cards.length <= best.left ? best : null,
    /** Whether a solution is shown, step by step. */
    isPlanned: planned >= 0 && at >= planned,
  };
}

/** @param {Probe} answer @param {string} card */
const after = ({ removable, position }, card) => (removable.includes(card) ? without(position, card) : undefined);

const walks = walking(making(after));

/** @type {Record<string, (state: State, event: any) => [State, object[]]>} */
const REDUCERS = {
  ...walks,
  move(state, { name }) {
    const { steps, at } = state.game;
    return walks.move(steps[at + 1]?.move === name ? state : { ...state, planned: -1, loss: null }, { name });
  },
  go: (state, event) => walks.go({ ...state, playing: false }, event),
  point: (state, { card }) => [{ ...state, pointed: card }, []],
  /** Find the fewest cards that can be left, for a hint, for a plan, or to prove that there are none. */
  solve(state, { to = "", proof = false }) {
    const { position } = current(state.game);
    const known = state.solutions[position];
    if (known && (known.proven || !proof)) return solved(state, { to, solution: known });
    const seconds = proof ? SECONDS.proof : SECONDS.first;
    return [anew(state), [{ do: "solve", position, seconds, to, failed: "stop" }]];
  },
  searching: (state, { searched }) => [searched && !state.search ? state : { ...state, search: { searched } }, []],
  solved,
  stop: (state) => [anew(state), []],
  lose: (state) => [anew(state), [{ do: "lose", failed: "stop" }]],
  lost: (state, { loss, solutions }) => [{ ...state, search: null, loss, solutions }, []],
  autoplay: (state) => [{ ...state, playing: !state.playing }, []],
  tick: (state) => (seen(state).isAtEnd ? [{ ...state, playing: false }, []] : on(state)),
  hide: (state) => [{ ...anew(state), playing: false }, []],
};

/** The next step of a solution that plays by itself. @param {State} state */
const on = (state) => walks.go(state, { at: state.game.at + 1, noted: "replace" });

/** What a search has found: the card of a hint, or a game to be laid out. @param {State} state @param {{to: string, solution: Solution}} found @returns {[State, object[]]} */
function solved(state, { to, solution }) {
  const { game } = state;
  const { position } = current(game);
  const next = { ...state, search: null, solutions: { ...state.solutions, [position]: solution } };
  if (to === "hint") return [{ ...next, hinted: solution.moves[0] ?? "" }, []];
  if (to !== "plan") return [next, []];
  const steps = game.steps.slice(0, game.at + 1);
  for (const move of solution.moves) steps.push({ move, position: without(steps[steps.length - 1].position, move) });
  return [{ ...next, game: { ...game, steps }, planned: game.at, loss: null }, [{ do: "note", replace: true }]];
}

/** @param {State} before @param {{type: string}} event @returns {[State, object[]]} */
export function reduce(before, event) {
  const [state, effects] = REDUCERS[event.type](before, event);
  const isOther = state.asked !== before.asked;
  const next = isOther ? { ...state, search: null, hinted: "", pointed: "" } : state;
  const ticks = next.playing && (isOther || !before.playing);
  return [next, ticks ? [...effects, { do: "tick", aside: true }] : effects];
}

/** @param {string} position @returns {Promise<Probe>} */
const look = (position) => ask("pairs/probe", { position });

/** The fewest cards that a search finds, and how. @param {string} position @param {number} seconds @param {import("#shared/machine.js").Late} late @returns {Promise<Solution>} */
async function solve(position, seconds, { tell, signal }) {
  const shown = setTimeout(() => tell({ type: "searching", searched: 0 }), PATIENCE_MS);
  const onprogress = (/** @type {Solution} */ { searched }) => tell({ type: "searching", searched });
  return ask("pairs/solve", { position, seconds }, { signal, onprogress }).finally(() => clearTimeout(shown));
}

/**
 * Find the last position of a game from which as few cards could remain as at its start. That number
 * never falls as cards are removed, so the interval is halved. There is none if the game is the best.
 *
 * @param {Game} game @param {import("#shared/machine.js").Late} late
 */
async function lose({ steps, at, cards, ...game }, late) {
  const solutions = { ...game.solutions };
  const fewest = async (/** @type {number} */ step) => {
    const { position } = steps[step];
    solutions[position] ??= await solve(position, SECONDS.first, late);
    return solutions[position];
  };
  const { left: least } = await fewest(0);
  if (cards.length <= least) return { type: "lost", loss: null, solutions };
  let [kept, gone] = [0, at];
  while (gone - kept > 1) {
    const middle = (kept + gone) >> 1;
    if ((await fewest(middle)).left <= least) kept = middle;
    else gone = middle;
  }
  const { moves } = await fewest(kept);
  return { type: "lost", loss: { at: kept, card: steps[kept + 1].move, kept: moves[0], left: least }, solutions };
}

export function pairs() {
  /** @type {Machine<State>} */
  const machine = new Machine(START, reduce, {
    /** A stack that the reader has entered, or one that is shuffled. */
    open: async ({ seed, position, ...asked }) => {
      const dealt = position === undefined ? await ask("pairs/random", { seed }) : { position, seed: "" };
      const changes = { seed: String(dealt.seed), loss: null, planned: -1, playing: false };
      return { ...asked, ...(await played({ ...asked, ...dealt }, look, after)), changes, type: "opened" };
    },
    look: async () => ({ type: "found", line: [await look(current(machine.state.game).position)] }),
    solve: async ({ position, seconds, to }, late) => ({
      type: "solved",
      to,
      solution: await solve(position, seconds, late),
    }),
    lose: (_, late) => lose(seen(machine.state), late),
    tick: () => new Promise((done) => setTimeout(() => done({ type: "tick" }), STEP_MS)),
    note() {},
  });
  return machine;
}
