"""The process that serves the page: a socket, kernels loaded in advance, uvicorn."""

from __future__ import annotations

import errno
import socket
import warnings
from collections.abc import Callable, Iterable

import uvicorn
from starlette.applications import Starlette

from tablebase.engine.rooms import RoomWarning, failures
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.errors import CorruptFileError
from tablebase.web.api import Addressed, addressed
from tablebase.web.app import create_app
from tablebase.web.connections import connections
from tablebase.web.endpoints import Endpoint, Query
from tablebase.web.service import Service

CONNECTIONS = 512
"""Maximum number of connections at a time; any more get 503."""

CONNECTIONS_EACH = 64
"""How many of them an address may have; any more get 503. A browser opens up to 6."""

STOP_SECONDS = 5
"""How long a server that is to stop waits for the answers under way; the others are 503."""

CLIENT_SECONDS = 10
"""How long a client may take to complete a request, from connecting or from the last answer; and to
take 16 KiB of an answer, or the rest of it."""


def serve(
    tables: Tablebase,
    host: str,
    port: int,
    started: Callable[[str], None] | None = None,
    states: Iterable[object] = (),
) -> None:
    """Serve the page until it is interrupted (SIGINT) or terminated.

    Port 0 picks a free one. `started` is called with the URL once the server can answer at full
    speed. `states` are what games made of the options of the command line, see `Service`.

    Raises `OSError` if the port is in use, or the address is not this machine's, and
    `KeyboardInterrupt` when it is interrupted, after the requests under way have been answered.
    """
    endpoints, service = addressed(), Service(tables, states)
    app = create_app(service, endpoints=endpoints)
    with listen(host, port) as listener:
        warm_up(service, endpoints)
        Server(configuration(app), started).run(sockets=[listener])


class Server(uvicorn.Server):
    """A server that reports its URL, once it has taken over the handling of signals.

    Before that an interrupt raises KeyboardInterrupt anywhere, and is lost if that is in a
    destructor.
    """

    def __init__(self, config: uvicorn.Config, started: Callable[[str], None] | None) -> None:
        super().__init__(config)
        self._report = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer, and say where."""
        await super().startup(sockets)
        try:
            if self._report is not None and sockets:
                self._report(url(sockets[0]))
        except BaseException:
            await self.shutdown(sockets)
            raise


def configuration(app: Starlette, client_seconds: int = CLIENT_SECONDS) -> uvicorn.Config:
    """The configuration of uvicorn."""
    return uvicorn.Config(
        app,
        http=connections(CONNECTIONS_EACH),
        log_level="error",
        access_log=False,
        server_header=False,
        # Behind a web server on this machine, its X-Forwarded-For shows which client asks.
        forwarded_allow_ips=["127.0.0.1", "::1"],
        ws="none",
        limit_concurrency=CONNECTIONS + 1,  # uvicorn refuses the last of them
        timeout_keep_alive=client_seconds,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises as `serve`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=CONNECTIONS)
    except OSError as error:
        why = {
            errno.EADDRINUSE: "the port is in use: expected a free one, or 0 to pick one",
            errno.EADDRNOTAVAIL: "expected an address of this machine",
            errno.EACCES: "expected a port that you may use, above 1023",
        }.get(error.errno or 0, error.strerror or str(error))
        raise OSError(f"cannot listen on {host} port {port}: {why}") from None
    # Connections inherit this. Without it the kernel holds an answer's body back until the client
    # has acknowledged the headers, usually 40 ms later.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def url(listener: socket.socket) -> str:
    """The address of the page."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def warm_up(service: Service, endpoints: Iterable[Addressed]) -> None:
    """Load everything that the first request of each kind would have to wait for.

    If a file is damaged there, the log says so, and tables are built instead, for the kernels.
    What fails in another way is left to the requests, with a `RoomWarning`.
    """
    without_file = Service(Tablebase())
    for address, endpoint in endpoints:
        for query in endpoint.warm:
            try:
                _warm(endpoint, query, service, without_file)
            except failures() as error:
                warnings.warn(
                    f"{address} could not be loaded in advance: {type(error).__name__}: {error}",
                    RoomWarning,
                    stacklevel=2,
                )


def _warm(endpoint: Endpoint, query: Query, service: Service, without_file: Service) -> None:
    try:
        endpoint.answer(service, query)
    except CorruptFileError as error:
        service.damage(error)
        endpoint.answer(without_file, query)
