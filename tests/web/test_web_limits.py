"""What the server's limits prevent, on real sockets: endless headers, slow clients, queues.

Slow: that a server has compiled the kernels of every search before it starts. Needs a minute.
"""

import asyncio
import json
import queue
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from types import SimpleNamespace
from urllib.parse import quote

import pytest
import uvicorn
from support import DEAL, environment, file_image, python
from support.sockets import (
    LATER,
    Client,
    Held,
    asking,
    connected,
    rest,
    running,
    sent_until_closed,
    serving,
)

import tablebase
from tablebase import CorruptFileError
from tablebase.engine.rooms import installed
from tablebase.engine.tables.store import encode_table
from tablebase.games.collapsi.answers import deals, questions
from tablebase.games.collapsi.position import random_deals
from tablebase.web import app, server, workers
from tablebase.web.api import addressed
from tablebase.web.connections import LONGEST_HEAD, MOST_PIPELINED, Callers
from tablebase.web.server import listen
from tablebase.web.service import Service
from tablebase.web.workers import AbandonedError, FairPool, check_wanted

LARGE = "JA33J/5464A/24A23/65642/3A255"
"""A deal on 5x5, which a search does not solve in the time it has."""

HEALTH = b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n"
WELL = b'{"status":"ok"'


@pytest.fixture(scope="module")
def client():
    with serving(tablebase.Tablebase(cached_tables=8)) as client:
        yield client


@pytest.fixture(scope="module")
def hasty():
    """A server that gives its clients little time, but enough on a busy machine."""
    with serving(tablebase.Tablebase(cached_tables=8), client_seconds=2) as client:
        yield client


def ask(client, target, **request):
    """Status, headers and body of an answer, over a connection of its own."""
    with closing(Client(client.port)) as other:
        return other.ask(target, **request)


def read_answers(raw, number):
    """Read a number of answers of /api/health."""
    said = b""
    while said.count(WELL) < number:
        said += raw.recv(1 << 16)


# Headers


@pytest.mark.parametrize("piece", [b"a: b\r\n" * 700, b"a" * 4200], ids=["lines", "one line"])
def test_headers_without_end_are_refused(client, piece):
    with connected(client) as raw:
        raw.sendall(b"GET /api/health HTTP/1.1\r\na: b")
        assert sent_until_closed(raw, piece, 1000, 0.001) < 1000
    assert ask(client, "/api/health")[0] == 200


def test_long_headers_are_refused_in_words(client):
    for end in (b"\r\n\r\n", b""):
        with connected(client) as raw:
            raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nA: " + (LONGEST_HEAD + 100) * b"b" + end)
            said = rest(raw)
        head, _, body = said.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 431 ")
        assert b"connection: close" in head.lower()
        assert f"{LONGEST_HEAD} bytes" in json.loads(body)["error"]
    assert ask(client, "/api/health", headers={"A": "b" * (LONGEST_HEAD - 200)})[0] == 200


def test_no_more_than_some_requests_wait_on_a_connection(client):
    with connected(client) as raw:
        raw.sendall((MOST_PIPELINED - 1) * HEALTH)
        read_answers(raw, MOST_PIPELINED - 1)
        raw.sendall(200 * HEALTH)
        said = rest(raw)
    assert b"HTTP/1.1 400 " in said
    assert said.count(WELL) <= MOST_PIPELINED + 1
    assert ask(client, "/api/health")[0] == 200


def test_a_request_that_waits_may_have_no_body(client):
    with connected(client) as raw:
        post = b"POST /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
        raw.sendall(HEALTH + post + b"x")
        assert b"HTTP/1.1 400 " in rest(raw)
    assert ask(client, "/api/health")[0] == 200


def test_very_many_ranges_are_not_cut_out(client):
    ranges = ",".join(f"{at}-{at}" for at in range(0, 400, 2))
    for target in ("/", "/static/main.js"):
        status, _, page = ask(client, target)
        assert (status, len(page) > 400) == (200, True)
        found = ask(client, target, headers={"Range": f"bytes={ranges}"})
        assert (found[0], found[2]) == (200, page)


