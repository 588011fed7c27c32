"""`POST /api/probe`: many positions in the body of a request."""

import json
import random
import threading
import time
from contextlib import closing

import jsonschema
import pytest
from support import DEAL
from support.sockets import LATER, Client, connected, rest, sent_until_closed, serving

import tablebase
from tablebase import Board, Rules
from tablebase.compare import playout
from tablebase.games.collapsi.answers import questions
from tablebase.games.collapsi.answers.offer import Offer
from tablebase.games.collapsi.answers.questions import MOST_POSITIONS
from tablebase.games.collapsi.position import random_deals
from tablebase.web.guard import LONGEST_BODY
from tablebase.web.parameters import RequestError
from tablebase.web.service import Service

PATH = "/api/probe"
JSON = {"Content-Type": "application/json"}


def values(client, positions, **fields):
    """The values that a server gives for some positions."""
    body = json.dumps({"positions": list(map(str, positions)), **fields})
    status, headers, answer = client.ask(PATH, method="POST", headers=JSON, body=body)
    assert status == 200, answer
    assert headers["Cache-Control"] == "no-store"
    return json.loads(answer)["values"]


def fails(client, status, body, headers=JSON):
    return client.fails(status, PATH, method="POST", headers=headers, body=body)


# Answers


def test_the_answer_is_as_described(client):
    described = client.get("/api/openapi.json")["paths"][PATH]["post"]
    asked = described["requestBody"]["content"]["application/json"]
    jsonschema.Draft202012Validator.check_schema(asked["schema"])
    jsonschema.validate(asked["example"], asked["schema"])
    status, _, body = client.ask(
        PATH, method="POST", headers=JSON, body=json.dumps(asked["example"])
    )
    answer = described["responses"]["200"]["content"]["application/json"]["schema"]
    assert status == 200
    jsonschema.validate(json.loads(body), answer)


@pytest.mark.parametrize(
    ("rules", "edition"),
    [("collapsi", "wild"), ("collapsi", "single"), ("3x3", "wild"), ("3-players", "single")],
)
def test_each_value_is_that_of_a_probe(client, tables, rules, edition):
    rng, found = random.Random(4), []
    for deal in random_deals(3, 4, rules):
        found += playout(deal.start(edition), rng)
    answer = values(client, found, rules=rules, edition=edition)
    for position, value in zip(found, answer, strict=True):
        probe = tables.probe(position)
        assert value == {
            "position": str(position),
            "side_to_move": position.sides[0],
            "result": probe.result.value,
            "dte": probe.dte,
        }


def test_as_many_positions_as_allowed(client):
    found = values(client, [LATER] * MOST_POSITIONS)
    assert len(found) == MOST_POSITIONS
    assert {value["dte"] for value in found} == {11}


def test_a_body_in_pieces(client):
    body = json.dumps({"positions": [LATER]}).encode()
    with closing(Client(client.port)) as other:
        other.connection.request("POST", PATH, iter([body[:9], body[9:]]), JSON)
        answer = other.connection.getresponse()
        assert (answer.status, len(json.loads(answer.read())["values"])) == (200, 1)
        assert other.get("/api/health")["status"] == "ok"  # the connection stays open


def test_the_content_type_may_name_its_characters(client):
    body = "\ufeff".encode() + json.dumps({"positions": [DEAL]}).encode()  # some write a mark first
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert client.ask(PATH, method="POST", headers=headers, body=body)[0] == 200


def test_pages_of_other_origins_may_send_json(client):
    status, headers, _ = client.ask(PATH, method="OPTIONS")
    assert status == 204
    assert "POST" in headers["Access-Control-Allow-Methods"]
    assert headers["Access-Control-Allow-Headers"] == "Content-Type"
    assert client.ask("/api/line", method="OPTIONS")[1]["Access-Control-Allow-Headers"] is None


# Errors


@pytest.mark.parametrize(
    ("body", "status", "parameter", "index", "said"),
    [
        (b"", 400, None, None, "not JSON from line 1, column 1"),
        (b'{"positions": [', 400, None, None, "not JSON from line 1, column 16"),
        (b"\xff{}", 400, None, None, "byte 0 of the body: expected UTF-8"),
        (b"[" * 100_000, 400, None, None, "expected texts"),
        (b"9" * 5000, 400, None, None, "expected texts"),
        ("[]", 422, None, None, "the body is []: expected a JSON object"),
        ("null", 422, None, None, "the body is None"),
        ("{}", 422, "positions", None, "'positions' is missing"),
        ('{"positions": "x"}', 422, "positions", None, "'x': expected a list of 1 to 1,000"),
        ('{"positions": {"a": "b"}}', 422, "positions", None, "expected a list of 1 to 1,000"),
        ('{"positions": []}', 422, "positions", None, "0 entries: expected a list of 1 to"),
        (json.dumps({"positions": [DEAL] * 1001}), 422, "positions", None, "1,001 entries"),
        (f'{{"positions": ["{DEAL}", 7]}}', 422, "positions", 1, "positions[1], 7: expected"),
        (f'{{"positions": ["{" " * 201}"]}}', 422, "positions", 0, "has 201 characters"),
        (f'{{"positions": ["{DEAL}", "no"]}}', 422, "positions", 1, "positions[1]: 'no' has 1 row"),
        ('{"positions": ["\\ud800"]}', 422, "positions", 0, "has 1 row"),
        (f'{{"positions": ["{LATER[:-1]}r"]}}', 422, "positions", 0, "expected 'b'"),
        (f'{{"positions": ["{DEAL}"], "deep": 1}}', 422, "deep", None, "expected positions, "),
        (f'{{"positions": ["{DEAL}"], "rules": 5}}', 422, "rules", None, "5: expected a text"),
        (f'{{"positions": ["{DEAL}"], "rules": "x"}}', 422, "rules", None, "no rules named 'x'"),
        (f'{{"positions": ["{DEAL}"], "edition": "x"}}', 422, "edition", None, "wild or single"),
        (f'{{"positions": ["{DEAL}"], "edition": null}}', 422, "edition", None, "None"),
        (f'{{"rules": "3x3", "rules": "{DEAL}"}}', 422, "rules", None, "given twice"),
    ],
)
def test_bad_bodies(client, body, status, parameter, index, said):
    answer = fails(client, status, body)
    assert (answer.get("parameter"), answer.get("index")) == (parameter, index)
    assert said in answer["error"]


