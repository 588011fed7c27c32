"""The application: endpoints, static files and error messages, behind a `guard`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import PurePosixPath
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tablebase.errors import CorruptFileError, MissingTableError, quote
from tablebase.web.api import Addressed, addressed
from tablebase.web.endpoints import Endpoint
from tablebase.web.guard import LONGEST_BODY, OTHERS, TOO_LONG, Guard, drain
from tablebase.web.metrics import Metrics
from tablebase.web.openapi import ERRORS, document
from tablebase.web.package import FOLDER as PACKAGE
from tablebase.web.package import package
from tablebase.web.parameters import RequestError, read_body, read_query
from tablebase.web.responses import (
    encode,
    json_answer,
    lasting,
    refused,
    tag_of,
    tagged,
    unavailable,
)
from tablebase.web.service import Service
from tablebase.web.site import site, slow
from tablebase.web.workers import BusyError, FairPool

THREADS = 2
WAITING = 64
"""How many heavy questions run at a time, and how many more may wait; the same numbers apply to
other questions."""

COMPRESSION = 6
"""The level of gzip for clients that accept it: 9 takes 1.7 times as long and saves 0.4%."""

CLIENT_LEFT = 499
"""Status in the metrics for a request whose client left before the answer."""

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

Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


def create_app(
    service: Service,
    *,
    endpoints: Sequence[Addressed] | None = None,
    threads: int = THREADS,
    waiting: int = WAITING,
) -> Starlette:
    """The page and the API as an ASGI application, which answers `addressed()` by default.

    The caller owns the service's tables and closes them. At most `threads` heavy questions run at a
    time, and `waiting` more may wait; the same numbers apply to other questions. Any more get 503.
    """
    endpoints = addressed() if endpoints is None else endpoints
    pools, metrics = Pools(threads, waiting), Metrics(service.tables)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        pools.close()

    routes: list[BaseRoute] = [
        Route(address, _handler(endpoint, service, pools), methods=[endpoint.method])
        for address, endpoint in endpoints
    ]
    description = encode(document(endpoints))
    routes += [
        _route("/api/openapi.json", _constant(description)),
        _route("/metrics", _metrics(metrics)),
        *(_route(f"/{path}", _slow(path, make)) for path, make in slow().items()),
        _route(f"/{PACKAGE}/{{path:path}}", _package(service)),
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
            return encode(endpoint.answer(service, query))
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
        lasts = endpoint.lasts(service, query)
        return lasting(request, body) if lasts else json_answer(body)

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
            await drain(request.receive)
            raise RequestError(413, TOO_LONG)
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
        return lasting(request, body)

    return handle


def _metrics(metrics: Metrics) -> Handler:
    async def handle(_: Request) -> Response:
        media = "text/plain; version=0.0.4; charset=utf-8"
        return Response(metrics.text(), headers={"Cache-Control": "no-store"}, media_type=media)

    return handle


def _page(files: Mapping[str, bytes]) -> Handler:
    """The handler of requests for the page's files."""
    tags = {path: tag_of(body) for path, body in files.items()}

    async def handle(request: Request) -> Response:
        # Any query is allowed: the page reads it, as the address of a position.
        path = request.path_params["path"] or "index.html"
        if path not in files:
            raise HTTPException(404)
        media = _MEDIA.get(PurePosixPath(path).suffix, "application/octet-stream")
        return tagged(request, files[path], tags[path], _CHANGING, media)

    return handle


def _slow(path: str, make: Callable[[], bytes]) -> Handler:
    """The handler of requests for a file of the page that takes seconds to make."""
    media = _MEDIA.get(PurePosixPath(path).suffix, "application/octet-stream")

    def with_tag() -> tuple[bytes, str]:
        body = make()
        return body, tag_of(body)

    made = _once(with_tag)

    async def handle(request: Request) -> Response:
        body, tag = await made()
        return tagged(request, body, tag, _CHANGING, media)

    return handle


def _package(service: Service) -> Handler:
    """The handler of requests for the JavaScript package, which takes seconds to make."""
    made = _once(lambda: _page(package(service=service)))

    async def handle(request: Request) -> Response:
        answer = await made()
        return await answer(request)

    return handle


def _once(make: Callable[[], T]) -> Callable[[], Awaitable[T]]:
    """A function that gives what another makes in a thread, when it is first needed.

    What fails is tried again at the next request.
    """
    making: asyncio.Task[T] | None = None

    async def made() -> T:
        nonlocal making
        if making is None or (making.done() and (making.cancelled() or making.exception())):
            making = asyncio.create_task(asyncio.to_thread(make))
        return await asyncio.shield(making)  # other requests may be waiting for it too

    return made


async def _error(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    headers = {413: {"Connection": "close"}, 503: {"Retry-After": "1"}}.get(error.status, {})
    return json_answer(encode(error.as_dict()), error.status, headers)


async def _left(_: Request, __: Exception) -> Response:
    return Response(status_code=CLIENT_LEFT)


async def _busy(_: Request, __: Exception) -> Response:
    return unavailable(f"{ERRORS[503]}: expected fewer at a time")


def _http_error(
    endpoints: Sequence[Addressed],
) -> Callable[[Request, Exception], Awaitable[Response]]:
    """The handler of requests for what is not there."""
    # An address may take both GET and POST.
    known = ", ".join(dict.fromkeys([*(address for address, _ in endpoints), *OTHERS]))

    async def handle(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        message = f"no such path {quote(request.url.path)}: expected one of {known}"
        return refused(error.status_code, message)

    return handle
