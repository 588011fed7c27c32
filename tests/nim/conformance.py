"""What Python says of 2D Nim's rules, for `tests/conformance.py`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from cases import Case, wrong_cases

from tablebase.games.nim.browser import codings
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules

BOARDS = ((4, 4, 3), (4, 4, 2), (3, 5, 4), (2, 6, 3), (5, 2, 1), (1, 9, 9))
"""Rows, columns, and how many stones may be taken."""


def cases() -> Iterator[Case]:
    """The header and the cases."""
    rng = random.Random("nim")
    yield {"files": {"codings.json": json.loads(codings())}}
    texts = ["4x4", "3x9", "10x2", "00/00"]
    for rows, columns, take in BOARDS:
        for misere in (True, False):
            rules = {"take": take, "misere": misere}
            for _ in range(8):
                position = Position.full(Rules(rows, columns, **rules))
                while moves := position.legal_moves():
                    texts.append(str(position))
                    yield {"query": {"position": str(position), **rules}, "says": says(position)}
                    position = position.play(rng.choice(moves))
    for text, error in wrong_cases(rng, texts, "01/ 2x'\n", Position.parse):
        yield {"query": {"position": text}, "parameter": "position", "error": error}


def says(position: Position) -> Case:
    """A position's moves, and where they lead."""
    moves = {str(move): str(position.play(move)) for move in position.legal_moves()}
    return {"position": str(position), "stones": position.layer, "moves": moves}


CORPORA = {"nim/conformance.jsonl.gz": cases}
