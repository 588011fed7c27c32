"""What Python says of The Game's notation, for `tests/conformance.py`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from support.cases import Agreed, Case, notation

from tablebase.games.thegame.browser import strategy
from tablebase.games.thegame.position import Position
from tablebase.games.thegame.referee import Round

TEXTS = [
    "4 9 15 33 50 62 71 95 : 2 12 / - / 99 98 / -",
    "96 9 : 2 12 17 7 30 / 20 10 / 95 89 99 / 60 50",
    "- : - / - / - / -",
]


def cases() -> Iterator[Case]:
    """Texts of positions, and what a wrong one is told."""
    files = {"strategy.json": json.loads(strategy())}
    return notation("thegame", TEXTS, "0129:/- x'", Position.parse, files)


def game(rng: random.Random) -> Iterator[Agreed]:
    """The positions of a random game."""
    now = Round.start(rng.getrandbits(32), 0)
    while legal := now.legal_moves():
        plays = [move for move in legal if move.lay]
        moves = {str(move): str(now.play(move).position) for move in plays}
        yield "thegame/probe", {"position": str(now.position)}, now.position, moves
        now = now.play(rng.choice(legal))


CORPORA = {"thegame/conformance.jsonl.gz": cases}
GAMES = (game,)
