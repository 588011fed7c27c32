"""Collapsi, the card-and-pawn game by Mark S. Ball.

Read in this order: `board` and `rules` (the rule of the game), `rules_file`, `notation`, `deal`
and `position`, `symmetry` and `labels`, `index` (the rank of a position), `kernels` and `solver`
(the induction), `openings` (the first plies), `check` (the independent verification), `game`
(all of it as the engine sees it).

Then `large` (a byte a position: boards of more than 16 cells, and landing), `whole` (all deals at
once), `players` (three and four), `search` (without a table), `sweep` and `lab` (many deals, many
rules). `reading` reads the notation of any rules, of two players or more.
"""
