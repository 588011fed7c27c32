"""Playing a game out: matches, computer opponents, reviews."""
