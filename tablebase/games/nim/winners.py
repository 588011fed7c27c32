"""Who wins full boards of 2D Nim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
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
