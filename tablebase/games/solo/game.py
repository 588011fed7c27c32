"""Solo as the engine sees it: every position of one board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tablebase.engine.compiled.rules import CompiledRules
from tablebase.engine.tables.attributes import text
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.one_pawn import PawnGame
from tablebase.games.solo.position import CODING, Position
from tablebase.games.solo.rules import SOLO, Rules
from tablebase.support.lazy import cached_property


@lru_cache(maxsize=64)
def game_of(cards: tuple[int, ...], exit_: int, rules: Rules) -> SoloGame:
    """The game of a board with an exit."""
    return SoloGame(cards, exit_, rules)


def of_position(position: Position) -> SoloGame:
    """The game, and so the table, that holds a position."""
    return game_of(*position.deal)


def read(item: str, game: SoloGame | None = None) -> Position:
    """The position that a text means, under the rules of a game or the usual ones."""
    return Position.parse(item, SOLO if game is None else game.rules)


def from_attributes(attributes: Mapping[str, Any]) -> SoloGame:
    """The game of a stored table, from the attributes of `SoloGame.attributes`.

    Raises `ValueError`, `LookupError` or `TypeError` if they do not describe one.
    """
    return of_position(Position.parse(text(attributes, "start"), Rules.of_attributes(attributes)))


@dataclass(frozen=True)
class SoloGame(PawnGame[Position]):
    """All positions of one board."""

    cards: tuple[int, ...]
    exit: int
    rules: Rules

    name = "solo"
    coding = CODING

    @cached_property
    def start(self) -> Position:
        """The start."""
        size = len(self.cards)
        first = next(
            cell for cell in range(size) if self.cards[cell] == JOKER and cell != self.exit
        )
        return Position(self.cards, self.exit, first, (1 << size) - 1, self.rules)

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.on_cards + (1 << len(self.cells)) + 1

    @property
    def layers(self) -> int:
        """Numbers of cards that can be face up."""
        return len(self.cells) + 2

    @property
    def compiled(self) -> CompiledRules:
        """The rules as kernels."""
        from tablebase.games.solo.kernels import layer, successors

        return CompiledRules(successors, layer, 3 * len(self.cards), self.context)

    @property
    def tail(self) -> Sequence[int]:
        """The cells of the exit and of the start, and two readings."""
        return self.exit, self.start.pawn, self.rules.exit == "door", self.rules.left == "any"

    def clearing_chance(self) -> float:
        """The chance that uniformly random legal moves clear the board."""
        from tablebase.engine.compiled.solver import random_means

        cleared = np.zeros(self.size)
        cleared[self.on_cards] = 1
        return float(random_means(self, self.compiled, cleared)[-1])
