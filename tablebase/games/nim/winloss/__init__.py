"""Who wins each position of 2D Nim, one bit a position: boards of up to six rows of six.

A table of R rows of six holds every smaller board too, because missing stones do not matter: a
board lies in the corner of the last row and the last column.

    layout.py    where a position lies: words, slabs, mirror images
    mirror.py    the mirror image of a slab, compiled
    kernels.py   the compiled loops
    plan.py      what the kernels read besides the table
    solver.py    `WinLoss`: the induction, in memory or into a file, and look-ups in memory
    file.py      the file: `WinLossTable`, how it is cut, and `WinLossFile`, a store
    lookup.py    a position's result and its winning moves, from file or memory
    check.py     the independent check
    survey.py    who wins each board
"""
