"""The core is small enough for one person to hold; CONTRIBUTING says what belongs to it."""

from pathlib import Path

import grimp
import pytest

from tablebase.games.collapsi.room import ROOM

ROOT = Path(__file__).parents[2]
FOLDERS = ["cli", "tablebase/engine", "tablebase/support"]
COLLAPSI = ["deals", "duels", "search", "turns", "whole"]
NOT_CORE = {"browser", "one_pawn", "tasks", "wasm"}
"""Modules beside the core's: the outside of a room, and the base of two other rooms."""

MOST = 22_500
"""Lines of Python that the core may have."""


def core():
    room = ROOT / "tablebase/games/collapsi"
    files = [*(ROOT / "tablebase").glob("*.py"), *room.glob("*.py")]
    for folder in [*(ROOT / name for name in FOLDERS), *(room / name for name in COLLAPSI)]:
        files += folder.rglob("*.py")
    return [path for path in files if path.stem not in NOT_CORE]


def test_the_core_does_not_grow():
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in core())
    print(f"the core has {lines:,} lines of Python")
    assert lines <= MOST


@pytest.mark.thorough
def test_the_library_and_the_commands_reach_all_of_the_core():
    """What they do not reach stands on the core; all that they reach of Collapsi belongs to it."""
    graph = grimp.build_graph("tablebase", "tablebase_cli")
    for public in graph.find_modules_directly_imported_by("tablebase"):
        graph.remove_import(importer="tablebase", imported=public)
    names = [*ROOM.items.values(), *ROOM.tables.values(), ROOM.read]
    names += [name for large in ROOM.large for name in (large.solver, large.store)]
    doors = {name.partition(":")[0] for name in names} | graph.find_descendants("tablebase_cli")
    doors |= {f"tablebase.{name}" for name in ("errors", "export", "library")}
    reached = doors.union(*map(graph.find_upstream_modules, doors))
    parts = {module_of(path) for path in core() if not path.stem.startswith("__")}
    assert parts - reached == {"tablebase.games.collapsi.room"}
    beside = [name for name in reached - parts if not graph.find_children(name)]
    assert not [name for name in beside if name.startswith("tablebase.games.")]


def module_of(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removeprefix("cli.")
