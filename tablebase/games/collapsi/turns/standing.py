"""What a turn reads and changes: the cards, which are face up, the pawns, and whose turn it is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Self

from tablebase.games.collapsi.deck import GONE
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.symmetry import Automorphism, inverse


class Standing(ABC):
    """The base of `Position`, which explains the fields, and adds rules and notation."""

    cards: tuple[int, ...]
    face_up: int
    pawns: tuple[int, ...]
    order: tuple[int, ...]

    @property
    def down(self) -> int:
        """The number of face-down cards."""
        return len(self.cards) - self.face_up.bit_count()

    @property
    def mover(self) -> int:
        """The cell of the side to move."""
        return self.pawns[self.order[0]]

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the side to move, by ascending destination, then by shift."""

    @abstractmethod
    def changed(self, **fields: Any) -> Self:
        """The position with other fields, unchecked: a turn knows that it is possible."""

    def image(self, automorphism: Automorphism) -> Self:
        """The position after every cell ``c`` has been moved to ``automorphism[c]``."""
        back = inverse(automorphism)
        return self.changed(
            cards=tuple(self.cards[cell] for cell in back),
            face_up=sum((self.face_up >> cell & 1) << at for at, cell in enumerate(back)),
            pawns=tuple(cell if cell == GONE else automorphism[cell] for cell in self.pawns),
        )
