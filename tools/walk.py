"""Follow a question through the package: how many functions and files answer it.

python tools/walk.py [--files]

Each journey is one call of the library, for a deal of a 3x3 board, with uncompiled kernels. Counted
are the calls of our functions (a generator that goes on is called again), the different functions
and files, and how often a call is in another file than the call before it. The process has asked
the same of another file before, so what it does only once is not counted. With `--files` the calls
in each file follow, in the order in which the files are entered.
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType

os.environ["NUMBA_DISABLE_JIT"] = "1"

import tablebase
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.rules import Rules

PACKAGE = str(Path(tablebase.__file__).parent)
RULES = Rules("3x3", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3))
DEAL = tablebase.Deal.parse("JA2/A3J/2A2", RULES)


def walks(folder: Path) -> dict[str, list[CodeType]]:
    """The calls of each journey, by its name."""
    whole, tables, small = folder / "whole.h5", folder / "tables.h5", folder / "small.h5"
    position = DEAL.start()
    for _ in range(2):  # the first that the whole game's file holds
        position = position.play(position.legal_moves()[0])
    tablebase.build_large(whole, RULES)
    tablebase.append(tables, tablebase.random_deals(20, 1, RULES))
    tablebase.append(small, [DEAL])
    for file in (whole, small):
        tablebase.open(file).probe(position)
    new, in_whole, in_tables = folder / "new.h5", tablebase.open(whole), tablebase.open(small)
    return {
        "append a deal to a new file": calls_of(lambda: tablebase.append(new, [DEAL])),
        "append a deal to a file of 20": calls_of(lambda: tablebase.append(tables, [DEAL])),
        "probe the whole game's file": calls_of(lambda: in_whole.probe(position)),
        "probe it again": calls_of(lambda: in_whole.probe(position)),
        "probe a file of tables": calls_of(lambda: in_tables.probe(position)),
        "probe this again": calls_of(lambda: in_tables.probe(position)),
    }


def calls_of(journey: Callable[[], object]) -> list[CodeType]:
    """Our functions that a journey calls, in order."""
    found: list[CodeType] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE + os.sep):
            found.append(code)

    sys.setprofile(note)
    try:
        journey()
    finally:
        sys.setprofile(None)
    return found


def main() -> None:
    """Print a row for each journey."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="list the files of each journey")
    every = parser.parse_args().files
    print(f"{'calls':>5} {'functions':>9} {'files':>5} {'changes':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name, calls in walks(Path(folder)).items():
            files = [os.path.relpath(code.co_filename, PACKAGE) for code in calls]
            changes = sum(one != other for one, other in pairwise(files))
            different = len(set(calls)), len(set(files))
            print(f"{len(calls):5} {different[0]:9} {different[1]:5} {changes:7}  {name}")
            for file, number in Counter(files).items() if every else ():
                print(f"{number:5} {file}")


if __name__ == "__main__":
    main()
