"""Forward search: the value of one position, or of each of its moves, without a table.

`search` works for any game that the engine knows. A game without its own search is searched by its
kernels (`by_kernels`), or else by its rules alone (`by_rules`), slowly. The result is a `Searched`:
what has been proven, the best line, and what it cost. A search that is stopped early, by a limit or
by the user, has still proven a lower and an upper bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from tablebase.engine.compiling import clock
from tablebase.engine.game import Game
from tablebase.engine.position import P
from tablebase.engine.rooms import game_of, position_of
from tablebase.engine.search.by_rules import search_by_rules
from tablebase.engine.searched import GOALS, METHODS, Limits, Progress, Searched, Searcher
from tablebase.engine.values import Result, Value
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


def search_of(position: P) -> Searcher[P]:
    """What searches a position: its game's own search, or its kernels, or its rules alone."""
    game: Game[P] = game_of(position)
    if (own := game.search) is not None:
        return own
    if (rules := game.compiled) is None or not game.coding.alternating:
        return search_by_rules
    from tablebase.engine.search.by_kernels import search_by_kernels

    return lambda position, *asked: search_by_kernels(position, rules, *asked)


@dataclass(frozen=True)
class SearchedMove(Generic[P]):
    """A legal move, the position after it, and what searches have proven; None where unknown."""

    move: Any
    position: P
    result: Result | None
    """For the side that makes the move."""
    value: Value | None
    """The same with the distance, counted from before the move."""
    is_best: bool | None
    """Whether no other move is better."""

    @property
    def _order(self) -> tuple[int, int]:
        """A sort key: smaller for moves that are better, as far as is known."""
        if self.is_best:
            return -1, 0
        if self.value is not None:
            return (0, self.value.dte) if self.result is Result.WIN else (4, -self.value.dte)
        return {Result.WIN: 1, None: 2, Result.LOSS: 3}[self.result], 0


def search_moves(
    position: P, seconds: float, *, nodes: int | None = None, progress: Progress | None = None
) -> tuple[Searched[P], list[SearchedMove[P]]]:
    """Search a position, and use the time that is left to search the position after each move.

    Returns all legal moves, best first as far as is known. The time left is shared evenly among
    the moves not yet searched. `seconds` are for all searches together, `nodes` for each. Raises
    the same errors as `search`; an exception that `progress` raises ends all searches.

    Examples
    --------
    >>> from tablebase import Position
    >>> searched, moves = search_moves(Position.parse("JA2A/3JA4/2323/34A2"), 10)
    >>> str(searched), str(moves[0].move), str(moves[1].value)
    ('red wins in 7', 'd3', 'loss in 8')
    """
    ends = clock() + seconds
    limits = Limits(nodes, seconds, progress)
    limits.check()

    def found_in(seconds: float, some: P) -> Searched[P]:
        own = limits._replace(seconds=seconds)
        return search_of(some)(some, "ordered", "distance", own).or_interrupt()

    searched = found_in(ends - clock(), position)
    moves, found = position.legal_moves(), []
    for done, move in enumerate(moves):
        after, share = position.play(move), (ends - clock()) / (len(moves) - done)
        if searched.complete and str(move) == searched.line[0]:
            found.append(SearchedMove(move, after, searched.result, searched.value, is_best=True))
        else:
            reply = found_in(share, after) if share > 0 else None
            found.append(_for_mover(searched, move, after, reply))
    return searched, sorted(found, key=lambda move: move._order)


def _for_mover(
    searched: Searched[P], move: Any, after: P, reply: Searched[P] | None
) -> SearchedMove[P]:
    """What is known about a move: the opponent's loss is the mover's win, a ply later."""
    result = Result.LOSS if searched.result is Result.LOSS else None  # then every move loses
    value = None
    if reply is not None and reply.result is not None:
        result = reply.result.opposite
        value = None if reply.value is None else Value(result, reply.value.dte + 1)
    known = value is not None and searched.value is not None
    return SearchedMove(move, after, result, value, value == searched.value if known else None)
