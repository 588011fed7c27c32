"""A row of pins, and its moves."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablebase.engine.position import Position
from tablebase.errors import NotationError


@dataclass(frozen=True)
class Pins(Position):
    """A row of pins: 1 is standing, 0 has been knocked down."""

    room = "kayles"

    row: str
    sides: tuple[str, str] = field(default=("first", "second"), compare=False)

    @classmethod
    def parse(cls, text: str) -> Pins:
        """Read a row; raises `NotationError`."""
        if not text or set(text) - {"0", "1"}:
            raise NotationError(f"{text!r} is no row of pins: expected 1 and 0")
        return cls(text)

    @property
    def layer(self) -> int:
        """The number of pins that stand."""
        return self.row.count("1")

    def legal_moves(self) -> list[str]:
        """One pin by its number from 1, or two neighbours as 3-4."""
        pins = [at for at, pin in enumerate(self.row, start=1) if pin == "1"]
        return [str(at) for at in pins] + [f"{at}-{at + 1}" for at in pins if at + 1 in pins]

    def play(self, move: str) -> Pins:
        """Knock down the pins of a move."""
        row = list(self.row)
        for at in move.split("-"):
            row[int(at) - 1] = "0"
        return Pins("".join(row), self.sides[::-1])

    def __str__(self) -> str:
        return self.row
