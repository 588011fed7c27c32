"""The HTTP API under other rules: boards, decks, editions, landing; tables and searches."""

import json
import random
from urllib.parse import urlencode

import pytest
from support import DEAL, start
from support.samples import playouts
from support.sockets import MAIN, Client, check_path, serving

import tablebase
from tablebase import COLLAPSI, Board, Edition, Position, Rules
from tablebase.engine import induction
from tablebase.engine.rooms import game_of
from tablebase.games.collapsi.answers.offer import SIZES, Offer
from tablebase.games.collapsi.answers.shown import motions, shown_position
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.rules_file import load_rules, named_rules

RING = Rules(
    "ring",
    Board.from_picture("#### #__# #__# ####", wrap=False),
    (0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4),
    (Edition("near", (1, 2)), Edition("far", (3,))),
)
FLAT = Rules("walled", Board(3, 4, wrap=False), load_rules("3x4").deck)
LANDING = Rules("sharing", Board(3, 3), load_rules("3x3").deck, landing=True)
ADDED = (RING, FLAT, LANDING)

LARGE = "JA33J/5464A/24A23/65642/3A255"
"""A deal on 5x5."""


@pytest.fixture(scope="module")
def states():
    return [Offer(ADDED)]


# What is offered


def test_the_rules_that_are_offered(client):
    listed = client.get("/api/rules")
    by_name = {rules["name"]: rules for rules in listed}
    assert listed[0]["name"] == "collapsi"
    assert {*SIZES, "ring", "walled", "sharing"} <= set(by_name)
    collapsi = by_name["collapsi"]
    assert (collapsi["deck"], collapsi["positions"]) == ("AAAA2222333344JJ", 745532)
    assert (collapsi["book"], collapsi["tabled"]) == (True, True)
    ring = by_name["ring"]
    assert ring["picture"] == ["####", "#__#", "#__#", "####"]
    assert ring["editions"][0] == {"name": "near", "joker_steps": [1, 2]}
    assert (ring["wrap"], ring["landing"], ring["book"]) == (False, False, False)
    assert by_name["sharing"]["landing"]
    assert by_name["5x5"]["positions"] == 1_061_159_008
    assert not by_name["5x5"]["tabled"]
    assert by_name["4x5"]["tabled"]


def test_large_tables_are_found_in_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(induction, "LARGE_TABLE", 1)
    rules = tablebase.load_rules("3x3")
    inside, outside = tablebase.random_deals(2, 1, rules)
    tablebase.append(tmp_path / "large.h5", [inside])
    with (
        tablebase.open(tmp_path / "large.h5") as tables,
        serving(tables) as client,
    ):
        (listed,) = client.get("/api/rules", rules="3x3")
        assert (listed["tabled"], listed["stored"]) == (False, True)
        (listed,) = client.get("/api/rules", rules="3x4")
        assert (listed["tabled"], listed["stored"]) == (False, False)
        found = client.get("/api/line", position=str(inside), rules="3x3")["line"][0]
        assert found["dte"] == tablebase.search(inside.start()).value.dte
        client.fails(422, "/api/line?" + urlencode({"position": str(outside), "rules": "3x3"}))


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "data/rules/collapsi.toml", "../ring", "ring.toml", "", "9x9", "1x2"]
)
def test_no_files_and_no_nonsense(client, name):
    for path in ("/api/rules?", f"/api/probe?position={DEAL}&", "/api/random?"):
        answer = client.fails(422, path + urlencode({"rules": name}))
        assert answer["parameter"] == "rules"
        assert "expected" in answer["error"]


def test_names_are_taken_once():
    for added in ((RING, RING), (Rules("5x5", RING.board, RING.deck),), (COLLAPSI,)):
        with pytest.raises(ValueError, match="already exist"):
            Offer(added)


@pytest.mark.parametrize("rules", [COLLAPSI, *ADDED], ids=lambda rules: rules.name)
def test_motions_keep_values(client, tables, rules):
    (described,) = client.get("/api/rules", rules=rules.name)
    offered = {motion["motion"]: motion["cells"] for motion in described["motions"]}
    found = motions(rules.board)
    name = rules.board.cell_name
    assert offered == {motion: list(map(name, cells)) for motion, cells in found.items()}
    deal = next(random_deals(1, 7, rules))
    value = tables.probe(deal.start()).value
    for cells in found.values():
        assert tables.probe(deal.image(cells).start()).value == value


# Answers from tables


