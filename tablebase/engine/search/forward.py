"""Forward search: the value of one position, without a table.

`search` works for any game that the engine knows. A game without its own search is searched by its
kernels (`by_kernels`), or else by its rules alone (`by_rules`), slowly. The result is a `Searched`:
what has been proven, the best line, and what it cost. A search that is stopped early, by a limit or
by the user, has still proven a lower and an upper bound.
"""

from __future__ import annotations

from typing import Any

from tablebase.engine.game import Game
from tablebase.engine.position import P
from tablebase.engine.rooms import game_of, position_of
from tablebase.engine.search.by_rules import search_by_rules
from tablebase.engine.searched import GOALS, METHODS, Limits, Progress, Search, Searched
from tablebase.errors import quote


def search(
    position: Any,
    method: str = "ordered",
    *,
    goal: str = "distance",
    nodes: int | None = None,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Searched[Any]:
    """Search any position of any game, or its notation, to the end or up to a limit.

    If a limit stops the search, the result is not complete, and `Searched.stopped` gives the
    reason. Raises `ValueError` if there is no such method or goal, or a limit is not positive, and
    `SearchInterrupted`, a ``KeyboardInterrupt`` whose `found` is the result, if the user stops it.

    Parameters
    ----------
    method, goal : str
        One each of `METHODS` and `GOALS`.
    nodes, seconds
        Stop after about this many positions, or this time; time spent compiling does not count.
    progress : callable, optional
        Called now and then with what is proven so far.

    Examples
    --------
    >>> found = search("JA2A/3JA4/2323/34A2")
    >>> str(found), str(found.best), len(found.line)
    ('red wins in 7', 'd3', 7)
    """
    for what, given, known in (("method", method, METHODS), ("goal", goal, GOALS)):
        if given not in known:
            raise ValueError(
                f"unknown {what} {quote(given)}: expected {' or '.join(map(repr, known))}"
            )
    limits = Limits(nodes, seconds, progress)
    limits.check()
    position = position_of(position)
    return search_of(position)(position, method, goal, limits).or_interrupt()


def search_of(position: P) -> Search[P]:
    """What searches a position: its game's own search, or its kernels, or its rules alone."""
    game: Game[P] = game_of(position)
    if game.search is not None:
        return game.search
    if (rules := game.compiled) is None or not game.coding.alternating:
        return search_by_rules
    from tablebase.engine.search.by_kernels import search_by_kernels

    return lambda position, *asked: search_by_kernels(position, rules, *asked)
