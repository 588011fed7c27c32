"""The modules of kernels that rooms commit: what browsers call, and whether they are up to date.

What the browser calls takes plain pointers and 32-bit numbers. Each function wraps its pointers as
arrays and calls the kernels that the library uses, too. Scratch arrays are allocated there, from
the arena of `retarget`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from numba import types

from tablebase.web.page import Mounted
from tablebase.web.wasm.retarget import Entry
from tablebase.web.wasm.sources import dependencies

INT = types.int32
BYTES, WORDS, RANKS = (types.CPointer(kind) for kind in (types.uint8, types.uint64, types.uint32))
LONGS, INTS = types.CPointer(types.int64), types.CPointer(types.int32)
SETS, BOOLS = types.CPointer(types.uint16), types.CPointer(types.boolean)
REALS, FLOATS = types.CPointer(types.float64), types.CPointer(types.float32)

RECORD = "wasm.json"
"""The file beside a room's `wasm.py` with its modules' SHA-256, and the digest of their sources."""

_COMPILER = "tablebase.web.wasm.retarget"


@dataclass(frozen=True)
class Module:
    """A WebAssembly module.

    Attributes
    ----------
    path : str
        Its file, relative to the room's folder ``page``.
    entries : dict
        Its functions by name, with their signatures.
    """

    path: str
    entries: dict[str, Entry] = field(default_factory=dict)

    def entry(self, *arguments: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add a function that takes these arguments and returns a number."""

        def added(function: Callable[..., Any]) -> Callable[..., Any]:
            self.entries[function.__name__] = function, INT(*arguments)
            return function

        return added


def modules_of(room: Mounted) -> tuple[Module, ...]:
    """The WebAssembly modules of a room, which its `Page` names; none, if it has none."""
    found: tuple[Module, ...] = resolve_name(room.page.wasm) if room.page.wasm else ()
    return found


def committed(room: Mounted) -> dict[str, bytes]:
    """A room's modules by path, as they lie in its folder."""
    return {module.path: room.read(module.path) for module in modules_of(room)}


def record(room: Mounted, modules: Mapping[str, bytes]) -> dict[str, str]:
    """The record of modules made from the present sources."""
    digests = {path: hashlib.sha256(module).hexdigest() for path, module in modules.items()}
    return digests | {"sources": source_digest(room.page.wasm.partition(":")[0])}


def recorded(room: Mounted) -> dict[str, str]:
    """The committed record."""
    found: dict[str, str] = json.loads(_file(room).read_text("utf-8"))
    return found


def write(room: Mounted, modules: Mapping[str, bytes]) -> None:
    """Replace the committed modules."""
    for path, module in modules.items():
        (room.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (room.folder / path).write_bytes(module)
    _file(room).write_text(json.dumps(record(room, modules), indent=2) + "\n", "utf-8")


def _file(room: Mounted) -> Path:
    return room.folder.parent / RECORD


def source_digest(module: str) -> str:
    """The SHA-256 of the code that the entries in a module depend on, and that compiles them."""
    found = sorted(dependencies(module, _COMPILER).items())
    return hashlib.sha256(repr(found).encode()).hexdigest()
