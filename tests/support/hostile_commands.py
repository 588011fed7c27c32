"""Commands given hostile values, and the folder that the values refer to.

The tests of a side game bring a module ``tests/rooms/NAME/hostile.py`` that may have

- POSITION, PLAIN: ordinary values of parameters; NEEDED as here;
- IMPORTED: the modules that its commands import;
- WRITERS: its ways to write a file; QUICK: the quick ones; CONTINUED: those that continue a file,
  and what they are given then;
- RUNS: its ways to do a run that a file keeps, and to continue it;
- CASES: command lines to be refused;
- UNLIMITED: a type of numbers whose limits are checked elsewhere;
- KINDS, CHOSEN: kinds of files to forge, and cases chosen from them (see `hostile`).
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import click

import tablebase_cli
from support import DEAL, of_all, of_games
from support.processes import Processes


def of_game(name: str, what: str, default: Any) -> Any:
    """What the tests of a side game say about its commands."""
    return getattr(of_games("hostile").get(name), what, default)


def import_everything(args: Sequence[str]) -> None:
    """Import what commands import, for the processes that are forked from this one."""
    list(commands())
    for name in (*_IMPORTED, *of_all("hostile", "IMPORTED")):
        importlib.import_module(name)


_IMPORTED = (
    "matplotlib.pyplot", "pyarrow.parquet", "tablebase.compare", "tablebase.library",
    "tablebase.plotting", "tablebase.web.server",
    "tablebase.games.collapsi.answers.deals",
    "tablebase.games.collapsi.studies.finder", "tablebase.games.collapsi.studies.lab.kept",
    "tablebase.games.collapsi.studies.match", "tablebase.games.collapsi.studies.statistics",
    "tablebase.games.collapsi.strategy.advice",
    "tablebase.games.collapsi.strategy.scoring",
)  # fmt: skip


# What is typed


def commands(
    command: click.Command = tablebase_cli.cli, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command: the words that name it, and the command."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from commands(found, (*path, name))


NUMBERS = (
    "0", "-1", "-99999999999999999999", "2147483648", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "99999999999999999999", "1" + "0" * 400, "9" * 5000, "1e300", "1e-300",
    "inf", "-inf", "nan", "NaN", "", " ", "1.5", "0x10", "1_0", "٣", "²", "1e5", "one", "--",
    "\x1b",
)  # fmt: skip

TEXTS = (
    "", " ", "/", "-", "--", "?", "0", "A" * 10_000, "/" * 5_000, "x?" * 1_000, "1" * 300,
    "\x1b[2J\x1b]0;mine\x07", "caf\udce9", "💣" * 50, "%s%n{0}", "[red]bold[/]", "line\nbreak\r\t",
    "../../etc/passwd", "٤x٤", "0x0", "-1x-1", "99x99", "9999999999x9", "8x8", "1x64", "27x1",
    "A223", "A223/4A2J/3A23/J3A", "A223/4A2J/3A23/J3A9", "A223/4A2Jr/3A23/Jrb3A4 r", "J" * 16,
    "JJJJ/JJJJ/JJJJ/JJJJ", "1223/4120r/3123/0b314/" + "9" * 500, "AS AS", "ZZ", "AS", "xAS xKS",
    "1110/100", "1112/1000", ":", "1 2 3 : 4", "99 : 1 / 1 / 1 / 1", "-5 : - / - / - / -",
)  # fmt: skip

PATHS = (
    "ring", "ring.csv", "ring.h5", "ring.png", "ring.json", "ring/x.csv", "nowhere.csv",
    "nowhere.h5", "fifo.csv", "fifo.h5", "fifo.json", "folder", "folder.csv", "folder.png", ".",
    "..", "/", "", "missing/x.csv", "missing/x.h5", "notes.txt", "notes.txt/x.csv", "kept.csv",
    "kept.png", "link.csv", "tables.h5", "cut.h5", "noise.h5", "empty.h5", "empty", "vast.h5",
    "vast.json", "zero", "zero.csv", "/dev/null", "/dev/zero", "/dev/full", "/proc/self/mem",
    "/proc/1/x.csv", "x" * 300 + ".csv", "x" * 250 + ".h5", "x" * 250 + ".json", "d/" * 2000 + "x",
    "line\nbreak.csv", "\x1b[31m.csv", "caf\udce9.csv", "caf\udce9.h5", "caf\udce9.png", "out.exe",
    "out", "nested.json", "infinite.json", "scalar.json", "deals.txt", "good.toml", "~", "-x.csv",
)  # fmt: skip

RULES = (
    "0x5", "9x9", "99x99", "1x5", "deep.toml", "dots.toml", "wide.toml", "digits.toml",
    "brackets.toml", "binary.toml", "vast.toml", "good.toml", "3-players", "fifo.csv", "folder",
    "ring", "/dev/zero", "/proc/self/mem", "missing.toml", "nested.json", "tables.h5", "",
    "A" * 5000,
    "caf\udce9", "\x1b[2J", "nul",
)  # fmt: skip

BOARDS = (*NUMBERS, "0x0", "1x1", "99x99", "9x9", "-4x4", "4x", "x", "4x4x4", "9" * 5000 + "x4")

ADDRESSES = (
    "", "nobody", "tcp://", "tcp://127.0.0.1:1", "tcp://127.0.0.1:99999999", "tcp://[::1", "nul://x",
    "tls://127.0.0.1:1", "a" * 300, "caf\udce9", "\x1b[2J", "127.0.0.1:x", "256.1.1.1",
)  # fmt: skip

PLAIN: dict[str, tuple[str, ...]] = {
    "deals": (DEAL,), "deal": (DEAL,), "rules": ("2x3",), "edition": ("wild",), "board": ("4x4",),
    "variants": ("2x3",), "strategies": ("traps",), "game": ("collapsi",), "moves": ("AS",),
    "host": ("127.0.0.1",), "port": ("0",), "seconds": ("0.01",), "scheduler": (), "memory": ("1",),
    "level": ("1",), "nodes": ("10",), "source": ("deals.txt",), "plot": ("out.png",),
    "drawn": ("10",), "red": ("human", "perfect", "beginner"), "blue": ("human", "casual", "traps"),
    "against": ("casual", "traps"), "weeks": ("0", "1"), "decks": ("4-4-4-2",), "steps": ("1",),
    "least": ("1",), "most": ("5",),
}  # fmt: skip
"""For each parameter, by name, ordinary values that take little time."""

NEEDED = {
    "count": ("deals",),
    "learn in-play": ("drawn",),
    "learn games": ("drawn",),
    "learn opening": ("rules",),
    "learn score": ("rules",),
    "learn search": ("drawn",),
    "puzzles make": ("each", "weeks"),
    "reproduce": ("names",),
    **dict(of_all("hostile", "NEEDED")),
}
"""Without these a command takes minutes."""

LONG = {"atlas make --output", "build --all", "serve --all"}
"""These take gigabytes, as their help says."""


def plain(words: Sequence[str], parameter: click.Parameter) -> tuple[str, ...]:
    """Values of a parameter that a command accepts."""
    name = str(parameter.name)
    if name in ("item", "items", "position", "positions"):
        return (of_game(words[0], "POSITION", DEAL),)
    if isinstance(parameter.type, click.Choice):
        return tuple(parameter.type.choices)
    ordinary = {**PLAIN, **of_game(words[0], "PLAIN", {})}
    if name in ordinary:
        return ordinary[name]
    if isinstance(parameter.type, click.Path):
        if is_output(parameter):
            return ("out.csv", "out.h5", "out.json")
        return ("tables.h5",)
    return ("1", "2", "3")


def hostile(words: Sequence[str], parameter: click.Parameter) -> tuple[str, ...]:
    """Values of a parameter that it should refuse, or survive."""
    name, kind = str(parameter.name), parameter.type
    if name == "rules" or name == "variants":
        return RULES
    if name == "board":
        return BOARDS
    if name in ("host", "scheduler"):
        return ADDRESSES
    if isinstance(kind, click.File):
        return tuple(
            path for path in PATHS if not path.startswith("fifo")
        )  # it waits, as `cat` does
    if isinstance(kind, click.Path):
        # If a device were replaced by mistake, the whole machine would lose it.
        safe = tuple(path for path in PATHS if not path.startswith(("/dev", "zero")))
        return safe if is_output(parameter) else PATHS
    if name == "limit":
        return NUMBERS[1:]  # 0 means no limit, and a minute
    if kind.name in ("integer", "float", "integer range", "float range"):
        return NUMBERS
    return TEXTS


def is_output(parameter: click.Parameter) -> bool:
    """Whether a parameter names a file that is written."""
    return bool({"-o", "--plot"} & set(parameter.opts))


def furnish(folder: Path, tables: bytes) -> None:
    """Fill an empty folder with what the hostile paths name; `tables` is a tablebase file."""
    for name in ("ring", "ring.csv", "ring.h5", "ring.png", "ring.json"):
        (folder / name).symlink_to(name)
    for name in ("nowhere.csv", "nowhere.h5"):
        (folder / name).symlink_to("gone/" + name)
    for name in ("fifo.csv", "fifo.h5", "fifo.json"):
        os.mkfifo(folder / name)
    for name in ("folder", "folder.csv", "folder.png"):
        (folder / name).mkdir()
    for name in ("zero", "zero.csv"):
        (folder / name).symlink_to("/dev/zero")
    for name in ("vast.h5", "vast.json", "vast.toml"):
        with (folder / name).open("wb") as file:
            file.truncate(1 << 36)
    (folder / "link.csv").symlink_to("kept.csv")
    for name, data in {**_KEPT, "tables.h5": tables, "cut.h5": tables[:-100], **_FILES}.items():
        (folder / name).write_bytes(data)


_KEPT = {
    "kept.csv": b"a,b\n1,2\n",
    "kept.png": b"no picture",
    "notes.txt": b"do not lose me\n",
    "deals.txt": DEAL.encode() + b"  # one\n",
    "good.toml": b'board = "2x3"\n',
}
_FILES = {
    "noise.h5": bytes(range(256)) * 100,
    "empty.h5": b"",
    "empty": b"",
    "nested.json": b"[" * 100_000,
    "infinite.json": b'{"studies": [{"by_plies": {"1": Infinity}}], "remaining": [Infinity]}',
    "scalar.json": b"1",
    "deep.toml": b".".join([b"a"] * 30_000) + b" = 1",
    "dots.toml": b".".join([b"a"] * 60) + b" = 1",
    "wide.toml": b"[editions]\nwild = [" + b",".join(b"%d" % n for n in range(10_000)) + b"]",
    "digits.toml": b"players = " + b"9" * 60_000,
    "brackets.toml": b"deck = " + b"[" * 60_000,
    "binary.toml": b"\xff\xfe\x00",
}


class Case(NamedTuple):
    """A command line, the value of each parameter by name, and standard input."""

    args: tuple[str, ...]
    given: Mapping[str, str]
    stdin: str = ""


def started() -> Processes:
    """Processes that have imported everything."""
    return Processes("support.hostile_commands:import_everything")


def problems(processes: Processes, tables: bytes, case: Case) -> list[str]:
    """Anything a command did that no command may do; `tables` is a tablebase file."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        furnish(folder, tables)
        outcome = processes.run(case.args, folder, case.stdin)
        return [*outcome.problems(), *_damaged(folder, case)]


def _damaged(folder: Path, case: Case) -> Iterator[str]:
    """What a command changed in the folder without being told to write there."""
    outputs = ["plot", *["output"] * ("--force" in case.args)]
    written = {os.path.realpath(folder / case.given.get(name, "x")) for name in outputs}
    for name, data in _KEPT.items():
        path = folder / name
        if os.path.realpath(path) not in written and path.read_bytes() != data:
            yield f"changed {name}"
    for path in folder.rglob(".*"):
        yield f"left {path}"
