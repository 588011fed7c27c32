"""The application: endpoints, static files, limits, headers and error messages."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, suppress
from functools import cache
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tablebase._version import __version__
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.errors import CorruptFileError, MissingTableError, quote
from tablebase.web.connections import CONNECTION, HEAD_TOO_LONG, LONGEST_HEAD
from tablebase.web.endpoints import Addressed, Endpoint, addressed
from tablebase.web.interactive import FOLDER as SWAGGER
from tablebase.web.interactive import interactive
from tablebase.web.metrics import Metrics
from tablebase.web.openapi import ERRORS, document
from tablebase.web.package import FOLDER as PACKAGE
from tablebase.web.package import package
from tablebase.web.parameters import RequestError, read_body, read_query
from tablebase.web.service import Service
from tablebase.web.site import POLICY, site, slow
from tablebase.web.workers import BusyError, FairPool

THREADS = 2
WAITING = 64
"""How many heavy questions run at a time, and how many more may wait; the same numbers apply to
other questions."""

LONGEST_QUERY = 1024
"""Maximum length of a query string, in bytes."""

LONGEST_BODY = 256 << 10
"""Maximum length of a request's body, in bytes."""

MOST_DRAINED = 1 << 20
"""Bytes of a body that are read and discarded before it is refused."""

COMPRESSION = 6
"""The level of gzip for clients that accept it: 9 takes 1.7 times as long and saves 0.4%."""

CLIENT_LEFT = 499
"""Status in the metrics for a request whose client left before the answer."""

LASTING = "public, max-age=86400, immutable"
"""Cache-Control of answers that stay the same for a version of this package."""

_CHANGING = "no-cache"
"""Cache-Control of the page, which is checked each time because it changes with the version."""

