"""Kinds of files for the tests of forged ones: the commands that make a good one and read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Kind:
    """A kind of file: the commands that make it and read it; FILE and FOLDER stand for paths."""

    build: tuple[str, ...]
    reads: tuple[tuple[str, ...], ...]

    def commands(self, path: Path) -> Iterator[list[str]]:
        """The commands that read a forged file."""
        for command in (("info", "FILE"), ("verify", "--full", "FILE"), *self.reads):
            yield filled(command, path)


def filled(command: tuple[str, ...], path: Path) -> list[str]:
    """A command with its paths."""
    return [word.replace("FILE", str(path)).replace("FOLDER", str(path.parent)) for word in command]


def table(game: str, item: str) -> Kind:
    """A file with one table of a side game."""
    read = (item, "--in", "FILE")
    return Kind(
        (game, "build", item, "--level", "1", "-o", "FILE"),
        ((game, "probe", *read), (game, "export", *read, "-o", "FOLDER/out.npz", "--force")),
    )
