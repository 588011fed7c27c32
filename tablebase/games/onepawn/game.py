"""The first version as the engine sees it: every position of one board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.compiled.rules import CompiledRules
from tablebase.engine.game import Game, Ranks
from tablebase.engine.lazy import cached_property
from tablebase.engine.tables.attributes import text
from tablebase.engine.tables.masks import spread, squeeze
from tablebase.engine.values import Coding, Result
from tablebase.errors import PositionError
from tablebase.games.collapsi.deck import steps_mask
from tablebase.games.onepawn.position import Position
from tablebase.games.onepawn.rules import FIRST_VERSION, Rules

CODING = Coding(8, Result.LOSS)


@lru_cache(maxsize=64)
def game_of(cards: tuple[int, ...], rules: Rules) -> OnePawnGame:
    """The game of a board."""
    return OnePawnGame(cards, rules)


def of_position(position: Position) -> OnePawnGame:
    """The game, and so the table, that holds a position."""
    return game_of(position.cards, position.rules)


def read(item: str, game: OnePawnGame | None = None) -> Position:
    """The position that a text means, under the rules of a game or the usual ones."""
    return Position.parse(item, FIRST_VERSION if game is None else game.rules)


def from_attributes(attributes: Mapping[str, Any]) -> OnePawnGame:
    """The game of a stored table, from the attributes of `OnePawnGame.attributes`.

    Raises `ValueError`, `LookupError` or `TypeError` if they do not describe one.
    """
    names = ("board", "joker_steps")
    rules = Rules.from_dict(
        {"wrap": attributes["wrap"], **{name: text(attributes, name) for name in names}}
    )
    return game_of(Position.parse(text(attributes, "start"), rules).cards, rules)


@dataclass(frozen=True)
class OnePawnGame(Game[Position]):
    """All positions of one board: the pawn on a card, then the start.

    The cards besides the joker are slots 0, 1, ... in reading order. With n of them, the rank of a
    pawn on slot i is ``i << n - 1`` and the mask of the other face-up slots, the i-th bit taken
    out. The start is last.
    """

    cards: tuple[int, ...]
    rules: Rules

    name = "onepawn"
    coding = CODING

    @cached_property
    def start(self) -> Position:
        """The start."""
        return Position.start(self.cards, self.rules)

    @property
    def key(self) -> str:
        """The start and the rules: ``A2Jr-A3A-22A-1234``."""
        words = [str(self.start).replace("/", "-"), "".join(map(str, self.rules.joker_steps))]
        return "-".join(words if self.rules.board.wrap else [*words, "flat"])

    @property
    def size(self) -> int:
        """Number of positions."""
        slots = len(self.cards) - 1
        return (slots << slots - 1) + 1

    @property
    def layers(self) -> int:
        """Numbers of cards that can be face up besides the pawn's."""
        return len(self.cards)

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; docs/first-version.md explains each."""
        described = self.rules.as_dict()
        return {
            "game": self.name,
            "start": str(self.start),
            **described,
            "wrap": int(described["wrap"]),
        }

    def rank(self, position: Position) -> int:
        """The rank of a position; raises `PositionError` if it is of another board."""
        if (position.cards, position.rules) != (self.cards, self.rules):
            raise PositionError(f"{position} is not a position of {self.key}")
        if position.is_start:
            return self.size - 1
        joker = self.start.pawn
        slot = position.pawn - (position.pawn > joker)
        others = int(squeeze(squeeze(position.face_up, joker), slot))
        return (slot << len(self.cards) - 2) + others

    def unrank(self, rank: int) -> Position:
        """The position with a rank; raises `IndexError` if it is not 0 to ``size - 1``."""
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        if rank == self.size - 1:
            return self.start
        joker = self.start.pawn
        slot, others = divmod(rank, 1 << len(self.cards) - 2)
        face_up = spread(spread(others, slot) | 1 << slot, joker)
        return Position(self.cards, slot + (slot >= joker), face_up, self.rules)

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks themselves, which stand for positions in arrays."""
        return positions.astype(np.uint32)

    def unrank_many(self, ranks: Ranks) -> Ranks:
        """The ranks themselves, which stand for positions in arrays."""
        return ranks

    @property
    def compiled(self) -> CompiledRules:
        """The rules as kernels."""
        from tablebase.games.onepawn.kernels import layer, successors

        return CompiledRules(successors, layer, 3 * len(self.cards), self.context)

    @cached_property
    def context(self) -> npt.NDArray[np.uint64]:
        """The board for the kernels: neighbours and steps of each cell, and the joker's cell."""
        neighbours, steps = neighbours_of(self.rules), steps_of(self.cards, self.rules)
        return np.array([*neighbours, *steps, self.start.pawn], np.uint64)


def neighbours_of(rules: Rules) -> npt.NDArray[np.uint64]:
    """The neighbours of each cell as a bit mask."""
    return np.array(rules.board.neighbour_masks, np.uint64)


def steps_of(cards: tuple[int, ...], rules: Rules) -> npt.NDArray[np.uint64]:
    """The numbers of steps from each cell, bit s - 1 for s; from the joker, of the first move."""
    return np.array(
        [steps_mask((card,) if card else rules.joker_steps) for card in cards], np.uint64
    )