@pytest.mark.parametrize("rules", [COLLAPSI, *ADDED], ids=lambda rules: rules.name)
def test_probe_is_the_librarys(client, tables, rules):
    for position in playouts(rules, 3):
        query = {"position": position, "edition": position.edition.name, "rules": rules.name}
        answer, right = client.get("/api/probe", **query), tables.probe(position).as_dict()
        assert {key: answer[key] for key in right if key != "moves"} == {
            key: value for key, value in right.items() if key != "moves"
        }
        for move, expected in zip(answer["moves"], right["moves"], strict=True):
            check_path(position, move.pop("path"), move["move"])
            assert move == expected
        assert answer["rules"] == rules.name
        deal = Deal.parse(answer["deal"], rules)
        assert position.face_up == 0 or game_of(deal).key == game_of(position).key


def test_every_endpoint_takes_rules(client):
    query = {"rules": "ring", "edition": "far"}
    drawn = client.get("/api/random", seed=5, **query)
    assert drawn["deal"] == str(next(random_deals(1, 5, RING)))
    assert (drawn["winner"], drawn["difficulty"], drawn["edition"]) == (None, None, "far")
    for path, asked in (
        ("/api/line", {"position": drawn["position"]}),
        ("/api/reply", {"position": drawn["position"], "level": "casual", "seed": 2}),
        ("/api/deal", {"deal": drawn["deal"]}),
        ("/api/search", {"position": drawn["position"]}),
    ):
        answer = client.get(path, **asked, **query)
        if path == "/api/deal":
            assert answer["positions"] == game_of(Deal.parse(drawn["deal"], RING)).size
            assert sum(ply["wins"] for ply in answer["plies"]) == answer["wins"]


def test_a_board_with_gaps_is_drawn(client):
    drawn = client.get("/api/random", seed=1, rules="ring")
    board = client.get("/api/probe", position=drawn["position"], rules="ring")["board"]
    assert (board["rows"], board["columns"], board["wrap"]) == (4, 4, False)
    assert board["picture"] == ["####", "#__#", "#__#", "####"]
    names = [cell["cell"] for cell in board["cells"]]
    assert names == ["a1", "b1", "c1", "d1", "a2", "d2", "a3", "d3", "a4", "b4", "c4", "d4"]


def test_two_pawns_on_a_card(client):
    shared = next(p for p in playouts(LANDING, 2) if p.red == p.blue)
    answer = client.get("/api/probe", position=shared, rules="sharing")
    name = LANDING.board.cell_name(shared.red)
    assert answer["board"]["pawns"] == [
        {"pawn": "red", "cell": name},
        {"pawn": "blue", "cell": name},
    ]
    (cell,) = [cell for cell in answer["board"]["cells"] if cell["cell"] == name]
    assert cell["pawn"] == answer["side_to_move"]
    assert answer["score"] is None
    deal = client.get("/api/deal", deal=answer["deal"], rules="sharing")
    assert (deal["plies"], deal["opening"]["score"]) == ([], None)


@pytest.mark.parametrize(
    ("query", "parameter", "said"),
    [
        ({"edition": "wild"}, "edition", "expected near or far"),
        ({"position": DEAL}, "position", "expected _, because there is no cell"),
        ({"position": "J"}, "position", "expected 4"),
    ],
)
def test_what_other_rules_refuse(client, query, parameter, said):
    deal = str(next(random_deals(1, 1, RING)))
    asked = urlencode({"position": deal, "rules": "ring", **query})
    answer = client.fails(422, f"/api/probe?{asked}")
    assert answer["parameter"] == parameter
    assert said in answer["error"]


@pytest.mark.parametrize("name", ["winner=red", "length=7", "winning_moves=1", "difficulty=easy"])
def test_most_rules_have_no_book(client, name):
    answer = client.fails(422, f"/api/random?rules=4x5&{name}")
    assert answer["parameter"] == name.split("=")[0]
    assert "expected no filter" in answer["error"]


def test_tables_are_kept_while_they_fit():
    deals = list(random_deals(4, 1, load_rules("3x4")))
    size = tablebase.build(deals[0]).packed().nbytes
    tables = tablebase.Tablebase(cached_bytes=2 * size)
    for deal in deals:
        tables.table(deal)
        assert tables.cached(deal) is not None
    assert tables.cached_tables == 2
    small = tablebase.Tablebase(cached_bytes=1)
    assert small.table(deals[0]).packed().nbytes == size
    assert small.cached_tables == 1


# Where there is no table


