"""What Python says of Solo's notation, for `tests/conformance.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator

from cases import Case, notation

from tablebase.games.solo.browser import data
from tablebase.games.solo.game import Position

START = Position.parse("A223/4A2J/3A23/J3A4")


def cases() -> Iterator[Case]:
    """Texts of positions, and what a wrong one is told."""
    texts = [str(START)]
    for first in START.legal_moves():
        after = START.play(first)
        texts += [str(after), *(str(after.play(move)) for move in after.legal_moves())]
    signs = [*"AJ0234xrb?/ '", " r"]
    return notation("solo", texts, signs, Position.parse, {"room.json": json.loads(data())})


CORPORA = {"solo/conformance.jsonl.gz": cases}
