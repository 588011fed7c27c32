"""The file of a win/loss table, and look-ups in it. docs/format.md specifies it."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.store import BITS, CONTENTS, StoredCodes, TableFile
from tablebase.errors import CorruptFileError, FileFormatError, MissingTableError
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss.layout import SLAB_CELLS, U64, frame_of, mirrored

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


def slab_path(frame: Rules, number: int) -> str:
    """Where a slab lies in a file."""
    play = "misere" if frame.misere else "normal"
    name = f"nim-{frame.rows}x{frame.columns}-take{frame.take}-{play}"
    return f"/whole/{name}/{number:03x}"


def slab_attributes(number: int) -> dict[str, Any]:
    """What a slab says of itself, but for the number of positions lost."""
    return {"slab": number, "positions": 1 << SLAB_CELLS, BITS: 1}


class WinLossFile:
    """A win/loss table in a file. Picklable; usable after a fork. A context manager.

    Parameters
    ----------
    path : path-like
        The file.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    FileFormatError
        If it is no file of a win/loss table that this package knows.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.file = TableFile(path)
        try:
            self.frame = _frame_of_root(self.file)
        except BaseException:
            self.file.close()
            raise
        self._slabs: dict[int, StoredCodes] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return WinLossFile, (self.file.path.absolute(),)

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