@pytest.mark.parametrize("name", ["probe", "line", "reply"])
def test_a_board_too_large_for_a_table(client, name):
    answer = client.fails(422, f"/api/{name}?rules=5x5&position={LARGE}")
    assert answer["parameter"] == "position"
    assert "1,061,159,008 positions" in answer["error"]
    assert "/api/search" in answer["error"]
    assert client.fails(422, f"/api/deal?rules=5x5&deal={LARGE}")["parameter"] == "deal"


@pytest.mark.parametrize("rules", [COLLAPSI, FLAT, LANDING], ids=lambda rules: rules.name)
def test_search_agrees_with_the_table(client, tables, rules):
    for position in list(playouts(rules, 4))[::3]:
        query = {"position": position, "edition": position.edition.name, "rules": rules.name}
        answer, right = client.get("/api/search", **query), tables.probe(position)
        assert answer["complete"]
        assert (answer["result"], answer["dte"]) == (right.result.value, right.dte)
        assert answer["winner"] == right.winner
        assert len(answer["line"]) == right.dte
        answered = {move["move"]: move for move in answer["moves"]}
        assert list(answered) == list(dict.fromkeys(answered))
        assert len(answered) == len(right.moves)
        for move in right.moves:
            entry = answered[str(move.move)]
            check_path(position, entry["path"], entry["move"])
            assert (entry["result"], entry["dte"]) == move.value._replace(
                result=move.value.result.value
            )
            assert (entry["keeps_win"], entry["is_best"]) == (move.keeps_win, move.is_best)
            assert entry["position"] == str(move.position)
        keeps = [move["keeps_win"] for move in answer["moves"]]
        assert keeps == sorted(keeps, reverse=True)


def test_a_search_that_is_stopped_reports_bounds(client):
    deal = next(random_deals(1, 1, load_rules("6x6")))
    answer = client.get("/api/search", position=deal, rules="6x6", seconds=1)
    assert (answer["complete"], answer["stopped"]) == (False, "seconds")
    assert len(answer["moves"]) == len(deal.start().legal_moves())
    position = Position.parse(answer["position"], "wild", load_rules("6x6"))
    assert answer["board"]["rows"] == position.rules.board.rows == 6


def test_searches_do_not_last(client):
    target = f"/api/search?position={DEAL}"
    assert client.ask(target)[1]["Cache-Control"] == "no-store"
    assert client.fails(422, f"{target}&seconds=11")["parameter"] == "seconds"


@pytest.mark.parametrize(
    ("rules", "lasts"),
    [("collapsi", True), ("4x5", True), ("5x5", False), ("shift-back", False), ("ring", False)],
)
def test_answers_last_where_rules_and_tables_stay_the_same(client, rules, lasts):
    deal = next(random_deals(1, 1, {"ring": RING}.get(rules, rules)))
    _, headers, _ = client.ask(f"/api/moves?rules={rules}&position={deal}")
    assert ("no-cache" in headers["Cache-Control"], "ETag" in headers) == (lasts, lasts)


# The command


@pytest.mark.thorough
def test_serve_offers_rules_of_files(fails, tmp_path):
    path = tmp_path / "tiny.toml"
    path.write_text('board = "2x3"\ndeck = "JJA223"\nlanding = true\n')
    with start(MAIN, "serve", "--port", 0, "--rules", path) as process:
        client = Client(int(process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1]))
        (found,) = client.get("/api/rules", rules="tiny")
        assert (found["deck"], found["landing"]) == ("A223JJ", True)
        assert client.get("/api/probe", position="JA2/2J3", rules="tiny")["dte"] >= 0
        client.close()
        process.terminate()
    twice = fails(2, "serve", "--port", 0, "--rules", path, "--rules", path)
    assert "expected another name" in twice


def test_rules_of_names_never_read_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.toml").write_text('board = "3x3"\n')
    assert named_rules("own.toml") is None
    assert load_rules("own.toml").board.size == 9
    assert json.dumps(named_rules("3x3").as_dict())


def test_of_two_pawns_on_a_card_the_one_to_move_is_shown():
    rng, shared = random.Random(4), 0
    for deal in random_deals(30, 4, LANDING):
        position = deal.start()
        while moves := position.legal_moves():
            onto = [move for move in moves if move.destination == position.opponent]
            position = position.play(rng.choice([*moves, *onto]))
            cells = shown_position(position)["board"]["cells"]
            assert cells[position.mover]["pawn"] == position.side_to_move
            shared += position.red == position.blue and position.side_to_move == "red"
    assert shared > 5
