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

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tablebase.games.nim.position import Position, Take
from tablebase.games.nim.rules import Rules

SMALL = 10
"""The most stones of a part whose value is computed: some milliseconds, once for each shape."""

Shape = tuple[tuple[int, int], ...]
"""The cells (row, column) of a connected part, sorted; the first of its images, at the corner."""


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
    if is_lost(position.stones, position.rules):
        return Decided(False, None)
    known = not position.is_terminal
    for move in position.legal_moves():
        lost = is_lost(position.stones & ~move.stones, position.rules)
        if lost:
            return Decided(True, move)
        known = known and lost is not None
    return Decided(False, None) if known else None


def winning(position: Position) -> list[bool | None]:
    """Whether each legal move wins; None where pairing and small parts do not say."""
    stones, rules, moves = position.stones, position.rules, position.legal_moves()
    if is_lost(stones, rules):
        return [False] * len(moves)
    return [is_lost(stones & ~move.stones, rules) for move in moves]


def is_lost(stones: int, rules: Rules) -> bool | None:
    """Whether the side to move loses, by the parts of a set of stones; None if they do not say."""
    if not rules.misere:
        total = nim_sum(stones, rules)
        return None if total is None else total == 0
    heap = _heap_of(_cells(stones, rules), rules.take)
    return None if heap is None else heap.misere == 0


def nim_sum(stones: int, rules: Rules) -> int | None:
    """The nim-sum of the parts of a set of stones, under normal play; None if one is not known."""
    left: set[Shape] = set()
    for part in _parts(_cells(stones, rules)):
        left ^= {_shape(part)}  # twins cancel
    total = 0
    for shape in sorted(left, key=len):
        if _pairs_up(shape, rules.take):
            continue
        if len(shape) > SMALL:
            return None
        total ^= _value(shape, rules.take)
    return total


def _cells(stones: int, rules: Rules) -> frozenset[tuple[int, int]]:
    return frozenset(
        divmod(cell, rules.columns)
        for cell in range(rules.cells)
        if stones & rules.bit(*divmod(cell, rules.columns))
    )


def _parts(cells: frozenset[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The connected parts of a set of cells."""
    left = set(cells)
    while left:
        part = [left.pop()]
        for row, column in part:
            near = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
            part += near & left
            left -= near
        yield part


def _shape(part: list[tuple[int, int]]) -> Shape:
    """A part's first image under turns, reflections and shifts."""
    images = []
    for turned in (part, [(column, row) for row, column in part]):
        for down in (1, -1):
            for right in (1, -1):
                image = [(down * row, right * column) for row, column in turned]
                top, first = min(row for row, _ in image), min(column for _, column in image)
                images.append(tuple(sorted((r - top, c - first) for r, c in image)))
    return min(images)


@lru_cache(maxsize=1 << 14)
def _pairs_up(shape: Shape, take: int) -> bool:
    """Whether a half-turn or a reflection lets every move be answered by its image."""
    cells = set(shape)
    bottom, right = max(row for row, _ in shape), max(column for _, column in shape)
    images = [
        {(r, c): (bottom - r, right - c) for r, c in shape},
        {(r, c): (bottom - r, c) for r, c in shape},
        {(r, c): (r, right - c) for r, c in shape},
    ]
    if bottom == right:
        images += [
            {(r, c): (c, r) for r, c in shape},
            {(r, c): (right - c, bottom - r) for r, c in shape},
        ]
    return any(
        cells == set(image.values())
        and not any(_one_move(cell, other, cells, take) for cell, other in image.items())
        for image in images
    )


def _one_move(
    cell: tuple[int, int], other: tuple[int, int], cells: set[tuple[int, int]], take: int
) -> bool:
    """Whether one move can take both stones, or the stone if they are the same."""
    (row, column), (below, beyond) = min(cell, other), max(cell, other)
    if (row != below and column != beyond) or below - row + beyond - column >= take:
        return False
    return all((r, c) in cells for r in range(row, below + 1) for c in range(column, beyond + 1))


@lru_cache(maxsize=1 << 18)
def _value(shape: Shape, take: int) -> int:
    """The nim-value of a connected shape: the least that no move leads to."""
    reached = set()
    for taken in _moves(shape, take):
        value = 0
        for part in _parts(frozenset(shape) - taken):
            value ^= _value(_shape(part), take)
        reached.add(value)
    return _mex(reached)


class Heap(NamedTuple):
    """What a tame game is worth under normal play, and whether it is like heaps of one stone."""

    value: int
    fickle: bool

    @property
    def misere(self) -> int:
        """The value under misère play."""
        return 1 - self.value if self.fickle else self.value


def _heap_of(cells: frozenset[tuple[int, int]], take: int) -> Heap | None:
    """The heap that a sum of small tame parts is like; None if a part is large, or not tame."""
    value, fickle = 0, True
    for part in _parts(cells):
        heap = _tame(_shape(part), take) if len(part) <= SMALL else None
        if heap is None:
            return None
        value, fickle = value ^ heap.value, fickle and heap.fickle
    return Heap(value, fickle)


@lru_cache(maxsize=1 << 18)
def _tame(shape: Shape, take: int) -> Heap | None:
    """The heap that a connected shape is like; None if it is not tame."""
    values, miseres = set(), set()
    for taken in _moves(shape, take):
        after = _heap_of(frozenset(shape) - taken, take)
        if after is None:
            return None
        values.add(after.value)
        miseres.add(after.misere)
    value, misere = _mex(values), _mex(miseres)
    if value == misere:
        return Heap(value, fickle=False)
    return Heap(value, fickle=True) if {value, misere} == {0, 1} else None


def _mex(values: set[int]) -> int:
    """The least number that is not in a set."""
    return next(value for value in range(len(values) + 1) if value not in values)


def _moves(shape: Shape, take: int) -> Iterator[frozenset[tuple[int, int]]]:
    """The sets of cells that a move can take."""
    cells = set(shape)
    for row, column in shape:
        yield frozenset({(row, column)})
        for down, right in ((0, 1), (1, 0)):
            line = [(row, column)]
            while len(line) < take:
                line.append((line[-1][0] + down, line[-1][1] + right))
                if line[-1] not in cells:
                    break
                yield frozenset(line)
