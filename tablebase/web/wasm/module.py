"""The modules of kernels that rooms commit: what browsers call, and whether they are up to date.

What the browser calls takes addresses and 32-bit numbers, which a signature describes, and calls
the kernels that the library uses, too. Scratch arrays are allocated from the arena of `retarget`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from tablebase.engine.kernels import helper
from tablebase.web.page import Mounted
from tablebase.web.wasm.retarget import Entry
from tablebase.web.wasm.signature import entry_of
from tablebase.web.wasm.sources import dependencies

RECORD = "wasm.json"
"""The file beside a room's `wasm.py` with its modules' SHA-256, and the digest of their sources."""

_COMPILER = "tablebase.web.wasm.retarget"


@dataclass(frozen=True)
class Module:
    """A WebAssembly module."""

    path: str
    """Its file, relative to the room's folder ``page``."""
    entries: dict[str, Entry] = field(default_factory=dict)
    """Its functions by name, with their signatures."""

    def forward(self, name: str, kernel: Callable[..., Any], signature: str, **given: Any) -> None:
        """Add a function that passes its arguments on to a kernel, see `signature`.

        `given` has the kernel's other parameters.
        """
        self.entries[name] = entry_of(signature, kernel, given)

    def entry(self, signature: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Add a function over arrays, which is compiled only here, by its own name."""

        def added(function: Callable[..., Any]) -> Callable[..., Any]:
            self.forward(function.__name__, helper()(function), signature)
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
