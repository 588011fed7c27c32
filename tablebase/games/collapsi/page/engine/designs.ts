/** What a designer of rules chooses, made by `python -m tablebase.games.collapsi.answers.known`. */

export type Switch = "landing";

export const SWITCHES: { name: Switch; letter: string; label: string; rule: string }[] = [
  {"name": "landing", "letter": "l", "label": "Pawns may land on each other", "rule": "A pawn may end on the other pawn’s card."},
];
export const OUTS: { name: "stays" | "removed" | "ends"; letter: string; label: string; rule: string }[] = [
  {"name": "stays", "letter": "", "label": "pawn stays", "rule": "If you cannot move, you are out. Your pawn stays. The last player left wins."},
  {"name": "removed", "letter": "r", "label": "pawn removed", "rule": "If you cannot move, you are out. Your pawn is removed. The last player left wins."},
  {"name": "ends", "letter": "e", "label": "game ends at once", "rule": "If you cannot move, the game ends. The player who moved last wins."},
];
