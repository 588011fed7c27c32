"""Collapsi, the card-and-pawn game by Mark S. Ball.

Read in this order: `board` and `rules` (the rule of the game), `notation`, `deal` and
`position`, `symmetry`, `index` (the rank of a position), `kernels` (the induction), `game`
(all of it as the engine sees it).
"""
