"""The whole game: every position of every deal, solved layer by layer.

A position after both first moves depends only on its face-up cards and not on the deal it came
from, so deals share their late positions. Layer m holds all positions with m face-up cards, of
all deals together, and needs only layer m - 1.

    words.py     the cards on some cells, ranked
    geometry.py  shapes: sets of face-up cells, one for all its images; units, groups for storage
    plan.py      what is read and written to solve a shape
    solver.py    `Whole`: the induction, and look-ups in what it solved
    lookup.py    from each position to its shape, its record in memory, and those after its moves
    kernels.py   the compiled loops
    file.py      the file: `WholeTable`, how it is cut, and `WholeFile`, look-ups
    build.py     solving in memory, or into a file
    store.py     a file or memory as a store of tables, for `tablebase.Tablebase`
    check.py     the independent check of a file, with check_index.py and check_kernels.py
"""
