"""The file of a whole game: which piece of it holds a position, and look-ups in it.

A piece holds all positions of one (shape, mover), opponent by opponent: the positions after a
move lie in one piece. docs/format.md specifies it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Ranks
from tablebase.engine.lazy import cached_property
from tablebase.engine.tables.attributes import coding_attributes, integer, text
from tablebase.engine.tables.large_file import LargeFile, LargeTable
from tablebase.engine.tables.store import TableFile
from tablebase.games.collapsi.rules import CODING, Rules
from tablebase.games.collapsi.whole.geometry import Geometry, Shape, geometry_of
from tablebase.games.collapsi.whole.unit import Unit, place_of, units_of, units_of_version_1
from tablebase.games.collapsi.whole.words import Words

WHOLE_GAME = "whole game"

VERSION = 2  # of the format; files of version 1 hold all words, see `unit.units_of_version_1`

BITS = 1.3  # bits a position to expect in a file, at most

CACHED_PLACES = 1 << 16

Piece = tuple[Shape, int]  # a shape and a mover: the name of a piece


class Place(NamedTuple):
    """The place of all positions with the same face-up cells and pawns."""

    unit: Unit
    first: int  # rank in the piece of the unit's first word
    cells: npt.NDArray[np.uint32]
    """Shape (n, letters): the positions' cell of each letter of a word; n words with one code."""


class WholeTable(LargeTable[Piece]):
    """A whole game as one large table, a piece for each (shape, mover)."""

    game, contents = "collapsi", WHOLE_GAME
    level = 6
    min_match = 6
    """Codes repeat in long runs or hardly ever, so shorter repetitions cost more than they save."""
    chunk_size = 32 << 10

    def __init__(self, rules: Rules, version: int = VERSION) -> None:
        self.rules, self.version = rules, version
        self._units: dict[tuple[int, int], list[Unit]] = {}

    @classmethod
    def of_root(cls, root: Mapping[str, Any]) -> WholeTable:
        """The whole game that the attributes of a root describe."""
        rules = Rules.from_json(text(root, "rules"))
        geometry_of(rules)  # refuses rules that it cannot handle
        return cls(rules, integer(root, "format-version"))

    def root(self) -> dict[str, Any]:
        """The attributes of its file's root."""
        layers = list(range(2, self.geometry.top + 1))
        return {
            "format-version": self.version,
            "rules": json.dumps(self.rules.as_dict()),
            "levels": layers,
        }

    def __str__(self) -> str:
        return f"the whole game {self.rules.name!r}"

    @cached_property
    def geometry(self) -> Geometry:
        """The board's geometry."""
        return geometry_of(self.rules)

    @cached_property
    def positions(self) -> int:
        """Number of positions."""
        return sum(self.attributes(piece)["positions"] for piece in self.pieces())

    @cached_property
    def stored_size(self) -> int:
        """Most bytes that the file can be expected to have."""
        return int(self.positions * BITS / 8)

    def pieces(self) -> Iterator[Piece]:
        """The pieces, layer by layer."""
        for layer in range(2, self.geometry.top + 1):
            yield from pieces_of(self.geometry, layer)

    def path(self, piece: Piece) -> str:
        """The path of a piece in a file."""
        shape, mover = piece
        return f"/whole/{self.rules.name}/{shape.layer:02}.{shape.mask:04x}.{mover:x}"

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
            "words": words[0] if self.version == 1 else words,
            "positions": sum(words),
            **coding_attributes(CODING),
        }

    def units(self, piece: Piece) -> list[Unit]:
        """The units of a piece, in the order in which it holds them."""
        shape, mover = piece
        found = self._units.get((shape.mask, mover))
        if found is None:
            of = units_of_version_1 if self.version == 1 else units_of
            found = self._units[shape.mask, mover] = of(self.geometry, shape, mover)
        return found

    def words(self, unit: Unit) -> Words:
        """The words that a unit holds."""
        return self.geometry.words[unit.shape.layer].without(unit.turns)


def pieces_of(geometry: Geometry, layer: int) -> Iterator[Piece]:
    """The pieces of a layer."""
    for shape in geometry.shapes[layer]:
        for mover in shape.movers:
            yield shape, mover


class WholeFile(LargeFile[Piece]):
    """The solution of every deal in a file. Picklable; usable after a fork.

    Raises FileFormatError if the file does not hold a whole game that this package knows.
    """

    table: WholeTable
    in_memory = False

    def __init__(self, file: TableFile) -> None:
        super().__init__(file, WholeTable)
        self.rules, self.geometry = self.table.rules, self.table.geometry
        self._places: dict[tuple[int, int, int], Place] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return WholeFile, (self.file,)

    def codes(
        self,
        face_up: npt.NDArray[np.uint16],
        mover: npt.NDArray[np.uint8],
        opponent: npt.NDArray[np.uint8],
        letters: npt.NDArray[np.uint32],
    ) -> Codes:
        """The codes of positions after both first moves, see `solver.Whole.codes`.

        One block of the file is read for each position that is not near another.
        """
        keys = face_up.astype(np.uint32) << 8 | mover.astype(np.uint32) << 4 | opponent
        groups, group = np.unique(keys, return_inverse=True)
        by_piece: dict[tuple[int, int], list[tuple[npt.NDArray[np.intp], Ranks]]] = {}
        for number, key in enumerate(groups.tolist()):
            rows = np.flatnonzero(group == number) if groups.size > 1 else np.arange(keys.size)
            place = self._place(key >> 8, key >> 4 & 15, key & 15)
            ranks = np.uint32(place.first) + self._word_ranks(letters[rows], place)
            unit = place.unit
            by_piece.setdefault((unit.shape.mask, unit.mover), []).append((rows, ranks))
        codes = np.empty(keys.size, np.uint8)
        for (mask, its_mover), found in by_piece.items():
            rows = np.concatenate([rows for rows, _ in found])
            ranks = np.concatenate([ranks for _, ranks in found])
            codes[rows] = self.piece((self.geometry.shape_of(mask), its_mover)).at(ranks)
        return codes

    def _place(self, face_up: int, mover: int, opponent: int) -> Place:
        key, places = (face_up, mover, opponent), self._places
        place = places.get(key)
        if place is None:
            shape, images = place_of(self.geometry, *key)
            units = self.table.units((shape, int(images[0, mover])))
            number = [unit.opponent for unit in units].index(images[0, opponent])
            first = sum(self.table.words(unit).count for unit in units[:number])
            cells = np.argsort(images)[:, units[number].cells].astype(np.uint32)
            if not units[number].turns:
                cells = cells[:1]  # they differ in face-down cells, or the words are all there
            if len(places) >= CACHED_PLACES:
                places.clear()
            place = places[key] = Place(units[number], first, cells)
        return place

    def _word_ranks(self, letters: npt.NDArray[np.uint32], place: Place) -> Ranks:
        shifts = np.arange(place.cells.shape[1] - 1, -1, -1, dtype=np.uint32) << 1
        words = (letters[:, None, None] >> (place.cells << 1) & 3) << shifts
        smallest = words.sum(2).min(1)
        ranks: Ranks = self.table.words(place.unit).rank(smallest).astype(np.uint32)
        return ranks
