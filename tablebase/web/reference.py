"""The reference of the HTTP API, docs/api-http.md, from the endpoints of our own games.

The default game brings the introduction, as ``reference.md`` beside its endpoints: ERRORS and
LIMITS in it stand for the rows of two tables. The examples are actually run. After a change to the
API, make it again:

    python -m tablebase.web.reference > docs/api-http.md
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from importlib.resources import files
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from tablebase._version import DISTRIBUTION
from tablebase.engine.rooms import default, installed
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.support.program import run
from tablebase.web import app, connections, guard, server
from tablebase.web.api import Addressed, addressed
from tablebase.web.endpoints import Endpoint
from tablebase.web.openapi import ERRORS
from tablebase.web.schemas import Schema
from tablebase.web.service import CACHED_BYTES, MEMORY, Service

LIMITS = {
    "first line and headers of a request": f"{connections.LONGEST_HEAD:,} bytes, else 431",
    "query": f"{guard.LONGEST_QUERY:,} bytes, else 414",
    "body of a request": f"{guard.LONGEST_BODY:,} bytes with POST, else none; else 413",
    "connections": f"{server.CONNECTIONS}, else 503",
    "connections of an address": f"{server.CONNECTIONS_EACH}, else 503; addresses of IPv6 count by "
    "their first 64 bits",
    "requests waiting on one connection": f"{connections.MOST_PIPELINED}, else it is closed",
    "a client's time": f"{server.CLIENT_SECONDS} seconds to send a request, from the start of the "
    f"connection or the end of the last answer; {server.CLIENT_SECONDS} seconds to read each "
    f"{connections.LEAST_TAKEN >> 10} KiB of an answer; else the connection is closed",
    "requests being answered": f"{app.THREADS} heavy ones and {app.THREADS} others",
    "requests waiting": f"{app.WAITING} heavy ones and {app.WAITING} others, else 503",
    "tables in memory": f"256, and {CACHED_BYTES >> 20} MiB in all; a file's table counts in full",
    "memory of the server": f"{MEMORY >> 30} GiB",
}
"""The server's limits, and its answer beyond them; endpoints add their own."""

SHOWN = 1
"""How many entries of a list an example shows."""

LARGEST = 5
"""The most fields of an object that examples show again, and the most values of a field."""

LONGEST = 20
"""The most texts or numbers of a list that an example shows."""

MORE = "..."
"""What stands for the rest of an example."""

SERVER_ONLY = "The engine in the browser and the JavaScript package do not answer it."
"""What is said of a question that only a server answers."""

WIDTH = 96
"""How long a line of an example may be."""

Row = tuple[str, str]
"""A parameter or a field, and what it means."""


def reference() -> str:
    """The document."""
    ours = [one for one in installed().values() if one.distribution == DISTRIBUTION]
    endpoints, service = addressed(ours), Service(Tablebase())
    sections = _Sections(endpoints, service)
    return "\n".join([_introduction(endpoints), *(sections.section(*found) for found in endpoints)])


def _introduction(endpoints: Iterable[Addressed]) -> str:
    module = installed()[default()].room.answers.partition(":")[0]
    text = (files(module.rpartition(".")[0]) / "reference.md").read_text()
    errors = [f"| {status} | {meaning} |" for status, meaning in ERRORS.items()]
    every = dict(LIMITS)
    for address, endpoint in endpoints:
        every |= endpoint.limits if _game(address) == _HOME else {}
    limits = [f"| {what} | {limit} |" for what, limit in every.items()]
    return text.replace("ERRORS", "\n".join(errors)).replace("LIMITS", "\n".join(limits))


