"""Responses: JSON, bodies that a client may already have, and the answer to try again later."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tablebase._version import __version__

LASTING = "public, no-cache"
"""Cache-Control of answers that stay the same for a version of this package. A client may keep one,
and asks whether it still holds, because their addresses do not name the version."""

_NO_HEADERS: Mapping[str, str] = {}


def encode(data: Any) -> bytes:
    """Data as compact JSON."""
    return json.dumps(data, separators=(",", ":")).encode()


def json_answer(
    body: bytes, status: int = 200, headers: Mapping[str, str] = _NO_HEADERS
) -> Response:
    """An answer that is not kept."""
    return Response(body, status, {"Cache-Control": "no-store", **headers}, "application/json")


def refused(status: int, error: str, headers: Mapping[str, str] = _NO_HEADERS) -> Response:
    """The answer that says what is wrong with a request."""
    return json_answer(encode({"error": error}), status, headers)


def lasting(request: Request, body: bytes) -> Response:
    """An answer that stays the same for a version of this package."""
    return tagged(request, body, tag_of(body), LASTING, "application/json")


def tag_of(body: bytes) -> str:
    """A weak tag: the answer may be sent compressed or not."""
    return f'W/"{__version__}-{blake2b(body, digest_size=8).hexdigest()}"'


def tagged(request: Request, body: bytes, tag: str, control: str, media: str) -> Response:
    """An answer, or the status that the client already has it."""
    headers = {"Cache-Control": control, "ETag": tag}
    known = request.headers.get("If-None-Match", "")
    if tag.removeprefix("W/") in known or known.strip() == "*":
        return Response(status_code=304, headers={**headers, "Vary": "Accept-Encoding"})
    return Response(body, headers=headers, media_type=media)


def unavailable(error: str) -> Response:
    """The answer to a request that may be sent again."""
    return refused(503, error, {"Retry-After": "1"})
