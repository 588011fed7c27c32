"""Collapsi for three and four players as the engine sees it: all duels of one deal.

One table holds the duels of every player in every position. As for two players, all deals that
are images under the board's automorphisms share the table of the canonical deal, and whose joker
is which does not matter either: the index holds the first turns for all ways.
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
from tablebase.engine.values import Result, TeamCoding
from tablebase.errors import MissingTableError, PositionError
from tablebase.games.collapsi.duels.deal import Deal
from tablebase.games.collapsi.duels.duel import Duel, colours_of
from tablebase.games.collapsi.duels.index import LATER, Index, index_of
from tablebase.games.collapsi.duels.position import Position
from tablebase.games.collapsi.labels import Labels
from tablebase.games.collapsi.notation import Cell, write
from tablebase.games.collapsi.rules import COUNTS, JOKER, Rules

if TYPE_CHECKING:
    from tablebase.engine.game import Codes, Ranks, Solver

MAX_POSITIONS = 1 << 32
"""Ranks have 32 bits."""

CHUNK_SIZE = 1 << 15
MAX_CHUNKS = 1 << 12
"""A chunk has 32 KiB, more where a table would have too many to list."""

CODING = TeamCoding(bits=8, end=Result.LOSS)
"""The codes of values: the side that is out, or last out of the others, has lost."""


@lru_cache(maxsize=1024)
def game_of(cards: tuple[int, ...], rules: Rules) -> PlayersGame:
    """The game of a deal, given its cards; kept, so that its look-ups are made once."""
    return PlayersGame(cards, rules)


def from_attributes(attributes: Mapping[str, Any]) -> PlayersGame:
    """The game of a stored table.

    Parameters
    ----------
    attributes : mapping
        As `PlayersGame.attributes` gives them.

    Raises
    ------
    ValueError, KeyError, TypeError
        If they do not describe a deal.
    """
    rules = Rules.from_dict(json.loads(attributes["rules"]))
    return Deal.parse(attributes["deal"], rules).game


@dataclass(frozen=True)
class PlayersGame(Labels):
    """All duels of one deal, under every edition and whoever starts on which joker.

    Parameters
    ----------
    cards : tuple of int
        Card value of each cell, shape ``(board.size,)``.
    rules : Rules
        Board, deck, editions and number of players.
    """

    @cached_property
    def index(self) -> Index:
        """The ranks of this deal's duels.

        Raises
        ------
        MissingTableError
            If the board is too large for a table, or pawns may land on each other.
        """
        rules, players = self.rules, COUNTS[self.rules.players - 1]
        if rules.landing:
            raise MissingTableError(
                f"no table of {players} players where pawns may land on each other: expected "
                "rules without landing"
            )
        index = index_of(rules.board.size - rules.players, rules.players, len(rules.editions))
        if index.size > MAX_POSITIONS:
            raise MissingTableError(
                f"a table of a deal of {rules.board.size} cells for {players} players would hold "
                f"{index.size:,} positions, {index.size / 2**30:,.1f} GiB: expected at most "
                f"{MAX_POSITIONS:,}, a smaller board"
            )
        return index

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.index.size

    @property
    def coding(self) -> TeamCoding:
        """The codes of values."""
        return CODING

    @property
    def layers(self) -> int:
        """Plies of the longest possible game, and one."""
        return len(self.cards) - self.rules.players + 1

    @property
    def chunk_size(self) -> int:
        """Bytes of a stored chunk."""
        return max(min(self.size, CHUNK_SIZE), self.size // MAX_CHUNKS)

    @cached_property
    def slot_of(self) -> tuple[int, ...]:
        """The slot of each of this deal's cells, the jokers' behind the free ones."""
        found = list(self.slots)
        for number, cell in enumerate(self.jokers):
            found[cell] = self.index.free + number
        return tuple(found)

    @cached_property
    def cell_of(self) -> tuple[int, ...]:
        """The deal's own cell of each slot; the inverse of `slot_of`."""
        return (*self.cells, *self.jokers)

    @property
    def slot_cards(self) -> tuple[int, ...]:
        """The card of each slot."""
        return tuple(self.cards[cell] for cell in self.cell_of)

    @property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The slots adjacent to each slot."""
        around = self.rules.board.neighbours
        return tuple(tuple(self.slot_of[c] for c in around[cell]) for cell in self.cell_of)

    def rank(self, duel: Duel) -> int:
        """The rank of a duel of this deal.

        Raises
        ------
        PositionError
            If its face-up cards are not this deal's.
        """
        position = duel.position
        self._check_cards(position)
        order, slot_of = position.order, self.slot_of
        out = [cell for player, cell in enumerate(position.pawns) if player not in order]
        places = (
            *(slot_of[position.pawns[player]] for player in order),
            *sorted(slot_of[cell] for cell in out),
        )
        edition = self.rules.editions.index(position.edition) if position.waiting else LATER
        face_up = sum(
            1 << slot for slot, cell in enumerate(self.cells) if position.face_up >> cell & 1
        )
        return self.index.rank(len(order), edition, places, order.index(duel.hero), face_up)

    def _check_cards(self, position: Position) -> None:
        """Face-down cards may differ: they may be unknown, and never matter."""
        up, pairs = position.face_up, zip(position.cards, self.cards, strict=True)
        if position.rules != self.rules or any(
            mine != own and up >> cell & 1 for cell, (mine, own) in enumerate(pairs)
        ):
            raise PositionError(f"{position} is no position of the deal {self.notation}")

    def unrank(self, rank: int) -> Duel:
        """The duel of a rank; the rules' first edition where the edition is all the same.

        Raises
        ------
        IndexError
            If the rank is not 0 to ``size - 1``.
        """
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        (k, waiting, _, edition), places, hero, mask = self.index.unrank(rank)
        # A joker is face up if a pawn stands on it.
        mask |= sum(1 << place for place in places if place >= self.index.free)
        face_up = sum(1 << cell for slot, cell in enumerate(self.cell_of) if mask >> slot & 1)
        everybody = range(self.rules.players)
        ply = len(self.cards) - face_up.bit_count()
        order = colours_of(len(everybody), k, waiting, ply)
        cells = [self.cell_of[place] for place in places]
        spare = [player for player in everybody if player not in order]
        pawns = dict(zip((*order, *spare), (*cells[:k], *sorted(cells[k:])), strict=True))
        position = Position(
            self.cards,
            face_up,
            tuple(pawns[player] for player in everybody),
            order,
            self.rules.editions[max(edition, 0)],
            self.rules,
        )
        return Duel(position, order[hero])

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks of an array of duels of this deal; see `batch.rank_many`."""
        from tablebase.games.collapsi.duels.batch import rank_many

        return rank_many(self, positions)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """Every duel in plain columns, for export; see `batch.columns`."""
        from tablebase.games.collapsi.duels.batch import columns

        return columns(self)

    def layer_of_ranks(self) -> npt.NDArray[np.uint8]:
        """The layer of every duel, shape ``(size,)``; see `Duel.layer`."""
        return self.index.layers()

    def solver(self) -> Solver:
        """A new backward induction of this deal."""
        from tablebase.games.collapsi.duels.solver import PlayersSolver

        return PlayersSolver(self)

    def first_error(self, codes: Codes) -> int | None:
        """The first rank whose code is not what its successors imply; see `check`."""
        from tablebase.games.collapsi.duels.check import first_error

        return first_error(self, codes)

    def attributes(self) -> dict[str, Any]:
        """What a stored table says of itself; docs/format.md explains each."""
        return {
            "game": "collapsi-players",
            "deal": write([Cell(card) for card in self.canonical_cards], self.rules.board),
            "rules": json.dumps(self.rules.as_dict()),
            "free-cells": list(self.free_cells),
            "jokers": [cell for cell, card in enumerate(self.canonical_cards) if card == JOKER],
        }
