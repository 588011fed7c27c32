"""What Python says of Pair Solitaire's notation, for `tests/conformance.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator

from support.cases import Agreed, Case, notation

from tablebase.compare import playout
from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.position import Position


def cases() -> Iterator[Case]:
    """Texts of positions, and what a wrong one is told."""
    texts = ["A♠ 10♥ Td jc", "as,KD_3h", "2H xKD 2C 9H 10S KH x5D 2D", "2H 9C 2S KD 2C 9H 5S KH 5D"]
    return notation("pairs", texts, "A10JKTSHDCxq ,'♦", Position.parse)


def game(rng: random.Random) -> Iterator[Agreed]:
    """The positions of a random game."""
    for position in playout(shuffled(rng, rng.choice((2, 5, 13, 52))), rng):
        moves = dict.fromkeys(map(str, position.legal_moves()))  # the positions are not answered
        yield "pairs/probe", {"position": str(position)}, position, moves


CORPORA = {"pairs/conformance.jsonl.gz": cases}
GAMES = (game,)
