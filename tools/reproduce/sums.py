"""SHA-256 of the published files, as `sha256sum` writes and checks it.

``python tools/reproduce/sums.py data`` prints data/SHA256SUMS; names after the folder choose
files. ``sha256sum -c SHA256SUMS`` in the folder checks them without this package.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

SUFFIXES = ".csv", ".h5", ".toml"
"""Suffixes of the files that hold results or were used to produce them."""


def published(folder: Path) -> Iterator[str]:
    """The names of a folder's published files, in order."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)
    return (path.relative_to(folder).as_posix() for path in files)


def sums(folder: Path, names: Iterable[str]) -> Iterator[str]:
    """A line for each file: its digest and its name."""
    return (f"{sha256((folder / name).read_bytes()).hexdigest()}  {name}" for name in names)


def main() -> None:
    """Print the lines for a folder, or for some of its files, as the command line names them."""
    if len(sys.argv) < 2:
        sys.exit("usage: python tools/reproduce/sums.py FOLDER [FILE]...")
    folder = Path(sys.argv[1])
    for line in sums(folder, sys.argv[2:] or published(folder)):
        print(line)


if __name__ == "__main__":
    main()
