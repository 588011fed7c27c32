"""The HTTP API on a real socket: answers, errors, headers, limits; and `tablebase serve`."""

import gzip
import json
import queue
import random
import re
import signal
import socket
from contextlib import closing
from itertools import product
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import DEAL, one_line, python, start
from support.effort import by_effort
from support.samples import random_deal, random_position
from support.sockets import ASKED, ENDPOINTS, LATER, MAIN, Client, Held, asking, serving

import tablebase
from tablebase import Position
from tablebase.engine.rooms import installed
from tablebase.web.app import create_app
from tablebase.web.reference import reference
from tablebase.web.server import Server, configuration, listen
from tablebase.web.service import Service
from tablebase.web.site import POLICY, site, slow

# Answers


def test_board_draws_the_position(client):
    board = client.get("/api/probe", position="A22?/4A2rxJ/3A23/Jb3A4 b".replace("?", "3"))["board"]
    cells = {cell["cell"]: cell for cell in board["cells"]}
    assert (board["rows"], board["columns"], list(cells)[:5]) == (
        4,
        4,
        ["a1", "b1", "c1", "d1", "a2"],
    )
    assert cells["c2"] == {"cell": "c2", "card": "2", "face_up": True, "pawn": "red"}
    assert cells["d2"] == {"cell": "d2", "card": "J", "face_up": False, "pawn": None}
    assert cells["a4"] == {"cell": "a4", "card": "J", "face_up": True, "pawn": "blue"}
    unknown = client.get("/api/probe", position=LATER.replace("xJ", "x?"))["board"]["cells"]
    assert unknown[7] == {"cell": "d2", "card": "?", "face_up": False, "pawn": None}


def test_deal_statistics(client, tables):
    answer = client.get("/api/deal", deal=DEAL, edition="single")
    summary = tables.table(tablebase.Deal.parse(DEAL)).summary()
    assert answer["positions"] == 745532 == answer["wins"] + answer["losses"]
    assert sum(value["positions"] for value in answer["values"]) == 745532
    assert sum(ply["wins"] for ply in answer["plies"]) == answer["wins"] == summary.wins
    assert answer["orbit"] == 384
    for deal in map(str, tablebase.random_deals(3, 1)):
        opening = client.get("/api/deal", deal=deal)["opening"]
        probe = client.get("/api/probe", position=deal)
        assert opening.pop("moves") == len(probe["moves"])
        assert opening == {name: probe[name] for name in opening}
    for longest in answer["longest"]:
        assert client.get("/api/probe", **longest)["dte"] == answer["longest_dte"]


def test_random_deals(client):
    query = {"edition": "single", "winner": "blue", "length": 10, "winning_moves": 0}
    answer = client.get("/api/random", seed=7, **query)
    assert client.get("/api/random", seed=7, **query) == answer
    probe = client.get("/api/probe", position=answer["position"], edition="single")
    assert (probe["winner"], probe["dte"]) == ("blue", 10) == (answer["winner"], answer["dte"])
    drawn = {client.get("/api/random")["deal"] for _ in range(5)}
    assert len(drawn) == 5


def test_where_answers_come_from(client, real_file, deals):
    assert client.get("/api/probe", position=DEAL)["origin"] == "built"
    assert client.get("/api/health")["source"] == "built"
    with tablebase.open(real_file) as tables, serving(tables) as other:
        assert other.get("/api/health")["source"] == real_file.name
        for _ in range(2):
            assert other.get("/api/probe", position=deals[0])["origin"] == real_file.name
        assert other.get("/api/probe", position=DEAL)["origin"] == "built"
        assert str(real_file.parent) not in json.dumps(other.get("/api/line", position=deals[1]))


# Errors


