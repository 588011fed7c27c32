"""What Python says of Solo's rules, for `tests/conformance.py`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from support.cases import Case, wrong_cases

from tablebase.games.solo.boards import random_start
from tablebase.games.solo.browser import data
from tablebase.games.solo.game import EXITS, Position, Rules


def cases() -> Iterator[Case]:
    """The header and the cases."""
    rng = random.Random("solo")
    yield {"files": {"room.json": json.loads(data())}}
    texts = ["A223/4A2J/3A23/J3A4"]
    for exit_ in EXITS:
        for steps in ((1, 2, 3, 4), (1,), (2, 3)):
            rules = Rules(exit=exit_, joker_steps=steps)
            query = {"exit": exit_, "joker": "".join(map(str, steps))}
            for _ in range(8):
                position = random_start(rng, rules=rules)
                for _ in range(16):
                    texts.append(str(position))
                    yield {"query": {"position": str(position), **query}, "says": says(position)}
                    if not position.legal_moves():
                        break
                    position = position.play(rng.choice(position.legal_moves()))
    for text, error in wrong_cases(rng, texts, [*"AJ0234xrb?/ '", " r"], Position.parse):
        yield {"query": {"position": text}, "parameter": "position", "error": error}


def says(position: Position) -> dict[str, Any]:
    """The cards left, a position's moves, and where they lead."""
    moves = {str(move): str(position.play(move)) for move in position.legal_moves()}
    return {"position": str(position), "cards": position.remaining, "moves": moves}


CORPORA = {"solo/conformance.jsonl.gz": cases}
