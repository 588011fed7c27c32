"""What the games of a deal have in common, as the engine sees them.

All deals that are images under the board's automorphisms share the table of the canonical deal.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from tablebase.engine.game import Game, Labels
from tablebase.engine.position import P
from tablebase.games.collapsi.layout import Layout
from tablebase.games.collapsi.rules import Rules
from tablebase.support.lazy import cached_property


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
