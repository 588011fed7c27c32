/**
 * A game of The Game as one state: the cards laid and drawn, and what the adviser says.
 *
 * A step is a position in the library's notation, and how many cards have been laid this turn:
 * `4 9 15 : 2 12 / - / 99 98 / - + 1`. Its move is a play, as 12u1 or 88d2, or ends the turn: `draw`
 * in a game from a seed, and `draw-5-17` in one's own, where the reader says what was drawn.
 */

import { ask } from "#engine/client.ts";
import { answered, current, NOTHING } from "#shared/game.ts";
import { looked, playing, type Reducers, type Rules } from "#shared/rules.ts";
import type { LegalPlays, Option } from "./answers.d.ts";
import { notation } from "./notation.ts";

/** `laid` are the cards laid this turn, and `options` are null until the adviser has been asked. */
export type Probe = LegalPlays & { laid: number; options: Option[] | null };

/** Cards of a full hand, and how many are to be laid each turn. */
const FULL = 8;
const MINIMUM = 2;

const START = {
  ...NOTHING,
  seed: "", // of the cards, or "" in a game of the reader's own
  cards: [] as number[], // of the seed, in the order of drawing
  chosen: 0, // the card of the hand that is chosen, or 0
  hinted: false, // whether the adviser's answer for the position is shown
  rival: null as number | null, // how many cards the adviser has left with the same cards, once that has been asked
};

type State = typeof START;
export type Game = ReturnType<typeof seen>;

/** A state, and what follows from it. */
export function seen(state: State) {
  const { seed, chosen, hinted } = state;
  const shown = looked<Probe, State>(state);
  const { steps, at, answer } = shown;
  const isOwn = !seed;
  const canDraw = answer !== null && mayDraw(answer);
  const isOver = answer !== null && !answer.plays.length && !canDraw;
  return {
    ...shown,
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
  if (!isDraw(move) || !mayDraw(answer)) return undefined;
  const drawn = drawnBy(answer, move, dealt);
  const inDeck = new Set(drawn.filter((card) => answer.deck.includes(card)));
  const isLegal = drawn.length === inDeck.size && inDeck.size === toDraw(answer);
  return isLegal ? notation({ ...answer, hand: [...answer.hand, ...drawn] }) : undefined;
}

/** The cards of a draw. */
function drawnBy(answer: Probe, move: string, { seed, cards }: { seed: string; cards: number[] }) {
  if (!seed) return move.split("-").slice(1).map(Number);
  const gone = cards.length - answer.deck.length;
  return cards.slice(gone, gone + toDraw(answer));
}

const walks = playing<State>(after);

const reducers: Reducers<State> = {
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

/** In a game of the reader's own the adviser is asked about each position. */
function follows(state: State, before: State, { type }: { type: string }): [State, object[]] {
  const { answer, isOver, isOwn } = seen(state);
  const isAsked = answer && !answer.options && !isOver && (isOwn || state.hinted);
  const isNew = type === "hint" || state.line !== before.line || state.asked !== before.asked;
  return [state, isAsked && isNew ? [{ do: "advise" }] : []];
}

/** The engine's answer for a step. */
async function look(text: string): Promise<Probe> {
  const [position, laid = "0"] = text.split("+");
  const answer = await ask("thegame/probe", { position });
  const counted = Number(laid) ? `${answer.position} + ${Number(laid)}` : answer.position;
  return { ...answer, position: counted, laid: Number(laid), options: null };
}

export const THE_GAME: Rules<State> = {
  start: START,
  after,
  look,
  /** A position that the reader has entered, or the cards of a seed. */
  async deal({ seed, position }) {
    if (position !== undefined) return { position, seed: "", cards: [], rival: null };
    const { seed: used, cards } = await ask("thegame/deal", { seed });
    return {
      position: notation({ hand: cards.slice(0, FULL), piles: [[], [], [], []] }),
      seed: String(used),
      cards,
      rival: null,
    };
  },
  reducers,
  passing: { chosen: 0, hinted: false },
  follows,
  effects: (state) => ({
    advise: async () => {
      const { answer } = current(state().game);
      const { options } = await ask("thegame/advice", { position: notation(answer), laid: answer.laid });
      return { type: "advised", options };
    },
    /** Let the adviser play the same cards. */
    compare: async ({ seed }) => ({
      type: "compared",
      seed,
      rival: (await ask("thegame/game", { seed })).remaining,
    }),
  }),
};
