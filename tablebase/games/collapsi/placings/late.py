"""What is left of a deal late in a game: a large board is then a small one."""

from __future__ import annotations

from dataclasses import dataclass

from tablebase.errors import MissingTableError, PositionError, plural
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.duels.layout import DuelLayout
from tablebase.games.collapsi.position import Position
from tablebase.support.lazy import cached_property

MOST = 1 << 27
"""The most positions of what is left: they take some seconds."""


@dataclass(frozen=True)
class LateLayout(DuelLayout):
    """The layout of what is left of a deal: its `face_up` cells, and a joker for each player.

    Cards that have collapsed never matter, so late in a game a large board is a small one.
    """

    face_up: int

    @property
    def free(self) -> int:
        """The number of face-up cells without a joker."""
        return len(self.cells) - self.rules.players

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cell of each slot."""
        down = [cell for cell, card in enumerate(self.cards) if not self.face_up >> cell & 1]
        up = [cell for cell in range(len(self.cards)) if cell not in down]
        jokers = [cell for cell in (*up, *down) if self.cards[cell] == JOKER]
        free = (cell for cell in up if cell not in jokers)
        return *free, *jokers[: self.rules.players]

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The slot of each cell, -1 for those that are not there."""
        slot_of = {cell: slot for slot, cell in enumerate(self.cells)}
        return tuple(slot_of.get(cell, -1) for cell in range(len(self.cards)))

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The slots adjacent to each slot."""
        return tuple(tuple(slot for slot in near if slot >= 0) for near in super().neighbours)

    def check_cards(self, position: Position) -> None:
        """Raise `PositionError` unless a position has only cards that are left."""
        super().check_cards(position)
        if position.face_up & ~self.face_up:
            raise PositionError(f"{position} has cards that had collapsed before: expected fewer")


def layout_of(position: Position) -> DuelLayout:
    """The layout of a position's deal, or of what is left of it if the board is too large.

    Raises `MissingTableError` if too much is left.
    """
    layout = DuelLayout(position.deal.cards, position.rules)
    try:
        _ = layout.index
    except MissingTableError:
        left = LateLayout(layout.cards, layout.rules, position.face_up)
        if left.index.size <= MOST:
            return left
        raise MissingTableError(
            f"placings of {plural(position.face_up.bit_count(), 'card')} have {left.index.size:,} "
            f"positions: expected at most {MOST:,}, later in the game"
        ) from None
    return layout