# Slow clients


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /api/he",
        b"GET /api/health HTTP/1.1\r\nHost: x\r\n",
        HEALTH,
        b"POST /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n",
    ],
    ids=["nothing", "line", "headers", "idle", "body"],
)
def test_connections_are_closed_that_wait_for_their_client(hasty, begun):
    with connected(hasty) as raw:
        raw.sendall(begun)
        said = rest(raw)  # ends because the server closes, else in a TimeoutError
    assert said.count(b"HTTP/1.1 200") == begun.count(HEALTH)


def test_a_connection_is_closed_that_waits_for_a_second_request(hasty):
    with connected(hasty) as raw:
        raw.sendall(HEALTH)
        read_answers(raw, 1)
        raw.sendall(b"GET /api/hea")
        assert rest(raw) == b""


@pytest.mark.parametrize(
    "begun",
    [
        b"GET /api/health HTTP/1.1\r\nA: ",
        b"POST /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n",
    ],
    ids=["headers", "body"],
)
def test_requests_that_trickle_in_are_dropped(hasty, begun):
    with connected(hasty) as raw:
        raw.sendall(begun)
        assert sent_until_closed(raw, b"x", 300, 0.1) < 300


def test_a_client_that_takes_no_answer_is_dropped():
    ended = threading.Event()

    async def flood(scope, receive, send):
        if scope["type"] != "http":
            return
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        while (await asyncio.wait({asyncio.ensure_future(receive())}, timeout=0.001))[1]:
            await send({"type": "http.response.body", "body": b"x" * 65536, "more_body": True})
        ended.set()

    with running(flood, client_seconds=2) as client, connected(client) as raw:
        raw.sendall(HEALTH)
        assert ended.wait(20)


def test_a_slow_client_gets_the_whole_of_an_answer():
    body = bytes(4 << 20)  # takes four seconds below: 16 KB in each keeps the connection

    async def answer(scope, receive, send):
        if scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": body})

    with running(answer, client_seconds=3) as client, socket.socket() as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        raw.connect(("127.0.0.1", client.port))
        raw.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        taken = 0
        while data := raw.recv(1 << 15):
            taken += len(data)
            time.sleep(0.03)
    assert taken > len(body)


def test_an_answer_may_take_longer_than_a_client():
    class Slow(tablebase.Tablebase):
        def line(self, position):
            time.sleep(3)
            return super().line(position)

    with serving(Slow(), client_seconds=2) as client:
        assert client.get("/api/line", position=DEAL)["line"]
        assert client.get("/api/health")["status"] == "ok"


def test_idle_connections_do_not_shut_others_out(monkeypatch):
    monkeypatch.setattr(server, "CONNECTIONS", 40)
    with serving(tablebase.Tablebase(), client_seconds=4) as client, ExitStack() as stack:
        assert ask(client, "/api/health")[0] == 200
        idle = [stack.enter_context(connected(client)) for _ in range(42)]
        with closing(Client(client.port)) as other:
            assert other.ask("/api/health")[0] == 503
        for raw in idle:
            assert rest(raw) == b""
        assert ask(client, "/api/health")[0] == 200


@pytest.mark.parametrize("begun", [b"", b"GET /api/he"], ids=["idle", "half-open"])
def test_no_address_shuts_others_out(monkeypatch, tried, begun):
    monkeypatch.setattr(server, "CONNECTIONS", 40)
    monkeypatch.setattr(server, "CONNECTIONS_EACH", 20)
    with serving(tablebase.Tablebase(), client_seconds=60) as client, ExitStack() as stack:
        for _ in range(3):
            many = [stack.enter_context(connected(client, "127.0.0.2")) for _ in range(60)]
            tried("connections opened to shut others out", len(many))
            for raw in many:
                with suppress(ConnectionError):
                    raw.sendall(begun)
            for _ in range(4):
                assert ask(client, "/api/health")[0] == 200
        with connected(client, "127.0.0.2") as raw:
            said = rest(raw)
        assert said.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: 1" in said
        assert b"this address has 20 connections" in said
        stack.close()
        assert ask(client, "/api/health")[0] == 200
        with connected(client, "127.0.0.2") as raw:
            raw.sendall(HEALTH)
            read_answers(raw, 1)  # its places are free again


