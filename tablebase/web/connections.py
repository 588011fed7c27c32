"""A connection: uvicorn's own, with limits on what a client may send and how long it may take.

Each address may have only some connections, so that no single one shuts others out. A connection
counts for the address that it comes from. If a trusted proxy passes requests on, it counts for the
address that the proxy names, from a request's headers until its answer.

uvicorn limits neither the size of a request's headers nor the time until they are complete. Its
parser joins the pieces of a header each time one arrives, so an endless header also costs time that
grows with the square of its length.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

LONGEST_HEAD = 16 << 10
"""Maximum length of a request's first line and headers, in bytes."""

MOST_PIPELINED = 16
"""How many requests on a connection may wait for the answers to earlier ones."""

LEAST_TAKEN = 16 << 10
"""How many bytes of an answer (or all the rest) a client must take in time to stay connected."""

HEAD_TOO_LONG = f"headers exceed {LONGEST_HEAD} bytes: expected {LONGEST_HEAD} or fewer"

CONNECTION = "tablebase.connection"
"""The key of a request's `Connection` in its scope."""

_TOO_LONG = "431 Request Header Fields Too Large"
_TOO_MANY = "503 Service Unavailable\r\nretry-after: 1"


def _refusal(status: str, error: str) -> bytes:
    """A whole answer, for clients whose requests do not reach the application."""
    body = f'{{"error":"{error}"}}'
    return (
        f"HTTP/1.1 {status}\r\n"
        "content-type: application/json\r\n"
        "cache-control: no-store\r\n"
        "connection: close\r\n"
        f"content-length: {len(body)}\r\n\r\n{body}"
    ).encode()


class Callers:
    """How many connections each address has; of IPv6, each network of 64 bits, which one owns."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def move(self, before: str, after: str) -> bool:
        """Count a connection for another address, "" for none; return whether it may have it."""
        before, after = map(_network, (before, after))
        self._open[before] -= 1
        if self._open[before] <= 0:
            del self._open[before]
        if after:
            self._open[after] += 1
        return self._open[after] <= self.most

    @property
    def refusal(self) -> str:
        """The error of a connection too many."""
        return f"this address has {self.most} connections: expected {self.most} or fewer at a time"


def _network(host: str) -> str:
    if ":" not in host:
        return host
    try:
        found = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    mapped = found.ipv4_mapped
    return str(mapped or ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


class Connection(HttpToolsProtocol):
    """Closes itself when its client takes too long to send a request or to take an answer.

    The time is uvicorn's ``timeout_keep_alive``, counted from the end of the last answer. A client
    that has taken enough of an answer gets the same time again.
    """

    callers: Callers
    """The connections of the server; each server has a class of its own, see `connections`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._counted = ""  # the address that it counts for
        self._deadline: asyncio.TimerHandle | None = None
        self._unsent = 0  # bytes of answers that the client had not taken when its time began
        self._unread = 0  # bytes received since the parser last recognised something
        self._asked: list[RequestResponseCycle] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):
            # Otherwise megabytes wait in the system's buffer, and a slow client seems to take none.
            connected = transport.get_extra_info("socket")
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, LEAST_TAKEN)
        self._await_client()
        if not self._count_for(self.client[0] if self.client else ""):
            self.transport.write(_refusal(_TOO_MANY, self.callers.refusal))
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting, and let the application know that the client has left."""
        self._stop_waiting()
        self._count_for("")
        super().connection_lost(exc)
        for cycle in self._asked:  # uvicorn does this only for the last request
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        if self.client and self._counted != self.client[0]:
            self._count_for("")  # a proxy keeps it for its next request, whoever asks
        super().on_response_complete()
        self._await_client()

    def asked_by(self, host: str) -> bool:
        """Count it for the address that asks, by what a trusted proxy says if there is one.

        Returns whether that address may have one more.
        """
        return host == self._counted or self._count_for(host)

    def _count_for(self, host: str) -> bool:
        before, self._counted = self._counted, host
        return self.callers.move(before, host)

    def pause_writing(self) -> None:
        """Begin to wait for the client to take what has been sent."""
        super().pause_writing()
        self._await_client()

    def _await_client(self) -> None:
        self._stop_waiting()
        self._unsent = self.transport.get_write_buffer_size()
        self._deadline = self.loop.call_later(self.timeout_keep_alive, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()

    def _give_up(self) -> None:
        """Drop the connection unless the client is waiting for an answer or receiving one."""
        taken = self._unsent - self.transport.get_write_buffer_size()
        if taken >= min(LEAST_TAKEN, self._unsent) > 0:
            self._await_client()
            return
        cycle = self.cycle
        answering = cycle is not None and not cycle.response_complete and not cycle.more_body
        if not answering or self.flow.write_paused:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Parse the bytes received; refuse endless headers."""
        self._unread += len(data)
        super().data_received(data)
        if self._unread > LONGEST_HEAD and not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(_refusal(_TOO_LONG, HEAD_TOO_LONG))
            self.transport.close()

    def on_message_begin(self) -> None:
        """Begin a request; an error ends the parsing and the connection with a 400."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise OverflowError(f"{MOST_PIPELINED} requests wait already")
        super().on_message_begin()
        self.scope[CONNECTION] = self  # type: ignore[literal-required]

    def on_headers_complete(self) -> None:
        """Take the request, and keep reading to notice when the connection ends."""
        self._unread = 0
        super().on_headers_complete()
        self._asked = [cycle for cycle in self._asked if not cycle.response_complete]
        self._asked.append(self.cycle)
        self.flow.resume_reading()

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body for the application; requests that wait may not have a body."""
        if self.pipeline:
            raise OverflowError("a request that waits has a body")
        self._unread = 0
        super().on_body(body)


def connections(most: int) -> type[Connection]:
    """The class of a server's connections, of which each address may have only some."""

    class Counted(Connection):
        callers = Callers(most)

    return Counted
