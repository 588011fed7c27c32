"""The placings that three or four players can expect, exactly, in every position of a deal.

Read in this order:

    outcomes.py  who gets which points at the end, and coalitions, as numbers in turn order
    kernels.py   the compiled loops, over the index of `duels`
    late.py      what is left of a deal on a board that is too large
    solved.py    `Reachable`: the positions that play can reach, and `Placings`: these solved
    opponents.py computer players, one for each concept
"""
