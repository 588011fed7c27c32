"""Collapsi for two players as the engine sees it: all positions of one deal."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.compiled.rules import CompiledRules
from tablebase.engine.game import Game
from tablebase.engine.lazy import cached_property
from tablebase.engine.values import Coding
from tablebase.errors import MissingTableError
from tablebase.games.collapsi.deals.index import DealIndex
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules

if TYPE_CHECKING:
    from tablebase.engine.game import Codes, Labels, Ranks, Solver
    from tablebase.engine.search.searched import Limits, Searched

CHUNK_SIZE = 1 << 18
"""Maximum size of a stored chunk, in bytes."""


@lru_cache(maxsize=1024)
def game_of(cards: tuple[int, ...], rules: Rules = COLLAPSI) -> DealGame:
    """The game of a deal, given its cards; cached, so that its look-up tables are made once."""
    return DealGame(cards, rules)


@dataclass(frozen=True)
class DealGame(Game[Position]):
    """All positions of one deal, under every edition and with either joker red's."""

    cards: tuple[int, ...]
    rules: Rules

    @cached_property
    def layout(self) -> DealLayout:
        """The deal's cells and slots, and the ranks of its positions."""
        return DealLayout(self.cards, self.rules)

    @cached_property
    def index(self) -> DealIndex:
        """The ranks of this deal's positions; raises as `DealLayout.index`."""
        return self.layout.index

    @property
    def name(self) -> str:
        """The rules' name for their tables."""
        return self.rules.table_name

    @property
    def key(self) -> str:
        """The canonical deal, rows separated by dots."""
        return self.layout.key

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.index.size

    @cached_property
    def coding(self) -> Coding:
        """How values are coded, in 4 or 8 bits; a side without a move has lost."""
        return self.rules.coding

    @property
    def layers(self) -> int:
        """Plies of the longest possible game, plus one; see `Position.layer`."""
        return self.rules.turn.layers(len(self.cards))

    @property
    def chunk_size(self) -> int:
        """Bytes of a stored chunk: all positions of one mover's slot, if they are not too many.

        The positions after all moves differ only in the cell of the opponent, who has just moved.
        So they are all in one chunk, and a probe reads only that. Larger chunks are cut, and a
        probe reads a piece for each move.
        """
        of_mover = self.index.shared // self.index.free * self.coding.bits // 8
        return min(max(1, of_mover), max(CHUNK_SIZE, self.index.masks // 8))

    def rank(self, position: Position) -> int:
        """The rank of a position; `PositionError` if its face-up cards are not this deal's."""
        layout, index = self.layout, self.index
        layout.check_cards(position)
        mask = position.face_up
        if mask.bit_count() > index.free:
            return self._opening_rank(position)
        face_up = sum(1 << slot for slot, cell in enumerate(layout.cells) if mask >> cell & 1)
        slots = layout.slots
        rank: int = index.rank(face_up, slots[position.mover], slots[position.opponent])
        return rank

    def _opening_rank(self, position: Position) -> int:
        """The rank of a position with the mover on a face-up joker."""
        slots, jokers = self.layout.slots, self.layout.jokers
        edition = self.rules.editions.index(position.edition)
        mover, opponent = position.mover, position.opponent
        if slots[opponent] < 0 and mover != opponent:
            return self.index.opening_rank(edition, jokers.index(mover), None)
        other = self.index.free if mover == opponent else slots[opponent]
        return self.index.opening_rank(edition, 1 - jokers.index(mover), other)

    def unrank(self, rank: int) -> Position:
        """The position with a rank, under the rules' first edition if the edition does not matter.

        Raises `IndexError` if the rank is not 0 to ``size - 1``.
        """
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        cells, full = self.layout.cells, (1 << len(self.cards)) - 1
        if rank >= self.index.openings:
            number, joker, slot = self.index.opening_unrank(rank)
            start, other = self.layout.jokers[joker], self.layout.jokers[1 - joker]
            face_up = full if slot is None else full & ~(1 << start)
            red = start if slot is None else (*cells, other)[slot]
            return self._position(face_up, red, other, self.rules.editions[number])
        mask, mover, opponent = self.index.unrank(rank)
        face_up = sum(1 << cell for slot, cell in enumerate(cells) if mask >> slot & 1)
        pawns = cells[mover], cells[opponent]
        blue_to_move = (len(self.cards) - face_up.bit_count()) % 2
        return self._position(face_up, *(pawns[::-1] if blue_to_move else pawns))

    def _position(
        self, face_up: int, red: int, blue: int, edition: Edition | None = None
    ) -> Position:
        edition = edition or self.rules.editions[0]
        return Position(self.cards, face_up, (red, blue), edition, self.rules)

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks of an array of positions of this deal; see `batch.rank_many`."""
        from tablebase.games.collapsi.deals.batch import rank_many

        return rank_many(self.layout, positions)

    def unrank_many(self, ranks: Ranks) -> npt.NDArray[Any]:
        """The positions of an array of ranks; see `batch.unrank_many`."""
        from tablebase.games.collapsi.deals.batch import unrank_many

        return unrank_many(self.layout, ranks)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every position as plain columns, for export; see `batch.columns`."""
        from tablebase.games.collapsi.deals.batch import columns

        return columns(self.layout)

    def labels(self) -> Labels:
        """How exports label positions: the deal as it is written, and the names of editions."""
        return self.layout.labels()

    def layer_of_ranks(self) -> npt.NDArray[np.uint8]:
        """The layer of every position, shape ``(size,)``; see `Position.layer`."""
        plies, index = self.index.plies(), self.index
        if not self.rules.turn.pawns_share:
            return np.subtract(self.layers - 1, plies, out=plies)
        layers = np.subtract(self.layers - 1, 2 * plies, out=plies)
        layers[index.shared : index.openings] += 1
        layers[index.openings :].reshape(-1, index.opening_block)[:, -1] += 1
        return layers

    @property
    def compiled(self) -> CompiledRules | None:
        """The rules as kernels, for comparison with the solvers'; None without a table."""
        try:
            self.index  # noqa: B018
        except MissingTableError:
            return None
        from tablebase.games.collapsi.deals.rank_kernels import rules_of

        return rules_of(self.layout)

    def solver(self) -> Solver:
        """A new backward induction of this deal."""
        if self.rules.is_small:
            from tablebase.games.collapsi.deals.nibble_solver import NibbleSolver

            return NibbleSolver(self.layout)
        from tablebase.games.collapsi.deals.byte_solver import ByteSolver

        return ByteSolver(self.layout)

    def first_error(self, codes: Codes) -> int | None:
        """The lowest rank whose code does not follow from its successors: the independent check."""
        if self.rules.is_small:
            from tablebase.games.collapsi.deals.nibble_check import first_error
        else:
            from tablebase.games.collapsi.deals.byte_check import first_error
        return first_error(self.layout, codes)

    def search(
        self, position: Position, method: str, goal: str, limits: Limits
    ) -> Searched[Position]:
        """Search a position with kernels; see `tablebase.search`."""
        turn = self.rules.turn
        if turn.pawns_share or turn.lines_move:  # in the kernels, each ply only collapses a card
            return super().search(position, method, goal, limits)
        from tablebase.games.collapsi.search import search

        return search(position, method, goal, limits)

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; docs/format.md explains each."""
        return {
            "game": "collapsi",
            "deal": self.layout.canonical_notation,
            "rules": json.dumps(self.rules.as_dict()),
            "free-cells": list(self.layout.free_cells),
            "openings": self.index.openings,
        }
