"""The HTTP API of installed games: a stranger's endpoints, and those that cannot be used."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Annotated, TypedDict
from urllib.parse import urljoin

import pytest
from support.sockets import serving

import tablebase
from tablebase.engine.rooms import Installed, Room, RoomWarning, installed
from tablebase.errors import MissingTableError
from tablebase.web.api import Addressed, addressed
from tablebase.web.endpoints import Endpoint
from tablebase.web.openapi import document
from tablebase.web.package import package
from tablebase.web.parameters import text
from tablebase.web.schemas import Count
from tablebase.web.server import warm_up
from tablebase.web.service import Service


class Asked:
    """How many questions have been asked."""

    def __init__(self):
        self.number = 0


def parse(row):
    """The number of pins in a row."""
    if set(row) != {"I"}:
        raise ValueError(f"row {row!r}: expected pins, such as III")
    return len(row)


class Row(TypedDict):
    """A position."""

    pins: Annotated[Count, "pins"]
    asked: Annotated[Count, "questions so far"]


def probe(service, query) -> Row:
    asked = service.state(Asked)
    asked.number += 1
    if query["position"] > 9:
        raise MissingTableError(f"{query['position']} pins: expected 9 or fewer")
    return {"pins": query["position"], "asked": asked.number}


PROBE = Endpoint(
    "probe",
    "The number of pins.",
    probe,
    [text("position", "a row of pins", parse=parse, required=True, example="III")],
)


def room(answers):
    return Installed("kayles", Room(answers=answers), "kayles", "1.0")


@pytest.fixture
def kayles(monkeypatch):
    """A stranger's game, in a module of its own."""
    module = ModuleType("kayles_answers")
    module.ENDPOINTS, module.PATHS = [PROBE], ["probe"]
    monkeypatch.setitem(sys.modules, "kayles_answers", module)
    return room("kayles_answers:ENDPOINTS")


@pytest.fixture
def client(kayles):
    endpoints = addressed([installed()["collapsi"], kayles])
    with serving(tablebase.Tablebase(), endpoints=endpoints) as client:
        yield client


def test_a_strangers_endpoint_is_answered_described_and_counted(client):
    assert client.get("/api/kayles/probe", position="III") == {"pins": 3, "asked": 1}
    assert client.get("/api/kayles/probe", position="II") == {"pins": 2, "asked": 2}
    refused = client.fails(422, "/api/kayles/probe?position=IXI")
    assert refused == {"error": "row 'IXI': expected pins, such as III", "parameter": "position"}
    refused = client.fails(422, "/api/kayles/probe?position=" + 10 * "I")
    assert refused["error"] == "no table: 10 pins: expected 9 or fewer"
    paths = client.get("/api/openapi.json")["paths"]
    assert paths["/api/kayles/probe"]["get"]["operationId"] == "kayles_probe"
    assert paths["/api/probe"]["get"]["operationId"] == "probe"
    assert "/api/kayles/probe, /api/openapi.json" in client.fails(404, "/api/kayles")["error"]
    status, _, metrics = client.ask("/metrics")
    assert status == 200
    assert b'tablebase_http_requests_total{path="/api/kayles/probe",status="200"} 2.0' in metrics


def test_the_default_games_addresses_have_no_name():
    addresses = [address for address, _ in addressed([installed()["collapsi"]])]
    assert addresses[0] == "/api/probe"
    assert addresses[-1] == "/api/health"


@pytest.mark.usefixtures("kayles")
@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ("no_such_module:ENDPOINTS", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("kayles_answers:NOTHING", "has no attribute 'NOTHING'"),
        ("kayles_answers:PATHS", "'probe' is no Endpoint"),
    ],
)
def test_endpoints_that_cannot_be_used_are_left_out(answers, why):
    ours = addressed([installed()["collapsi"]])
    with pytest.warns(RoomWarning) as warned:
        assert addressed([installed()["collapsi"], room(answers)]) == ours
    (message,) = map(str, (one.message for one in warned))
    assert message.startswith("the answers of the game 'kayles' of kayles are left out: ")
    assert why in message


def test_a_server_starts_with_answers_that_cannot_be_loaded_in_advance():
    def broken(service, query) -> Row:
        raise RuntimeError("no pins yet")

    endpoint = Endpoint("probe", "The number of pins.", broken, warm=[{}, {}])
    with pytest.warns(RoomWarning, match=r"/api/kayles/probe .*: RuntimeError: no pins yet"):
        warm_up(Service(tablebase.Tablebase()), [Addressed("/api/kayles/probe", endpoint)])


@pytest.mark.parametrize("name", ["quick", "heavy", "lasting"])
def test_a_room_is_left_out_if_a_flag_is_no_function(monkeypatch, tmp_path, name):
    written = "from tablebase.web.endpoints import Endpoint\nENDPOINTS = [Endpoint('a', '', dict, "
    (tmp_path / "flagged.py").write_text(f"{written}{name}=True)]\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.warns(RoomWarning, match=f"left out: TypeError: {name} True: expected a function"):
        assert addressed([room("flagged:ENDPOINTS")]) == addressed([])


@pytest.mark.parametrize("path", ["", "/probe", "kayles/probe", "Probe", "probe?x"])
def test_a_path_is_one_word(path):
    with pytest.raises(ValueError, match="expected the form"):
        Endpoint(path, "", probe, {})


def test_a_state_is_made_once_or_given():
    service, given = Service(tablebase.Tablebase()), Asked()
    assert service.state(Asked) is service.state(Asked)
    assert Service(tablebase.Tablebase(), [given]).state(Asked) is given


def test_each_route_is_listed_once():
    with serving(tablebase.Tablebase()) as client:
        said = client.fails(404, "/api/none")["error"]
        known = said.partition("expected one of ")[2].split(", ")
        assert len(known) == len(set(known))
        described = client.get("/api/openapi.json")
    assert {path for path in known if path.startswith("/api/")} - {"/api/openapi.json"} == set(
        described["paths"]
    )
    assert described["info"]["version"] == tablebase.__version__


@pytest.mark.parametrize("at", ["http://127.0.0.1:8000/", "https://example.org/collapsi/"])
def test_the_description_says_where_its_server_is(at):
    (server,) = document(addressed())["servers"]
    assert urljoin(f"{at}api/openapi.json", server["url"]) == at


@pytest.mark.thorough
def test_the_package_is_served_to_pages_of_other_hosts():
    with serving(tablebase.Tablebase()) as client:
        status, headers, body = client.ask("/package/index.js")
        assert (status, headers["Access-Control-Allow-Origin"]) == (200, "*")
        assert headers["Content-Type"].startswith("text/javascript")
        assert package()["index.js"] == body
        assert client.ask("/package/engine/embedded.js")[0] == 200
        client.fails(404, "/package/none.js")
        assert client.ask("/")[1]["Access-Control-Allow-Origin"] is None
        _, _, metrics = client.ask("/metrics")
    assert b'path="/package",status="200"} 2.0' in metrics