def test_behind_a_proxy_each_client_has_its_share(monkeypatch):
    held, answered = Held(), queue.Queue()
    monkeypatch.setattr(server, "CONNECTIONS_EACH", 3)

    def ask_from(address):
        headers = {"X-Forwarded-For": address}
        answered.put((address, ask(client, f"/api/line?position={DEAL}", headers=headers)))

    with serving(held, threads=1, waiting=20) as client, ExitStack() as stack:
        with asking(held, ask_from, *5 * [("192.0.2.1",)]) as begin:
            for _ in range(2):
                address, (status, headers, body) = answered.get(timeout=30)
                assert (address, status, headers["Retry-After"]) == ("192.0.2.1", 503, "1")
                assert "this address has 3 connections" in json.loads(body)["error"]
            begin("192.0.2.2")
        assert [answered.get(timeout=30)[1][0] for _ in range(4)] == 4 * [200]
        for _ in range(8):  # a proxy keeps its connections for whoever asks next
            kept = stack.enter_context(closing(Client(client.port)))
            assert kept.ask("/api/health", headers={"X-Forwarded-For": "192.0.2.1"})[0] == 200


def test_networks_of_64_bits_count_as_one():
    callers = Callers(2)
    hosts = ["2001:db8::1", "2001:db8::2", "2001:db8::3:1", "2001:db8:0:1::1", "::ffff:192.0.2.1"]
    assert [callers.move("", host) for host in hosts] == [True, True, False, True, True]
    assert [callers.move("", "192.0.2.1") for _ in range(2)] == [True, False]
    assert callers.move("2001:db8::2", "")
    assert not callers.move("", "2001:db8::4")


# Work that takes long


def search(client, times):
    """Request searches that take all the time they may; returns the connection."""
    raw = connected(client)
    question = f"GET /api/search?rules=5x5&position={LARGE} HTTP/1.1\r\nHost: x\r\n\r\n"
    raw.sendall(times * question.encode())
    return raw


@pytest.mark.parametrize("times", [1, 2])
def test_work_for_clients_who_have_left_is_dropped(client, monkeypatch, times):
    monkeypatch.setattr(questions, "SEARCH_SECONDS", 60)
    for raw in [search(client, times) for _ in range(12)]:
        raw.close()
    assert ask(client, f"/api/search?rules=5x5&position={LARGE}&seconds=1")[0] == 200


def test_light_questions_do_not_wait_for_heavy_ones():
    held, large = Held(tablebase.COLLAPSI), next(random_deals(1, 1, "4x5"))
    with serving(held, threads=1, waiting=2) as client, ExitStack() as stack:
        others = [stack.enter_context(closing(Client(client.port))) for _ in range(3)]
        for other in others:
            other.connection.request("GET", f"/api/line?rules=4x5&position={large}")
        assert len(client.get("/api/line", position=DEAL)["line"]) == 14
        assert client.get("/api/search", position=LATER)["complete"]
        held.may_end.set()
        for other in others:
            answer = other.connection.getresponse()
            assert (answer.status, bool(answer.read())) == (200, True)


