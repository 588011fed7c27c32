"""What stands before the application: requests that no handler may see, and headers for all."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablebase.errors import quote
from tablebase.web.api import Addressed
from tablebase.web.connections import CONNECTION, HEAD_TOO_LONG, LONGEST_HEAD
from tablebase.web.metrics import Metrics
from tablebase.web.package import FOLDER as PACKAGE
from tablebase.web.responses import refused, unavailable
from tablebase.web.site import POLICY

LONGEST_QUERY = 1024
"""Maximum length of a query string, in bytes."""

LONGEST_BODY = 256 << 10
"""Maximum length of a request's body, in bytes."""

MOST_DRAINED = 1 << 20
"""Bytes of a body that are read and discarded before it is refused."""

OTHERS = ("/api/openapi.json", "/metrics", "/")
"""What the application answers besides the endpoints."""

_FOLDERS = ("/static", f"/{PACKAGE}")
_FOR_OTHERS = ("/api/", f"/{PACKAGE}/")
"""What pages of other hosts may ask for."""
_SECURITY = (
    (b"content-security-policy", f"{POLICY}; frame-ancestors 'none'".encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
_SHARED = (
    *_SECURITY,
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, Retry-After"),
)

_CLOSE = {"Connection": "close"}
BROKEN = "internal error: see the server's log"
TOO_LONG = f"the body exceeds {LONGEST_BODY:,} bytes: expected {LONGEST_BODY:,} or fewer"


class Guard:
    """Refuses requests that no handler may see, adds headers to every answer, and counts requests.

    The application behind it answers the endpoints.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, endpoints: Sequence[Addressed]) -> None:
        self._app = app
        self._metrics = metrics
        self._paths = {*(address for address, _ in endpoints), *OTHERS}
        self._posted = {address for address, one in endpoints if one.method == "POST"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 0
        shared = scope["path"].startswith(_FOR_OTHERS)

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"].extend(_SHARED if shared else _SECURITY)
            await send(message)

        try:
            refusal = _refusal(scope, scope["path"] in self._posted)
            if refusal is not None:
                await drain(receive)
            await (refusal or self._app)(scope, receive, send_guarded)
        except asyncio.CancelledError:  # the server stops, and waits no longer for the answer
            if not status:
                await unavailable("the server stops")(scope, receive, send_guarded)
        except Exception:
            if not status:
                await refused(500, BROKEN)(scope, receive, send_guarded)
            raise  # the server logs it
        finally:
            label = self._label(scope["path"])
            self._metrics.count(label, status or 500, time.perf_counter() - started)

    def _label(self, path: str) -> str:
        """The label under which a path is counted; there are only a few, whatever the requests."""
        if path in self._paths:
            return path
        return next((folder for folder in _FOLDERS if path.startswith(f"{folder}/")), "other")


def _refusal(scope: Scope, posted: bool) -> Response | None:
    """The answer to wrong methods, bodies and long queries; None if a handler may answer.

    `posted` is whether the path takes POST. Also refuses an address with too many connections.
    """
    connection, client = scope.get(CONNECTION), scope.get("client")
    if connection is not None and client and not connection.asked_by(client[0]):
        return refused(503, connection.callers.refusal, {"Retry-After": "1", **_CLOSE})
    methods = "GET, HEAD, OPTIONS, POST" if posted else "GET, HEAD, OPTIONS"
    if scope["method"] == "OPTIONS":
        allowed = {"Allow": methods, "Access-Control-Allow-Methods": methods}
        header = {"Access-Control-Allow-Headers": "Content-Type"} if posted else {}
        return Response(status_code=204, headers={**allowed, **header})
    if scope["method"] not in methods.split(", "):
        message = f"method {quote(scope['method'])}: expected {methods}"
        return refused(405, message, {"Allow": methods})
    headers = Headers(scope=scope)
    if scope["method"] == "POST":
        refusal = _body_refusal(headers)
        if refusal is not None:
            return refusal
    elif headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        return refused(413, "the request has a body: expected none", _CLOSE)
    target = len(scope["raw_path"]) + len(scope["query_string"])
    if target + sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEAD:
        return refused(431, HEAD_TOO_LONG, _CLOSE)
    if len(scope["query_string"]) > LONGEST_QUERY:
        message = f"query of {len(scope['query_string'])} bytes: expected at most {LONGEST_QUERY}"
        return refused(414, message)
    return None


def _body_refusal(headers: Headers) -> Response | None:
    """The answer to a body of the wrong type, or one that declares too great a length."""
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        message = f"a body of type {quote(media)}: expected application/json"
        return refused(415, message, _CLOSE)
    if int(headers.get("content-length", "0")) > LONGEST_BODY:
        return refused(413, TOO_LONG, _CLOSE)
    return None


async def drain(receive: Receive) -> None:
    """Read the body of a refused request, up to a limit; otherwise its sender gets no answer."""
    size = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(1):
            while size < MOST_DRAINED:
                message = await receive()
                size += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
