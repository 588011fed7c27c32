"""Shifting board: after a move a line moves by one place, and what is pushed out stays there.

Cards lie at places of the plane. The row or the column of the card that a move ends on moves by one
place, with everything in it, so the board loses its outline, gets gaps, and may fall apart. Only
the outermost cards of a line are joined, or with `by_line` false only places at the edges of the
outer rectangle. Layouts that differ by a translation are one position.

Source: rule sheet "Collapsi" by Mark S. Ball, version 1.3.1; docs/rules.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from tablebase.errors import PositionError
from tablebase.games.collapsi.board import CELL, COLUMN_NAMES, GAP, Board, LooseBoard
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.symmetry import Automorphism, inverse
from tablebase.games.collapsi.turns.shift import DIRECTIONS, Shift
from tablebase.games.collapsi.turns.turn import P, Turn


@lru_cache(maxsize=64)
def rigid(board: Board) -> tuple[Automorphism, ...]:
    """The turns and reflections that keep a board without gaps, the identity first."""
    width = board.columns
    lines = [tuple(range(first, first + width)) for first in range(0, board.size, width)]
    found = set()
    for _ in range(4):
        lines = [*zip(*lines[::-1], strict=True)]
        if len(lines) == board.rows:
            found |= {tuple(chain(*lines)), tuple(chain(*lines[::-1]))}
    return tuple(sorted(found))


@dataclass(frozen=True)
class Pushed(Shift):
    """A turn of two players whose shift pushes a line out of the board, at first `home`."""

    home: Board
    by_line: bool

    spreads = True
    group = rigid

    @property
    def words(self) -> tuple[str, ...]:
        """Whether players may or must shift, that lines stick out, and what is joined."""
        return (super().words[0], "sticks out", f"{'lines' if self.by_line else 'edges'} joined")

    def letters(self, board: Board, cell: int) -> Iterable[str]:
        """All, also of a shift that only translates everything."""
        return DIRECTIONS

    def after(self, position: P, board: Board, move: Move) -> P:
        """The position after a legal move and its shift, with its cells in reading order."""
        after = Turn.after(self, position, board, move)
        if not move.shift:
            return after
        places = [divmod(place, board.columns) for place in board.places]
        (row, column), (down, right) = places[move.destination], DIRECTIONS[move.shift]
        moved = [
            (r + down, c + right) if (c == column if down else r == row) else (r, c)
            for r, c in places
        ]
        order = sorted(range(board.size), key=moved.__getitem__)
        rows, columns = (range(min(at), max(at) + 1) for at in zip(*moved, strict=True))
        picture = ["".join(CELL if (r, c) in moved else GAP for c in columns) for r in rows]
        return after.image(inverse(tuple(order))).changed(layout=self.board_of(picture))

    def board_of(self, picture: Sequence[str]) -> LooseBoard | None:
        """The board that a picture shows; None if it is `home`.

        Raises `PositionError` if it has not as many cells, an outer row or column has none, or
        there are more columns or rows than `COLUMN_NAMES`, which is more than play can reach.
        """
        if tuple(picture) == self.home.picture:
            return None
        if max(len(picture), len(picture[0])) > len(COLUMN_NAMES):
            raise PositionError(
                f"board of {len(picture)} rows of {len(picture[0])} places: expected at most "
                f"{len(COLUMN_NAMES)} of each"
            )
        signs = "".join(picture)
        if signs.count(CELL) != self.home.size:
            raise PositionError(
                f"board of {signs.count(CELL)} cards: expected {self.home.size}, and {GAP} for "
                "each place without a card"
            )
        missing = tuple(at for at, sign in enumerate(signs) if sign == GAP)
        return LooseBoard(len(picture), len(picture[0]), True, missing, self.by_line)
