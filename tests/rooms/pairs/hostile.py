"""Pair Solitaire for the tests of hostile files and command lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from support.kinds import table

from tablebase.games.pairs.study import study

KINDS = {"pairs": table("pairs", "2H 9C 2S KD 2C 9H 5S KH")}

POSITION = "AS KS 3H 10D AH"
LINKS = {"pairs": {"seed": "3", "m": "AS"}}
PLAIN = {"stack": (POSITION,), "moves": ("AS",), "cards": ("6",)}
WRITERS = {
    "pairs build": ("pairs", "build", "AS KS 3H", "-o", "out.h5", "--force"),
    "pairs export": ("pairs", "export", "AS KS 3H", "-o", "out.parquet", "--force"),
}
CASES = (("pairs", "solve", "AS KS", "--memory", "1e300"),)
IMPORTED = ("tablebase.games.pairs.study",)


def studied(path: Path) -> Any:
    """A study that a file keeps; its seconds are not results."""
    return [stack._replace(seconds=0) for stack in study(12, 3, cards=9, file=path).stacks]


RUNS = {"pairs study": studied}