_MEDIA = {
    ".css": "text/css",
    ".csv": "text/csv",
    ".gz": "application/gzip",
    ".html": "text/html",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ts": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
_OTHERS = ("/api/openapi.json", "/metrics", "/")
_FOLDERS = ("/static", f"/{PACKAGE}", f"/{SWAGGER}")
_FOR_OTHERS = ("/api/", f"/{PACKAGE}/")
"""What pages of other hosts may ask for."""
_SECURITY = (
    (
        b"content-security-policy",
        f"{POLICY}; frame-ancestors 'none'".encode(),
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)
_SHARED = (
    *_SECURITY,
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"ETag, Retry-After"),
)

_TOO_LONG = f"the body exceeds {LONGEST_BODY:,} bytes: expected {LONGEST_BODY:,} or fewer"

Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


def create_app(
    tables: Tablebase,
    *,
    states: Iterable[object] = (),
    endpoints: Sequence[Addressed] | None = None,
    threads: int = THREADS,
    waiting: int = WAITING,
) -> Starlette:
    """The page and the API as an ASGI application.

    Parameters
    ----------
    tables : Tablebase
        Answers questions about positions. The caller owns it and closes it.
    states : iterable of objects
        What games made of the options of the command line, see `Service`.
    endpoints : sequence of Addressed, optional
        What it answers; by default `addressed()`.
    threads, waiting : int
        How many heavy questions run at a time, and how many more may wait; the same numbers apply
        to other questions. Any more get 503.
    """
    service = Service(tables, states)
    endpoints = addressed() if endpoints is None else endpoints
    pools, metrics = Pools(threads, waiting), Metrics(tables)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        pools.close()

    routes: list[BaseRoute] = [
        Route(address, _handler(endpoint, service, pools), methods=[endpoint.method])
        for address, endpoint in endpoints
    ]
    description, swagger = _encode(document(endpoints)), interactive()
    routes += [
        _route("/api/openapi.json", _constant(description)),
        _route("/metrics", _metrics(metrics)),
        *(_route(f"/{path}", _slow(path, make)) for path, make in slow().items()),
        _route(f"/{PACKAGE}/{{path:path}}", _package(service)),
        *([_route(f"/{SWAGGER}/{{path:path}}", _page(swagger))] if swagger else []),
        _route("/{path:path}", _page(site("server", service=service))),
    ]
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, metrics=metrics, endpoints=endpoints),
            Middleware(GZipMiddleware, compresslevel=COMPRESSION),
        ],
        exception_handlers={
            HTTPException: _http_error(endpoints),
            RequestError: _error,
            BusyError: _busy,
            MemoryError: _busy,
            ClientDisconnect: _left,
            Exception: _broken,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    return app


def _route(path: str, handler: Handler) -> Route:
    return Route(path, handler, methods=["GET"])


class Pools:
    """Two pools of threads: one for heavy questions, so that others need not wait for them."""

    def __init__(self, threads: int, waiting: int) -> None:
        self.heavy, self.light = FairPool(threads, waiting), FairPool(threads, waiting)

    def close(self) -> None:
        """Finish the work under way and drop what waits."""
        self.heavy.close()
        self.light.close()


def _handler(endpoint: Endpoint, service: Service, pools: Pools) -> Handler:
    """The handler of an endpoint's requests."""

    def answer(query: Mapping[str, Any]) -> bytes:
        try:
            return _encode(endpoint.answer(service, query))
        except CorruptFileError as error:
            raise service.damage(error) from None
        except MissingTableError as error:
            raise RequestError(422, f"no table: {error}") from None

    @cache
    def fixed() -> bytes:
        return answer({})

    async def handle(request: Request) -> Response:
        query = await _read(request, endpoint)
        if endpoint.fixed and not query:
            body = fixed()
        elif endpoint.quick(service, query):
            body = answer(query)
        else:
            pool = pools.heavy if endpoint.heavy(service, query) else pools.light
            client = request.client.host if request.client else ""
            found = await _while_connected(request, pool.run(client, answer, query))
            if found is None:
                raise ClientDisconnect
            body = found
        return _lasting(request, body) if endpoint.lasts(query) else _json(body)

    return handle


async def _read(request: Request, endpoint: Endpoint) -> dict[str, Any]:
    """The values of a request's parameters."""
    if endpoint.method == "GET":
        return read_query(request.scope["query_string"], endpoint.parameters)
    read_query(request.scope["query_string"], ())
    return read_body(await _body(request), endpoint.parameters)


async def _body(request: Request) -> bytes:
    """The body of a request; the connection makes sure that it arrives in time."""
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_BODY:
            await _drain(request.receive)
            raise RequestError(413, _TOO_LONG)
    return bytes(body)


async def _while_connected(request: Request, work: Coroutine[Any, Any, bytes]) -> bytes | None:
    """The result of some work; if the client leaves first, cancel the work and return None."""

    async def left() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.create_task(work), asyncio.create_task(left())
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        working.cancel()
        leaving.cancel()


def _constant(body: bytes) -> Handler:
    async def handle(request: Request) -> Response:
        read_query(request.scope["query_string"], ())
        return _lasting(request, body)

    return handle


def _metrics(metrics: Metrics) -> Handler:
    async def handle(_: Request) -> Response:
        return Response(metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return handle


def _page(files: Mapping[str, bytes]) -> Handler:
    """The handler of requests for the page's files."""
    tags = {path: _tag(body) for path, body in files.items()}

    async def handle(request: Request) -> Response:
        # Any query is allowed: the page reads it, as the address of a position.
        path = request.path_params["path"] or "index.html"
        if path not in files:
            raise HTTPException(404)
        media = _MEDIA.get(PurePosixPath(path).suffix, "application/octet-stream")
        return _tagged(request, files[path], tags[path], _CHANGING, media)

    return handle


def _slow(path: str, make: Callable[[], bytes]) -> Handler:
    """The handler of requests for a file of the page that takes seconds to make."""
    media = _MEDIA.get(PurePosixPath(path).suffix, "application/octet-stream")

    def tagged() -> tuple[bytes, str]:
        body = make()
        return body, _tag(body)

    made = _once(tagged)

    async def handle(request: Request) -> Response:
        body, tag = await made()
        return _tagged(request, body, tag, _CHANGING, media)

    return handle


def _package(service: Service) -> Handler:
    """The handler of requests for the JavaScript package, which takes seconds to make."""
    made = _once(lambda: _page(package(service=service)))

    async def handle(request: Request) -> Response:
        answer = await made()
        return await answer(request)

    return handle


def _once(make: Callable[[], T]) -> Callable[[], Awaitable[T]]:
    """A function that gives what another makes in a thread, the first time that it is needed."""
    making: asyncio.Task[T] | None = None

    async def made() -> T:
        nonlocal making
        if making is None:
            making = asyncio.create_task(asyncio.to_thread(make))
        return await asyncio.shield(making)  # other requests may be waiting for it too

    return made


def _encode(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def _json(body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(
        body, status, {"Cache-Control": "no-store", **(headers or {})}, "application/json"
    )


def _lasting(request: Request, body: bytes) -> Response:
    """An answer that stays the same for a version of this package."""
    return _tagged(request, body, _tag(body), LASTING, "application/json")


def _tag(body: bytes) -> str:
    """A weak tag: the answer may be sent compressed or not."""
    return f'W/"{__version__}-{blake2b(body, digest_size=8).hexdigest()}"'


def _tagged(request: Request, body: bytes, tag: str, control: str, media: str) -> Response:
    """An answer, or the status that the client already has it."""
    headers = {"Cache-Control": control, "ETag": tag}
    known = request.headers.get("If-None-Match", "")
    if tag.removeprefix("W/") in known or known.strip() == "*":
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=media)


async def _error(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    headers = {413: {"Connection": "close"}, 503: {"Retry-After": "1"}}.get(error.status)
    return _json(_encode(error.as_dict()), error.status, headers)


async def _left(_: Request, __: Exception) -> Response:
    return Response(status_code=CLIENT_LEFT)


async def _busy(_: Request, __: Exception) -> Response:
    return _unavailable(f"{ERRORS[503]}: expected fewer at a time")


def _unavailable(error: str) -> Response:
    """The answer to a request that may be sent again."""
    return _json(_encode({"error": error}), 503, {"Retry-After": "1"})


def _http_error(
    endpoints: Sequence[Addressed],
) -> Callable[[Request, Exception], Awaitable[Response]]:
    """The handler of requests for what is not there."""
    # An address may take both GET and POST.
    known = ", ".join(dict.fromkeys([*(address for address, _ in endpoints), *_OTHERS]))

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        message = f"no such path {quote(request.url.path)}: expected one of {known}"
        return _json(_encode({"error": message}), error.status_code)

    return handle


async def _broken(_: Request, __: Exception) -> Response:
    # The exception itself reaches the server, which logs it.
    return _json(_encode({"error": "internal error: see the server's log"}), 500)


class Guard:
    """Refuses requests that no handler may see, adds headers to every answer, and counts requests.

    Parameters
    ----------
    app : ASGIApp
        The application behind it.
    metrics : Metrics
    endpoints : sequence of Addressed
        What the application answers.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, endpoints: Sequence[Addressed]) -> None:
        self._app = app
        self._metrics = metrics
        self._paths = {*(address for address, _ in endpoints), *_OTHERS}
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
                await _drain(receive)
            await (refusal or self._app)(scope, receive, send_guarded)
        except asyncio.CancelledError:  # the server stops, and waits no longer for the answer
            if not status:
                await _unavailable("the server stops")(scope, receive, send_guarded)
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
        return _json(
            _encode({"error": connection.callers.refusal}),
            503,
            {"Retry-After": "1", "Connection": "close"},
        )
    methods = "GET, HEAD, OPTIONS, POST" if posted else "GET, HEAD, OPTIONS"
    if scope["method"] == "OPTIONS":
        allowed = {"Allow": methods, "Access-Control-Allow-Methods": methods}
        header = {"Access-Control-Allow-Headers": "Content-Type"} if posted else {}
        return Response(status_code=204, headers={**allowed, **header})
    if scope["method"] not in methods.split(", "):
        message = f"method {quote(scope['method'])}: expected {methods}"
        return _json(_encode({"error": message}), 405, {"Allow": methods})
    headers = Headers(scope=scope)
    if scope["method"] == "POST":
        refusal = _body_refusal(headers)
        if refusal is not None:
            return refusal
    elif headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        message = "the request has a body: expected none"
        return _json(_encode({"error": message}), 413, {"Connection": "close"})
    if _head_size(scope) > LONGEST_HEAD:
        return _json(_encode({"error": HEAD_TOO_LONG}), 431, {"Connection": "close"})
    if len(scope["query_string"]) > LONGEST_QUERY:
        message = f"query of {len(scope['query_string'])} bytes: expected at most {LONGEST_QUERY}"
        return _json(_encode({"error": message}), 414)
    return None


def _body_refusal(headers: Headers) -> Response | None:
    """The answer to a body of the wrong type, or one that declares too great a length."""
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        message = f"a body of type {quote(media)}: expected application/json"
        return _json(_encode({"error": message}), 415, {"Connection": "close"})
    if int(headers.get("content-length", "0")) > LONGEST_BODY:
        return _json(_encode({"error": _TOO_LONG}), 413, {"Connection": "close"})
    return None


def _head_size(scope: Scope) -> int:
    """Bytes of a request's target and headers."""
    target = len(scope["raw_path"]) + len(scope["query_string"])
    return target + sum(len(name) + len(value) for name, value in scope["headers"])


async def _drain(receive: Receive) -> None:
    """Read the body of a refused request, up to a limit; otherwise its sender gets no answer."""
    size = 0
    with suppress(TimeoutError):
        async with asyncio.timeout(1):
            while size < MOST_DRAINED:
                message = await receive()
                size += len(message.get("body", b""))
                if not message.get("more_body"):
                    return
