"""Pair Solitaire: take cards out of a stack until two are left.

Read `notation`, `position` (the rules), `kernels`, `solver` (one stack of any size), `game`
(every position of a short stack), then `generators`, `difficulty` and `study`.
"""