def test_the_queue_is_shared_by_address():
    held, answered, other = Held(), queue.Queue(), "AAAA/2222/3333/44JJ"
    deals = {"192.0.2.1": DEAL, "192.0.2.2": other}

    def ask_from(address):
        headers, target = {"X-Forwarded-For": address}, f"/api/line?position={deals[address]}"
        answered.put((address, ask(client, target, headers=headers)[0]))

    with serving(held, threads=1, waiting=3) as client:
        with asking(held, ask_from, *5 * [("192.0.2.1",)]) as begin:
            assert answered.get(timeout=30) == ("192.0.2.1", 503)  # one runs, three wait
            begin("192.0.2.2")
            assert answered.get(timeout=30) == ("192.0.2.1", 503)  # gives up its place
        assert [answered.get(timeout=30)[1] for _ in range(4)] == 4 * [200]
    assert len(held.order) == 4
    assert held.order.index(str(tablebase.Deal.parse(other))) < 3  # before the last of the other's


def in_turn(pool, calls):
    """The order in which one thread runs clients' calls that arrive while it is busy."""
    done, may_begin = [], threading.Event()

    async def run():
        first = asyncio.create_task(pool.run("first", may_begin.wait, 30))
        await asyncio.sleep(0)
        tasks = [asyncio.create_task(pool.run(call[0], done.append, call)) for call in calls]
        await asyncio.sleep(0)
        may_begin.set()
        found = await asyncio.gather(first, *tasks, return_exceptions=True)
        return [call for call, said in zip(calls, found[1:], strict=True) if said is not None]

    refused = asyncio.run(run())
    pool.close()
    return done, refused


def test_clients_take_turns():
    done, refused = in_turn(FairPool(1, 9), ["a1", "a2", "a3", "b1", "b2", "c1"])
    assert done == ["a1", "b1", "c1", "a2", "b2", "a3"]
    assert refused == []


def test_a_full_queue_is_shared_evenly():
    done, refused = in_turn(FairPool(1, 4), ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "c1"])
    assert done == ["a1", "b1", "c1", "b2"]
    assert refused == ["a2", "a3", "a4", "a5", "b3"]


def test_running_work_stops_when_its_client_leaves():
    began, ended = threading.Event(), threading.Event()

    def work():
        try:
            for _ in range(3000):
                began.set()
                check_wanted()
                time.sleep(0.01)
        except Exception:
            ended.set()
            raise

    async def run():
        task = asyncio.create_task(pool.run("a", work))
        await asyncio.to_thread(began.wait, 30)
        task.cancel()
        assert await asyncio.to_thread(ended.wait, 20)
        assert await pool.run("a", str, 1) == "1"

    pool = FairPool(1, 1)
    asyncio.run(run())
    pool.close()


BATCH = [str(deal) for deal in random_deals(300, 7)]


def post(client, deals):
    """Send a batch; returns the connection."""
    body = json.dumps({"positions": deals}).encode()
    raw = connected(client)
    head = b"POST /api/probe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    raw.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    return raw


def test_a_batch_stops_when_its_client_leaves():
    began = threading.Event()

    class Counted(tablebase.Tablebase):
        def _find(self, game):
            began.set()
            time.sleep(0.1)
            return super()._find(game)

    tables = Counted()
    with serving(tables, threads=1) as client:
        raw = post(client, BATCH)
        assert began.wait(30)
        raw.close()
        assert ask(client, "/api/probe?position=AAAA/2222/3333/44JJ")[0] == 200
        assert ask(client, f"/api/line?rules=4x5&position={next(random_deals(1, 1, '4x5'))}")[0]
        assert tables.built_tables < 100


def test_a_batch_has_a_time_limit(monkeypatch):
    monkeypatch.setattr(questions, "BATCH_SECONDS", 10)
    monkeypatch.setattr(workers, "time", SimpleNamespace(monotonic=lambda: sum(passed)))
    passed = []

    class Slow(tablebase.Tablebase):
        def _find(self, game):
            passed.append(4)  # seconds
            return super()._find(game)

    with serving(Slow()) as client:
        body = json.dumps({"positions": BATCH}).encode()
        headers = {"Content-Type": "application/json"}
        status, found, said = client.ask("/api/probe", "POST", headers, body)
        assert (status, found["Retry-After"]) == (503, "1")
        assert "expected fewer deals" in json.loads(said)["error"]
        body = json.dumps({"positions": BATCH[:2]}).encode()
        assert client.ask("/api/probe", "POST", headers, body)[0] == 200


