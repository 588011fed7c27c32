"""Solo as the engine sees it: every position of one board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.compiled.rules import CompiledRules
from tablebase.engine.game import Game
from tablebase.engine.lazy import cached_property
from tablebase.engine.tables.attributes import text
from tablebase.engine.tables.masks import spread, squeeze
from tablebase.engine.values import OnePlayerCoding
from tablebase.errors import PositionError
from tablebase.games.collapsi.deck import JOKER, steps_mask
from tablebase.games.solo.position import CODING, Position
from tablebase.games.solo.rules import SOLO, Rules


@lru_cache(maxsize=64)
def game_of(cards: tuple[int, ...], exit_: int, rules: Rules) -> SoloGame:
    """The game of a board with an exit."""
    return SoloGame(cards, exit_, rules)


def of_position(position: Position) -> SoloGame:
    """The game, and so the table, that holds a position."""
    return game_of(position.cards, position.exit, position.rules)


def read(item: str, game: SoloGame | None = None) -> Position:
    """The position that a text means, under the rules of a game or the usual ones."""
    return Position.parse(item, SOLO if game is None else game.rules)


def from_attributes(attributes: Mapping[str, Any]) -> SoloGame:
    """The game of a stored table, from the attributes of `SoloGame.attributes`.

    Raises `ValueError`, `LookupError` or `TypeError` if they do not describe one.
    """
    names = ("board", "exit", "left", "joker_steps")
    rules = Rules.from_dict(
        {"wrap": attributes["wrap"], **{name: text(attributes, name) for name in names}}
    )
    start = Position.parse(text(attributes, "start"), rules)
    return game_of(start.cards, start.exit, rules)


@dataclass(frozen=True)
class SoloGame(Game[Position]):
    """All positions of one board: the pawn on a card, then on the exit, then the start.

    The cards besides the jokers are slots 0, 1, ... in reading order. With n of them, the rank of a
    pawn on slot i is ``i << n - 1`` and the mask of the other face-up slots, the i-th bit taken
    out. The rank on the exit is ``n << n - 1`` and the mask of face-up slots. The start is last.
    """

    cards: tuple[int, ...]
    exit: int
    rules: Rules

    name = "solo"

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cell of each slot."""
        return tuple(cell for cell, card in enumerate(self.cards) if card != JOKER)

    @cached_property
    def start(self) -> Position:
        """The start."""
        size = len(self.cards)
        first = next(
            cell for cell in range(size) if self.cards[cell] == JOKER and cell != self.exit
        )
        return Position(self.cards, self.exit, first, (1 << size) - 1, self.rules)

    @property
    def key(self) -> str:
        """The start and the rules: ``A223-4A2Jr-3A23-J3A4-door-any-1234``."""
        rules = self.rules
        steps = "".join(map(str, rules.joker_steps))
        words = [str(self.start).replace("/", "-"), rules.exit, rules.left, steps]
        return "-".join(words if rules.board.wrap else [*words, "flat"])

    @property
    def size(self) -> int:
        """Number of positions."""
        return self._on_exit + (1 << len(self.cells)) + 1

    @property
    def _on_exit(self) -> int:
        """The first rank with the pawn on the exit."""
        return len(self.cells) << len(self.cells) - 1

    @property
    def coding(self) -> OnePlayerCoding:
        """The codes of values."""
        return CODING

    @property
    def layers(self) -> int:
        """Numbers of cards that can be face up."""
        return len(self.cells) + 2

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; docs/solo.md explains each."""
        described = self.rules.as_dict()
        return {
            "game": self.name,
            "start": str(self.start),
            **described,
            "wrap": int(described["wrap"]),
        }

    def rank(self, position: Position) -> int:
        """The rank of a position; raises `PositionError` if it is of another board."""
        own = position.cards, position.exit, position.rules
        if own != (self.cards, self.exit, self.rules):
            raise PositionError(f"{position} is not a position of {self.key}")
        if position.is_start:
            return self.size - 1
        mask = sum(
            1 << slot for slot, cell in enumerate(self.cells) if position.face_up >> cell & 1
        )
        if position.pawn == self.exit:
            return self._on_exit + mask
        slot = self.cells.index(position.pawn)
        return (slot << len(self.cells) - 1) + int(squeeze(mask, slot))

    def unrank(self, rank: int) -> Position:
        """The position with a rank; raises `IndexError` if it is not 0 to ``size - 1``."""
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        if rank == self.size - 1:
            return self.start
        mask, pawn = rank - self._on_exit, self.exit
        if mask < 0:
            slot, others = divmod(rank, 1 << len(self.cells) - 1)
            mask, pawn = spread(others, slot) | 1 << slot, self.cells[slot]
        face_up = sum(1 << cell for slot, cell in enumerate(self.cells) if mask >> slot & 1)
        return Position(self.cards, self.exit, pawn, face_up | 1 << self.exit, self.rules)

    def rank_many(self, positions: npt.NDArray[Any]) -> npt.NDArray[np.uint32]:
        """The ranks themselves, which stand for positions in arrays."""
        return positions.astype(np.uint32)

    def unrank_many(self, ranks: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        """The ranks themselves, which stand for positions in arrays."""
        return ranks

    @property
    def compiled(self) -> CompiledRules:
        """The rules as kernels."""
        from tablebase.games.solo.kernels import layer, successors

        size = len(self.cards)
        return CompiledRules(successors, layer, 3 * size, self.context)

    @cached_property
    def context(self) -> npt.NDArray[np.uint64]:
        """The board for the kernels: neighbours and steps of each cell, jokers, readings."""
        rules, start = self.rules, self.start.pawn
        steps = [steps_mask((card,)) if card else 0 for card in self.cards]
        steps[start] = steps_mask(rules.joker_steps)
        readings = rules.exit == "door", rules.left == "any"
        return np.array(
            [*rules.board.neighbour_masks, *steps, self.exit, start, *readings], np.uint64
        )

    def clearing_chance(self) -> float:
        """The chance that uniformly random legal moves clear the board."""
        from tablebase.engine.compiled.solver import random_means

        cleared = np.zeros(self.size)
        cleared[self._on_exit] = 1
        return float(random_means(self, self.compiled, cleared)[-1])
