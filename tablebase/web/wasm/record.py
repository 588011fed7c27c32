"""The record of a room's modules: what they were made from, and whether that has changed.

It lies beside the room's `wasm.py`. To read it takes neither Numba nor the kernels.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tablebase._version import DISTRIBUTION
from tablebase.engine.rooms import installed
from tablebase.web.page import Mounted, pages
from tablebase.web.wasm.sources import dependencies

RECORD = "wasm.json"
"""The file with the SHA-256 of the modules, and the digest of their sources."""

_COMPILER = "tablebase.web.wasm.retarget"


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


def stale(room: Mounted) -> Iterator[str]:
    """Why the committed modules of a room are not those of its sources, and what makes them."""
    again = f"run `python -m tablebase.web.wasm {room.name}`"
    if not _file(room).is_file():
        yield f"no {_file(room)}: {again}"
        return
    known = recorded(room)
    paths = [path for path in known if path != "sources"]
    found = record(room, {path: room.read(path) for path in paths})
    changed = [path for path in paths if found[path] != known[path]]
    if changed:
        yield f"{', '.join(changed)} of {room.name} changed since it was made: {again}"
    elif found != known:
        yield f"the kernels of {room.name} changed since {', '.join(paths)} was made: {again}"


def warn_of_stale(games: Iterable[str] | None = None) -> None:
    """Say on stderr which installed games of others have modules of other sources.

    A test holds ours to their sources, which takes a second or two.
    """
    for room in pages(games):
        if room.page.wasm and installed()[room.name].distribution != DISTRIBUTION:
            for why in stale(room):
                print(f"tablebase: {why}", file=sys.stderr)
