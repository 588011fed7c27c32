"""What Python says of Solo's notation, for `tests/conformance.py`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from support.cases import Agreed, Case, moves_of, notation

from tablebase.compare import playout
from tablebase.games.solo.boards import random_start
from tablebase.games.solo.browser import data
from tablebase.games.solo.game import EXITS, Position, Rules

START = Position.parse("A223/4A2J/3A23/J3A4")


def cases() -> Iterator[Case]:
    """Texts of positions, and what a wrong one is told."""
    texts = [str(START)]
    for first in START.legal_moves():
        after = START.play(first)
        texts += [str(after), *(str(after.play(move)) for move in after.legal_moves())]
    signs = [*"AJ0234xrb?/ '", " r"]
    return notation("solo", texts, signs, Position.parse, {"room.json": json.loads(data())})


def game(rng: random.Random) -> Iterator[Agreed]:
    """The positions of a random game from a random board."""
    exit_, steps = rng.choice(EXITS), rng.choice(((1, 2, 3, 4), (1,), (2, 3)))
    query = {"exit": exit_, "joker": "".join(map(str, steps))}
    for position in playout(random_start(rng, rules=Rules(exit=exit_, joker_steps=steps)), rng):
        yield "solo/probe", {"position": str(position), **query}, position, moves_of(position)


CORPORA = {"solo/conformance.jsonl.gz": cases}
GAMES = (game,)
