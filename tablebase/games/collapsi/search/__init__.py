"""Forward search for Collapsi by kernels, on any board that a position can have.

Read in this order:

    destinations.py    where a pawn can end
    plain.py           plain alpha-beta, which tables are measured against
    ordered.py         the fast search
    transpositions.py  what it has proven
    searches.py        `search` and `search_vast`: the kernels, up to a limit
    pushed.py          the moves of the shifting board, for the common search of the engine

`search` shares only the rule of movement with tables, and neither the index nor the induction, so
it can check any value independently.
"""

from tablebase.games.collapsi.search.searches import search, search_vast

__all__ = ["search", "search_vast"]
