/**
 * The lessons: boards with one task each, and which of them this device has seen done. The last three steps of
 * each lesson are puzzles. Boards of the rule of thumb are those of docs/strategy.md; a test checks every claim
 * that is made here.
 */

import { keep, setting } from "#shared/store.ts";
import { RULE } from "../shared/game.ts";

interface Step {
  position: string; // the side to move is the reader's
  say: string; // what to do
  moves?: string[]; // those that do it; by default the moves that win
  right?: string; // what to say after one of them
  wrong?: string; // what to say after another; by default how it loses
}

export type Lesson = { name: string; title: string; about: string; steps: Step[] };

export const LESSONS: Lesson[] = [
  {
    name: "wrap",
    title: "Over the edge",
    about: "The board’s edges are joined.",
    steps: [
      {
        position: "AbxAx43/4x2A3r/x2xJx2xJ/3x2xA3 b",
        say: "You are Blue, in the corner on an ace: one step. Going up from row 1 leads to row 4. Walk over the top edge to a4.",
        moves: ["a4"],
        right: "Row 4 is next to row 1, and column d is next to column a. Red has no move left, so you have won.",
        wrong: "That card is next to you, too. But try the way over the top edge: to a4.",
      },
      {
        position: "42AbxJ/3x32x4/xAx32xJ/A3rxAx2 r",
        say: "You are Red, on a 3. One move wins, and it crosses an edge. Find it.",
      },
      {
        position: "x22x2x4/x3x3x3A/AAxJ2/3b4rxJA r",
        say: "You are Red, on a 4. One move wins, and it crosses an edge.",
      },
      {
        position: "x4A2xA/xJ23x2/xAxJxAx3/x24b3r3 b",
        say: "You are Blue, on a 4. One move wins at once.",
      },
    ],
  },
  {
    name: "once",
    title: "No card twice",
    about: "You walk exactly as far as your card says, over each card once.",
    steps: [
      {
        position: "A43bxJ/33r4x2/x2Ax2x3/xAxJ2xA r",
        say: "You are Red, on a 3: three steps, no more and no fewer. The card a2 is next to you. Walk around to it: up, left and down.",
        moves: ["a2"],
        right: "A near card can be reached by a detour, as long as you step on no card twice.",
        wrong: "That is three steps, too. But go around to a2: up, left and down.",
      },
      {
        position: "A4b43r/x2xJ3A/x22x3A/xAx3xJx2 r",
        say: "You are Red, on a 3. One move wins: find the detour.",
      },
      {
        position: "2AxJx3/4rAb4xJ/332x2/x2xAx3xA r",
        say: "You are Red, on a 4. You may pass the other pawn, but not end on its card. One move wins.",
      },
      {
        position: "x2xAxAxA/3xJx42/xJ33A/4r3bx22 r",
        say: "You are Red, on a 4. One move wins at once.",
      },
    ],
  },
  {
    name: "trap",
    title: "The trap",
    about: "A player who cannot move loses.",
    steps: [
      {
        position: "x22xJxA/34x3A/x32rxAxJ/x23b4A r",
        say: "You are Red, on a 2. The card that you leave collapses. Blue, on b4, then has three steps to walk. Go where Blue cannot walk them: to a2.",
        moves: ["a2"],
        right: "Blue cannot walk three steps any more. That is a trap, and the way in which every game ends.",
        wrong: "Blue still has a way out. Go to a2.",
      },
      {
        position: "x23x34/xJ3x3xA/4AbAx2/xA2rxJx2 b",
        say: "You are Blue. Try each move in your head: after which one can Red not move?",
      },
      {
        position: "x2xJx4xA/2xJA3b/A3Arx3/x242x3 r",
        say: "You are Red, on an ace. One of your moves traps Blue.",
      },
      {
        position: "323A/43b23r/xJxAxAxJ/Ax22x4 r",
        say: "You are Red. Now think one turn further: after which move can you trap Blue next, whatever Blue does?",
      },
    ],
  },
  {
    name: "parity",
    title: "Count who moves last",
    about: "Where the pawns cannot meet, counting decides.",
    steps: [
      {
        position: "xJxJ3r2/3Ab3x4/x24x3xA/Ax2xA2 r",
        say: "You are Red, on a 3. Each move takes a card away, so the board falls apart. Go to a4: Blue then has one move, and you have one more.",
        moves: ["a4"],
        right:
          "After a4 Blue moves once and then you do. Blue cannot move a second time. Count the moves that each player has left: who moves last wins.",
        wrong: "Count: after that move Blue can trap you at once. Go to a4.",
      },
      {
        position: "x2AbxJx4/A233r/xAx3xJA/2x3x24 r",
        say: "You are Red, on a 3. Count the moves that are left for both. One move wins.",
      },
      {
        position: "Ab44Ar/AxJx2x2/32x3x3/3xJAx2 b",
        say: "You are Blue, on an ace. Leave yourself one move more than Red has. One move wins.",
      },
      {
        position: "x4x3AA/23AxJ/3b23rxJ/2x4Ax2 r",
        say: "You are Red, on a 3. After the right move the pawns will soon be apart, and you move last.",
      },
    ],
  },
  {
    name: "joker",
    title: "The starting card",
    about: "You choose how far your first move goes.",
    steps: [
      {
        position: "A223/4A2J/3A23/J3A4",
        say: "Each pawn begins on a starting card, J. With the wild J your first move may be 1, 2, 3 or 4 steps long. You are Red, on d2. Walk to a3.",
        moves: ["a3"],
        right:
          "From a starting card you reach every card but one. What matters is which cards you can go to from there, and which ones Blue can go to.",
        wrong: "You can go there, too. But go to a3.",
      },
      {
        position: "AJ22/A233/3A4Jr/23A4",
        say: "You are Red. Go where your next cards are high and Blue’s are low. Four of your 14 moves win.",
      },
      {
        position: "423A/A2A3/J2A2/433J",
        say: "You are Red, on a3. Four of your 14 moves win, none of them to an ace.",
      },
      { position: "A234/2J42/A32A/33AJr", say: "You are Red. Three of your 14 moves win." },
    ],
  },
  {
    name: RULE,
    title: "The rule of thumb",
    about: "Three steps that keep 93 of 100 wins.",
    steps: [
      {
        position: "2b233/xA3r2x4/xAxJx4xJ/x3xA2A r",
        say: "Step 1: find their replies. You are Red. Blue’s replies are c1 and d4, nearly the same whatever you do. Step 2: after each reply count your safe moves, those after which Blue cannot trap you at once. Step 3: make the move whose smallest count is highest. That is c4.",
        moves: ["c4"],
        right:
          "After c4 you keep at least three safe moves, after every other move none. If moves are equal, leave them the fewest replies after which you cannot trap them, then take the highest next cards.",
        wrong: "After that move a reply of Blue leaves you no safe move. Go to c4.",
      },
      {
        position: "2x2Ax3/AArA4/x423bx3/xJxJ2x3 b",
        say: "You are Blue. Find Red’s replies, count your safe moves, and make the move that keeps the most.",
      },
      {
        position: "x4AxJxA/2b2AxJ/3r3x4xA/232x3 b",
        say: "You are Blue. Their replies, your safe moves, the highest smallest count.",
      },
      {
        position: "xJA2rx3/x2A32/2b3xJx4/xAA43 r",
        say: "You are Red. The same rule once more, with ten cards.",
      },
    ],
  },
];

/** The steps of each lesson that have been done, by its name. */
const kept = (): Record<string, number[]> => setting("lessons", {});

export const doneOf = ({ name, steps }: Lesson) => (kept()[name] ?? []).filter((at) => at < steps.length);

/** @param at the step */
export const keepDone = (lesson: Lesson, at: number) =>
  keep("lessons", { ...kept(), [lesson.name]: [...new Set([...doneOf(lesson), at])].sort() });

export const isDone = (lesson: Lesson) => doneOf(lesson).length === lesson.steps.length;

/** The first step that has not been done; the first of all if all have been. */
export const nextOf = (lesson: Lesson) => {
  const done = doneOf(lesson);
  return Math.max(
    0,
    lesson.steps.findIndex((_, at) => !done.includes(at)),
  );
};
