"""The HTTP API for three and four players."""

from __future__ import annotations

import random
from urllib.parse import urlencode

import jsonschema
import pytest
from test_web import serving
from test_web_rules import check_path, schema

import tablebase
from tablebase import Board, Rules
from tablebase.games.collapsi.duels.answers import probe
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import COLOURS, usual_deck

THREE = Rules("three", Board(3, 3), usual_deck(9, 3), players=3)
FOUR = Rules("four", Board(3, 4, wrap=False), usual_deck(12, 4), players=4)
VAST = Rules("vast", Board(5, 5), usual_deck(25, 3), players=3)


@pytest.fixture(scope="module")
def tables():
    return tablebase.Tablebase(cached_tables=8)


@pytest.fixture(scope="module")
def client(tables):
    with serving(tables, rules=(THREE, FOUR, VAST)) as client:
        yield client


def playouts(rules, seed):
    rng = random.Random(seed)
    for _ in range(4):
        position = Deal.random(rng, rules).start(rng.choice(rules.editions))
        while not position.is_terminal:
            yield position
            position = position.play(rng.choice(position.legal_moves()))
        yield position


@pytest.mark.parametrize("rules", [THREE, FOUR], ids=lambda rules: rules.name)
def test_answers_are_the_librarys(client, tables, rules):
    for position in playouts(rules, 2):
        query = {"position": position, "edition": position.edition.name, "rules": rules.name}
        answer, right = client.get("/api/players", **query), probe(tables, position).as_dict()
        jsonschema.validate(answer, schema("/api/players"))
        assert {key: answer[key] for key in right} == right
        for move in answer["moves"]:
            check_path(position, move["path"], move["move"])
        pawns = {pawn["pawn"]: pawn["cell"] for pawn in answer["board"]["pawns"]}
        name = rules.board.cell_name
        assert pawns == dict(zip(COLOURS, map(name, position.pawns), strict=False))
        cells = {cell["cell"]: cell["pawn"] for cell in answer["board"]["cells"] if cell["pawn"]}
        assert cells == {cell: pawn for pawn, cell in pawns.items()}


def test_the_rules_say_how_many_play(client):
    listed = {rules["name"]: rules for rules in client.get("/api/rules")}
    assert [listed[name]["players"] for name in ("three", "four", "vast")] == [3, 4, 3]
    assert listed["three"]["positions"] == Deal.random(random.Random(1), THREE).game.size
    assert [listed[name]["tabled"] for name in ("three", "four", "vast")] == [True, True, False]
    jsonschema.validate(list(listed.values()), schema("/api/rules"))


def test_a_random_deal(client):
    drawn = client.get("/api/random", rules="three", seed=9)
    assert drawn["position"] == str(Deal.random(random.Random(9), THREE).start())
    assert client.get("/api/players", position=drawn["deal"], rules="three")["ply"] == 0


def test_without_a_table_moves_are_told(client):
    drawn = client.get("/api/random", rules="vast", seed=1)
    answer = client.get("/api/players", position=drawn["position"], rules="vast")
    jsonschema.validate(answer, schema("/api/players"))
    assert (answer["values"], answer["forced_by"], answer["origin"]) == (None, None, None)
    position = Deal.parse(drawn["deal"], VAST).start()
    assert [m["move"] for m in answer["moves"]] == [str(m) for m in position.legal_moves()]
    assert {m["is_best"] for m in answer["moves"]} == {None}


@pytest.mark.parametrize("path", ["probe", "line", "search", "reply"])
def test_what_is_for_two(client, path):
    drawn = client.get("/api/random", rules="three", seed=1)
    asked = urlencode({"position": drawn["position"], "rules": "three"})
    answer = client.fails(422, f"/api/{path}?{asked}")
    assert (answer["parameter"], "/api/players" in answer["error"]) == ("rules", True)
    asked = urlencode({"deal": drawn["deal"], "rules": "three"})
    assert client.fails(422, f"/api/deal?{asked}")["parameter"] == "rules"


@pytest.mark.parametrize(
    ("query", "parameter", "said"),
    [
        ({"rules": "three"}, "position", "is missing"),
        ({"position": "JJJ/AAA/A22"}, "rules", "are for two players"),
        ({"position": "JJJ/AAA/A2", "rules": "three"}, "position", "expected 3"),
        ({"position": "JJJ/AAA/A23", "rules": "three"}, "position", "wrong deck"),
        ({"position": "JJJ/AAA/A22", "rules": "three", "edition": "x"}, "edition", "wild"),
    ],
)
def test_bad_questions(client, query, parameter, said):
    answer = client.fails(422, f"/api/players?{urlencode(query)}")
    assert answer["parameter"] == parameter
    assert said in answer["error"]
