/**
 * A game of The Game as one state: the cards laid and drawn, and what the adviser says.
 *
 * A step is a position in the library's notation, and how many cards have been laid this turn:
 * `4 9 15 : 2 12 / - / 99 98 / - + 1`. Its move is a play, as 12u1 or 88d2, or ends the turn: `draw`
 * in a game from a seed, and `draw-5-17` in one's own, where the reader says what was drawn.
 */

import { ask } from "#engine/client.ts";
import {
  answered,
  current,
  type Game as GameType,
  making,
  NOTHING,
  played,
  type Showing,
  walking,
} from "#shared/game.ts";
import { Machine } from "#shared/machine.ts";
import type { LegalPlays, Option } from "./answers.d.ts";
import { notation } from "./notation.ts";

/** `laid` are the cards laid this turn, and `options` are null until the adviser has been asked. */
export type Probe = LegalPlays & { laid: number; options: Option[] | null };

interface Own {
  seed: string; // of the cards, or "" in a game of the reader's own
  cards: number[]; // of the seed, in the order of drawing
  chosen: number; // the card of the hand that is chosen, or 0
  hinted: boolean; // whether the adviser's answer for the position is shown
  rival: number | null; // how many cards the adviser has left with the same cards, once that has been asked
}

type State = Showing & Own;
export type Game = ReturnType<typeof seen>;

/** Cards of a full hand, and how many are to be laid each turn. */
const FULL = 8;
const MINIMUM = 2;

const START: State = { ...NOTHING, seed: "", cards: [], chosen: 0, hinted: false, rival: null };

/** A state, and what follows from it. */
export function seen(state: State) {
  const { game, line, seed, chosen, hinted } = state;
  const { steps, at } = game as GameType;
  const answer = (line?.[0] ?? null) as Probe | null;
  const isOwn = !seed;
  const canDraw = answer !== null && mayDraw(answer);
  const isOver = answer !== null && !answer.plays.length && !canDraw;
  return {
    ...state,
    steps,
    at,
    answer,
    /** Whether the reader enters the cards that are drawn. */
    isOwn,
    canDraw,
    isOver,
    isWon: answer?.remaining === 0,
    /** How many cards are yet to be laid this turn. */
    missing: Math.max(0, MINIMUM - (answer?.laid ?? 0)),
    /** How many cards are drawn when the turn ends. */
    drawing: answer ? toDraw(answer) : 0,
    /** The number of the turn, from 1. */
    turn: 1 + steps.slice(0, at + 1).filter(({ move }) => isDraw(move)).length,
    /** What the adviser says, if that is shown. */
    options: hinted || isOwn ? (answer?.options ?? null) : null,
    /** Where the chosen card may go. */
    targets: answer?.plays.filter(({ card }) => card === chosen) ?? [],
    /** Whether the last move may be taken back; in a game from a seed cards that have been seen stay. */
    canUndo: at > 0 && (isOwn || isOver || !isDraw(steps[at].move)),
  };
}

export const isDraw = (move: string) => move.startsWith("draw");

const mayDraw = ({ laid, deck }: Probe) => laid >= MINIMUM && deck.length > 0;

const toDraw = ({ hand, deck }: Probe) => Math.min(FULL - hand.length, deck.length);

function after(answer: Probe, move: string, dealt: { seed: string; cards: number[] }): string | undefined {
  const play = answer.plays.find((play) => play.move === move);
  if (play) return `${play.position} + ${answer.laid + 1}`;
  const drawn = isDraw(move) && mayDraw(answer) ? drawnBy(answer, move, dealt) : [];
  const isLegal =
    drawn.length &&
    drawn.length === toDraw(answer) &&
    new Set(drawn).size === drawn.length &&
    drawn.every((card) => answer.deck.includes(card));
  return isLegal ? notation({ ...answer, hand: [...answer.hand, ...drawn] }) : undefined;
}

/** The cards of a draw. */
function drawnBy(answer: Probe, move: string, { seed, cards }: { seed: string; cards: number[] }) {
  if (!seed) return move.split("-").slice(1).map(Number);
  const gone = cards.length - answer.deck.length;
  return cards.slice(gone, gone + toDraw(answer));
}

const walks = walking(making(after));

const REDUCERS: Record<string, (state: State, event: any) => [State, object[]]> = {
  ...walks,
  choose: (state, { card }) => [{ ...state, chosen: card === state.chosen ? 0 : card }, []],
  /** Lay the chosen card on a pile. */
  lay(state, { pile }) {
    const play = seen(state).targets.find((play) => play.pile === pile);
    return play ? walks.move(state, { name: play.move }) : [state, []];
  },
  /** Show what the adviser says. */
  hint: (state) => [{ ...state, hinted: true, chosen: 0 }, []],
  advised(state, { options }) {
    const answer = { ...current(state.game).answer, options };
    return [{ ...state, game: answered(state.game, answer), line: [answer] }, []];
  },
  compared: (state, { seed, rival }) => [state.seed === seed ? { ...state, rival } : state, []],
  compare: (state) => [state, [{ do: "compare", seed: state.seed, lasts: true }]],
};

export function reduce(before: State, event: { type: string }): [State, object[]] {
  const [state, effects] = REDUCERS[event.type](before, event);
  const next = state.asked === before.asked ? state : { ...state, chosen: 0, hinted: false };
  const { answer, isOver, isOwn } = seen(next);
  // In a game of the reader's own the adviser is asked about each position.
  const isAsked = answer && !answer.options && !isOver && (isOwn || next.hinted);
  const isNew = event.type === "hint" || state.line !== before.line || state.asked !== before.asked;
  return [next, isAsked && isNew ? [...effects, { do: "advise" }] : effects];
}

/** The engine's answer for a step. */
async function look(text: string): Promise<Probe> {
  const [position, laid = "0"] = text.split("+");
  const answer = await ask("thegame/probe", { position });
  const counted = Number(laid) ? `${answer.position} + ${Number(laid)}` : answer.position;
  return { ...answer, position: counted, laid: Number(laid), options: null };
}

/** The start of a seed. @param seed any if it is "" */
async function dealt(seed: string) {
  const { seed: used, cards } = await ask("thegame/deal", { seed });
  const hand = cards.slice(0, FULL).sort((a: number, b: number) => a - b);
  return { seed: String(used), cards, position: notation({ hand, piles: [[], [], [], []] }) };
}

export function thegame() {
  const machine: Machine<State> = new Machine(START, reduce, {
    /** A position that the reader has entered, or the cards of a seed. */
    open: async ({ seed, position, ...asked }) => {
      const start = position === undefined ? await dealt(seed) : { seed: "", cards: [], position };
      const from = { ...asked, position: start.position };
      const found = await played(from, look, (answer, move) => after(answer, move, start));
      return { ...asked, ...found, changes: { seed: start.seed, cards: start.cards, rival: null }, type: "opened" };
    },
    look: async () => ({ type: "found", line: [await look(current(machine.state.game).position)] }),
    advise: async () => {
      const { answer } = current(machine.state.game);
      const { options } = await ask("thegame/advice", { position: notation(answer), laid: answer.laid });
      return { type: "advised", options };
    },
    /** Let the adviser play the same cards. */
    compare: async ({ seed }) => ({
      type: "compared",
      seed,
      rival: (await ask("thegame/game", { seed })).remaining,
    }),
    note() {},
  });
  return machine;
}