@pytest.mark.parametrize("media", [None, "text/plain", "application/x-www-form-urlencoded", "json"])
def test_a_body_must_be_json(client, media):
    headers = {} if media is None else {"Content-Type": media}
    said = fails(client, 415, json.dumps({"positions": [DEAL]}), headers)
    assert "expected application/json" in said["error"]


def test_a_query_goes_with_no_body(client):
    body = json.dumps({"positions": [DEAL]})
    said = client.fails(422, f"{PATH}?rules=3x3", method="POST", headers=JSON, body=body)
    assert said["parameter"] == "rules"


@pytest.mark.parametrize("rules", ["5x5", "shift-back"])
def test_boards_without_a_table_are_refused(client, rules):
    deal = next(random_deals(1, 1, rules))
    said = fails(client, 422, json.dumps({"positions": [str(deal)], "rules": rules}))
    assert (said["parameter"], "no table" in said["error"]) == ("positions", True)


def test_no_more_tables_are_built_than_fit_into_memory():
    tables = tablebase.Tablebase()
    with serving(tables) as client:
        found = list(map(str, random_deals(30, 1, "4x5")))
        said = fails(client, 422, json.dumps({"positions": found, "rules": "4x5"}))
    assert "the tables of 30 deals take 573 MiB" in said["error"]
    assert tables.built_tables == 0


def test_positions_of_a_whole_game(monkeypatch):
    rules = Rules("own", Board(3, 3), (0, 0, 1, 1, 1, 1, 2, 2, 2))
    tables = tablebase.solve_game(rules=rules)
    service, deals = Service(tables, [Offer((rules,))]), list(map(str, random_deals(3, 1, rules)))
    found = questions.probe_many(service, {"positions": deals, "rules": "own"})["values"]
    for deal, value in zip(deals, found, strict=True):
        probe = questions.probe.answer(service, {"position": deal, "rules": "own"})
        assert value == {key: probe[key] for key in value}
    monkeypatch.setattr(questions, "BATCH_SECONDS", 0)
    with pytest.raises(RequestError, match="expected fewer deals"):
        questions.probe_many(service, {"positions": deals, "rules": "own"})


# Limits


@pytest.mark.parametrize("pieces", [False, True], ids=["at once", "in pieces"])
def test_long_bodies_are_refused(client, pieces):
    body = json.dumps({"positions": [DEAL] * 20_000}).encode()
    assert len(body) > LONGEST_BODY
    with closing(Client(client.port)) as other:
        said = fails(other, 413, iter([body]) if pieces else body)
        assert f"expected {LONGEST_BODY:,} or fewer" in said["error"]
        assert other.get("/api/health")["status"] == "ok"  # over a new connection


def test_a_body_that_only_says_that_it_is_long_is_refused(client):
    with connected(client) as raw:
        raw.sendall(request(LONGEST_BODY + 1))
        assert rest(raw).startswith(b"HTTP/1.1 413 ")


def request(length):
    """The head of a request with a body of some length."""
    return (
        f"POST {PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Content-Length: {length}\r\n\r\n"
    ).encode()


def test_bodies_that_do_not_arrive_are_not_waited_for():
    begun = b'{"positions": ['
    with serving(tablebase.Tablebase(), client_seconds=2) as hasty:
        with connected(hasty) as raw:
            raw.sendall(request(1000) + begun)
            assert rest(raw) == b""  # because the server closes, else a TimeoutError
        with connected(hasty) as raw:
            raw.sendall(request(1000) + begun)
            assert sent_until_closed(raw, b" ", 200, 0.1) < 200


def test_clients_that_leave_within_a_body_leave_nothing_behind(client, capfd):
    for _ in range(3):
        with connected(client) as raw:
            raw.sendall(request(1000) + b"{")
    deadline = time.monotonic() + 20
    left = f'requests_total{{path="{PATH}",status="499"}} 3.0'
    while left not in client.ask("/metrics")[2].decode():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "Traceback" not in capfd.readouterr().err


def test_other_clients_do_not_wait_for_many_positions():
    may_end = threading.Event()

    class Slow(tablebase.Tablebase):
        def probe_many(self, positions, progress=None):
            assert may_end.wait(30)
            return super().probe_many(positions, progress)

    with serving(Slow(), threads=1) as client, closing(Client(client.port)) as other:
        other.connection.request("POST", PATH, json.dumps({"positions": [DEAL]}), JSON)
        assert client.get("/api/line", position=DEAL)["line"]
        may_end.set()
        assert other.connection.getresponse().status == 200
