/** A game of Pair Solitaire as one state: a stack, the cards removed, what searches have found. */

import { ask } from "#engine/client.ts";
import { anew, current, NOTHING } from "#shared/game.ts";
import type { Late } from "#shared/machine.ts";
import { looked, playing, type Reducers, type Rules } from "#shared/rules.ts";
import type { Stack as Probe, Solution } from "./answers.d.ts";
import { left, without } from "./cards.ts";

/**
 * Where a game left more cards than it had to: the step, the card removed there, one that would have kept
 * the fewest cards that could be left.
 */
type Loss = { at: number; card: string; kept: string; left: number };

/** The fewest cards that can be left of any stack. */
const PERFECT = 2;

/** How long a search may take: for a first answer, and where the reader asks for a proof. */
const SECONDS = { first: 10, proof: 120 };

/** A search that ends sooner than this is not shown; and how long each step of a solution is. */
const [PATIENCE_MS, STEP_MS] = [200, 700];

const START = {
  ...NOTHING,
  seed: "", // that the stack was shuffled from, or "" if the reader entered it
  solutions: {} as Record<string, Solution>, // what searches have found, by position
  search: null as { searched: number } | null, // how far a search has got; null while none is shown
  hinted: "", // the card of a hint, or ""
  pointed: "", // the card that is pointed at, or ""
  loss: null as Loss | null, // where the game was lost, once that has been asked
  planned: -1, // the step from which a solution is laid out in what follows, or -1
  playing: false, // whether that goes on by itself
};

type State = typeof START;
export type Game = ReturnType<typeof seen>;

/** A state, and what follows from it. */
export function seen(state: State) {
  const { game, solutions, planned } = state;
  const shown = looked<Probe, State>(state);
  const { steps, at, answer } = shown;
  const cards = left(current(game)?.position ?? "");
  const isOver = answer !== null && !answer.removable.length;
  const best = isOver ? solutions[steps[0].position] : undefined;
  return {
    ...shown,
    /** The cards left, top card first. */
    cards,
    isOver,
    isPerfect: isOver && cards.length <= PERFECT,
    isAtEnd: at === steps.length - 1,
    /** What a search has found from the position shown. */
    solution: solutions[current(game)?.position] as Solution | undefined,
    /** What a search has found from the start, if the game shown left no more cards than that. */
    best: best && cards.length <= best.left ? best : null,
    /** Whether a solution is shown, step by step. */
    isPlanned: planned >= 0 && at >= planned,
  };
}

const after = ({ removable, position }: Probe, card: string) =>
  removable.includes(card) ? without(position, card) : undefined;

const walks = playing<State>(after);

const reducers: Reducers<State> = {
  ...walks,
  /** What plays by itself would go on in the game before, and this one would never come. */
  open: (state, event) => walks.open({ ...state, playing: false }, event),
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
  /** Nothing is searched any more, and nothing plays by itself. */
  stop: (state) => [{ ...anew(state), playing: false }, []],
  lose: (state) => [anew(state), [{ do: "lose", failed: "stop" }]],
  autoplay: (state) => [{ ...state, playing: !state.playing }, []],
  tick: (state) => (seen(state).isAtEnd ? [{ ...state, playing: false }, []] : on(state)),
};

/** The next step of a solution that plays by itself. */
const on = (state: State) => walks.go(state, { at: state.game.at + 1, noted: "replace" });

/** What a search has found: the card of a hint, or a game to be laid out. */
function solved(state: State, { to, solution }: { to: string; solution: Solution }): [State, object[]] {
  const { game } = state;
  const { position } = current(game);
  const next = { ...state, search: null, solutions: { ...state.solutions, [position]: solution } };
  if (to === "hint") return [{ ...next, hinted: solution.moves[0] ?? "" }, []];
  if (to !== "plan") return [next, []];
  const steps = game.steps.slice(0, game.at + 1);
  for (const move of solution.moves) steps.push({ move, position: without(steps[steps.length - 1].position, move) });
  const plan = { game: { ...game, steps }, planned: game.at, loss: null, hinted: "" };
  return [{ ...next, ...plan }, [{ do: "note", replace: true }]];
}

/** A solution that plays by itself goes on after each step. */
function follows(state: State, before: State): [State, object[]] {
  const ticks = state.playing && (state.asked !== before.asked || !before.playing);
  return [state, ticks ? [{ do: "tick", aside: true }] : []];
}

/** The fewest cards that a search finds, and how. */
async function solve(position: string, seconds: number, { tell, signal }: Late): Promise<Solution> {
  const shown = setTimeout(() => tell({ type: "searching", searched: 0 }), PATIENCE_MS);
  const onprogress = ({ searched }: Solution) => tell({ type: "searching", searched });
  return ask("pairs/solve", { position, seconds }, { signal, onprogress }).finally(() => clearTimeout(shown));
}

/**
 * Find the last position of a game from which as few cards could remain as at its start. That number
 * never falls as cards are removed, so the interval is halved. There is none if the game is the best.
 */
async function lose({ steps, at, cards, ...game }: Game, late: Late) {
  const solutions = { ...game.solutions };
  const fewest = async (step: number) => {
    const { position } = steps[step];
    solutions[position] ??= await solve(position, SECONDS.first, late);
    return solutions[position];
  };
  const { left: least } = await fewest(0);
  if (cards.length <= least) return { type: "set", changes: { search: null, loss: null, solutions } };
  let [kept, gone] = [0, at];
  while (gone - kept > 1) {
    const middle = (kept + gone) >> 1;
    if ((await fewest(middle)).left <= least) kept = middle;
    else gone = middle;
  }
  const { moves } = await fewest(kept);
  const loss = { at: kept, card: steps[kept + 1].move, kept: moves[0], left: least };
  return { type: "set", changes: { search: null, loss, solutions } };
}

export const PAIRS: Rules<State> = {
  start: START,
  after,
  look: (position) => ask("pairs/probe", { position }),
  /** A stack that the reader has entered, or one that is shuffled. */
  async deal({ seed, position }) {
    const dealt = position === undefined ? await ask("pairs/random", { seed }) : { position, seed: "" };
    return { position: dealt.position, seed: String(dealt.seed), loss: null, planned: -1, playing: false };
  },
  reducers,
  passing: { search: null, hinted: "", pointed: "" },
  follows,
  effects: (state) => ({
    solve: async ({ position, seconds, to }, late) => ({
      type: "solved",
      to,
      solution: await solve(position, seconds, late),
    }),
    lose: (_, late) => lose(seen(state()), late),
    tick: () => new Promise((done) => setTimeout(() => done({ type: "tick" }), STEP_MS)),
  }),
};