def test_a_deal_of_a_difficulty_is_looked_for_while_its_client_waits(monkeypatch):
    def left():
        raise AbandonedError

    monkeypatch.setattr(deals, "check_wanted", left)
    (random,) = (one for address, one in addressed() if address == "/api/random")
    service, query = Service(tablebase.Tablebase()), {"seed": 1, "difficulty": "hard"}
    assert (random.heavy(service, query), random.heavy(service, {"seed": 1})) == (True, False)
    with pytest.raises(AbandonedError):
        random.answer(service, query)


@pytest.mark.thorough
def test_answers_under_way_when_the_server_stops(monkeypatch, caplog):
    """It waits for them, but not without end; those that it gives up may be asked again."""
    monkeypatch.setattr(server, "STOP_SECONDS", 1)
    monkeypatch.setattr(questions, "SEARCH_SECONDS", 60)
    app_ = app.create_app(Service(tablebase.Tablebase()), threads=2)
    web = uvicorn.Server(server.configuration(app_))
    with listen("127.0.0.1", 0) as listener, ExitStack() as stack:
        thread = threading.Thread(target=web.run, kwargs={"sockets": [listener]})
        thread.start()
        client = stack.enter_context(closing(Client(listener.getsockname()[1])))
        searches = [stack.enter_context(search(client, 1)) for _ in range(6)]
        assert client.ask("/api/health")[0] == 200
        time.sleep(0.5)
        web.should_exit = True
        for raw in searches:
            said = rest(raw)
            assert said.startswith(b"HTTP/1.1 503 ")
            assert b"retry-after: 1" in said.lower()
        thread.join(20)
        assert not thread.is_alive()
    assert not [record for record in caplog.records if record.exc_info]


SEARCHES = """
from tablebase import Tablebase, random_deals
from tablebase.engine.compiling import watched
from tablebase.web.api import addressed
from tablebase.web.server import warm_up
from tablebase.web.service import Service
service, endpoints = Service(Tablebase()), addressed()
warm_up(service, endpoints)
(search,) = (one.answer for address, one in endpoints if address == "/api/search")
for rules in ("collapsi", "flat", "4x5", "5x5", "6x6", "big-board", "landing", "shift-back"):
    compiled = []
    with watched(compiled.append):
        (deal,) = random_deals(1, 3, rules)
        search(service, {"position": str(deal), "rules": rules, "seconds": 1})
    print(rules, len(compiled))
"""


@pytest.mark.slow
def test_no_search_waits_for_the_compiler(tmp_path):
    """Compiling counts neither as search time nor as heavy work: it is done before."""
    done = python(SEARCHES, env={**environment(), "NUMBA_CACHE_DIR": str(tmp_path)})
    assert done.stderr == ""
    assert [line.split()[1] for line in done.stdout.splitlines()] == 8 * ["0"]


# Work that need not be done again


def test_rules_are_described_once(monkeypatch):
    described = []
    is_tabled = deals.is_tabled

    def counted(rules):
        described.append(rules.name)
        return is_tabled(rules)

    monkeypatch.setattr(deals, "is_tabled", counted)
    with serving(tablebase.Tablebase()) as client:
        described.clear()  # the page has them already
        first = client.get("/api/rules")
        assert client.get("/api/rules") == first
        assert len(described) == len(first) == len(set(described))


def test_the_book_is_made_once(monkeypatch):
    made = []

    def book():
        made.append(time.sleep(0.5))
        return b"book"

    monkeypatch.setattr(app, "slow", lambda: {"static/book.gz": book})
    with serving(tablebase.Tablebase()) as client, ThreadPoolExecutor(4) as askers:
        found = askers.map(lambda _: ask(client, "/static/book.gz"), range(4))
        assert [(status, body) for status, _, body in found] == 4 * [(200, b"book")]
    assert len(made) == 1


