"""A server on a real socket, and what its clients send and check."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from contextlib import contextmanager, suppress
from itertools import pairwise
from urllib.parse import urlencode

import jsonschema
import uvicorn

from tablebase.engine.rooms import installed
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.web.api import addressed
from tablebase.web.app import create_app
from tablebase.web.openapi import document
from tablebase.web.server import CLIENT_SECONDS, configuration, listen
from tablebase.web.service import Service

MAIN = "import tablebase_cli; tablebase_cli.main()"
LATER = "A223/4A2rxJ/3A23/Jb3A4 b"
ENDPOINTS = addressed([installed()["collapsi"]])
DESCRIBED = document(ENDPOINTS)
ASKED = [address for address, endpoint in ENDPOINTS if endpoint.method == "GET"]


class Client:
    """Sends requests to a server, over a single connection if the server keeps it open."""

    def __init__(self, port):
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def close(self):
        self.connection.close()

    def ask(self, path, method="GET", headers=None, body=None):
        """Status, headers and body of an answer."""
        try:
            self.connection.request(method, path, body=body, headers=headers or {})
            answer = self.connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except TimeoutError:
            self.connection.close()  # the next request does not wait for this answer, too
            raise

    def get(self, path, **query):
        """The data of an answer, which must be as it is described."""
        status, headers, body = self.ask(f"{path}?{urlencode(query)}" if query else path)
        assert status == 200, body
        assert headers["Content-Type"] == "application/json"
        answer = json.loads(body)
        if path in ASKED:
            jsonschema.validate(answer, schema(path))
        return answer

    def fails(self, status, target, **request):
        """The error of a request that must fail."""
        found, headers, body = self.ask(target, **request)
        assert found == status, body
        assert headers["Cache-Control"] == "no-store"
        answer = json.loads(body)
        jsonschema.validate(answer, DESCRIBED["components"]["schemas"]["Error"])
        assert answer["error"][0].islower() or answer["error"][0] == "'"
        return answer


class Held(Tablebase):
    """Tables that give no line before an event, but for the rules that are let through."""

    def __init__(self, *through):
        super().__init__()
        self.may_end, self.through, self.order = threading.Event(), through, []

    def line(self, position):
        assert position.rules in self.through or self.may_end.wait(30)
        self.order.append(str(position.deal))
        return super().line(position)


@contextmanager
def asking(held, ask, *given):
    """Ask in a thread for each of what is given, and more by what it yields; then let all end."""
    askers = []

    def begin(*arguments):
        askers.append(threading.Thread(target=ask, args=arguments))
        askers[-1].start()

    try:
        for one in given:
            begin(*one)
        yield begin
    finally:
        held.may_end.set()
        for asker in askers:
            asker.join()


@contextmanager
def serving(tables, client_seconds=CLIENT_SECONDS, states=(), **options):
    """A server of the tab in a thread; yields a client."""
    with running(create_app(Service(tables, states), **options), client_seconds) as client:
        yield client


@contextmanager
def running(app, client_seconds):
    """A server of any application in a thread; yields a client."""
    server = uvicorn.Server(configuration(app, client_seconds))
    with listen("127.0.0.1", 0) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        client = Client(listener.getsockname()[1])
        try:
            yield client
        finally:
            client.close()
            server.should_exit = True
            thread.join()


def schema(path):
    described = DESCRIBED["paths"][path]["get"]["responses"]["200"]
    return described["content"]["application/json"]["schema"]


def check_path(position, path, move):
    """Check that a path goes from neighbour to neighbour over face-up cards, none twice."""
    board = position.rules.board
    cell_of = {board.cell_name(cell): cell for cell in range(board.size)}
    cells = [cell_of[name] for name in path]
    assert cells[0] == position.mover
    assert path[-1] == move
    assert len(set(cells)) == len(cells)
    for cell, near in pairwise(cells):
        assert near in board.neighbours[cell]
        assert position.face_up >> near & 1
    card = position.cards[position.mover]
    assert len(cells) - 1 in ((card,) if card else position.edition.joker_steps)


def connected(client, source="127.0.0.1"):
    """A connection to a server, for bytes, from an address of this machine."""
    return socket.create_connection(("127.0.0.1", client.port), 20, (source, 0))


def rest(raw):
    """Everything that a server sends until it closes the connection."""
    said = b""
    with suppress(ConnectionResetError):
        while data := raw.recv(1 << 16):
            said += data
    return said


def sent_until_closed(raw, piece, most, pause=0.0):
    """How many pieces a server takes before it closes the connection; at most some."""
    for number in range(most):
        try:
            raw.sendall(piece)
        except (ConnectionError, TimeoutError):
            return number
        time.sleep(pause)
    return most
