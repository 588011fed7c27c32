"""The committed module: where it lies, and what it was made from."""

from __future__ import annotations

import hashlib
import json
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "static" / "engine"
MODULE = FOLDER / "kernels.wasm"
RECORD = FOLDER / "kernels.json"
"""The module's SHA-256, and the digest of its sources."""

SOURCES = (
    "tablebase.web.wasm.entries",
    "tablebase.web.wasm.retarget",
    "tablebase.games.collapsi.path_kernels",
    "tablebase.games.collapsi.deals.nibble_kernels",
    "tablebase.games.collapsi.deals.byte_kernels",
    "tablebase.games.collapsi.deals.opening_kernels",
    "tablebase.games.collapsi.duels.kernels",
    "tablebase.games.collapsi.search.ordered",
    "tablebase.games.collapsi.search.reach",
    "tablebase.games.nim.kernels",
    "tablebase.games.pairs.kernels",
)
"""The modules whose code is in it."""


def source_digest() -> str:
    """The SHA-256 of the sources, one after the other."""
    digest = hashlib.sha256()
    for name in SOURCES:
        found = find_spec(name)
        assert found is not None
        assert found.origin is not None
        digest.update(Path(found.origin).read_text("utf-8").encode())
    return digest.hexdigest()


def record(module: bytes) -> dict[str, str]:
    """What `RECORD` says of a module made from the sources as they are."""
    return {"sha256": hashlib.sha256(module).hexdigest(), "sources": source_digest()}


def recorded() -> dict[str, str]:
    """What `RECORD` says."""
    found: dict[str, str] = json.loads(RECORD.read_text("utf-8"))
    return found


def write(module: bytes) -> None:
    """Replace the committed module."""
    MODULE.write_bytes(module)
    RECORD.write_text(json.dumps(record(module), indent=2) + "\n", "utf-8")