class _Sections:
    """The sections of the endpoints: rows that are as in the game's first one come together."""

    def __init__(self, endpoints: Sequence[Addressed], service: Service) -> None:
        self.service = service
        self.schemas: dict[str, str] = {}
        for address, endpoint in endpoints:
            self.schemas.setdefault(json.dumps(endpoint.schema), address)
        self.firsts: dict[str, tuple[str, Set[Row]]] = {}
        self.shown: dict[str, set[frozenset[str]]] = {}

    def section(self, address: str, endpoint: Endpoint) -> str:
        """The section of an endpoint."""
        name = address if endpoint.method == "GET" else f"{endpoint.method} {address}"
        tables = {"parameter": [*_parameters(endpoint)], "field": [*self._fields(endpoint)]}
        lines = [f"## `{name}`\n\n{endpoint.summary}\n"]
        lines += [f"{SERVER_ONLY}\n"] if endpoint.server_only else []
        game = _game(address)
        first, known = self.firsts.get(game, (name, set()))
        if game != _HOME:
            tables["limit"] = [*endpoint.limits.items()]
        for what, rows in tables.items():
            lines += _table(what, rows, known, first)
        self.firsts.setdefault(game, (name, set(map(_last, chain(*tables.values())))))
        for given in endpoint.examples or [{}]:
            query = {p.name: p.read(given[p.name]) for p in endpoint.parameters if p.name in given}
            shown = self.shown.setdefault(game, set())
            answer = _text(_shortened(endpoint.answer(self.service, query), shown))
            lines.append(
                f"```sh\n{_curl(address, endpoint, given)}\n```\n\n```text\n{answer}\n```\n"
            )
        return "\n".join(lines)

    def _fields(self, endpoint: Endpoint) -> Iterator[Row]:
        return _fields(endpoint.schema, "", self.schemas)


_HOME = "/api"


def _game(address: str) -> str:
    """What the addresses of a game begin with."""
    return address.rpartition("/")[0]


def _table(what: str, rows: Iterable[Row], known: Set[Row], first: str) -> Iterator[str]:
    """A table of parameters or fields; the `known` ones, as in the first section, share a row."""
    lines, above, same = [f"| {what} | meaning |\n|---|---|"], dict[Row, str](), list[str]()
    for row in rows:
        if _last(row) not in known:
            twin = above.setdefault(_last(row), row[0])
            lines.append(f"| {row[0]} | {row[1] if twin == row[0] else f'as {twin}'} |")
        elif not row[0].startswith(tuple(f"{upper[:-1]}{mark}" for upper in same for mark in ".[")):
            same.append(row[0])
    if same:
        lines.append(f"| {', '.join(same)} | as `{first}` |")
    yield from [*lines, ""] if len(lines) > 1 else ()


def _last(row: Row) -> Row:
    """A row with the last part of its name."""
    return row[0].rpartition(".")[2].strip("`"), row[1]


def _parameters(endpoint: Endpoint) -> Iterator[Row]:
    for parameter in endpoint.parameters:
        required = " (required)" if parameter.required else ""
        yield f"`{parameter.name}`{required}", parameter.description + _values(parameter.schema)


def _curl(address: str, endpoint: Endpoint, given: Mapping[str, Any]) -> str:
    """The command that asks a question."""
    url = f"http://127.0.0.1:8000{address}"
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


def _fields(schema: Schema, prefix: str, known: Mapping[str, str]) -> Iterator[Row]:
    """Rows of a schema's fields; those of nested objects follow, with dots and brackets.

    `known` has the address of the endpoint that answers with a schema, by the schema as JSON.
    """
    if schema["type"] == "array":
        items = schema["items"]
        address = known.get(json.dumps(items))
        if prefix and address:
            yield f"`{prefix}[]...`", f"as `{address}`"
        else:
            yield from _fields(items, f"{prefix}[]", known)
        return
    for name, field in schema.get("properties", {}).items():
        path = f"{prefix}.{name}".lstrip(".")
        yield f"`{path}`", field["description"] + _enumerated(field)
        if field["type"] in ("object", "array"):
            yield from _fields(field, path, known)


def _enumerated(field: Schema) -> str:
    values = [json.dumps(value) for value in field.get("enum", ())]
    if len(values) > LARGEST:
        return ", one of the parameter's values"
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
    if isinstance(data, list) and len(data) > LONGEST:
        return [*data[:LARGEST], f"{MORE} {len(data) - LARGEST} more"]
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
    run(lambda: print(reference(), end=""))
