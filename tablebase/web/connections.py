"""A connection: uvicorn's own, with limits on what a client may send and how long it may take.

uvicorn limits neither the size of a request's headers nor the time until they are complete. Its
parser joins the pieces of a header each time one arrives, so an endless header also costs time that
grows with the square of its length.
"""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

LONGEST_HEAD = 16 << 10
"""Maximum length of a request's first line and headers, in bytes."""

MOST_PIPELINED = 16
"""How many requests on a connection may wait for the answers to earlier ones."""

LEAST_TAKEN = 16 << 10
"""How many bytes of an answer (or all the rest) a client must take in time to stay connected."""

HEAD_TOO_LONG = f"headers exceed {LONGEST_HEAD} bytes: expected {LONGEST_HEAD} or fewer"

_REFUSAL = (
    "HTTP/1.1 431 Request Header Fields Too Large\r\n"
    "content-type: application/json\r\n"
    "cache-control: no-store\r\n"
    "connection: close\r\n"
    "content-length: {length}\r\n\r\n{body}"
)


class Connection(HttpToolsProtocol):
    """Closes itself when its client takes too long to send a request or to take an answer.

    The time is uvicorn's ``timeout_keep_alive``, counted from the end of the last answer. A client
    that has taken enough of an answer gets the same time again.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
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

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting, and let the application know that the client has left."""
        self._stop_waiting()
        super().connection_lost(exc)
        for cycle in self._asked:  # uvicorn does this only for the last request
            cycle.disconnected = not cycle.response_complete
            cycle.message_event.set()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        super().on_response_complete()
        self._await_client()

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
            body = f'{{"error":"{HEAD_TOO_LONG}"}}'
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(_REFUSAL.format(length=len(body), body=body).encode())
            self.transport.close()

    def on_message_begin(self) -> None:
        """Begin a request; an error ends the parsing and the connection with a 400."""
        if len(self.pipeline) >= MOST_PIPELINED:
            raise OverflowError(f"{MOST_PIPELINED} requests wait already")
        super().on_message_begin()

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
