"""What Python says of 2D Nim's notation and of its large boards, for `tests/conformance.py`."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

from support.cases import Agreed, Case, moves_of, notation

from tablebase.compare import playout
from tablebase.games.nim.browser import codings
from tablebase.games.nim.pairing import decide, winning
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules


def cases() -> Iterator[Case]:
    """Texts of positions, and what a wrong one is told."""
    texts = ["4x4", "2x7", "7x2", "00/00", "1110_1000_0000_0000", "111111\n110111"]
    return notation(
        "nim", texts, "01/ 2x'\n", Position.parse, {"codings.json": json.loads(codings())}
    )


def game(rng: random.Random) -> Iterator[Agreed]:
    """The positions of a random game on a random board."""
    rows, columns, take = (rng.randint(1, 4) for _ in range(3))
    rules = Rules(rows, columns, take, rng.random() < 0.5)
    query = {"take": take, "misere": rules.misere}
    for position in playout(Position.full(rules), rng):
        yield "nim/probe", {"position": str(position), **query}, position, moves_of(position)


LARGE = ((6, 6, 3), (8, 8, 3), (7, 5, 2), (3, 12, 4), (2, 20, 1), (6, 6, 6))
"""Boards that are not solved: rows, columns, and how many stones may be taken."""


def decisions() -> Iterator[Case]:
    """A header, and positions of large boards with what pairing and small parts say of them."""
    rng = random.Random("decide")
    yield {}
    for rows, columns, take in LARGE:
        for misere in (False, True):
            rules = Rules(rows, columns, take, misere)
            for position in samples(rng, rules):
                yield {
                    "query": {"position": str(position), "take": take, "misere": misere},
                    "says": decision(position),
                }


def samples(rng: random.Random, rules: Rules) -> Iterator[Position]:
    """The full board, others with fewer and fewer stones, some equal to their half-turn, none."""
    yield Position.full(rules)
    for share in (0.95, 0.7, 0.5, 0.4, 0.3):
        cells = [rng.random() < share for _ in range(rules.cells)]
        for turned in (cells, [cells[max(at, rules.cells - 1 - at)] for at in range(rules.cells)]):
            yield Position(sum(bit << at for at, bit in enumerate(turned)), rules)
    yield Position(0, rules)


def decision(position: Position) -> Case:
    """Who wins, the moves that do, those that are not known, and the number of those that lose."""
    decided, wins = decide(position), winning(position)
    moves = [str(move) for move in position.legal_moves()]
    return {
        "wins": position.rules.misere if position.is_terminal else decided and decided.wins,
        "winning": [move for move, won in zip(moves, wins, strict=True) if won],
        "unknown": [move for move, won in zip(moves, wins, strict=True) if won is None],
        "losing": wins.count(False),
    }


CORPORA = {"nim/conformance.jsonl.gz": cases, "nim/decisions.jsonl.gz": decisions}
GAMES = (game,)
