"""The table of one deal for three or four players, each against all others.

Read in this order:

    duel.py     `Duel`: one player against the others, what a table answers
    index.py    the rank of a duel
    layout.py   the deal's slots, with its index
    game.py     the deal as the engine sees it
    solver.py   the induction
    kernels.py  its compiled loops
    check.py    the independent check, and who really moves

How three and four players play is in `position`; `studies.players` plays many deals.
"""
