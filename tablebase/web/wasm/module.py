"""The modules of kernels that rooms commit: what browsers call.

What the browser calls takes addresses and 32-bit numbers, which a signature describes, and calls
the kernels that the library uses, too. Scratch arrays are allocated from the arena of `retarget`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pkgutil import resolve_name
from typing import Any

from tablebase.engine.kernels import helper
from tablebase.web.page import Mounted
from tablebase.web.wasm.retarget import Entry
from tablebase.web.wasm.signature import entry_of


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
