"""Playing a game: its moves (`history`), a game under way (`playthrough`), `opponents`, `review`."""
