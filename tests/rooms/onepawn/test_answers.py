"""The first version of Collapsi over HTTP: it answers as the library does."""

import random

import pytest
from support.answers import served

from tablebase.compare import playout
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games.collapsi.board import Board
from tablebase.games.onepawn.game import DECKS, Position, Rules


def test_positions():
    tables, rng = Tablebase(), random.Random(7)
    for size, deck in ((3, (0, 1, 1, 1, 2, 2, 2, 3, 3)), (4, DECKS[16])):
        cards = list(deck)
        rng.shuffle(cards)
        start = Position.start(tuple(cards), Rules(Board(size, size)))
        for position in playout(start, rng):
            answer = served("onepawn/probe", {"position": str(position)})
            probe = tables.probe(position)
            assert (answer["result"], answer["dte"]) == (probe.result.value, probe.dte)
            assert (answer["winner"], answer["ply"]) == (probe.winner, position.ply)
            for shown, move in zip(answer["moves"], probe.moves, strict=True):
                assert shown.items() >= move.as_dict().items()
                assert shown["path"][-1] == shown["move"]


def test_rows_may_be_separated_by_blanks_or_as_in_links():
    texts = "A2J/A3A/22A", "A2J A3A\n22A", "A2J_A3A_22A"
    answers = [served("onepawn/probe", {"position": text}) for text in texts]
    assert answers == answers[:1] * 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A223/4A23/3A23/43A4", "0 jokers: expected 1"),
        ("A2234/AAAAA/22222/33333/J4444", "a board of 5 rows: expected 4 at most"),
        ("A2J/A3A/22A r", "expected the value of every card, and no side to move"),
        ("AJ", "board of 1 cell: expected 3 to 25"),
    ],
)
def test_refusals(text, says):
    refusal = served("onepawn/probe", {"position": text})
    assert (refusal["status"], refusal["parameter"]) == (422, "position")
    assert says in refusal["error"]
