"""The layout of a deal: its cells as slots of the canonical deal, whose table it shares.

All images of a deal under the board's automorphisms share one table. Solvers, checks and batch
kernels use slots, the free cells of the canonical deal. A game uses the cells of its own deal, and
its layout translates, so callers never see a slot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablebase.engine.game import Labels
from tablebase.engine.lazy import cached_property
from tablebase.errors import PositionError
from tablebase.games.collapsi import notation
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import JOKER, steps_mask
from tablebase.games.collapsi.notation import Cell
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.symmetry import Automorphism, canonical


@dataclass(frozen=True)
class Layout:
    """The cells of a deal and the slots of its canonical deal."""

    cards: tuple[int, ...]
    rules: Rules

    @cached_property
    def _canonical(self) -> tuple[tuple[int, ...], Automorphism]:
        cards, automorphisms = canonical(self.rules.board, self.cards)
        return cards, automorphisms[0]

    @property
    def canonical_cards(self) -> tuple[int, ...]:
        """The cards of the canonical deal."""
        return self._canonical[0]

    @property
    def key(self) -> str:
        """The canonical deal, rows separated by dots."""
        return self._written(self.canonical_cards, ".")

    @property
    def notation(self) -> str:
        """The deal, jokers alike."""
        return self._written(self.cards)

    @property
    def canonical_notation(self) -> str:
        """The canonical deal, jokers alike."""
        return self._written(self.canonical_cards)

    def labels(self) -> Labels:
        """How exports label the deal's positions."""
        return Labels(
            {"deal": self.notation},
            {"edition": tuple(edition.name for edition in self.rules.editions)},
        )

    def _written(self, cards: tuple[int, ...], separator: str = "/") -> str:
        return notation.write([Cell(card) for card in cards], self.rules.board, separator)

    @cached_property
    def free_cells(self) -> tuple[int, ...]:
        """The canonical deal's cell of each slot."""
        return tuple(cell for cell, card in enumerate(self.canonical_cards) if card != JOKER)

    @property
    def canonical_jokers(self) -> tuple[int, ...]:
        """The canonical deal's joker cells, ascending."""
        return tuple(cell for cell, card in enumerate(self.canonical_cards) if card == JOKER)

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The slot of each of this deal's cells; -1 for a joker's cell."""
        slot_of = {cell: slot for slot, cell in enumerate(self.free_cells)}
        return tuple(slot_of.get(cell, -1) for cell in self._canonical[1])

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The deal's own cell of each slot; the inverse of `slots`."""
        return tuple(self.slots.index(slot) for slot in range(len(self.free_cells)))

    @cached_property
    def jokers(self) -> tuple[int, ...]:
        """The deal's own joker cells, in the order of their images in the canonical deal."""
        image = self._canonical[1]
        mine = (cell for cell, card in enumerate(self.cards) if card == JOKER)
        return tuple(sorted(mine, key=lambda cell: image[cell]))

    @property
    def slot_cards(self) -> tuple[int, ...]:
        """The card of each slot."""
        return tuple(self.canonical_cards[cell] for cell in self.free_cells)

    @cached_property
    def slot_steps(self) -> tuple[int, ...]:
        """The numbers of steps that the card of each slot allows, as `deck.steps_mask`."""
        cards = self.slot_cards
        masks = {card: steps_mask(self.rules.turn.steps(card)) for card in set(cards)}
        return tuple(masks[card] for card in cards)

    @property
    def adjacent(self) -> tuple[int, ...]:
        """The slots adjacent to each slot, as bit masks."""
        return adjacent_slots(self.rules.board, self.free_cells)

    def check_cards(self, position: Position) -> None:
        """Raise `PositionError` unless a position can come from this deal.

        Face-down cards may differ: they never matter and may be unknown.
        """
        same = position.rules is self.rules or position.rules == self.rules
        if same and position.cards == self.cards:
            return
        up, pairs = position.face_up, zip(position.cards, self.cards, strict=True)
        if not same or any(mine != own and up >> c & 1 for c, (mine, own) in enumerate(pairs)):
            raise PositionError(f"{position} is not a position of the deal {self.notation}")


def adjacent_slots(board: Board, free_cells: Sequence[int]) -> tuple[int, ...]:
    """The free cells adjacent to each free cell, as bit masks of indices in `free_cells`."""
    return tuple(
        sum(1 << slot for slot, cell in enumerate(free_cells) if cell in board.neighbours[free])
        for free in free_cells
    )
