"""What Python says of The Game's notation, for `tests/conformance.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cases import Case, notation

from tablebase.games.thegame.browser import strategy
from tablebase.games.thegame.position import Position

TEXTS = [
    "4 9 15 33 50 62 71 95 : 2 12 / - / 99 98 / -",
    "96 9 : 2 12 17 7 30 / 20 10 / 95 89 99 / 60 50",
    "- : - / - / - / -",
]


def cases() -> Iterator[Case]:
    """Texts of positions, and what a wrong one is told."""
    files = {"strategy.json": json.loads(strategy())}
    return notation("thegame", TEXTS, "0129:/- x'", Position.parse, files)


CORPORA = {"thegame/conformance.jsonl.gz": cases}