def test_a_file_that_could_not_be_made_is_made_later(monkeypatch):
    made = []

    def book():
        made.append(None)
        if len(made) == 1:
            raise MemoryError
        return b"book"

    monkeypatch.setattr(app, "slow", lambda: {"static/book.gz": book})
    with serving(tablebase.Tablebase()) as client:
        assert ask(client, "/static/book.gz")[0] == 503
        for _ in range(2):
            status, _, body = ask(client, "/static/book.gz")
            assert (status, body) == (200, b"book")
    assert len(made) == 2


# A damaged file


@pytest.fixture
def damaged_file(built, tmp_path):
    """A file of two tables, with a byte of the first one's codes flipped."""
    return damaged(tmp_path / "damaged.h5", *built[:2])


def damaged(path, *tables):
    """Write such a file of some tables."""
    stored = [encode_table(table, level=3) for table in tables]
    image = bytearray(file_image(stored, "tests 1"))
    chunk = max(stored[0].chunks, key=len)
    image[image.index(chunk) + len(chunk) // 2] ^= 1
    path.write_bytes(image)
    return path


def test_a_damaged_file_is_reported_once(damaged_file, deals, capfd, caplog):
    with tablebase.open(damaged_file) as tables, serving(tables) as client:
        assert client.get("/api/health")["status"] == "ok"
        assert client.get("/api/line", position=deals[1])["line"]
        for _ in range(3):
            answer = client.fails(500, f"/api/deal?deal={quote(str(deals[0]))}")
            assert "damaged" in answer["error"]
            assert str(damaged_file.parent) not in answer["error"]
        assert client.get("/api/health")["status"] == "damaged"
        assert client.get("/api/line", position=deals[1])["line"]
    assert [record.name for record in caplog.records] == ["tablebase.web.service"]
    assert str(damaged_file) in caplog.text
    assert "Traceback" not in capfd.readouterr().err


def test_a_server_starts_with_a_damaged_table(tmp_path, caplog):
    """Even if that is the table of the examples, which the server asks for before it starts."""
    path = damaged(tmp_path / "damaged.h5", tablebase.build(tablebase.Deal.parse(DEAL)))
    with tablebase.open(path) as tables:
        service, endpoints = Service(tables), addressed([installed()["collapsi"]])
        server.warm_up(service, endpoints)
        with pytest.raises(CorruptFileError):
            tables.table(tablebase.Deal.parse(DEAL)).summary()
    (health,) = (one.answer for address, one in endpoints if address == "/api/health")
    assert health(service, {})["status"] == "damaged"
    assert str(path) in caplog.text
    assert "questions that need it are answered with an error" in caplog.text


def test_each_damaged_place_is_logged_once_and_escaped(caplog):
    service = Service(tablebase.Tablebase())
    for where in ("one", "two", "one", "\x1b[31m\n"):
        service.damage(CorruptFileError(where))
    assert [record.args[0] for record in caplog.records] == ["one", "two", r"\x1b[31m\n"]


# Memory


def test_a_question_refused_for_lack_of_memory_may_be_retried():
    class Small(tablebase.Tablebase):
        def line(self, position):
            raise MemoryError("solving a deal needs 2 GiB of memory, 1 GiB are free")

    with serving(Small()) as client:
        status, headers, body = client.ask(f"/api/line?position={DEAL}")
        assert (status, headers["Retry-After"]) == (503, "1")
        assert "memory" in json.loads(body)["error"]


def test_tables_of_files_are_bounded_by_bytes(built, mini, tmp_path):
    path = tmp_path / "deals.h5"
    tables = [*built, *mini]
    path.write_bytes(file_image([encode_table(table, level=3) for table in tables], "tests 1"))
    most = 2 * len(built[0].packed()) + (1 << 18)
    with tablebase.open(path, cached_bytes=most) as found:
        for table in built:
            found.probe(table.game.unrank(0))
        assert found.cached_tables == 2
        for table in mini:
            found.probe(table.game.unrank(0))
        assert found.cached_tables == 5
