/**
 * A game by the rules of its room, as one state (game.ts): how it is opened and played is the same in
 * every room, and so is what no longer holds once something else is asked for.
 */

import { current, type Game, type Showing, stepped, walking } from "./game.ts";
import { type Effects, Machine } from "./machine.ts";
import { illegalText, PartError } from "./query.ts";

export type Reducers<State> = Record<string, (state: State, event: any) => [State, object[]]>;

/** The position after a move, by what the engine has said of the one before; undefined if it is not legal. */
type After<State> = (answer: any, move: string, state: State) => string | undefined;

/** Where the engine lists the moves with the positions after them. */
const listed: After<any> = ({ moves }, name) => moves.find(({ move }: { move: string }) => move === name)?.position;

export interface Rules<State extends Showing> {
  start: State;
  after?: After<State>; // if the engine does not list the moves with the positions after them
  look: (position: string, state: State) => Promise<any>; // what the engine says of a position
  /** where a game begins that is asked for, and what else of the state is another */
  deal: (asked: any, state: State) => Promise<{ position: string } & Partial<State>>;
  reducers: Reducers<State>; // those of `playing`, and the room's own
  passing: Partial<State>; // what no longer holds once something else is asked for
  follows?: (state: State, before: State, event: { type: string }) => [State, object[]]; // what follows from any event
  effects?: (state: () => State) => Effects; // what else is found out
}

/** What a reader does with a game, as reducers. */
export const playing = <State extends Showing>(after: After<State> = listed): Reducers<State> =>
  walking((state, move) => {
    const position = after(state.line[0], move, state);
    return position === undefined ? undefined : stepped(state.game, { move, position });
  });

/** What a machine is made from. @param state as it is then @param others what else is to be done */
export function ruled<State extends Showing>(rules: Rules<State>, state: () => State, others?: Effects) {
  const { start, after = listed, look, deal, reducers, passing, follows, effects } = rules;
  const reduce = (before: State, event: { type: string }): [State, object[]] => {
    const [changed, wanted] = reducers[event.type](before, event);
    const next = changed.asked === before.asked ? changed : { ...changed, ...passing };
    const [last, more] = follows?.(next, before, event) ?? [next, []];
    return [last, [...wanted, ...more]];
  };
  const found: Effects = {
    async open(asked) {
      const { position, ...changes } = await deal(asked, state());
      const next = { ...state(), ...changes };
      return { ...asked, ...(await played({ ...asked, position }, after, look, next)), changes, type: "opened" };
    },
    look: async () => ({ type: "found", line: [await look(current(state().game).position, state())] }),
    note() {},
  };
  return [start, reduce, { ...found, ...effects?.(state), ...others }] as const;
}

/** What holds the state of a game. */
export function machineOf<State extends Showing>(rules: Rules<State>, others?: Effects): Machine<State> {
  const machine: Machine<State> = new Machine(...ruled(rules, () => machine.state, others));
  return machine;
}

/** A state with its game's steps, and what is known of the position shown; null until it is. */
export const looked = <Answer, State extends Showing>(state: State) => ({
  ...state,
  ...(state.game as Game),
  answer: (state.line?.[0] ?? null) as Answer | null,
});

/** A game with moves as far as they are legal, and what the engine says of each position. */
async function played<State extends Showing>(
  { position, moves = [], at = moves.length }: { position: string; moves?: string[]; at?: number },
  after: After<State>,
  look: Rules<State>["look"],
  state: State,
): Promise<{ game: Game; wrong: PartError | null }> {
  const first = await look(position, state);
  let game = { steps: [{ move: "", position: first.position, answer: first }], at: 0 };
  for (const move of moves) {
    const next = after(current(game).answer, move, state);
    if (!next) break;
    game = stepped(game, { move, position: next, answer: await look(next, state) });
  }
  const wrong = moves[game.at] ? new PartError(illegalText(game.steps.length, "this link", moves[game.at]), "m") : null;
  return { game: { ...game, at: Math.min(at, game.at) }, wrong };
}
