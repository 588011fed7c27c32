"""The API's description as an OpenAPI 3.1 document, made from the endpoints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablebase._version import __version__
from tablebase.web.api import Addressed
from tablebase.web.endpoints import Endpoint, never
from tablebase.web.parameters import Parameter
from tablebase.web.schemas import Error, schema_of

ERRORS = {
    400: "the query is not name=value&name=value in percent-encoded UTF-8, or the body is not JSON",
    404: "no such path; or nothing meets the filters",
    405: "the method is not GET, HEAD or OPTIONS, or POST where it is expected",
    413: "the request has a body where none is expected, or too long a one",
    414: "the query is too long",
    415: "the Content-Type of the body is not application/json",
    422: "a parameter is unknown, missing, repeated, or its value is refused",
    431: "the first line and the headers are too long",
    500: "the served file is damaged where the answer lies, or an internal error: see the log",
    503: "too many requests are waiting, or memory is short; Retry-After says when to try again",
}
"""The meaning of each status."""


def document(endpoints: Iterable[Addressed]) -> dict[str, Any]:
    """The OpenAPI document."""
    paths: dict[str, Any] = {}
    for address, endpoint in endpoints:
        paths.setdefault(address, {})[endpoint.method.lower()] = _operation(address, endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "tablebase",
            "version": __version__,
            "description": "Exact solutions of games: any position answered by look-up.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        # Relative to this document, which a server may have below a path of its own.
        "servers": [{"url": "..", "description": "the server that has this document"}],
        "paths": paths,
        "components": {"schemas": {"Error": schema_of(Error)}},
    }


def _operation(address: str, endpoint: Endpoint) -> dict[str, Any]:
    found = {"description": endpoint.summary, "content": _json(endpoint.schema)}
    errors = {
        str(status): {
            "description": meaning,
            "content": _json({"$ref": "#/components/schemas/Error"}),
        }
        for status, meaning in ERRORS.items()
    }
    known = {"304": {"description": "the answer that If-None-Match names is still right"}}
    not_modified = {} if endpoint.lasting is never else known
    game = address.removeprefix("/api/").removesuffix(endpoint.path).replace("/", "_")
    posted = endpoint.method == "POST"
    return {
        "summary": endpoint.summary,
        "operationId": f"{game}{endpoint.name}",
        **(_body(endpoint) if posted else _query(endpoint)),
        "responses": {"200": found, **not_modified, **errors},
    }


def _query(endpoint: Endpoint) -> dict[str, Any]:
    given = next(iter(endpoint.examples), {})  # together they are a question that has an answer
    return {"parameters": [_parameter(one, given.get(one.name)) for one in endpoint.parameters]}


def _body(endpoint: Endpoint) -> dict[str, Any]:
    """The parameters of a JSON body."""
    properties = {
        parameter.name: {**parameter.schema, "description": parameter.description}
        for parameter in endpoint.parameters
    }
    schema = {
        "type": "object",
        "properties": properties,
        "required": [parameter.name for parameter in endpoint.parameters if parameter.required],
        "additionalProperties": False,
    }
    example = {
        parameter.name: parameter.example for parameter in endpoint.parameters if parameter.required
    }
    body = {
        "required": True,
        "content": {"application/json": {"schema": schema, "example": example}},
    }
    return {"requestBody": body}


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _parameter(parameter: Parameter, given: str | None) -> dict[str, Any]:
    """A parameter, with the value that the endpoint's example gives it."""
    example = int(given) if given and parameter.schema["type"] == "integer" else given
    others = {} if parameter.example is None else {"examples": [parameter.example]}
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.description,
        "schema": {**parameter.schema, **others},
        **({} if example is None else {"example": example}),
    }
