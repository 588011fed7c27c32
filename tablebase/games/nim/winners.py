"""Who wins full boards of 2D Nim, and how many moves there are at most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablebase.engine.search.forward import search
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.errors import MissingTableError
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules

BOARDS = tuple(
    (rows, columns) for rows in range(1, 6) for columns in range(rows, 9 if rows == 3 else 6)
)
"""Rows and columns of all boards up to 5x5, and of 3x6 to 3x8."""


@dataclass(frozen=True)
class Winner:
    """Who wins a full board: "first", "second", or None if the search was stopped first.

    `nodes` and `seconds` are the cost of the search.
    """

    rules: Rules
    winner: str | None
    nodes: int
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "board": f"{self.rules.rows}x{self.rules.columns}",
            **self.rules.as_dict(),
            "winner": self.winner,
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


def winners(
    boards: Iterable[tuple[int, int]], most: int, seconds: float | None = None
) -> Iterator[Winner]:
    """Search full boards, misère before normal play, taking 1 to `most` stones.

    A search stops after `seconds`; the board is then solved if its table is small. If no line is
    long enough for a larger `take`, the game is the same, and is not searched again.
    """
    for rows, columns in boards:
        for misere in (True, False):
            found: Winner | None = None
            for take in range(1, most + 1):
                rules = Rules(rows, columns, take, misere)
                if found is None or take <= max(rows, columns):
                    found = _winner(rules, seconds)
                yield Winner(rules, found.winner, found.nodes, found.seconds)


def _winner(rules: Rules, seconds: float | None) -> Winner:
    position = Position.full(rules)
    found = search(position, goal="result", seconds=seconds)
    winner = found.winner
    if found.stopped:
        with suppress(MissingTableError):
            winner = Tablebase().probe(position).winner
    return Winner(rules, winner, found.nodes, found.seconds)


@dataclass(frozen=True)
class Branching:
    """How many moves a board has: `by_length` is the number of lines by their number of stones.

    A line of n stones has ``columns - n + 1`` places in each row, and ``rows - n + 1`` in each
    column; a single stone is one move, not one in each direction. A move that is legal in a
    position is legal in every position with more stones, so the full board has the most moves. A
    line of n stones is complete in one out of 2^n positions, which gives the mean over all
    positions.
    """

    rules: Rules
    by_length: dict[int, int]

    @property
    def most(self) -> int:
        """The number of moves in the position that has the most."""
        return sum(self.by_length.values())

    @property
    def mean(self) -> Fraction:
        """The mean number of moves over all positions."""
        return sum((Fraction(lines, 2**n) for n, lines in self.by_length.items()), Fraction(0))

    @property
    def article(self) -> int:
        """The article's bound: each cell, each length, two directions."""
        return self.rules.cells * 2 * self.rules.take

    @property
    def counted_twice(self) -> int:
        """Single stones that the article's bound counts in both directions."""
        return self.rules.cells

    @property
    def beyond_edges(self) -> int:
        """Lines that the article's bound counts beyond the edge of the board."""
        return self.article - self.counted_twice - self.most

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "board": f"{self.rules.rows}x{self.rules.columns}",
            "take": self.rules.take,
            "article": self.article,
            "counted_twice": self.counted_twice,
            "beyond_edges": self.beyond_edges,
            "by_length": {str(n): lines for n, lines in self.by_length.items()},
            "most": self.most,
            "mean": float(self.mean),
        }


def branching(rules: Rules) -> Branching:
    """Derive how many moves a board has.

    Examples
    --------
    >>> found = branching(Rules())
    >>> found.by_length, found.most, found.article, found.mean
    ({1: 16, 2: 24, 3: 16}, 56, 96, Fraction(16, 1))
    """
    rows, columns = rules.rows, rules.columns
    by_length = {1: rules.cells}
    for n in range(2, rules.take + 1):
        by_length[n] = rows * max(0, columns - n + 1) + columns * max(0, rows - n + 1)
    return Branching(rules, by_length)
