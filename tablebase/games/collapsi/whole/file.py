"""The file of a whole game: which table holds a position, and look-ups in it.

A table holds all positions of one (shape, mover), opponent by opponent: the positions after a
move lie in one table. docs/format.md specifies it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Ranks
from tablebase.engine.tables.store import (
    CONTENTS,
    WHOLE_GAME,
    StoredCodes,
    TableFile,
    coding_attributes,
)
from tablebase.errors import CorruptFileError, FileFormatError, MissingTableError
from tablebase.games.collapsi.rules import CODING, Rules
from tablebase.games.collapsi.whole.geometry import Geometry, Shape, geometry_of
from tablebase.games.collapsi.whole.slot import Slot, opponents_of, slot_at, slot_of

CHUNK_SIZE = 32 << 10
CACHED_TABLES = 32
CACHED_PLACES = 1 << 16


class Place(NamedTuple):
    """Where positions with the same face-up cells and pawns lie.

    Attributes
    ----------
    slot : Slot
    first : int
        Rank in the table of the slot's first word.
    cells : ndarray of uint32
        The positions' cell of each letter of the slot's words.
    """

    slot: Slot
    first: int
    cells: npt.NDArray[np.uint32]


def root_attributes(rules: Rules) -> dict[str, Any]:
    """What the root of a file of a whole game says, but for its `contents`."""
    return {
        "game": "collapsi",
        "rules": json.dumps(rules.as_dict()),
        "levels": list(range(2, rules.board.size - 1)),
    }


def table_path(rules: Rules, shape: Shape, mover: int) -> str:
    """Where the table of a shape and a mover lies in a file."""
    return f"/whole/{rules.name}/{shape.level:02}.{shape.mask:04x}.{mover:x}"


def table_attributes(geometry: Geometry, shape: Shape, mover: int) -> dict[str, Any]:
    """What a table says of itself."""
    opponents = opponents_of(geometry, shape, mover)
    words = geometry.words[shape.level].count
    return {
        "face-up": shape.mask,
        "mover": mover,
        "opponents": list(opponents),
        "cells": [cell for q in opponents for cell in slot_at(shape, mover, q).cells],
        "words": words,
        "positions": words * len(opponents),
        **coding_attributes(CODING),
    }


def tables_of(geometry: Geometry, level: int) -> Iterator[tuple[Shape, int]]:
    """The tables of a level, as pairs of shape and mover."""
    for shape in geometry.shapes[level]:
        for mover in shape.movers:
            yield shape, mover


class WholeFile:
    """The solution of every deal in a file. Picklable; usable after a fork.

    Parameters
    ----------
    file : TableFile
        The open file.

    Raises
    ------
    FileFormatError
        If it is no file of a whole game that this package knows.
    """

    in_memory = False

    def __init__(self, file: TableFile) -> None:
        self.file = file
        attributes = file.attributes()
        try:
            self.rules = Rules.from_dict(json.loads(attributes["rules"]))
            self.geometry = geometry_of(self.rules)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise FileFormatError(f"{file.path} describes no whole game: {error}") from error
        expected = {CONTENTS: WHOLE_GAME, **root_attributes(self.rules)}
        for name, value in expected.items():
            if attributes.get(name) != value:
                raise FileFormatError(
                    f"{file.path}: {name} is {attributes.get(name)!r}, expected {value!r}"
                )
        self._tables: dict[str, StoredCodes] = {}
        self._places: dict[tuple[int, int, int], Place] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return WholeFile, (self.file,)

    @property
    def origin(self) -> str:
        """The file's name."""
        return self.file.origin

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def table(self, shape: Shape, mover: int) -> StoredCodes:
        """The table of a shape and a mover.

        Raises
        ------
        CorruptFileError
            If it is damaged or missing.
        """
        # No lock, which a fork could inherit held: each step is one operation on a dictionary.
        path, tables = table_path(self.rules, shape, mover), self._tables
        table = tables.get(path)
        if table is None:
            table = self._read(path, shape, mover)
        tables[path] = tables.pop(path, table)  # the most recently used comes last
        for oldest in list(tables)[:-CACHED_TABLES]:
            tables.pop(oldest, None)
        return table

    def _read(self, path: str, shape: Shape, mover: int) -> StoredCodes:
        try:
            table = self.file.codes(path)
        except MissingTableError as error:
            raise CorruptFileError(f"{self.origin} is damaged: {error}") from error
        check_attributes(table.attributes, self.geometry, shape, mover, f"{self.origin}: {path}")
        return table

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
        by_table: dict[tuple[int, int], list[tuple[npt.NDArray[np.intp], Ranks]]] = {}
        for number, key in enumerate(groups.tolist()):
            rows = np.flatnonzero(group == number) if groups.size > 1 else np.arange(keys.size)
            place = self._place(key >> 8, key >> 4 & 15, key & 15)
            ranks = np.uint32(place.first) + self._word_ranks(letters[rows], place)
            slot = place.slot
            by_table.setdefault((slot.shape.mask, slot.mover), []).append((rows, ranks))
        codes = np.empty(keys.size, np.uint8)
        for (mask, table_mover), found in by_table.items():
            rows = np.concatenate([rows for rows, _ in found])
            ranks = np.concatenate([ranks for _, ranks in found])
            codes[rows] = self.table(self.geometry.shape_of(mask), table_mover).at(ranks)
        return codes

    def _place(self, face_up: int, mover: int, opponent: int) -> Place:
        key, places = (face_up, mover, opponent), self._places
        place = places.get(key)
        if place is None:
            slot, image = slot_of(self.geometry, *key)
            opponents = opponents_of(self.geometry, slot.shape, slot.mover)
            words = self.geometry.words[slot.shape.level].count
            cells = np.argsort(image)[list(slot.cells)].astype(np.uint32)
            if len(places) >= CACHED_PLACES:
                places.clear()
            place = places[key] = Place(slot, opponents.index(slot.opponent) * words, cells)
        return place

    def _word_ranks(self, letters: npt.NDArray[np.uint32], place: Place) -> Ranks:
        level = place.slot.shape.level
        shifts = np.arange(level - 1, -1, -1, dtype=np.uint32) << 1
        words = (letters[:, None] >> (place.cells << 1) & 3) << shifts
        ranks: Ranks = self.geometry.words[level].rank(words.sum(1)).astype(np.uint32)
        return ranks


def check_attributes(
    found: Mapping[str, Any], geometry: Geometry, shape: Shape, mover: int, where: str
) -> None:
    """Check that a table is laid out as this package reads it.

    Raises
    ------
    CorruptFileError
        If it is not.
    """
    for name, value in table_attributes(geometry, shape, mover).items():
        if found.get(name) != value:
            raise CorruptFileError(
                f"{where}: attribute {name} is {found.get(name)!r}, expected {value!r}"
            )
