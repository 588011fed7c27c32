"""Studies of many deals: each published figure has its study here.

    census.py      the essentially different deals, enumerated and numbered
    book.py        the opening book: the value of every deal's start, in one file
    finder.py      deals in the book by length, winner and number of winning first moves
    dealing.py     a random deal to play, of a chosen difficulty
    counts.py      how many positions of each value the whole game has
    statistics.py  exact counts over all deals and all positions
    sweep.py       what many deals are worth, one row each
    players.py     who can force a win, over many deals
    forced.py      in how many positions of a table somebody can force a win
    puzzles        positions with one winning move, graded by which players find it
    lab            what a variant of the rules does to the game

Solving and looking up do not need any of them.
"""
