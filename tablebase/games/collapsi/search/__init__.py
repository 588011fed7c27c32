"""Forward search for Collapsi by kernels, on any board that a position can have.

Read in this order:

    reach.py        where a pawn can end
    plain.py        plain alpha-beta, which tables are measured against
    ordered.py      the fast search, with the transposition table of known.py
    vast.py         the same for billions of positions, in the table of packed.py
    proof.py        who wins, by proof numbers: a check of the others
    under_way.py    a search under way: its bounds and its limits
    asking.py       searches that ask for a score and follow the best line
    entry.py        `search`: which of them, for a position
    large.py        `search_vast`, of boards of 17 to 42 cells, and what a proof needs of it
    proving.py      `prove_winner`
    certificate.py  a proof of who wins, layer by layer (layer_kernels.py), for a checker

`search` shares only the rule of movement with tables, and neither the index nor the induction, so
it can check any value independently.
"""

from tablebase.games.collapsi.search.entry import search
from tablebase.games.collapsi.search.large import Vast, search_vast
from tablebase.games.collapsi.search.proving import prove_winner

__all__ = ["Vast", "prove_winner", "search", "search_vast"]
