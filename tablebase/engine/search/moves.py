"""Forward search of every move of a position, for when there is no table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from tablebase.engine.compiling import clock
from tablebase.engine.position import P
from tablebase.engine.search.forward import search_of
from tablebase.engine.searched import Limits, Progress, Searched
from tablebase.engine.values import Result, Value


@dataclass(frozen=True)
class SearchedMove(Generic[P]):
    """A legal move, the position after it, and what searches have proven; None where unknown.

    Attributes
    ----------
    result : Result or None
        For the side that makes the move.
    value : Value or None
        The same with the distance, counted from before the move.
    is_best : bool or None
        Whether no other move is better.
    """

    move: Any
    position: P
    result: Result | None
    value: Value | None
    is_best: bool | None

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

    def search(some: P, seconds: float) -> Searched[P]:
        own = limits._replace(seconds=seconds)
        return search_of(some)(some, "ordered", "distance", own).or_interrupt()

    searched = search(position, ends - clock())
    moves, found = position.legal_moves(), []
    for done, move in enumerate(moves):
        after, share = position.play(move), (ends - clock()) / (len(moves) - done)
        if searched.complete and str(move) == searched.line[0]:
            found.append(SearchedMove(move, after, searched.result, searched.value, is_best=True))
        else:
            reply = search(after, share) if share > 0 else None
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
