"""The file of a whole game: which piece of it holds a position, and look-ups in it.

A piece holds all positions of one (shape, mover), opponent by opponent: the positions after a
move lie in one piece. docs/format.md specifies it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64, U8, U32
from tablebase.engine.game import Codes, Ranks
from tablebase.engine.tables.attributes import coding_attributes, integers, text
from tablebase.engine.tables.large_file import LargeFile, LargeTable
from tablebase.engine.tables.store import TableFile
from tablebase.games.collapsi.rules import CODING, Rules
from tablebase.games.collapsi.whole.geometry import (
    Geometry,
    Shape,
    Unit,
    geometry_of,
    to_unit,
    units_of,
)
from tablebase.games.collapsi.whole.lookup import Boards, shape_index, successors
from tablebase.games.collapsi.whole.words import Words
from tablebase.support.lazy import cached_property

WHOLE_GAME = "whole game"


BITS = 1.3  # bits for each position in a file, at most

ROWS_AT_ONCE = 1 << 14  # positions whose words are made at a time: a few megabytes
MOVED_AT_ONCE = 1 << 18  # positions whose moves are made at a time

Piece = tuple[Shape, int]  # a shape and a mover: the name of a piece


class Place(NamedTuple):
    """The place of all positions with the same shape and pawns."""

    words: Words  # the words that the file holds
    first: int  # the rank of the first of them in the piece
    cells: npt.NDArray[np.intp]
    """Shape (n, letters): the shape's cell of each letter of a word; n words with one code."""

    def ranks(self, letters: U32, inverses: U8) -> Ranks:
        """The ranks of positions in their piece.

        `letters` are their cards, shape (n,), and `inverses` say where each of the shape's cells
        comes from, shape (n, cells).
        """
        shifts = np.arange(self.cells.shape[1] - 1, -1, -1, dtype=np.uint32) << 1
        sources = inverses[:, self.cells].astype(np.uint32) << 1
        words = (letters[:, None, None] >> sources & 3) << shifts
        ranks: Ranks = self.words.rank(words.sum(2).min(1)) + np.uint64(self.first)
        return ranks.astype(np.uint32)


class WholeTable(LargeTable[Piece]):
    """A whole game as one large table, a piece for each (shape, mover)."""

    game, contents = "collapsi", WHOLE_GAME
    level = 6
    min_match = 6
    """Codes repeat in long runs or hardly at all: shorter repetitions cost more than they save."""
    bits, chunk_size = CODING.bits, 32 << 10

    def __init__(self, rules: Rules, *, small: bool = False) -> None:
        self.rules, self.small = rules, small
        self._units: dict[tuple[int, int], list[Unit]] = {}

    @classmethod
    def of_root(cls, root: Mapping[str, Any]) -> WholeTable:
        """The whole game that the attributes of a root describe."""
        rules = Rules.from_json(text(root, "rules"))
        every = list(range(2, geometry_of(rules).top + 1))  # refuses rules that it cannot handle
        small = integers(root, "levels") != every
        return cls(rules, small=small)

    def root(self) -> dict[str, Any]:
        """The attributes of its file's root."""
        return {
            "rules": json.dumps(self.rules.as_dict()),
            "levels": list(self.layers),
        }

    def __str__(self) -> str:
        return f"the {'small ' if self.small else ''}whole game {self.rules.name!r}"

    @property
    def layers(self) -> range:
        """The layers that it holds: all, or the last and every second one before it."""
        top = self.geometry.top
        return range(2 + top % 2, top + 1, 2) if self.small else range(2, top + 1)

    @cached_property
    def geometry(self) -> Geometry:
        """The board's geometry."""
        return geometry_of(self.rules)

    @cached_property
    def positions(self) -> int:
        """Number of positions."""
        return sum(map(self.size, self.pieces()))

    @cached_property
    def stored_size(self) -> int:
        """The largest expected size of the file, in bytes."""
        return int(self.positions * BITS / 8)

    def pieces(self) -> Iterator[Piece]:
        """The pieces, layer by layer."""
        for layer in self.layers:
            yield from pieces_of(self.geometry, layer)

    def path(self, piece: Piece) -> str:
        """The path of a piece in a file."""
        shape, mover = piece
        return f"/whole/{self.rules.name}/{len(shape.cells):02}.{shape.mask:04x}.{mover:x}"

    def size(self, piece: Piece) -> int:
        """Number of positions of a piece."""
        return sum(self.words(unit).count for unit in self.units(piece))

    def attributes(self, piece: Piece) -> dict[str, Any]:
        """The attributes of a piece."""
        shape, mover = piece
        units = self.units(piece)
        words = [self.words(unit).count for unit in units]
        return {
            "face-up": shape.mask,
            "mover": mover,
            "opponents": [unit.opponent for unit in units],
            "cells": [cell for unit in units for cell in unit.cells],
            "words": words,
            "positions": sum(words),
            **coding_attributes(CODING),
        }

    def units(self, piece: Piece) -> list[Unit]:
        """The units of a piece, in the order in which they are stored."""
        shape, mover = piece
        found = self._units.get((shape.mask, mover))
        if found is None:
            found = self._units[shape.mask, mover] = units_of(self.geometry, shape, mover)
        return found

    def words(self, unit: Unit) -> Words:
        """The words that a unit holds."""
        return self.geometry.words[len(unit.cells)].without(unit.turns)


