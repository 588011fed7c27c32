"""2D Nim over HTTP and in JavaScript: both answer as the library does, and refuse alike."""

import random
import shutil
from itertools import product

import pytest
from support.answers import engine, served, write_package
from support.effort import by_effort

from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games import nim
from tablebase.games.nim.answers import is_heavy
from tablebase.web.service import Service

BAD = [
    {"position": "1112/1000"},
    {"position": "111/10"},
    {"position": "6x5"},
    {"position": "0x4"},
    {"position": "1x30"},
    {"position": "/"},
    {"position": "3x3", "take": "0"},
    {"position": "3x3", "misere": "maybe"},
]


def test_positions():
    tables, rng = Tablebase(), random.Random(1)
    for rows, columns, take, misere in ((3, 3, 3, True), (4, 4, 2, False), (2, 5, 5, True)):
        rules = nim.Rules(rows, columns, take, misere)
        for _ in range(40):
            position = nim.Position(rng.randrange(1 << rules.cells), rules)
            linked = str(position).replace("/", "_")  # as links have it
            answer = served("nim/probe", {"position": linked, "take": take, "misere": misere})
            probe = tables.probe(position)
            assert (answer["result"], answer["dte"]) == (probe.result.value, probe.dte)
            assert (answer["stones"], answer["misere"]) == (position.layer, misere)
            for shown, move in zip(answer["moves"], probe.moves, strict=True):
                assert shown.pop("cells") == cells(str(move.move))
                assert shown == move.as_dict()


def cells(move):
    """The cells from one end of a move to the other."""
    (column, row), (last_column, last_row) = (
        ("abcde".index(end[0]), int(end[1])) for end in (move.split("-") * 2)[:2]
    )
    return [
        f"{'abcde'[across]}{down}"
        for down in range(row, last_row + 1)
        for across in range(column, last_column + 1)
    ]


def test_the_usual_rules():
    answer = served("nim/probe", {"position": "4x4"})
    assert (answer["take"], answer["misere"], answer["stones"]) == (3, True, 16)


def test_large_positions_are_decided_where_there_is_a_proof():
    answer = served("nim/decide", {"position": "7x7", "misere": "false"})
    assert (answer["result"], answer["stones"]) == ("win", 49)
    wins = [move["move"] for move in answer["moves"] if move["result"] == "win"]
    assert wins == ["d3-d5", "c4-e4", "d4"]
    assert served("nim/decide", {"position": "8x8"})["result"] is None
    for misere, result in (("true", "win"), ("false", "loss")):
        over = served("nim/decide", {"position": "000000", "misere": misere})
        assert (over["result"], over["moves"]) == (result, [])
    assert served("nim/decide", {"position": "8x9"})["parameter"] == "position"


@pytest.mark.parametrize("query", BAD)
def test_a_refusal_names_the_parameter(query):
    refusal = served("nim/probe", query)
    assert refusal["status"] == 422
    assert refusal["parameter"] == list(query)[-1]


@pytest.mark.thorough
@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_engine_answers_alike(tmp_path):
    rng = random.Random(2)
    queries = [{"position": "1110/1000/0000/0000"}, *BAD]
    for misere, columns, take in product((True, False), (4, 5), (2, 3)):
        for _ in range(by_effort(15, 300)):
            rows = [f"{rng.randrange(1 << columns):0{columns}b}" for _ in range(7 - columns + take)]
            queries.append({"position": "/".join(rows), "take": take, "misere": misere})
    asked = [(path, query) for path in ("nim/probe", "nim/decide") for query in queries]
    found = engine(write_package(tmp_path, ["nim"]), asked)
    assert found == [served(path, query) for path, query in asked]


def test_large_boards_wait_among_the_heavy_questions():
    service = Service(Tablebase())
    heavy = [is_heavy(service, {"position": board}) for board in ("4x4", "5x4", "5x5")]
    assert heavy == [False, True, True]
