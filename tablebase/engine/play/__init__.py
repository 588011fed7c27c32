"""Playing a game: matches, computer opponents, reviews."""
