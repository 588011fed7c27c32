/**
 * The rule sets that are offered, by group: what a reader calls them, and what is different. Sets
 * that are not listed, such as those of a server's own files, go by their names.
 */

import type { Rules } from "../answers.d.ts";

/** What is `known` of who wins comes from docs/lab.md and docs/large.md, where the studies are. */
type Called = { title: string; about: string; known?: string };

const GROUPS: Record<string, Record<string, [title: string, about: string, known?: string]>> = {
  "Published today": {
    collapsi: [
      "Collapsi",
      "The published game.",
      "Red wins 37.47% of all deals with a wild J, 77.71% with a J of one step.",
    ],
    "big-board": [
      "Big board",
      "6x6 with cards from A to 4.",
      "Of 200 random deals Red wins 84.0% with a J of one step.",
    ],
    "big-board-3": ["Big board, three players", "6x6. The pawn of a player who is out is removed."],
    "big-board-4": ["Big board, four players", "6x6. The pawn of a player who is out is removed."],
    "players-choice": ["Player’s choice", "Each player chooses the card to begin on.", "Red wins 37.47% of all deals."],
  },
  "Published before": {
    "3-players-sheet": [
      "Three players, rule sheet",
      "If you cannot move, the game ends. The player who moved last wins.",
    ],
    "4-players-sheet": [
      "Four players, rule sheet",
      "If you cannot move, the game ends. The player who moved last wins.",
    ],
  },
  "The designer’s drafts": {
    "3-players-draft": ["Three players, designer’s draft", "The pawn of a player who is out is removed."],
    "4-players-draft": ["Four players, designer’s draft", "The pawn of a player who is out is removed."],
    "5x5-a4": [
      "5x5, cards from A to 4",
      "The published game’s cards in the same proportions on 25 cells.",
      "Of 600 random deals Red wins 70.5% with a wild J, 78.2% with a J of one step.",
    ],
    "5x5-a4-3-draft": ["Three players on 5x5", "A larger board with cards from A to 4, by the designer’s draft."],
    "5x5-a4-4-draft": ["Four players on 5x5", "A larger board with cards from A to 4, by the designer’s draft."],
  },
  "Players’ ideas": {
    landing: [
      "Landing",
      "A pawn may end on the other pawn’s card.",
      "With a wild J Red always wins; of 10,000 random deals 80.3% with a J of one step, 53.5% with one of three.",
    ],
    "shift-back": [
      "Shift and come back",
      "After each move you shift a row or a column by one card. The card pushed out comes back at the other end.",
    ],
  },
  Ours: {
    "joker-steps": [
      "Other starting cards",
      "The published game with eight choices of what J is worth.",
      "The fairest J allows 1 or 4 steps: Red wins 54.75% of all deals.",
    ],
    "3-players": ["Three players", "If you cannot move you are out; your pawn stays. The last one left wins."],
    "4-players": ["Four players", "If you cannot move you are out; your pawn stays. The last one left wins."],
    flat: [
      "Edges not joined",
      "The published game, but nobody leaves the board at its edges.",
      "Of 100,000 random deals Red wins 47.6% with a wild J, 71.3% with a J of one step.",
    ],
    cross: [
      "Cross",
      "4x4 without its corners, edges not joined.",
      "Red wins 52.16% of all deals with a wild J, 66.64% with a J of one step.",
    ],
    diamond: [
      "Diamond",
      "13 cards in a diamond, edges not joined.",
      "Red wins 45.23% of all deals with a wild J, 68.46% with a J of one step, 50.39% with one of 3 or 4.",
    ],
    donut: [
      "Donut",
      "4x4 without its middle, edges joined.",
      "Red wins 38.05% of all deals with a wild J, 70.61% with a J of one step.",
    ],
  },
  "Other sizes": {
    "3x3": [
      "3x3",
      "A game of five to seven moves.",
      "Red wins 74.29% of all deals with a wild J, 81.43% with a J of one step.",
    ],
    "3x4": [
      "3x4",
      "A game of seven to ten moves.",
      "Red wins 58.91% of all deals with a wild J, 71.23% with a J of one step.",
    ],
    "4x5": [
      "4x5",
      "Cards from A to 5.",
      "Of 10,000 random deals Red wins 70.0% with a wild J, 83.1% with a J of one step.",
    ],
    "5x5": [
      "5x5, cards from A to 6",
      "Four of each card, three 6s.",
      "Of 2,000 random deals Red wins 79.8% with a wild J, 86.9% with a J of one step.",
    ],
    "6x6": ["6x6, cards from A to 9", "Four of each card, two 9s."],
  },
};
const OTHERS = "More";

/** What a rule set is called; null if it goes by its name. */
export function called(name: string): Called | null {
  for (const sets of Object.values(GROUPS)) {
    if (!Object.hasOwn(sets, name)) continue;
    const [title, about, known] = sets[name];
    return { title, about, known };
  }
  return null;
}

/** Rule sets by group, in the order in which they are listed. */
export function grouped(offered: Rules[]): [string, Rules[]][] {
  const order = Object.values(GROUPS).flatMap((sets) => Object.keys(sets));
  const groups = [...Object.keys(GROUPS), OTHERS];
  const sorted = offered.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return groups.flatMap((group) => {
    const sets = sorted.filter(({ name }) => groupOf(name) === group);
    return sets.length ? [[group, sets] as [string, Rules[]]] : [];
  });
}

function groupOf(name: string) {
  return Object.keys(GROUPS).find((group) => Object.hasOwn(GROUPS[group], name)) ?? OTHERS;
}
