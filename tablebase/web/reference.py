"""The reference of the HTTP API, docs/api-http.md, from the endpoints of our own games.

The default game brings the introduction, as ``reference.md`` beside its endpoints: ERRORS and
LIMITS in it stand for the rows of two tables. The examples are actually run. After a change to the
API, make it again:

    python -m tablebase.web.reference > docs/api-http.md
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

from tablebase._version import DISTRIBUTION
from tablebase.engine.rooms import default, installed
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.web import app, connections, server
from tablebase.web.endpoints import Addressed, Endpoint, addressed
from tablebase.web.openapi import ERRORS
from tablebase.web.schemas import Schema
from tablebase.web.service import CACHED_BYTES, MEMORY, Service

LIMITS = {
    "first line and headers of a request": f"{connections.LONGEST_HEAD:,} bytes, else 431",
    "query": f"{app.LONGEST_QUERY:,} bytes, else 414",
    "body of a request": f"{app.LONGEST_BODY:,} bytes with POST, else none; else 413",
    "connections": f"{server.CONNECTIONS}, else 503",
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

SHOWN = 2
"""How many entries of a list an example shows."""


def reference() -> str:
    """The document."""
    ours = [one for one in installed().values() if one.distribution == DISTRIBUTION]
    endpoints, service = addressed(ours), Service(Tablebase())
    known = {id(endpoint.schema): address for address, endpoint in endpoints}
    sections = ["\n".join(_section(*found, service, known)) for found in endpoints]
    return "\n".join([_introduction(endpoints), *sections])


def _introduction(endpoints: Iterable[Addressed]) -> str:
    module = installed()[default()].room.answers.partition(":")[0]
    text = (files(module.rpartition(".")[0]) / "reference.md").read_text()
    errors = [f"| {status} | {meaning} |" for status, meaning in ERRORS.items()]
    every = dict(LIMITS)
    for _, endpoint in endpoints:
        every |= endpoint.limits
    limits = [f"| {what} | {limit} |" for what, limit in every.items()]
    return text.replace("ERRORS", "\n".join(errors)).replace("LIMITS", "\n".join(limits))


def _section(
    address: str, endpoint: Endpoint, service: Service, known: Mapping[int, str]
) -> Iterator[str]:
    name = address if endpoint.method == "GET" else f"{endpoint.method} {address}"
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
    yield from _fields(endpoint.schema, "", known)
    yield ""
    for given in endpoint.examples or [{}]:
        query = {p.name: p.read(given[p.name]) for p in endpoint.parameters if p.name in given}
        answer = json.dumps(_shortened(endpoint.answer(service, query)), indent=2)
        yield f"```sh\n{_curl(address, endpoint, given)}\n```\n\n```text\n{answer}\n```\n"


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


def _fields(schema: Schema, prefix: str, known: Mapping[int, str]) -> Iterator[str]:
    """Rows of a schema's fields; those of nested objects follow, with dots and brackets.

    `known` has the address of the endpoint that answers with a schema, by the schema's identity.
    """
    if schema["type"] == "array":
        items = schema["items"]
        if prefix and id(items) in known:
            yield f"| `{prefix}[]...` | as `{known[id(items)]}` |"
        else:
            yield from _fields(items, f"{prefix}[]", known)
        return
    for name, field in schema.get("properties", {}).items():
        path = f"{prefix}.{name}".lstrip(".")
        yield f"| `{path}` | {field['description']}{_enumerated(field)} |"
        if field["type"] in ("object", "array"):
            yield from _fields(field, path, known)


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
