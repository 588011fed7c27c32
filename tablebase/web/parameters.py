"""Query parameters, read strictly; each error says what was expected."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from tablebase.errors import quote

_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


class RequestError(Exception):
    """A request that cannot be answered.

    Parameters
    ----------
    status : int
        HTTP status code.
    message : str
        Lower case; shows the input and what was expected.
    parameter : str, optional
        The query parameter at fault.
    """

    def __init__(self, status: int, message: str, parameter: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.parameter = parameter

    def as_dict(self) -> dict[str, str]:
        """The error as the client gets it."""
        told = {"error": self.message}
        return told if self.parameter is None else {**told, "parameter": self.parameter}


@dataclass(frozen=True)
class Parameter:
    """A query parameter.

    Attributes
    ----------
    name : str
    description : str
    schema : mapping
        Its values, as a JSON schema.
    read : callable
        Reads the value from a text; raises `ValueError`.
    required : bool
    example : str, optional
    """

    name: str
    description: str
    schema: Mapping[str, Any]
    read: Callable[[str], Any] = str
    required: bool = False
    example: str | None = field(default=None, kw_only=True)


def text(name: str, description: str, *, example: str, required: bool = False) -> Parameter:
    """A parameter of any text, for the library to parse."""
    schema = {"type": "string", "maxLength": 200}
    return Parameter(name, description, schema, required=required, example=example)


def choice(name: str, values: Sequence[str], description: str) -> Parameter:
    """A parameter of a few values."""

    def read(given: str) -> str:
        if given not in values:
            raise ValueError(f"unknown {name} {quote(given)}: expected {' or '.join(values)}")
        return given

    return Parameter(name, description, {"type": "string", "enum": list(values)}, read)


def integer(name: str, low: int, high: int, description: str) -> Parameter:
    """A parameter of whole numbers."""

    def read(given: str) -> int:
        # No more digits than the largest has: `int` of very many digits would take long.
        if re.fullmatch(rf"[0-9]{{1,{len(str(high))}}}", given) and low <= int(given) <= high:
            return int(given)
        raise ValueError(f"{name} {quote(given)}: expected a whole number, {low} to {high}")

    return Parameter(name, description, {"type": "integer", "minimum": low, "maximum": high}, read)


def read_query(raw: bytes, parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The values of a query string by name, without parameters that are not given.

    Raises
    ------
    RequestError
        400 if it is not ``name=value&name=value`` in percent-encoded UTF-8; 422 if a parameter
        is unknown, repeated, missing, or its value is refused.
    """
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Any] = {}
    for name, value in _fields(raw):
        if name not in known:
            expected = ", ".join(known) or "no parameter"
            raise RequestError(422, f"unknown parameter {quote(name)}: expected {expected}", name)
        if name in values:
            raise RequestError(422, f"parameter {name!r} is given twice: expected it once", name)
        try:
            values[name] = known[name].read(value)
        except ValueError as error:
            raise RequestError(422, str(error), name) from None
    for parameter in parameters:
        if parameter.required and parameter.name not in values:
            raise RequestError(
                422,
                f"parameter {parameter.name!r} is missing: expected {parameter.description}",
                parameter.name,
            )
    return values


def _fields(raw: bytes) -> list[tuple[str, str]]:
    """The names and values of a query string, decoded."""
    query = raw.decode("latin-1")
    fields = []
    for part in query.split("&") if query else ():
        name, equals, value = part.partition("=")
        if not equals:
            raise RequestError(400, f"query {quote(part)}: expected name=value")
        fields.append((_unquote(name), _unquote(value)))
    return fields


def _unquote(part: str) -> str:
    if bad := _BAD_PERCENT.search(part):
        raise RequestError(
            400, f"query {quote(part)}: % at character {bad.start() + 1}, expected %XX"
        )
    try:
        return unquote_to_bytes(part.replace("+", " ")).decode()
    except UnicodeDecodeError:
        raise RequestError(400, f"query {quote(part)}: expected percent-encoded UTF-8") from None
