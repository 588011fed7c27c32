"""Studies of many deals: each published figure has its study here.

    census.py      the essentially different deals, enumerated and numbered
    games.py       how many games can be played on all deals, and from a position
    book.py        the opening book: the value of every deal's start, in one file
    book_store.py  the book's file as a store, which checks it
    finder.py      deals in the book by length, winner and winning first moves; one to play
    counts.py      how many positions of each value the whole game has
    statistics.py  exact counts over all deals and all positions
    sweep.py       what many deals are worth, one row each
    match.py       a match to 16 points, played perfectly
    placings.py    what three and four players can force, over many deals
    certificate.py a proof of who wins, layer by layer (certificate_kernels.py), for a checker
    players.py     who can force a win: over many deals, and in the positions of their tables
    puzzles        positions with one winning move, graded by which players find it
    atlas          who wins with every deck
    lab            what a variant of the rules does to the game

Solving and looking up do not need any of them.
"""
