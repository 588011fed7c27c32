"""What Python says of Pair Solitaire's rules, for `tests/conformance.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator

from support.cases import Case, wrong_cases

from tablebase.games.pairs.notation import DECK
from tablebase.games.pairs.position import Position


def cases() -> Iterator[Case]:
    """The header and the cases."""
    rng = random.Random("pairs")
    yield {}
    texts = ["A♠ 10♥ Td jc", "as,KD 3h", "2H 9C 2S KD 2C 9H 5S KH 5D 2D"]
    for size in (2, 5, 13, 20, 52):
        for _ in range(20):
            position = Position.of(rng.sample(DECK, size))
            while moves := position.legal_moves():
                texts.append(str(position))
                yield {"query": {"position": str(position)}, "says": says(position)}
                position = position.play(rng.choice(moves))
    for text, error in wrong_cases(rng, texts, "A10JKTSHDCxq ,'♦", Position.parse):
        yield {"query": {"position": text}, "parameter": "position", "error": error}


def says(position: Position) -> Case:
    """How many cards are left, and which may be removed."""
    removable = [str(move) for move in position.legal_moves()]
    return {"position": str(position), "cards": position.layer, "removable": removable}


CORPORA = {"pairs/conformance.jsonl.gz": cases}
