"""The reference of the HTTP API, docs/api-http.md, from the table of endpoints.

The examples are actually run. After a change to the API, make it again:

    python -m tablebase.web.reference > docs/api-http.md
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
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

SHOWN = 1
"""How many entries of a list an example shows."""

LARGEST = 5
"""The most fields of an object that examples show again."""

MORE = "..."
"""What stands for the rest of an example."""

WIDTH = 96
"""How long a line of an example may be."""

Row = tuple[str, str]
"""A parameter or a field, and what it means."""

Rows = Callable[[Endpoint], Iterator[Row]]
"""All parameters or all fields of an endpoint."""


def reference() -> str:
    """The document."""
    introduction = (files("tablebase.web") / "reference.md").read_text()
    errors = [f"| {status} | {meaning} |" for status, meaning in ERRORS.items()]
    limits = [f"| {what} | {limit} |" for what, limit in LIMITS.items()]
    introduction = introduction.replace("ERRORS", "\n".join(errors))
    introduction = introduction.replace("LIMITS", "\n".join(limits))
    service = Service(Tablebase())
    shown: set[frozenset[str]] = set()
    sections = ["\n".join(_section(endpoint, service, shown)) for endpoint in ENDPOINTS]
    return "\n".join([introduction, *sections])


def _section(endpoint: Endpoint, service: Service, shown: set[frozenset[str]]) -> Iterator[str]:
    """The section of an endpoint; `shown` has the fields of each object in the examples before."""
    name = endpoint.path if endpoint.method == "GET" else f"{endpoint.method} {endpoint.path}"
    yield f"## `{name}`\n\n{endpoint.summary}\n"
    if endpoint.parameters:
        yield from _table("parameter", _parameters, endpoint)
    yield from _table("field", _results, endpoint)
    for given in EXAMPLES.get(name, [{}]):
        query = {p.name: p.read(given[p.name]) for p in endpoint.parameters if p.name in given}
        answer = _text(_shortened(endpoint.answer(service, query), shown))
        yield f"```sh\n{_curl(endpoint, given)}\n```\n\n```text\n{answer}\n```\n"


def _table(what: str, rows: Rows, endpoint: Endpoint) -> Iterator[str]:
    """A table of parameters or fields; those that are as in the first section share a row."""
    first = ENDPOINTS[0]
    known = {_last(row) for row in rows(first)} if endpoint is not first else set()
    same: list[str] = []
    yield f"| {what} | meaning |\n|---|---|"
    for row in rows(endpoint):
        if _last(row) not in known:
            yield "| {} | {} |".format(*row)
        elif not row[0].startswith(tuple(f"{above[:-1]}{mark}" for above in same for mark in ".[")):
            same.append(row[0])
    if same:
        yield f"| {', '.join(same)} | as `{first.path}` |"
    yield ""


def _last(row: Row) -> Row:
    """A row with the last part of its name."""
    return row[0].rpartition(".")[2].strip("`"), row[1]


def _results(endpoint: Endpoint) -> Iterator[Row]:
    return _fields(endpoint.schema, "")


def _parameters(endpoint: Endpoint) -> Iterator[Row]:
    for parameter in endpoint.parameters:
        required = " (required)" if parameter.required else ""
        yield f"`{parameter.name}`{required}", parameter.description + _values(parameter.schema)


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


def _fields(schema: Schema, prefix: str) -> Iterator[Row]:
    """Rows of a schema's fields; those of nested objects follow, with dots and brackets."""
    if schema["type"] == "array":
        yield from _fields(schema["items"], f"{prefix}[]")
        return
    for name, field in schema.get("properties", {}).items():
        path = f"{prefix}.{name}".lstrip(".")
        yield f"`{path}`", field["description"] + _enumerated(field)
        if path == "line" and field["items"]["type"] == "object":
            yield "`line[]...`", "as `/api/probe`"
        else:
            yield from _fields(field, path) if field["type"] in ("object", "array") else ()


def _enumerated(field: Schema) -> str:
    values = [json.dumps(value) for value in field.get("enum", ())]
    return f": {', '.join(f'`{value}`' for value in values)}" if values else ""


def _shortened(data: Any, shown: set[frozenset[str]]) -> Any:
    """Data with only the first entries of each list, and one large object of each kind."""
    if isinstance(data, dict):
        if len(data) > LARGEST and frozenset(data) in shown:
            return MORE
        shown.add(frozenset(data))
        return {name: _shortened(value, shown) for name, value in data.items()}
    if isinstance(data, list) and any(isinstance(entry, dict) for entry in data):
        entries = [_shortened(entry, shown) for entry in data[:SHOWN]]
        first = [entry for entry in entries if entry != MORE]
        return (
            [*first, f"{MORE} {len(data) - len(first)} more"] if len(data) > len(first) else first
        )
    return data


def _text(data: Any, indent: str = "") -> str:
    """Data as JSON: a line for a list of texts or numbers, and for whatever else fits on one."""
    line = json.dumps(data)
    nested = isinstance(data, dict) or (
        isinstance(data, list) and any(isinstance(entry, dict) for entry in data)
    )
    if not nested or len(indent) + len(line) <= WIDTH:
        return line
    deeper = indent + "  "
    if isinstance(data, dict):
        parts = [f"{json.dumps(name)}: {_text(value, deeper)}" for name, value in data.items()]
    else:
        parts = [_text(value, deeper) for value in data]
    first, last = "{}" if isinstance(data, dict) else "[]"
    return f"{first}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{last}"


if __name__ == "__main__":
    sys.stdout.write(reference())
