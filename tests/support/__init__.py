"""What several test files share: a small board, images of positions, scripts in processes."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from tablebase import COLLAPSI, Board, Deal, Position, Rules
from tablebase.engine.rooms import game_of, installed
from tablebase.engine.tables import writer
from tablebase.engine.tables.store import StoredTable, TableFile

MINI = Rules("mini", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3))
"""A 3x3 torus: 1,376 positions a deal, solved in an instant."""

DEAL = "A223/4A2J/3A23/J3A4"


def mini_deals(count: int, seed: int = 1) -> list[Deal]:
    """Deals of the small board, no two of which share a table."""
    rng, found = random.Random(seed), {}
    while len(found) < count:
        deal = Deal.random(rng, MINI)
        found.setdefault(game_of(deal).key, deal)
    return list(found.values())


def deal_with(cards: tuple[int, ...], red: int, rules: Rules = COLLAPSI) -> Deal:
    """The deal with these cards in which red starts on the joker in cell `red`."""
    (blue,) = (cell for cell, card in enumerate(cards) if card == 0 and cell != red)
    return Deal(tuple(cards), (red, blue), rules)


def image(position: Position, automorphism: tuple[int, ...]) -> Position:
    """A position after every cell ``c`` has been moved to ``automorphism[c]``."""
    cards = [0] * len(position.cards)
    face_up = 0
    for cell, target in enumerate(automorphism):
        cards[target] = position.cards[cell]
        face_up |= (position.face_up >> cell & 1) << target
    pawns = automorphism[position.red], automorphism[position.blue]
    return Position(tuple(cards), face_up, pawns, position.edition, position.rules)


def file_image(
    tables: Iterable[StoredTable],
    generated_by: str = "tests 1",
    root: Mapping[str, Any] | None = None,
    *,
    directory: bool = False,
) -> bytes:
    """The bytes of a new file with some tables; `root` has more attributes of its root."""
    attributes = {**writer.root_attributes(generated_by), **(root or {})}
    return writer.file_image(tables, attributes, directory=directory)


def with_table(path: Path, target: Path, table: StoredTable) -> None:
    """Copy a file of a large table with one table replaced, all its checksums valid."""
    with TableFile(path) as file:
        tables = [table if name == table.path else read_table(file, name) for name in file.paths()]
        target.write_bytes(file_image(tables, "tests 1", file.attributes(), directory=True))


def read_table(file: TableFile, path: str) -> StoredTable:
    """A whole table with its compressed chunks, every checksum verified."""
    codes = file.codes(path)
    codes.packed()
    return codes.frames()


def same_tables(path: Path, other: Path) -> bool:
    """Whether two files have the same tables."""
    with TableFile(path) as file, TableFile(other) as expected:
        return file.paths() == expected.paths() and all(
            read_table(file, name) == read_table(expected, name) for name in expected.paths()
        )


def of_games(module: str) -> dict[str, ModuleType]:
    """What side games' tests bring: a name -> its module ``tests/rooms/NAME/MODULE.py``."""
    rooms = Path(__file__).parents[1] / "rooms"
    names = [name for name in installed() if (rooms / name / f"{module}.py").exists()]
    return {name: import_module(f"rooms.{name}.{module}") for name in names}


def of_all(module: str, what: str) -> list[Any]:
    """What those modules have, one after another: members of a sequence, or names and values."""
    found: list[Any] = []
    for game in of_games(module).values():
        each = getattr(game, what, ())
        found += each.items() if isinstance(each, dict) else each
    return found


def python(code: str, *args: object, **options) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own, and capture its output as text."""
    return subprocess.run(
        command(code, *args),
        **{"capture_output": True, "text": True, "timeout": 300, "env": environment(), **options},
    )


def start(code: str, *args: object) -> subprocess.Popen[str]:
    """Start a script with pipes to its stdin, stdout and stderr."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command(code, *args), stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment()
    )


def command(code: str, *args: object) -> list[str]:
    return [sys.executable, "-c", code, *map(str, args)]


def environment() -> dict[str, str]:
    """The environment, with the tests' folder and what this process imports from on the path."""
    path = [str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}


def one_line(stderr: str) -> bool:
    """Whether an error was reported as it should be."""
    return stderr.startswith("tablebase: ") and stderr.count("\n") == 1 and stderr.endswith("\n")


class StopError(Exception):
    """Ends a run before its end."""


def stop_at(share: float) -> Callable[[float], None]:
    """What is told the progress of a run, and ends it at a share."""

    def progress(done: float) -> None:
        if done >= share:
            raise StopError

    return progress


def last_moves(out: str) -> list[str]:
    """The moves of a game, as `play` prints them at its end."""
    return out.rstrip().splitlines()[-1].removeprefix("moves: ").split()


def imports_of(source: str) -> set[str]:
    """The packages that a program imports, none of them relatively."""
    imported = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert node.module
            imported.add(node.module.split(".")[0])
    return imported
