"""Playing a game: `history` (moves), `playthrough` (a game of two sides), `opponents`."""
