"""The table of one deal for two players.

Read in this order:

    index.py           the rank of a position
    layout.py          the deal's slots, with its index, and positions in arrays
    game.py            the deal as the engine sees it
    openings.py        the first plies, on jokers
    nibble_solver.py   the induction, 4 bits a position: up to 16 cells, no landing
    nibble_kernels.py  its compiled loops
    byte_solver.py     the induction, a byte a position: up to 26 cells
    byte_kernels.py    its compiled loops
    rank_kernels.py    moves by ranks, for the common engine; arrays of positions to ranks and back
    opening_check.py   the independent check of the first plies
    nibble_check.py    the independent check, 4 bits a position
    byte_check.py      the independent check, a byte a position
"""
