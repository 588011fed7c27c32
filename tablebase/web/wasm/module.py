"""The committed modules: where they are, and what they were made from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "static" / "engine"
FIRST, LATER = "kernels.wasm", "later.wasm"
"""The module that every page loads at once, and the one that few questions need."""

RECORD = FOLDER / "kernels.json"
"""The modules' SHA-256, and the digest of their sources."""

SOURCES = (
    "tablebase.web.wasm.entries",
    "tablebase.web.wasm.retarget",
    "tablebase.games.collapsi.path_kernels",
    "tablebase.games.collapsi.deals.nibble_kernels",
    "tablebase.games.collapsi.deals.byte_kernels",
    "tablebase.games.collapsi.deals.opening_kernels",
    "tablebase.games.collapsi.duels.kernels",
    "tablebase.games.collapsi.placings.kernels",
    "tablebase.games.collapsi.placings.outcomes",
    "tablebase.games.collapsi.search.known",
    "tablebase.games.collapsi.search.ordered",
    "tablebase.games.collapsi.search.reach",
    "tablebase.games.collapsi.search.shifting",
    "tablebase.games.collapsi.strategy.features",
    "tablebase.games.collapsi.strategy.feature_kernels",
    "tablebase.games.collapsi.strategy.kernels",
    "tablebase.games.nim.kernels",
    "tablebase.games.pairs.kernels",
    "tablebase.games.solo.kernels",
    "tablebase.games.thegame.evaluation",
    "tablebase.games.thegame.kernels",
)
"""The Python modules whose code is in them."""


def source_digest() -> str:
    """The SHA-256 of the sources, one after the other."""
    digest = hashlib.sha256()
    for name in SOURCES:
        found = find_spec(name)
        assert found is not None
        assert found.origin is not None
        digest.update(Path(found.origin).read_text("utf-8").encode())
    return digest.hexdigest()


def committed() -> dict[str, bytes]:
    """The modules by name."""
    return {name: (FOLDER / name).read_bytes() for name in (FIRST, LATER)}


def record(modules: Mapping[str, bytes]) -> dict[str, str]:
    """The record of modules made from the present sources."""
    digests = {name: hashlib.sha256(module).hexdigest() for name, module in modules.items()}
    return digests | {"sources": source_digest()}


def recorded() -> dict[str, str]:
    """The committed record, as in `RECORD`."""
    found: dict[str, str] = json.loads(RECORD.read_text("utf-8"))
    return found


def write(modules: Mapping[str, bytes]) -> None:
    """Replace the committed modules."""
    for name, module in modules.items():
        (FOLDER / name).write_bytes(module)
    RECORD.write_text(json.dumps(record(modules), indent=2) + "\n", "utf-8")
