"""The first version as the engine sees it: every position of one board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablebase.engine.compiled.rules import CompiledRules
from tablebase.engine.tables.attributes import text
from tablebase.engine.values import Coding, Result
from tablebase.games.collapsi.one_pawn import PawnGame
from tablebase.games.onepawn.position import Position
from tablebase.games.onepawn.rules import FIRST_VERSION, Rules
from tablebase.support.lazy import cached_property

CODING = Coding(8, Result.LOSS)


@lru_cache(maxsize=64)
def game_of(cards: tuple[int, ...], rules: Rules) -> OnePawnGame:
    """The game of a board."""
    return OnePawnGame(cards, rules)


def of_position(position: Position) -> OnePawnGame:
    """The game, and so the table, that holds a position."""
    return game_of(*position.deal)


def read(item: str, game: OnePawnGame | None = None) -> Position:
    """The position that a text means, under the rules of a game or the usual ones."""
    return Position.parse(item, FIRST_VERSION if game is None else game.rules)


def from_attributes(attributes: Mapping[str, Any]) -> OnePawnGame:
    """The game of a stored table, from the attributes of `OnePawnGame.attributes`.

    Raises `ValueError`, `LookupError` or `TypeError` if they do not describe one.
    """
    return of_position(Position.parse(text(attributes, "start"), Rules.of_attributes(attributes)))


@dataclass(frozen=True)
class OnePawnGame(PawnGame[Position]):
    """All positions of one board."""

    cards: tuple[int, ...]
    rules: Rules

    name = "onepawn"
    coding = CODING

    @cached_property
    def start(self) -> Position:
        """The start."""
        return Position.start(self.cards, self.rules)

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.on_cards + 1

    @property
    def layers(self) -> int:
        """Numbers of cards that can be face up besides the pawn's."""
        return len(self.cards)

    @property
    def compiled(self) -> CompiledRules:
        """The rules as kernels."""
        from tablebase.games.onepawn.kernels import layer, successors

        return CompiledRules(successors, layer, 3 * len(self.cards), self.context)
