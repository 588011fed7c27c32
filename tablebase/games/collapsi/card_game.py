"""What the games of a deal have in common: the layout of its cells, and how the engine sees them.

All deals that are images under the board's automorphisms share the table of the canonical deal. Its
cells are *slots*: solvers, checks and batch kernels use those. A game uses the cells of its own
deal, and its layout translates, so callers never see a slot.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from tablebase.engine.game import Game, Labels
from tablebase.engine.position import P
from tablebase.errors import PositionError
from tablebase.games.collapsi import notation
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.notation import Cell
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.symmetry import Automorphism, canonical, inverse
from tablebase.support.lazy import cached_property


@dataclass(frozen=True)
class Layout:
    """The cells of a deal and the slots of its canonical deal.

    The free cells have the slots 0 to ``free - 1``, and the jokers' the next ones, both in the
    order of their cells in the canonical deal. `index`, of the kind of game, ranks its positions.
    """

    cards: tuple[int, ...]
    rules: Rules

    @property
    def index(self) -> Any:
        """The ranks of this deal's positions; raises `MissingTableError` if it has no table."""
        raise NotImplementedError

    @cached_property
    def _image(self) -> Automorphism:
        """Where the cells go in the canonical deal."""
        return canonical(self.rules.board, self.cards, self.rules.turn.symmetries)[1][0]

    @property
    def free(self) -> int:
        """The number of free cells."""
        return len(self.cards) - self.rules.players

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The deal's own cell of each slot."""
        cells, cards = inverse(self._image), self.cards  # in the order of the canonical deal
        free = [cell for cell in cells if cards[cell] != JOKER]
        return (*free, *(cell for cell in cells if cards[cell] == JOKER))

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The slot of each of the deal's own cells; the inverse of `cells`."""
        return inverse(self.cells)

    @property
    def jokers(self) -> tuple[int, ...]:
        """The deal's own joker cells, in the order of their images in the canonical deal."""
        return self.cells[self.free :]

    @cached_property
    def canonical_cells(self) -> tuple[int, ...]:
        """The canonical deal's cell of each slot."""
        return tuple(self._image[cell] for cell in self.cells)

    @property
    def free_cells(self) -> tuple[int, ...]:
        """The canonical deal's free cells, ascending."""
        return self.canonical_cells[: self.free]

    @property
    def canonical_cards(self) -> tuple[int, ...]:
        """The cards of the canonical deal."""
        return tuple(self.cards[cell] for cell in inverse(self._image))

    @property
    def notation(self) -> str:
        """The deal, jokers alike."""
        return self.written(self.cards)

    def written(self, cards: tuple[int, ...], separator: str = "/") -> str:
        """The notation of cards on this board."""
        return notation.write([Cell(card) for card in cards], self.rules.board, separator)

    @property
    def slot_cards(self) -> tuple[int, ...]:
        """The card of each slot."""
        return tuple(self.cards[cell] for cell in self.cells)

    @cached_property
    def slot_steps(self) -> tuple[int, ...]:
        """The numbers of steps that the card of each free slot allows, as `deck.steps_mask`."""
        return tuple(1 << card - 1 for card in self.slot_cards[: self.free])

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The slots adjacent to each slot."""
        around = self.rules.board.neighbours
        return tuple(tuple(self.slots[near] for near in around[cell]) for cell in self.cells)

    @property
    def adjacent(self) -> tuple[int, ...]:
        """The slots adjacent to each slot, as bit masks."""
        return tuple(sum(1 << near for near in slots) for slots in self.neighbours)

    def holds(self, position: Position) -> bool:
        """Whether a position can come from this deal; face-down cards may differ or be unknown."""
        same = position.rules is self.rules or position.rules == self.rules
        if same and position.cards == self.cards:
            return True
        up, pairs = position.face_up, zip(position.cards, self.cards, strict=True)
        return same and not any(mine != own and up >> c & 1 for c, (mine, own) in enumerate(pairs))

    def check_cards(self, position: Position) -> None:
        """Raise `PositionError` unless a position can come from this deal."""
        if not self.holds(position):
            raise PositionError(f"{position} is not a position of the deal {self.notation}")


@dataclass(frozen=True)
class CardGame(Game[P]):
    """All positions of one deal, under every edition and for every assignment of the jokers."""

    cards: tuple[int, ...]
    rules: Rules

    kind: ClassVar[str]
    """What files call a game of this kind."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """The deal's cells and slots, and the ranks of its positions."""

    @property
    def index(self) -> Any:
        """The ranks of this deal's positions; raises as the layout's."""
        return self.layout.index

    @property
    def name(self) -> str:
        """The rules' name for their tables."""
        return self.rules.table_name

    @cached_property
    def key(self) -> str:
        """The canonical deal, rows separated by dots."""
        return self.layout.written(self.layout.canonical_cards, ".")

    def holds(self, position: Any) -> bool:
        """Whether a position, or that of a duel, can come from the deal."""
        return self.layout.holds(getattr(position, "position", position))

    @property
    def size(self) -> int:
        """Number of positions."""
        return int(self.index.size)

    @property
    def layers(self) -> int:
        """Plies of the longest possible game, plus one; see `Position.layer`."""
        return self.rules.turn.layers(len(self.cards))

    def labels(self) -> Labels:
        """How exports label positions: the deal as it is written, and the names of editions."""
        editions = tuple(edition.name for edition in self.rules.editions)
        return Labels({"deal": self.layout.notation}, {"edition": editions})

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; docs/format.md explains each."""
        layout = self.layout
        return {
            "game": self.kind,
            "deal": layout.written(layout.canonical_cards),
            "rules": json.dumps(self.rules.as_dict()),
            "free-cells": list(layout.free_cells),
        }
