"""What Python says of The Game's rules, for `tests/conformance.py`."""

from __future__ import annotations

import random
from collections.abc import Iterator

from support.cases import Case, wrong_cases

from tablebase.games.thegame.position import Position
from tablebase.games.thegame.rules import THE_GAME


def cases() -> Iterator[Case]:
    """The header and the cases."""
    rng = random.Random("thegame")
    yield {"files": {"strategy.json": {"rules": THE_GAME.as_dict()}}}
    texts = []
    for _ in range(30):
        position = Position.start(())
        while True:
            missing = min(THE_GAME.hand - len(position.hand), len(position.deck))
            position = position.draw(tuple(rng.sample(position.deck, missing)))
            texts.append(str(position))
            yield {"query": {"position": str(position)}, "says": says(position)}
            for _ in range(THE_GAME.minimum):
                # The nearest cards, so that games become long, and now and then any.
                plays = sorted(position.plays(), key=lambda play: gap(position, play))
                if plays:
                    position = position.lay(plays[0] if rng.random() < 0.9 else rng.choice(plays))
            if not plays:
                break
    for text, error in wrong_cases(rng, texts, "0129:/- x'", Position.parse):
        yield {"query": {"position": text}, "parameter": "position", "error": error}


def gap(position: Position, play) -> int:
    """How far a play goes on, less than 0 for a trick."""
    top = position.tops[play.pile]
    return (play.card - top) * THE_GAME.direction(play.pile)


def says(position: Position) -> Case:
    """What there is, what may be laid, and where that leads."""
    return {
        "position": str(position),
        "tops": position.tops,
        "deck": position.deck,
        "remaining": position.remaining,
        "plays": [
            [play.card, play.pile, position.is_trick(play), str(position.lay(play))]
            for play in position.plays()
        ],
    }


CORPORA = {"thegame/conformance.jsonl.gz": cases}
