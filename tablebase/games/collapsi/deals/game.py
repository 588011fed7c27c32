"""Collapsi as the engine sees it: the game of one deal.

A deal and its images under the board's automorphisms share one table, that of the canonical
deal. A `CollapsiGame` speaks the labels of its own deal and translates cells to the slots of
the canonical one, so whoever asks never notices.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.lazy import cached_property
from tablebase.engine.values import Coding
from tablebase.errors import MissingTableError, PositionError
from tablebase.games.collapsi import notation
from tablebase.games.collapsi.deal import Deal
from tablebase.games.collapsi.deals.index import Index
from tablebase.games.collapsi.labels import Labels
from tablebase.games.collapsi.notation import Cell
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import (
    COLLAPSI,
    MAX_TABLE_CELLS,
    SMALL_CELLS,
    Edition,
    Rules,
)

if TYPE_CHECKING:
    from tablebase.engine.game import Codes, Ranks, Solver

CHUNK_SIZE = 1 << 18
"""Bytes of a stored chunk where the positions of one mover's slot are more."""


@lru_cache(maxsize=1024)
def game_of(cards: tuple[int, ...], rules: Rules = COLLAPSI) -> CollapsiGame:
    """The game of a deal, given its cards; kept, so that its look-ups are made once."""
    return CollapsiGame(cards, rules)


def from_attributes(attributes: Mapping[str, Any]) -> CollapsiGame:
    """The game of a stored table.

    Parameters
    ----------
    attributes : mapping
        As `CollapsiGame.attributes` gives them.

    Raises
    ------
    ValueError, KeyError, TypeError
        If they do not describe a deal.
    """
    rules = Rules.from_dict(json.loads(attributes["rules"]))
    return game_of(Deal.parse(attributes["deal"], rules).cards, rules)


