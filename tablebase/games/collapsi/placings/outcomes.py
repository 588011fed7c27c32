"""Outcomes and coalitions as small numbers, seen from the side to move.

An *outcome* says how many points each player still in gets, in turn order from the side to move:
the first player out gets 0, the next 1, the last one in the most. Where the first player without a
move ends the game, the one who moved last gets 1 and the others 0. A *coalition* is a set of
players still in that holds the side to move and not everybody: of k players, number t is the mask
``2 * t + 1`` of their places. What other sets can get is what is left.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.games.collapsi.turns import Turn


class Outcomes(NamedTuple):
    """The possible outcomes of a position with a given number of players in; see the module.

    Numbers of outcomes and coalitions *after* are those of the next position, from the view of its
    side to move.
    """

    points: I64  # (outcomes, players in)
    turned: I64  # outcome after a move -> outcome here
    after_out: I64  # outcome after the side to move is out -> outcome here; empty at the end
    mine: I64  # outcome after a move -> points of the mover
    at_least: I64  # number of points -> mask of outcomes after a move with no fewer for the mover
    ranks: I64  # (ties, outcomes after a move): larger is preferred; see `TIES`
    coalition: I64  # (coalitions, 2): the number after a move, and whether it is the others'
    coalition_out: I64  # (coalitions, 2): the same after the side to move is out; -1 for nobody
    total: int  # all points together
    lowest: int  # the points of a side to move that is out
    end: int  # the outcome if the side to move cannot move, and the game is over
    at_end: I64  # then the points of each coalition


TIES = ("hinder", "help")
"""How to choose between moves worth the same to the mover: the next player gets as little or as
much as possible, then the one after, and so on."""


@lru_cache(maxsize=16)
def outcomes_of(turn: Turn, k: int) -> Outcomes:
    """The outcomes with `k` of a turn's players in."""
    players, ends = turn.players, turn.one_ends
    rows = _rows(players, k, ends=ends)
    number = {row: at for at, row in enumerate(rows)}
    # After a move the mover comes last in turn order.
    turned = [number[row[-1], *row[:-1]] for row in rows]
    mine = [row[-1] for row in rows]
    lowest = players - k
    embedded: list[int] = []
    if k > 2 and not ends:
        embedded = [number[lowest, *row] for row in _rows(players, k - 1, ends=False)]
    preferred = [
        sorted(rows, key=lambda row: (row[-1], *(-points for points in row[:-1]))),
        sorted(rows, key=lambda row: (row[-1], *row[:-1])),
    ]
    coalitions = [2 * t + 1 for t in range((1 << k - 1) - 1)]
    end = rows[-1] if ends else rows[0]
    return Outcomes(
        np.array(rows),
        np.array(turned),
        np.array(embedded, np.int64),
        np.array(mine),
        np.array(
            [
                sum(1 << at for at, points in enumerate(mine) if points >= least)
                for least in range(players + 1)
            ]
        ),
        np.array([[order.index(row) for row in rows] for order in preferred]),
        np.array([_named(mask >> 1 | 1 << k - 1, k) for mask in coalitions]),
        np.array([_named(mask >> 1, k - 1) for mask in coalitions]),
        sum(end),
        lowest,
        number[end],
        np.array([sum(end[at] for at in range(k) if mask >> at & 1) for mask in coalitions]),
    )


def _rows(players: int, k: int, *, ends: bool) -> list[tuple[int, ...]]:
    """The points of the players still in, for all outcomes."""
    if ends:
        return [tuple(int(at == winner) for at in range(k)) for winner in range(k)]
    return list(permutations(range(players - k, players)))


def _named(mask: int, k: int) -> tuple[int, bool]:
    """The number of the coalition that a mask of places is, or else of that of all others."""
    if mask == 0:
        return -1, False
    if mask & 1:
        return mask >> 1, False
    return ((1 << k) - 1 ^ mask) >> 1, True
