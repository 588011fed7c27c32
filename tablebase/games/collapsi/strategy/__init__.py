"""Strategies as data, and exact scores: which rules of thumb keep the win, and how often.

features.py         the features: names, and definitions in words
preferences.py      strategies: preferences, phases, TOML
reach.py            where a pawn can go, for every set of face-up cells
feature_kernels.py  the features, compiled
terms.py            preferences as the kernels take them
kernels.py          the moves that a strategy prefers, compiled
advice.py           what a strategy says in one position, and does in many
scoring.py          scores over every position of every deal
score_kernels.py    how often the moves of strategies keep the win, compiled
players.py          strategies and strengths by name, and the moves that they make
game_kernels.py     games of a deal, compiled
games.py            games of random deals between strategies and computer players
decisions.py        critical positions of random deals, and the features of their moves
search_kernels.py   how many wins one more preference keeps, compiled
search.py           the best strategies by number of words
fitting.py          the best weights
openings.py         every deal up to symmetry, and its first plies, in a whole game
first_move.py       red's first move over all deals; first_kernels.py counts
"""