@pytest.mark.parametrize(
    ("target", "status", "parameter", "said"),
    [
        ("/api/probe", 422, "position", "'position' is missing: expected a position"),
        ("/api/probe?position=hello", 422, "position", "'hello' has 1 row: expected 4"),
        (f"/api/probe?position={quote(LATER[:-1])}r", 422, "position", "expected 'b'"),
        ("/api/probe?position=1223/4121r/3123/1b314/0&edition=wild", 422, "position", "'single'"),
        (f"/api/probe?position={DEAL}&position={DEAL}", 422, "position", "given twice"),
        ("/api/probe?position=%zz", 400, None, "expected %XX"),
        ("/api/probe?position=%ff", 400, None, "UTF-8"),
        ("/api/probe?position", 400, None, "expected name=value"),
        ("/api/probe?position=" + "A" * 900, 422, "position", "..."),
        (f"/api/probe?position={DEAL}" + "+" * 200, 422, "position", "expected at most 200"),
        ("/api/probe?position=" + "A" * 2000, 414, None, "expected at most 1024"),
        ("/api/reply?position=x&seed=%D9%A3", 422, "seed", "expected a whole number"),
        ("/api/deal?deal=A223", 422, "deal", "expected 4"),
        (f"/api/deal?deal={quote(LATER)}", 422, "deal", "expected a deal"),
        ("/api/random?winner=red&length=8", 422, "length", "red wins in an odd number"),
        ("/api/random?length=7&winning_moves=9", 404, None, "that a deal can match"),
        ("/api/random?length=7&winning_moves=9&difficulty=easy", 404, None, "another seed or"),
        ("/api/openapi.json?x=1", 422, "x", "expected no parameter"),
        ("/api", 404, None, "no such path '/api': expected one of /api/probe"),
        ("/api/probe/", 404, None, "no such path"),
        ("/static/../app.py", 404, None, "no such path"),
        ("/static/%2e%2e/app.py", 404, None, "no such path"),
        ("/static/", 404, None, "no such path"),
        ("/static/%00", 404, None, "no such path"),
        ("/static/%ff%2f" + "x" * 300, 404, None, "no such path"),
    ],
)
def test_bad_requests(client, target, status, parameter, said):
    answer = client.fails(status, target)
    assert answer.get("parameter") == parameter
    assert said in answer["error"]


def test_a_finished_game_has_no_reply(client, tables):
    end = tables.line(Position.parse(DEAL))[-1].position
    said = client.fails(422, f"/api/reply?position={quote(str(end))}")
    assert "the game is over" in said["error"]
    assert client.get("/api/line", position=end)["line"][0]["dte"] == 0


OTHER_METHODS = ["POST", "PUT", "DELETE", "PATCH", "TRACE"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        *product(OTHER_METHODS, ["/api/health", "/", "/nothing"]),
        *product(OTHER_METHODS[1:], ["/api/probe"]),
    ],
)
def test_other_methods(client, method, path):
    said = client.fails(405, path, method=method)
    assert repr(method) in said["error"]


def test_bodies_are_refused(client):
    assert "body" in client.fails(413, "/api/health", body=b"x" * 100_000)["error"]
    chunked = {"Transfer-Encoding": "chunked"}
    assert (
        "body"
        in client.fails(413, "/api/health", headers=chunked, body=b"1\r\nx\r\n0\r\n\r\n")["error"]
    )
    assert client.get("/api/health")["status"] == "ok"


def test_an_internal_error_is_reported_without_details(capsys):
    class Broken(tablebase.Tablebase):
        def line(self, position):
            raise RuntimeError("secret")

    with serving(Broken()) as client:
        said = client.fails(500, f"/api/line?position={DEAL}")
        assert "secret" not in said["error"]
        with closing(Client(client.port)) as other:  # the server has closed the connection
            _, headers, _ = other.ask(f"/api/line?position={DEAL}")
            assert headers["Access-Control-Allow-Origin"] == "*"
            assert headers["X-Content-Type-Options"] == "nosniff"
        with closing(Client(client.port)) as other:
            assert other.get("/api/health")["status"] == "ok"
    assert "secret" in capsys.readouterr().err


def test_text_that_is_not_http(client):
    with socket.create_connection(("127.0.0.1", client.port), timeout=10) as raw:
        raw.sendall(b"\x16\x03\x01\x00nonsense\r\n\r\n")
        assert raw.recv(1000).startswith(b"HTTP/1.1 400")
    assert client.get("/api/health")["status"] == "ok"


NAMES = [p.name for _, endpoint in ENDPOINTS for p in endpoint.parameters] + ["", "x", "position[]"]
VALUES = st.one_of(
    st.text(max_size=60),
    st.text("AJ234x?rb/ 01.", max_size=60),
    st.integers(-5, 2**33).map(str),
    st.sampled_from(["wild", "single", "red", "blue", "perfect", "hard", "\x00", "٣", DEAL, LATER]),
)


@st.composite
def mutated(draw):
    """The notation of a random position with a few characters changed."""
    text = str(random_position(draw(st.randoms(use_true_random=False))))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text("AJ2345x?rb/ é", max_size=2)) + text[at + 1 :]
    return text


QUERIES = st.lists(st.tuples(st.sampled_from(NAMES), st.one_of(VALUES, mutated())), max_size=4)
TARGETS = st.one_of(
    st.builds("{}?{}".format, st.sampled_from(ASKED), QUERIES.map(urlencode)),
    st.builds("{}?position={}".format, st.sampled_from(ASKED), mutated().map(quote)),
    st.builds(
        "{}{}".format,
        st.sampled_from(["/", "/api/probe?"]),
        st.text([chr(code) for code in range(33, 127)], max_size=60),
    ),
)


