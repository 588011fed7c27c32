"""Positions decided without a search: by pairing moves, and by the values of small parts.

No move touches two connected parts of a position, so under normal play it is a sum of games, lost
if the nim-sum of its parts' values is 0. A part is worth 0 if a half-turn or a reflection maps it
to itself and no move holds a stone and its image: whatever is taken, the image can be taken too.
Two parts of the same shape cancel each other for the same reason. The value of a part with up to
`SMALL` stones is computed. This decides every full board, every position from which one move
leads to a position that it decides as lost, and every position whose moves it all decides.

Under misère play pairing proves nothing, because the copier takes the last stone. Values decide
sums of *tame* parts, in which all play is as in Nim (see `parts`): a sum is tame too, and lost if
its value is 0, or 1 if all its parts are *fickle*, which are like heaps of one stone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tablebase.games.nim.position import Position, Take

SMALL = 10
"""The most stones of a part whose value is computed."""


class Decided(NamedTuple):
    """Whether the side to move wins, and by which move if so."""

    wins: bool
    move: Take | None


def decide(position: Position) -> Decided | None:
    """Decide a position; None if pairing and small parts do not.

    Examples
    --------
    >>> decided = decide(Position.parse("7x7", misere=False))
    >>> decided.wins, str(decided.move)
    (True, 'd3-d5')
    """
    lost, after = _judged(position)
    if lost:
        return Decided(False, None)
    if True in after:
        return Decided(True, position.legal_moves()[after.index(True)])
    return Decided(False, None) if after and None not in after else None


def winning(position: Position) -> list[bool | None]:
    """Whether each legal move wins; None where pairing and small parts do not say."""
    return _judged(position)[1]


def _judged(position: Position) -> tuple[bool | None, list[bool | None]]:
    """Whether the side to move loses, and so after each legal move; None if that is not known."""
    from tablebase.games.nim.pairing_kernels import LOST, WON, judge

    rules = position.rules
    takes = np.array([mask for mask, _ in rules.takes], np.uint64)
    found = np.empty(takes.size + 1, np.uint8)
    stones, take = np.uint64(position.stones), min(rules.take, rules.cells)
    count = judge(stones, takes, rules.columns, take, int(rules.misere), SMALL, found)
    lost, *after = ({LOST: True, WON: False}.get(code) for code in found[:count].tolist())
    return lost, after
