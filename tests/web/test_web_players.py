"""The HTTP API for three and four players."""

import random
from urllib.parse import urlencode

import pytest
from support.effort import sample
from support.samples import playouts
from support.sockets import check_path

import tablebase
from tablebase import Board, Rules
from tablebase.engine.play.opponents import strength
from tablebase.engine.rooms import game_of
from tablebase.games.collapsi.answers.offer import Offer
from tablebase.games.collapsi.deck import COLOURS, usual_deck
from tablebase.games.collapsi.position import Deal

THREE = Rules("three", Board(3, 3), usual_deck(9, 3), players=3)
FOUR = Rules("four", Board(3, 4, wrap=False), usual_deck(12, 4), players=4)
VAST = Rules("vast", Board(5, 5), usual_deck(25, 3), players=3)


@pytest.fixture(scope="module")
def states():
    return [Offer((THREE, FOUR, VAST))]


@pytest.mark.parametrize("rules", sample([THREE, FOUR], 1), ids=lambda rules: rules.name)
def test_answers_are_the_librarys(client, tables, rules):
    for position in playouts(rules, 2):
        query = {"position": position, "edition": position.edition.name, "rules": rules.name}
        answer, right = client.get("/api/probe", **query), tables.probe(position).as_dict()
        for move in answer["moves"]:
            check_path(position, move.pop("path"), move["move"])
        assert {key: answer[key] for key in right} == right
        assert (answer["moves"] == []) == position.is_terminal
        pawns = {pawn["pawn"]: pawn["cell"] for pawn in answer["board"]["pawns"]}
        name = rules.board.cell_name
        assert pawns == dict(zip(COLOURS, map(name, position.pawns), strict=False))
        cells = {cell["cell"]: cell["pawn"] for cell in answer["board"]["cells"] if cell["pawn"]}
        assert cells == {cell: pawn for pawn, cell in pawns.items()}


def test_the_rules_say_how_many_play(client):
    listed = {rules["name"]: rules for rules in client.get("/api/rules")}
    assert [listed[name]["searched"] for name in ("5x5", "three", "four")] == [True, False, False]
    assert [listed[name]["players"] for name in ("three", "four", "vast")] == [3, 4, 3]
    assert listed["three"]["positions"] == game_of(Deal.random(random.Random(1), THREE)).size
    assert [listed[name]["tabled"] for name in ("three", "four", "vast")] == [True, True, False]


def test_without_a_table_moves_are_listed(client):
    drawn = client.get("/api/random", rules="vast", seed=1)
    asked = {"position": drawn["position"], "rules": "vast"}
    answer = client.get("/api/probe", **asked)
    assert (answer["values"], answer["forced_by"], answer["origin"]) == (None, None, None)
    assert (answer["result"], answer["dte"], answer["winner"]) == (None, None, None)
    position = Deal.parse(drawn["deal"], VAST).start()
    assert [m["move"] for m in answer["moves"]] == [str(m) for m in position.legal_moves()]
    assert {m["is_best"] for m in answer["moves"]} == {None}
    for move in answer["moves"]:
        check_path(position, move["path"], move["move"])
    assert client.get("/api/line", **asked) == {"line": [answer]}
    refused = client.fails(422, f"/api/reply?{urlencode(asked)}")
    assert (refused["parameter"], "/api/search" in refused["error"]) == ("position", False)


def test_who_has_won_without_a_table(client):
    rng = random.Random(4)
    position = Deal.random(rng, VAST).start()
    while not position.is_terminal:
        position = position.play(rng.choice(position.legal_moves()))
    answer = client.get("/api/probe", position=position, rules="vast")
    assert (answer["winner"], answer["moves"]) == (position.winner, [])
    assert len(answer["out"]) == 1


def test_a_line_goes_to_the_end(client, tables):
    for position in (*playouts(THREE, 3), *list(playouts(tablebase.COLLAPSI, 1))[::4]):
        query = {"position": position, "edition": position.edition.name}
        answer = client.get("/api/line", **query, rules=position.rules.name)
        right = tables.line(position)
        assert [probe["position"] for probe in answer["line"]] == [
            str(probe.position) for probe in right
        ]
        last = answer["line"][-1]
        assert (last["moves"], last["winner"]) == ([], right[-1].position.winner)


@pytest.mark.parametrize("rules", [THREE, FOUR], ids=lambda rules: rules.name)
def test_replies_are_the_levels(client, tables, rules):
    for position in playouts(rules, 5):
        query = {"position": position, "edition": position.edition.name, "rules": rules.name}
        if position.is_terminal:
            refused = client.fails(422, f"/api/reply?{urlencode(query)}")
            assert "the game is over" in refused["error"]
            continue
        found = tables.probe(position)
        for name in ("perfect", "beginner"):
            answer = client.get("/api/reply", level=name, seed=7, **query)
            assert answer["move"] == str(strength(name).choose(found, 7).move)
            check_path(position, answer["path"], answer["move"])


@pytest.mark.parametrize(
    ("target", "parameter", "said"),
    [
        ("reply?level=traps&position", "level", "rules 'three': expected two players"),
        ("search?position", "rules", "a search is for two players, not 3"),
        ("deal?deal", "rules", "expected rules for two players"),
    ],
)
def test_questions_for_two_players_only(client, target, parameter, said):
    deal = client.get("/api/random", rules="three", seed=1)["deal"]
    refused = client.fails(422, f"/api/{target}={deal}&rules=three")
    assert (refused["parameter"], said in refused["error"]) == (parameter, True)