@pytest.mark.thorough
@settings(
    max_examples=by_effort(225, 1000),
    suppress_health_check=[HealthCheck.function_scoped_fixture],  # the server
)
@given(TARGETS)
def test_no_request_breaks_the_server(client, tried, target):
    tried("hostile requests")
    status, headers, body = client.ask(target)
    assert status in {200, 304, 400, 404, 414, 422}, (target, status, body)
    if status not in {200, 304}:
        assert set(json.loads(body)) <= {"error", "parameter"}
    elif target.startswith("/api"):
        assert isinstance(json.loads(body), dict | list)
    assert headers["X-Content-Type-Options"] == "nosniff"


# Headers


@pytest.mark.parametrize(
    ("path", "smaller"),
    [
        ("/", True),
        ("/static/main.js", True),
        ("/static/games/collapsi/page/engine/kernels.wasm", True),
        (f"/api/probe?position={DEAL}", True),
        ("/static/games/collapsi/page/icons/512.png", False),
        ("/static/games/collapsi/page/engine/book.bin.gz", False),
    ],
)
def test_answers_are_compressed_for_those_who_accept_it(client, path, smaller):
    _, plain, body = client.ask(path)
    status, headers, sent = client.ask(path, headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain
    assert (status, headers["ETag"]) == (200, plain["ETag"])
    assert (headers["Content-Encoding"] == "gzip") is smaller
    assert (len(sent) < 0.7 * len(body)) is smaller
    assert (gzip.decompress(sent) if smaller else sent) == body
    assert client.ask(path, "HEAD", {"Accept-Encoding": "gzip"})[2] == b""


def test_lasting_answers_have_tags(client):
    target = f"/api/probe?position={DEAL}"
    _, headers, _ = client.ask(target)
    assert tablebase.__version__ in headers["ETag"]
    assert headers["Cache-Control"] == "public, no-cache"
    strong = headers["ETag"].removeprefix("W/")
    for known in (f"W/{strong}", strong, f'"x", W/{strong}', "*"):
        status, again, body = client.ask(target, headers={"If-None-Match": known})
        assert (status, body, again["ETag"]) == (304, b"", headers["ETag"])
        assert again["Vary"] == headers["Vary"]
    assert client.ask(target, headers={"If-None-Match": '"x"'})[0] == 200
    assert client.ask(target + "&edition=single")[1]["ETag"] != headers["ETag"]
    of_another = headers["ETag"].replace(tablebase.__version__, "0.0.1")
    assert client.ask(target, headers={"If-None-Match": of_another})[0] == 200
    assert client.ask(target, method="HEAD")[2] == b""


@pytest.mark.parametrize(
    ("target", "lasts"),
    [
        ("/api/random", False),
        ("/api/random?seed=1", True),
        (f"/api/reply?position={DEAL}", False),
        (f"/api/reply?position={DEAL}&seed=1", True),
        ("/api/levels", True),
        ("/api/openapi.json", True),
        ("/api/health", False),
        ("/metrics", False),
    ],
)
def test_random_answers_are_not_cached(client, target, lasts):
    _, headers, _ = client.ask(target)
    assert ("ETag" in headers) == lasts
    assert headers["Cache-Control"] == ("public, no-cache" if lasts else "no-store")


def test_other_pages_may_read(client):
    for target in ("/api/levels", "/api/nothing", f"/api/probe?position={DEAL}"):
        assert client.ask(target)[1]["Access-Control-Allow-Origin"] == "*"
    status, headers, body = client.ask("/api/levels", method="OPTIONS")
    assert (status, body) == (204, b"")
    assert headers["Access-Control-Allow-Methods"] == headers["Allow"] == "GET, HEAD, OPTIONS"
    assert client.ask("/")[1]["Access-Control-Allow-Origin"] is None


def test_the_page_is_served_for_every_position(client):
    for target in ("/", f"/?p={DEAL}&e=single", "/?anything%zz"):
        status, headers, body = client.ask(target)
        assert status == 200
        assert headers["Content-Type"].startswith("text/html")
        assert headers["Content-Security-Policy"] == f"{POLICY}; frame-ancestors 'none'"
        assert body.lower().startswith(b"<!doctype html>")


def test_the_pages_files_are_those_of_a_static_host(client):
    files = site("server") | {path: make() for path, make in slow().items()}
    assert set(files) == set(site("static"))
    client.close()  # the book takes a while to make, and the server does not wait that long
    for path, data in files.items():
        status, headers, body = client.ask(f"/{path}")
        assert (status, headers["Cache-Control"], body) == (200, "no-cache", data)
        known = {"If-None-Match": headers["ETag"]}
        assert client.ask(f"/{path}", headers=known)[0] == 304
    for path, kind in {
        "static/main.js": "text/javascript; charset=utf-8",
        "static/games/collapsi/page/engine/kernels.wasm": "application/wasm",
        "manifest.webmanifest": "application/manifest+json",
    }.items():
        assert client.ask(f"/{path}")[1]["Content-Type"] == kind


# Limits


def test_too_many_at_a_time_are_asked_to_come_back():
    held, answers = Held(), queue.Queue()

    def ask():
        with closing(Client(client.port)) as other:
            answers.put(other.ask(f"/api/line?position={DEAL}"))

    with serving(held, threads=1, waiting=1) as client:
        with asking(held, ask, *6 * [()]):
            for _ in range(4):
                status, headers, body = answers.get(timeout=30)
                assert (status, headers["Retry-After"]) == (503, "1")
                assert "too many requests" in json.loads(body)["error"]
            assert client.get("/api/health")["status"] == "ok"
        assert [answers.get(timeout=30)[0] for _ in range(2)] == [200, 200]
        assert client.get("/api/line", position=DEAL)["line"]


def test_tables_at_hand_are_bounded():
    tables = tablebase.Tablebase(cached_tables=2)
    with serving(tables) as client:
        rng = random.Random(6)
        for _ in range(5):
            client.get("/api/probe", position=random_deal(rng))
        assert tables.cached_tables == 2
        assert tables.built_tables == 5


def test_metrics(client):
    def count(line):
        lines = client.ask("/metrics")[2].decode().splitlines()
        return sum(float(text.split()[-1]) for text in lines if text.startswith(line))

    probes = 'tablebase_http_requests_total{path="/api/probe",status="200"}'
    seconds = 'tablebase_http_request_seconds_count{path="/api/probe"}'
    before = count(probes), count(seconds)
    client.get("/api/probe", position=DEAL)
    assert (count(probes), count(seconds)) == (before[0] + 1, before[1] + 1)
    client.ask("/some/where")
    client.ask("/else/where")
    assert count('tablebase_http_requests_total{path="other",status="404"}') >= 2
    assert "where" not in client.ask("/metrics")[2].decode()
    assert 1 <= count("tablebase_tables_cached") <= 8
    assert count("tablebase_tables_built") >= 1


# The command


@pytest.mark.thorough
def test_serve_until_interrupted(fails):
    with start(MAIN, "serve", "--port", 0) as process:
        url = process.stdout.readline().split()[1]
        port = int(url.rstrip("/").rsplit(":", 1)[1])
        assert url.startswith("http://127.0.0.1:")
        with closing(Client(port)) as client:
            assert client.get("/api/probe", position=DEAL)["dte"] == 13
        assert f"port {port}: the port is in use" in fails(1, "serve", "--port", port)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        assert process.stderr.read() == ""


def test_no_interrupt_is_lost_after_the_address_is_known():
    """From then on a signal is only noted, so it cannot end in a destructor that ignores it."""
    handlers = []

    def report(url):
        handlers.append(signal.getsignal(signal.SIGINT))
        assert url == f"http://127.0.0.1:{listener.getsockname()[1]}/"
        signal.raise_signal(signal.SIGINT)

    server = Server(configuration(create_app(Service(tablebase.Tablebase()))), report)
    with listen("127.0.0.1", 0) as listener, pytest.raises(KeyboardInterrupt):
        server.run(sockets=[listener])
    assert handlers == [server.handle_exit]
    assert server.started


def test_serve_without_the_extra():
    code = f"import sys; sys.modules['uvicorn'] = None; {MAIN}"
    done = python(code, "serve", "--port", 0)
    assert done.returncode == 1
    assert one_line(done.stderr), done.stderr
    assert "pip install '.[web]'" in done.stderr


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("--port", "99999"), 2, "99999"),
        (("--host", "192.0.2.1", "--port", "0"), 1, "expected an address of this machine"),
        (("--in", "nowhere.h5"), 2, "nowhere.h5"),
        (("--in", "nowhere.h5", "--all"), 2, "--all"),
    ],
)
def test_serve_with_bad_arguments(fails, args, code, said):
    assert said in fails(code, "serve", *args)


# The reference


def test_the_reference_is_up_to_date():
    path = Path(__file__).parents[2] / "docs" / "api-http.md"
    fresh = "".join(sections(path.read_text())).rstrip() == reference().rstrip()
    assert fresh, "python -m tablebase.web.reference > docs/api-http.md"


def sections(text):
    """The sections of the reference, without those of games that are not installed."""
    for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        game = re.match(r"## `(?:POST )?/api/([a-z-]+)/", section)
        if game is None or game[1] in installed():
            yield section
