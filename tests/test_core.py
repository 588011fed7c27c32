"""The core is small enough for one person to hold; CONTRIBUTING says what belongs to it."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ["cli", "tablebase/engine", "tablebase/support"]
COLLAPSI = ["deals", "duels", "placings", "search", "turns", "whole"]
NOT_CORE = {"browser", "one_pawn", "tasks", "wasm"}
"""Modules beside the core's: the outside of a room, and the base of two other rooms. A contract in
pyproject.toml holds that the core imports none of them."""

MOST = 22_878
"""Lines of Python that the core may have."""


def test_the_core_does_not_grow():
    room = ROOT / "tablebase/games/collapsi"
    flat = [*(ROOT / "tablebase").glob("*.py"), *room.glob("*.py")]
    files = [path for path in flat if path.stem not in NOT_CORE]
    for folder in [*(ROOT / name for name in FOLDERS), *(room / name for name in COLLAPSI)]:
        files += folder.rglob("*.py")
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in files)
    print(f"the core has {lines:,} lines of Python")
    assert lines <= MOST
