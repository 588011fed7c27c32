"""Positions that may be puzzles: exactly one of many moves wins, play can reach them, their grade.

The grade says which of five players, a rule and four look-aheads, find the move. A player *finds*
it if they make that move and no other, and *misses* it if they never make it. (A strategy chooses
at random between moves that it ranks equal.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64, U8, U32, U64, Bools
from tablebase.engine.tables.table import Table
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.strategy.advice import choices
from tablebase.games.collapsi.strategy.preferences import load_strategy
from tablebase.games.collapsi.strategy.reach import reach_of

RULE = "traps"
"""The best short rule that we have, see docs/learn.md."""

LOOK_AHEADS = tuple(f"look-ahead-{plies}" for plies in range(2, 6))


class Graded(NamedTuple):
    """The grades of some positions with one winning move each, arrays of shape (n,).

    A grade is 1 if every look-ahead of 2 plies or more finds the move, 2 if every one of 3 plies or
    more does, and so on; 5 if 5 plies do not find it. A position is `tempting` if the rule and
    every look-ahead that does not find the move miss it.
    """

    grades: I64
    tempting: Bools


def grade(deal: Deal, positions: npt.NDArray[Any], moves: U64) -> Graded:
    """Grade positions of a deal.

    `positions` are as in `choices`; `moves` holds the cells of the winning moves as masks.
    """
    grades = np.full(positions.shape, 1 + len(LOOK_AHEADS))
    tempting = choices(load_strategy(RULE), deal, positions) & moves == 0
    for plies, name in reversed([*enumerate(LOOK_AHEADS, 1)]):
        made = choices(load_strategy(name), deal, positions)
        found = (made == moves) & (grades == plies + 1)
        grades[found] = plies
        tempting &= found | (made & moves == 0)
    return Graded(grades, tempting)


class OnlyMoves(NamedTuple):
    """Positions in which exactly one move wins, arrays of shape (n,)."""

    ranks: U32
    positions: npt.NDArray[Any]  # of POSITION_DTYPE
    moves: U64  # the cell of the winning move, as a mask
    dte: I64
    lasting: I64  # how many losing moves last a given number of plies or more

    def where(self, chosen: npt.NDArray[Any]) -> OnlyMoves:
        """Some of them."""
        return OnlyMoves(*(column[chosen] for column in self))


def only_moves(table: Table[Position], deal: Deal, *, least: int, plies: int) -> OnlyMoves:
    """The positions of a deal's table with `least` or more legal moves, exactly one of which wins.

    Both jokers have collapsed. A losing move counts as lasting if it lasts `plies` plies or more.
    """
    game, reach = game_of(deal.cards, deal.rules), reach_of(deal.rules)
    signed = table.game.coding.signed_dte_of(table.codes()).astype(np.int64)
    ranks = np.flatnonzero(signed[: game.index.openings] > 0).astype(np.uint32)
    positions = game.unrank_many(ranks)
    columns = reach.columns(deal.cards, deal.rules.editions[0])
    mover, opponent = _bits(positions["mover"]), _bits(positions["opponent"])
    after = positions["face_up"] & ~mover
    moves = reach.table[after, columns[positions["mover"]]] & ~opponent
    many = np.bitwise_count(moves) >= least
    ranks, positions, after, moves = ranks[many], positions[many], after[many], moves[many]
    winning = np.zeros(ranks.shape, np.uint64)
    lasting = np.zeros(ranks.shape, np.int64)
    for cell in game.layout.cells[: game.layout.free]:
        at = np.flatnonzero(moves >> np.uint64(cell) & np.uint64(1))
        following = np.zeros(at.shape, positions.dtype)
        following["face_up"] = after[at]
        following["mover"] = positions["opponent"][at]
        following["opponent"] = cell
        dte = signed[game.rank_many(following)]
        winning[at[dte <= 0]] |= np.uint64(1 << cell)
        lasting[at] += dte >= plies - 1
    found = OnlyMoves(ranks, positions, winning, signed[ranks], lasting)
    return found.where(np.bitwise_count(winning) == 1)


def _bits(cells: U8) -> U64:
    return np.uint64(1) << cells.astype(np.uint64)


def is_reachable(position: Position) -> bool:
    """Whether play can reach a position of two players, with any assignment of the jokers.

    Examples
    --------
    >>> is_reachable(Position.parse("A323/AA24r/24A2b/3xJxJ3 r"))
    True
    >>> is_reachable(Position.parse("222A/3AbxJx4/2A3xJ/x43rA3 r"))
    False
    """
    reach = reach_of(position.rules)
    cards = position.cards
    columns = reach.columns(cards, position.edition).tolist()

    def comes(face_up: int, mover: int, opponent: int) -> bool:
        """Whether play can reach it; the opponent moved last, from a card now face down."""
        down = [cell for cell in range(len(cards)) if not face_up >> cell & 1]
        # The jokers were left first.
        left = [cell for cell in down if cards[cell] != JOKER] or down
        return not left or any(
            reach.table[face_up, columns[cell]] >> opponent & 1
            and comes(face_up | 1 << cell, cell, mover)
            for cell in left
        )

    return comes(position.face_up, position.mover, position.opponent)
