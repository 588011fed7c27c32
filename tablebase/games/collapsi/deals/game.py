"""Collapsi for two players as the engine sees it: all positions of one deal."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U8
from tablebase.engine.game import Codes, Ranks, Solver
from tablebase.engine.induction import common_error, common_layers, common_solver
from tablebase.engine.position import CompiledRules
from tablebase.engine.rooms import own_position
from tablebase.engine.searched import Searcher
from tablebase.engine.values import Coding
from tablebase.errors import PositionError
from tablebase.games.collapsi.card_game import CardGame
from tablebase.games.collapsi.deals.index import DealIndex
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.fast import BYTES, MOVES, NIBBLES, SEARCH, SHIFTING
from tablebase.games.collapsi.position import Position
from tablebase.support.lazy import cached_property

CHUNK_SIZE = 1 << 18
"""Maximum size of a stored chunk, in bytes."""


_coding = lru_cache(Coding)
"""One object for all deals, so that its look-up tables are made once."""


class DealGame(CardGame[Position]):
    """All positions of one deal for two players."""

    kind = "collapsi"

    @cached_property
    def layout(self) -> DealLayout:
        """The deal's cells and slots, and the ranks of its positions."""
        return DealLayout(self.cards, self.rules)

    @cached_property
    def index(self) -> DealIndex:
        """The ranks of this deal's positions; raises as `DealLayout.index`."""
        return self.layout.index

    @cached_property
    def coding(self) -> Coding:
        """How values are coded, in 4 bits if these suffice, and who has won at the end."""
        return _coding(4 if NIBBLES.fits(self.rules) else 8, self.rules.turn.ending)

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
        if not (isinstance(position, Position) and layout.holds(position)):
            position = own_position(position, self)
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
        slots, free = self.layout.slots, self.index.free
        edition = self.rules.editions.index(position.edition)
        joker, other = slots[position.mover] - free, slots[position.opponent]
        if other == free + 1 - joker:
            return self.index.opening_rank(edition, joker, None)
        return self.index.opening_rank(edition, 1 - joker, min(other, free))

    def unrank(self, rank: int) -> Position:
        """The position with a rank, under the rules' first edition if the edition does not matter.

        Raises `IndexError` if the rank is not 0 to ``size - 1``.
        """
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        if rank >= self.index.openings:
            face_up, mover, opponent, edition = self.layout.opening(rank)
        else:
            cells, edition = self.layout.cells, 0
            mask, *slots = self.index.unrank(rank)
            face_up = sum(1 << cell for slot, cell in enumerate(cells) if mask >> slot & 1)
            mover, opponent = (cells[slot] for slot in slots)
        blue_to_move = (len(self.cards) - face_up.bit_count()) % 2
        pawns = (opponent, mover) if blue_to_move else (mover, opponent)
        return Position(self.cards, face_up, pawns, self.rules.editions[edition], self.rules)

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks of an array of positions of this deal, in its shape.

        Raises `TypeError` if the array is not of `DealLayout.dtype`, and `PositionError` if a row
        is not a position of the deal; the message names the first.
        """
        layout, index = self.layout, self.index
        if positions.dtype != layout.dtype:
            raise TypeError(f"array of {positions.dtype}: expected {layout.dtype}")
        from tablebase.games.collapsi.deals.rank_kernels import rank_positions

        flat = positions.reshape(-1)
        ranks = np.empty(flat.shape, np.uint32)
        face_up, mover, opponent = flat["face_up"], flat["mover"], flat["opponent"]
        cells = np.array(layout.cells[: layout.free], np.uint8)
        bad = rank_positions(face_up, mover, opponent, cells, index.landing, ranks)
        first_plies = np.flatnonzero(np.bitwise_count(face_up) > index.free)
        if first_plies.size:
            found = flat[first_plies, None] == self._openings
            ranks[first_plies] = index.openings + found.argmax(axis=1)
            wrong = first_plies[~found.any(axis=1)]
            bad = min((row for row in (bad, *wrong[:1].tolist()) if row >= 0), default=-1)
        if bad >= 0:
            raise PositionError(
                f"row {bad}, {flat[bad]}, is not a position of the deal {layout.notation}"
            )
        return ranks.reshape(positions.shape)

    def unrank_many(self, ranks: Ranks) -> npt.NDArray[Any]:
        """The positions of an array of ranks, in its shape; the inverse of `rank_many`.

        Raises `IndexError` if a rank is not below ``size``.
        """
        layout, openings = self.layout, self.index.openings
        if ranks.size and int(ranks.max()) >= self.size:
            raise IndexError(f"rank {ranks.max()}: expected 0 to {self.size - 1}")
        from tablebase.games.collapsi.deals.rank_kernels import unrank_positions

        flat = ranks.reshape(-1)
        rows = np.zeros(flat.shape, layout.dtype)
        cells = np.array(layout.cells[: layout.free], np.uint8)
        unrank_positions(flat, openings, cells, rows["face_up"], rows["mover"], rows["opponent"])
        first_plies = flat >= openings
        rows[first_plies] = self._openings[flat[first_plies] - openings]
        return rows.reshape(ranks.shape)

    @property
    def _openings(self) -> npt.NDArray[Any]:
        """The positions with a joker face up, in rank order."""
        ranks = range(self.index.openings, self.size)
        return np.array([self.layout.opening(rank) for rank in ranks], self.layout.dtype)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every position as plain columns, for export; each has shape ``(size,)``.

        ``edition`` (number among the rules' editions, -1 if it does not matter), ``face_up`` (mask
        of cells), ``red``, ``blue`` (cells), ``ply``, ``red_to_move``.
        """
        positions = self.unrank_many(np.arange(self.size, dtype=np.uint32))
        ply = self.index.plies()
        red_to_move = ply % 2 == 0
        mover, opponent = positions["mover"], positions["opponent"]
        edition = positions["edition"].astype(np.int8)
        edition[: self.index.openings] = -1
        return {
            "edition": edition,
            "face_up": positions["face_up"],
            "red": np.where(red_to_move, mover, opponent),
            "blue": np.where(red_to_move, opponent, mover),
            "ply": ply,
            "red_to_move": red_to_move,
        }

    def layer_of_ranks(self) -> U8:
        """The layer of every position, shape ``(size,)``; see `Position.layer`."""
        if not BYTES.fits(self.rules):
            return common_layers(self)
        plies, index = self.index.plies(), self.index
        if not self.rules.turn.pawns_share:
            return np.subtract(self.layers - 1, plies, out=plies)
        layers = np.subtract(self.layers - 1, 2 * plies, out=plies)
        layers[index.shared : index.openings] += 1
        layers[index.openings :].reshape(-1, index.opening_block)[:, -1] += 1
        return layers

    @property
    def compiled(self) -> CompiledRules | None:
        """The moves as kernels, for the common engine; None without a table."""
        if not MOVES.fits(self.rules):
            return None
        from tablebase.games.collapsi.deals.rank_kernels import rules_of

        return rules_of(self.layout)

    def solver(self) -> Solver:
        """A new backward induction of this deal, by the narrowest kernels that fit."""
        if NIBBLES.fits(self.rules):
            from tablebase.games.collapsi.deals.nibble_solver import NibbleSolver

            return NibbleSolver(self.layout)
        if BYTES.fits(self.rules):
            from tablebase.games.collapsi.deals.byte_solver import ByteSolver

            return ByteSolver(self.layout)
        return common_solver(self)

    def first_error(self, codes: Codes) -> int | None:
        """The lowest rank whose code does not follow from its successors: the independent check."""
        if NIBBLES.fits(self.rules):
            from tablebase.games.collapsi.deals.nibble_check import first_error
        elif BYTES.fits(self.rules):
            from tablebase.games.collapsi.deals.byte_check import first_error
        else:
            return common_error(self, codes)
        return first_error(self.layout, codes)

    @cached_property
    def search(self) -> Searcher[Position] | None:
        """Kernels that search a position; see `tablebase.search`."""
        if SHIFTING.fits(self.rules):
            from tablebase.games.collapsi.search import pushed

            return lambda position, *asked: pushed.search(own_position(position, self), *asked)
        if not SEARCH.fits(self.rules):
            return None
        from tablebase.games.collapsi.search import search

        return lambda position, *asked: search(own_position(position, self), *asked)

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; docs/format.md explains each."""
        return {**super().attributes(), "openings": self.index.openings}