def pieces_of(geometry: Geometry, layer: int) -> Iterator[Piece]:
    """The pieces of a layer."""
    for shape in geometry.shapes[layer]:
        for mover in shape.movers:
            yield shape, mover


class WholeFile(LargeFile[Piece]):
    """The solution of every deal in a file. Picklable; usable after a fork.

    Raises FileFormatError if the file does not hold a whole game that this package knows.
    """

    kind = WholeTable
    table: WholeTable
    in_memory = False

    def __init__(self, file: TableFile) -> None:
        super().__init__(file)
        self.rules, self.geometry = self.table.rules, self.table.geometry
        self._places: dict[int, Place] = {}

    def codes(self, boards: Boards) -> Codes:
        """The codes of positions; each chunk of the file that holds one of them is read once."""
        held = np.isin(np.bitwise_count(boards.face_up), self.table.layers)
        if held.all():
            return self._stored(boards)
        codes = np.empty(held.size, np.uint8)
        codes[held] = self._stored(boards.where(held))
        codes[~held] = self._derived(boards.where(~held))
        return codes

    def _derived(self, boards: Boards) -> Codes:
        """The codes of positions that the file leaves out, from those after each move."""
        best = np.full(boards.face_up.size, CODING.no_entry, np.uint8)
        for first in range(0, best.size, MOVED_AT_ONCE):
            some = slice(first, first + MOVED_AT_ONCE)
            row, after = successors(self.geometry, boards.where(some))
            np.minimum.at(best[some], row, self._stored(after))
        return CODING.replies[best]

    def _stored(self, boards: Boards) -> Codes:
        """The codes of positions that the file holds."""
        face_up, mover, opponent, letters = boards
        index, automorphisms = shape_index(self.geometry), self.geometry.automorphisms
        lead = index.automorphisms[face_up, mover]
        shape = index.shape_of[face_up]
        number = index.first_piece[shape] + index.orbits[shape, automorphisms[lead, mover]]
        keys = number << 4 | automorphisms[lead, opponent]
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        ranks = np.empty(keys.size, np.uint32)
        for begin, end in _runs(keys):
            place = self._place(int(keys[begin]))
            for first in range(begin, end, ROWS_AT_ONCE):
                rows = order[first : min(first + ROWS_AT_ONCE, end)]
                ranks[first : first + rows.size] = place.ranks(
                    letters[rows], self.geometry.inverses[lead[rows]]
                )
        codes = np.empty(keys.size, np.uint8)
        for begin, end in _runs(keys >> 4):
            piece = self.piece(index.pieces[keys[begin] >> 4])
            codes[order[begin:end]] = piece.at(ranks[begin:end])
        return codes

    def _place(self, key: int) -> Place:
        place = self._places.get(key)
        if place is None:
            shape, mover = shape_index(self.geometry).pieces[key >> 4]
            fixing = self.geometry.automorphisms[list(shape.fixing)]
            images = to_unit(fixing, mover, key & 15)
            units = self.table.units((shape, mover))
            number = [unit.opponent for unit in units].index(images[0, key & 15])
            unit, words = units[number], [self.table.words(unit) for unit in units[: number + 1]]
            if not unit.turns:
                images = images[:1]  # they differ in face-down cells, or the words are all there
            cells = images.argsort()[:, unit.cells]
            first = sum(some.count for some in words[:number])
            place = self._places[key] = Place(words[number], first, cells)
        return place


def _runs(keys: I64) -> list[tuple[int, int]]:
    """Begin and end of each run of equal keys."""
    if not keys.size:
        return []
    changes = np.flatnonzero(np.diff(keys)) + 1
    return list(pairwise([0, *changes.tolist(), keys.size]))
