"""The file of a win/loss table, and look-ups in it. docs/format.md specifies it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.outcome import Outcome
from tablebase.engine.tables.store import BITS, CONTENTS, StoredCodes, TableFile
from tablebase.errors import CorruptFileError, FileFormatError, MissingTableError
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.layout import (
    SLAB_CELLS,
    U64,
    canonical_slabs,
    frame_of,
    mirrored,
)
from tablebase.games.nim.winloss.lookup import probe
from tablebase.home import own_file

WIN_LOSS = "win/loss table"
CACHED_SLABS = 256
_PLACE = np.uint64((1 << SLAB_CELLS) - 1)


def root_attributes(frame: Rules) -> dict[str, Any]:
    """What the root of a file says, but for its `contents`."""
    return {
        "game": "nim",
        "rows": frame.rows,
        "columns": frame.columns,
        "take": frame.take,
        "misere": int(frame.misere),
    }


def table_name(frame: Rules) -> str:
    """The name of a frame's table: ``nim-6x6-take3-misere``."""
    return f"{frame.game.name}-{frame.game.key}"


def home_file_of(rules: Rules) -> Path:
    """The path of the user's own file that answers a board, whether or not it exists yet.

    Raises
    ------
    ValueError
        If the board is too large.
    """
    return own_file(table_name(frame_of(rules)))


def slab_path(frame: Rules, number: int) -> str:
    """Where a slab lies in a file."""
    return f"/whole/{table_name(frame)}/{number:03x}"


def slab_attributes(number: int) -> dict[str, Any]:
    """What a slab says of itself, but for the number of positions lost."""
    return {"slab": number, "positions": 1 << SLAB_CELLS, BITS: 1}


class WinLossFile:
    """A win/loss table in a file. Picklable; usable after a fork. A context manager.

    `tablebase.open` makes one of a file, to be asked by `Tablebase.outcome`.

    Parameters
    ----------
    file : TableFile
        The open file.

    Raises
    ------
    FileFormatError
        If it is no file of a win/loss table that this package knows.
    """

    def __init__(self, file: TableFile) -> None:
        self.file = file
        self.frame = _frame_of_root(file)
        self._slabs: dict[int, StoredCodes] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return WinLossFile, (self.file,)

    def __enter__(self) -> WinLossFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def origin(self) -> str:
        """The file's name."""
        return self.file.origin

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def outcome(self, position: Any) -> Outcome[Position]:
        """Who wins a position of this board or of a smaller one; raises as `lookup.probe`."""
        if not isinstance(position, Position):
            raise MissingTableError(
                f"{self.origin} holds {self.frame} of nim: it has no {position}"
            )
        return probe(self, position)

    def find(self, game: Any) -> NoReturn:
        """No table of distances.

        Raises
        ------
        MissingTableError
            Always.
        """
        raise MissingTableError(
            f"{self.origin} tells who wins {self.frame}, and no distances: it has no {game.name} "
            f"table {game.key}, expected to be asked for an outcome"
        )

    def verify(self, *, full: bool = False) -> Iterator[TableCheck]:
        """Check the file, see `check.check`: slabs, positions checked, errors.

        Raises
        ------
        ValueError
            If a check of every position is asked for.
        """
        from tablebase.games.nim.winloss.check import check

        if full:
            raise ValueError(
                f"{self.origin}: a {WIN_LOSS} is checked by samples, expected no full check"
            )
        return check(self)

    def losses(self) -> int:
        """Number of the frame's positions that the side to move loses, as the slabs tell it.

        Raises
        ------
        CorruptFileError
            If the file is damaged where they do.
        """
        return sum(
            int(self.stored(number).attributes["losses"]) * (1 + (mirrored(number) != number))
            for layer in canonical_slabs(self.frame)
            for number in layer
        )

    def lost(self, stones: U64) -> npt.NDArray[np.bool_]:
        """Whether the side to move loses, for masks of the frame.

        Raises
        ------
        CorruptFileError
            If the file is damaged where an answer lies.
        """
        image = mirrored(stones)
        number, other = (mask >> np.uint64(SLAB_CELLS) for mask in (stones, image))
        places = np.where(number <= other, stones, image) & _PLACE
        numbers = np.minimum(number, other)
        found = np.empty(stones.shape, np.bool_)
        for slab in np.unique(numbers).tolist():
            chosen = numbers == slab
            found[chosen] = self.stored(slab).at(places[chosen].astype(np.uint32))
        return found

    def slab(self, number: int) -> U64:
        """The words of a slab, shape (2**18,); raises as `lost`."""
        from tablebase.games.nim.winloss.solver import mirrored_slab

        image = mirrored(number)
        words = self.stored(min(number, image)).packed().view("<u8").astype(np.uint64, copy=False)
        return words if number <= image else mirrored_slab(words)

    def stored(self, number: int) -> StoredCodes:
        """A canonical slab as it lies in the file; raises as `lost`."""
        # No lock, which a fork could inherit held: each step is one operation on a dictionary.
        slabs = self._slabs
        slab = slabs.get(number)
        if slab is None:
            slab = self._read(number)
        slabs[number] = slabs.pop(number, slab)  # the most recently used comes last
        for oldest in list(slabs)[:-CACHED_SLABS]:
            slabs.pop(oldest, None)
        return slab

    def _read(self, number: int) -> StoredCodes:
        path = slab_path(self.frame, number)
        try:
            stored = self.file.codes(path)
        except MissingTableError as error:
            raise CorruptFileError(f"{self.origin} is damaged: {error}") from error
        for name, value in slab_attributes(number).items():
            if stored.attributes.get(name) != value:
                raise CorruptFileError(
                    f"{self.origin}: {path}: attribute {name} is {stored.attributes.get(name)!r}, "
                    f"expected {value!r}"
                )
        return stored


def open_file(file: TableFile) -> WinLossFile:
    """The store of an open file of a win/loss table; raises as `WinLossFile`."""
    return WinLossFile(file)


def describe(root: Mapping[str, Any]) -> str:
    """What the root of a file says, for people."""
    frame = Rules(root["rows"], root["columns"], root["take"], bool(root["misere"]))
    return f"{frame}, {1 << frame.cells:,} positions"


def _frame_of_root(file: TableFile) -> Rules:
    root = file.attributes()
    if root.get(CONTENTS) != WIN_LOSS or root.get("game") != "nim":
        raise FileFormatError(
            f"{file.path} holds a {root.get(CONTENTS, 'number of tables')}, expected a {WIN_LOSS} "
            "of nim"
        )
    try:
        frame = Rules(root["rows"], root["columns"], root["take"], bool(root["misere"]))
        if frame_of(frame) != frame:
            raise ValueError(f"{frame} is not the frame of a table")
    except (ValueError, KeyError, TypeError) as error:
        raise FileFormatError(f"{file.path} describes no win/loss table: {error}") from error
    return frame
