"""Collapsi Shift as the engine sees it: one game of all deals, because shifts lead between them.

A deal has no table of its own. Positions are looked up in the whole game, or searched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from tablebase.engine.game import Game
from tablebase.engine.search.by_rules import search_by_rules
from tablebase.engine.values import Coding
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.shifts import refuse_table

if TYPE_CHECKING:
    from tablebase.engine.searched import Limits, Searched


@dataclass(frozen=True)
class ShiftGame(Game[Position]):
    """All positions of all deals under rules that shift rows and columns."""

    rules: Rules

    @property
    def name(self) -> str:
        """The rules' name for their tables."""
        return self.rules.table_name

    @property
    def key(self) -> str:
        """The same for every deal."""
        return "all-deals"

    @property
    def size(self) -> int:
        """Raises `MissingTableError`: positions have no ranks in a table of a deal."""
        self._refuse()

    @property
    def coding(self) -> Coding:
        """How values are coded; a side without a move has lost."""
        return self.rules.coding

    @property
    def layers(self) -> int:
        """Plies of the longest possible game, plus one."""
        return self.rules.turn.layers(self.rules.board.size)

    def attributes(self) -> dict[str, Any]:
        """Raises `MissingTableError`, as `size`."""
        self._refuse()

    def rank(self, position: Position) -> int:
        """Raises `MissingTableError`, as `size`."""
        self._refuse()

    def unrank(self, rank: int) -> Position:
        """Raises `MissingTableError`, as `size`."""
        self._refuse()

    @property
    def has_kernels(self) -> bool:
        """Whether kernels search it: a position must be one word."""
        return self.rules.is_small

    def search(
        self, position: Position, method: str, goal: str, limits: Limits
    ) -> Searched[Position]:
        """Search a position: by kernels where they can, else by the rules alone, slowly."""
        if method == "ordered" and self.has_kernels:
            from tablebase.games.collapsi.search import search

            return search(position, method, goal, limits)
        return search_by_rules(position, method, goal, limits)

    def _refuse(self) -> NoReturn:
        refuse_table(f"rules {self.rules.name!r}")
