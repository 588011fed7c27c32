"""The reference of the HTTP API, docs/api-http.md, from the table of endpoints.

The examples are actually run. After a change to the API, make it again:

    python -m tablebase.web.reference > docs/api-http.md
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from tablebase.engine.tables.tablebase import Tablebase
from tablebase.web import answers, app, connections, server
from tablebase.web.endpoints import ENDPOINTS, LARGE, LATER, START, THREE, Endpoint
from tablebase.web.openapi import ERRORS
from tablebase.web.schemas import Schema
from tablebase.web.service import CACHED_BYTES, MEMORY, Service

EXAMPLES: dict[str, list[dict[str, Any]]] = {
    "/api/probe": [{"position": LATER}, {"position": THREE, "rules": "3-players"}],
    "POST /api/probe": [{"positions": [LATER, START]}],
    "/api/line": [{"position": START, "edition": "single"}],
    "/api/search": [{"position": LARGE, "rules": "4x5"}],
    "/api/reply": [{"position": LATER, "level": "casual", "seed": "1"}],
    "/api/deal": [{"deal": START}],
    "/api/random": [{"winner": "red", "difficulty": "easy", "seed": "1"}],
    "/api/rules": [{"rules": "4x5"}],
}
"""The parameters of each endpoint's examples, if it takes any."""

LIMITS = {
    "first line and headers of a request": f"{connections.LONGEST_HEAD:,} bytes, else 431",
    "query": f"{app.LONGEST_QUERY:,} bytes, else 414",
    "body of a request": f"{app.LONGEST_BODY:,} bytes with POST, else none; else 413",
    "positions in a body": f"{answers.MOST_POSITIONS:,}, else 422",
    "tables for a body's positions": f"{CACHED_BYTES >> 20} MiB in all, unless they need only one; "
    "else 422",
    "connections": f"{server.CONNECTIONS}, else 503",
    "requests waiting on one connection": f"{connections.MOST_PIPELINED}, else it is closed",
    "a client's time": f"{server.CLIENT_SECONDS} seconds to send a request, from the start of the "
    f"connection or the end of the last answer; {server.CLIENT_SECONDS} seconds to read each "
    f"{connections.LEAST_TAKEN >> 10} KiB of an answer; else the connection is closed",
    "requests being answered": f"{app.THREADS} heavy ones and {app.THREADS} others",
    "requests waiting": f"{app.WAITING} heavy ones and {app.WAITING} others, else 503",
    "time of a search": f"{answers.SEARCH_SECONDS} seconds, or `seconds` if that is less",
    "tables in memory": f"256, and {CACHED_BYTES >> 20} MiB in all; a file's table counts in full",
    "memory of the server": f"{MEMORY >> 30} GiB",
}
"""The server's limits, and its answer beyond them."""

SHOWN = 2
"""How many entries of a list an example shows."""


def reference() -> str:
    """The document."""
    introduction = (files("tablebase.web") / "reference.md").read_text()
    errors = [f"| {status} | {meaning} |" for status, meaning in ERRORS.items()]
    limits = [f"| {what} | {limit} |" for what, limit in LIMITS.items()]
    introduction = introduction.replace("ERRORS", "\n".join(errors))
    introduction = introduction.replace("LIMITS", "\n".join(limits))
    service = Service(Tablebase())
    sections = ["\n".join(_section(endpoint, service)) for endpoint in ENDPOINTS]
    return "\n".join([introduction, *sections])


def _section(endpoint: Endpoint, service: Service) -> Iterator[str]:
    name = endpoint.path if endpoint.method == "GET" else f"{endpoint.method} {endpoint.path}"
    yield f"## `{name}`\n\n{endpoint.summary}\n"
    if endpoint.parameters:
        yield "| parameter | meaning |\n|---|---|"
        for parameter in endpoint.parameters:
            required = " (required)" if parameter.required else ""
            yield (
                f"| `{parameter.name}`{required} | {parameter.description}"
                f"{_values(parameter.schema)} |"
            )
        yield ""
    yield "| field | meaning |\n|---|---|"
    yield from _fields(endpoint.schema, "")
    yield ""
    for given in EXAMPLES.get(name, [{}]):
        query = {p.name: p.read(given[p.name]) for p in endpoint.parameters if p.name in given}
        answer = json.dumps(_shortened(endpoint.answer(service, query)), indent=2)
        yield f"```sh\n{_curl(endpoint, given)}\n```\n\n```text\n{answer}\n```\n"


def _curl(endpoint: Endpoint, given: dict[str, Any]) -> str:
    """The command that asks a question."""
    url = f"http://127.0.0.1:8000{endpoint.path}"
    if endpoint.method == "POST":
        header = "Content-Type: application/json"
        return f"curl '{url}' -H '{header}' \\\n  -d '{json.dumps(given)}'"
    return f"curl '{url}?{urlencode(given, safe='/')}'" if given else f"curl '{url}'"


def _values(schema: Any) -> str:
    if "enum" in schema:
        return ": " + ", ".join(f"`{value}`" for value in schema["enum"])
    if "minimum" in schema:
        return f", {schema['minimum']} to {schema['maximum']}"
    if "maxItems" in schema:
        return f", {schema['minItems']:,} to {schema['maxItems']:,}"
    return ""


def _fields(schema: Schema, prefix: str) -> Iterator[str]:
    """Rows of a schema's fields; those of nested objects follow, with dots and brackets."""
    if schema["type"] == "array":
        yield from _fields(schema["items"], f"{prefix}[]")
        return
    for name, field in schema.get("properties", {}).items():
        path = f"{prefix}.{name}".lstrip(".")
        yield f"| `{path}` | {field['description']}{_enumerated(field)} |"
        if path == "line":
            yield "| `line[]...` | as `/api/probe` |"
        else:
            yield from _fields(field, path) if field["type"] in ("object", "array") else ()


def _enumerated(field: Schema) -> str:
    values = [json.dumps(value) for value in field.get("enum", ())]
    return f": {' or '.join(f'`{value}`' for value in values)}" if values else ""


def _shortened(data: Any) -> Any:
    """Data with only the first entries of each list."""
    if isinstance(data, dict):
        return {name: _shortened(value) for name, value in data.items()}
    if isinstance(data, list) and any(isinstance(entry, dict) for entry in data):
        more = [f"... {len(data) - SHOWN} more"] if len(data) > SHOWN else []
        return [*map(_shortened, data[:SHOWN]), *more]
    return data


if __name__ == "__main__":
    sys.stdout.write(reference())