@dataclass(frozen=True)
class CollapsiGame(Labels):
    """All positions of one deal, under every edition and with either joker red.

    Parameters
    ----------
    cards : tuple of int
        Card value of each cell, shape ``(board.size,)``.
    rules : Rules
        Board, deck and editions.
    """

    @cached_property
    def cell_masks(self) -> npt.NDArray[np.unsignedinteger]:
        """The deal's own mask of cells for every mask of slots, shape ``(2**free,)``."""
        kind = np.dtype(np.uint16 if self.rules.board.size <= SMALL_CELLS else np.uint32)
        masks: npt.NDArray[np.unsignedinteger] = np.zeros(1 << len(self.cells), dtype=kind)
        for slot, cell in enumerate(self.cells):
            masks[1 << slot : 2 << slot] = masks[: 1 << slot] | kind.type(1 << cell)
        return masks

    @cached_property
    def index(self) -> Index:
        """The ranks of this deal's positions.

        Raises
        ------
        MissingTableError
            If the board is too large for a table, or the rules are not for two players.
        """
        if self.rules.players != 2:
            raise MissingTableError(
                f"rules {self.rules.name!r} are for {self.rules.players} players: expected 2"
            )
        index = Index(
            self.rules.board.size - 2, len(self.rules.editions), landing=self.rules.landing
        )
        if self.rules.board.size > MAX_TABLE_CELLS:
            raise MissingTableError(
                f"a table of a deal of {self.rules.board.size} cells would hold {index.size:,} "
                f"positions, a byte each: expected up to {MAX_TABLE_CELLS} cells, or a "
                "forward search (`tablebase probe --method search`)"
            )
        return index

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.index.size

    @cached_property
    def coding(self) -> Coding:
        """The codes of values: 4 or 8 bits, a side without a move has lost."""
        return self.rules.coding

    @property
    def layers(self) -> int:
        """Plies of the longest possible game, and one; see `Position.layer`."""
        return 2 * len(self.cards) - 1 if self.rules.landing else len(self.cards) - 1

    @property
    def chunk_size(self) -> int:
        """Bytes of a stored chunk: all positions of one mover's slot, if they are not too many.

        The positions after a move differ in where the mover, now the opponent, stands: so
        one chunk holds them all, and a probe reads one chunk. Large ones are cut: a probe reads a
        piece for each move then.
        """
        of_mover = self.index.shared // self.index.free * self.coding.bits // 8
        return min(max(1, of_mover), max(CHUNK_SIZE, self.index.masks // 8))

    def rank(self, position: Position) -> int:
        """The rank of a position of this deal.

        Raises
        ------
        PositionError
            If its face-up cards are not this deal's.
        """
        same = position.rules is self.rules or position.rules == self.rules
        if not same or position.cards != self.cards:
            self._check_cards(position)
        slots, index = self.slots, self.index
        mask = position.face_up
        if mask.bit_count() > index.free:
            return self._opening_rank(position)
        face_up = sum(1 << slot for slot, cell in enumerate(self.cells) if mask >> cell & 1)
        rank: int = index.rank(face_up, slots[position.mover], slots[position.opponent])
        return rank

    def _opening_rank(self, position: Position) -> int:
        """The rank of a position with a joker face up, on which the mover stands."""
        edition = self.rules.editions.index(position.edition)
        mover, opponent = position.mover, position.opponent
        if self.slots[opponent] < 0 and mover != opponent:
            return self.index.opening_rank(edition, self.jokers.index(mover), None)
        other = self.index.free if mover == opponent else self.slots[opponent]
        return self.index.opening_rank(edition, 1 - self.jokers.index(mover), other)

    def _check_cards(self, position: Position) -> None:
        """Face-down cards may differ: they may be unknown, and never matter."""
        pairs = zip(position.cards, self.cards, strict=True)
        up = position.face_up
        if position.rules != self.rules or any(
            mine != own and up >> cell & 1 for cell, (mine, own) in enumerate(pairs)
        ):
            raise PositionError(f"{position} is no position of the deal {self.notation}")

    def unrank(self, rank: int) -> Position:
        """The position of a rank; the rules' first edition where the edition is all the same.

        Raises
        ------
        IndexError
            If the rank is not 0 to ``size - 1``.
        """
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        full = (1 << len(self.cards)) - 1
        if rank >= self.index.openings:
            number, joker, slot = self.index.opening_unrank(rank)
            edition, start = self.rules.editions[number], self.jokers[joker]
            face_up = full if slot is None else full & ~(1 << start)
            other = self._other(start)
            red = start if slot is None else (*self.cells, other)[slot]
            return self._position(face_up, red, other, edition)
        mask, mover, opponent = self.index.unrank(rank)
        face_up = sum(1 << cell for slot, cell in enumerate(self.cells) if mask >> slot & 1)
        pawns = self.cells[mover], self.cells[opponent]
        blue_to_move = (len(self.cards) - face_up.bit_count()) % 2
        return self._position(face_up, *(pawns[::-1] if blue_to_move else pawns))

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks of an array of positions of this deal; see `batch.rank_many`."""
        from tablebase.games.collapsi.deals.batch import rank_many

        return rank_many(self, positions)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every position in plain columns, for export; each of shape ``(size,)``.

        ``edition`` (number among the rules' editions, -1 where it does not matter),
        ``face_up`` (mask of cells), ``red``, ``blue`` (cells), ``ply``, ``red_to_move``.
        """
        from tablebase.games.collapsi.deals.batch import unrank_many

        positions = unrank_many(self, np.arange(self.size, dtype=np.uint32))
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

    def layer_of_ranks(self) -> npt.NDArray[np.uint8]:
        """The layer of every position, shape ``(size,)``; see `Position.layer`."""
        plies, index = self.index.plies(), self.index
        if not self.rules.landing:
            return np.subtract(self.layers - 1, plies, out=plies)
        layers = np.subtract(self.layers - 1, 2 * plies, out=plies)
        layers[index.shared : index.openings] += 1
        layers[index.openings :].reshape(-1, index.opening_block)[:, -1] += 1
        return layers

    def solver(self) -> Solver:
        """A new backward induction of this deal."""
        if not self.rules.is_small:
            from tablebase.games.collapsi.deals.byte_solver import LargeSolver

            return LargeSolver(self)
        from tablebase.games.collapsi.deals.nibble_solver import CollapsiSolver

        return CollapsiSolver(self)

    def first_error(self, codes: Codes) -> int | None:
        """The first rank whose code is not what its successors imply; see `check`."""
        if not self.rules.is_small:
            from tablebase.games.collapsi.deals.byte_check import first_error as first_large_error

            return first_large_error(self, codes)
        from tablebase.games.collapsi.deals.nibble_check import first_error

        return first_error(self, codes)

    def attributes(self) -> dict[str, Any]:
        """What a stored table says of itself; docs/format.md explains each."""
        return {
            "game": "collapsi",
            "deal": notation.write([Cell(c) for c in self.canonical_cards], self.rules.board),
            "rules": json.dumps(self.rules.as_dict()),
            "free-cells": list(self.free_cells),
            "openings": self.index.openings,
        }

    def _position(
        self, face_up: int, red: int, blue: int, edition: Edition | None = None
    ) -> Position:
        return Position(
            self.cards, face_up, red, blue, edition or self.rules.editions[0], self.rules
        )

    def _other(self, joker: int) -> int:
        """The other joker's cell."""
        return self.jokers[1 - self.jokers.index(joker)]
