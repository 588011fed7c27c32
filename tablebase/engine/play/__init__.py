"""Playing a game: `history` (moves), `playthrough` (a game under way), `opponents`, `review`."""
