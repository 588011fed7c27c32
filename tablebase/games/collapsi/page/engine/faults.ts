/** What can be wrong with a position, made by `python -m tablebase.games.collapsi.answers.known`. */

export const FAULTS: string[] = [
  "the {0colour} pawn is on {1cell}, whose card has collapsed: expected a face-up card",
  "two pawns are on {0cell}: expected them on different cells",
  "players '{0order}' are still in: expected two or more, in turn order",
  "players '{0order}' are still in: expected all, because the game ends as soon as a player cannot move",
  "the position has {0colour} to move, but {1} cards are face down and nobody is out: expected {2colour}",
  "the card on {0cell} is face up but unknown",
  "wrong deck: {0}x{1card}, expected at most {2}",
  "{0} jokers are face up: expected {1} face down",
  "after {0plies} {1colour} has not moved yet but is on {2cell}: expected {1colour} on a joker",
  "the joker on {0cell} is still face up after {1plies}: expected it to collapse with its player's first move",
  "the joker on {0cell} is face up without a pawn: expected it to collapse with its player's first move",
  "{0waiting} stand on jokers: expected everybody before them to have moved or be out",
  "{0} cards are face down before everybody has moved: expected {1}, the jokers of those who have",
];
