"""Playing a game: its moves (`history`), with two sides (`playthrough`), `opponents`, `review`."""
