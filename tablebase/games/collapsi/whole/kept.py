"""Layers on disk, so that a killed solution of the whole game can resume where it stopped.

Only the last layer is needed to resume, so a folder holds one file. A line of JSON has the rules,
the layer's number and a checksum; then come the records that moves of the next layer lead to.
"""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.files import replacing
from tablebase.errors import CorruptFileError, FileFormatError
from tablebase.games.collapsi.rules import Rules

MOST_HEADER = 1 << 16  # maximum length of the line of JSON, in bytes

Records = npt.NDArray[np.uint64]


class KeptLayers:
    """The last solved layer of some rules, in a folder that must exist."""

    def __init__(self, folder: str | os.PathLike[str], rules: Rules) -> None:
        self.folder, self._rules = Path(folder), rules
        if not self.folder.is_dir():
            raise FileNotFoundError(f"no such folder: {folder}")

    @property
    def last(self) -> int:
        """The number of the layer in the folder, 1 if there is none."""
        return max((int(path.stem) for path in self._files()), default=1)

    def read(self, layer: int, records: Records) -> None:
        """Fill `records` with a layer's.

        Raises FileFormatError if the rules differ, CorruptFileError if the file is damaged.
        """
        path = self._path(layer)
        with path.open("rb") as file:
            header = _header(file.readline(MOST_HEADER), path)
            if header["rules"] != self._rules.as_dict():
                raise FileFormatError(
                    f"{path} is for rules other than {self._rules.name!r}: expected another folder"
                )
            size = file.readinto(records.data.cast("B"))
            whole = size == records.nbytes and not file.read(1)
        if not whole or header["crc32"] != _checksum(records):
            raise CorruptFileError(f"{path} is damaged: delete it to start again")

    def write(self, layer: int, records: Records) -> None:
        """Keep a layer, and remove those before it."""
        header = {"rules": self._rules.as_dict(), "layer": layer, "crc32": _checksum(records)}
        with replacing(self._path(layer)) as temporary, temporary.open("wb") as file:
            file.write(json.dumps(header).encode() + b"\n")
            file.write(records.data.cast("B"))  # `tofile` says of a full disk only that it is short
        for path in self._files():
            if int(path.stem) < layer:
                path.unlink()

    def _path(self, layer: int) -> Path:
        return self.folder / f"{layer:02}.layer"

    def _files(self) -> list[Path]:
        return list(self.folder.glob("[0-9][0-9].layer"))


def _checksum(records: Records) -> int:
    return zlib.crc32(records.data.cast("B"))


def _header(line: bytes, path: Path) -> dict[str, Any]:
    try:
        header = json.loads(line)
        return {"rules": header["rules"], "crc32": header["crc32"]}
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise CorruptFileError(f"{path} is damaged: {error}") from error
