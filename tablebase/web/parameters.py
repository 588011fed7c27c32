"""Parameters in a query or a JSON body, read strictly; each error says what was expected."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from tablebase.errors import quote

LONGEST_TEXT = 200
"""Maximum length of most texts, in characters; any position on the largest board is shorter."""

_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


class RequestError(Exception):
    """A request that cannot be answered: an HTTP status, and a message for the client.

    The message is in lower case and shows the input and what was expected. It may name the
    parameter at fault, and the index of the entry at fault if that is a list.
    """

    def __init__(
        self, status: int, message: str, parameter: str | None = None, index: int | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.parameter = parameter
        self.index = index

    def as_dict(self) -> dict[str, Any]:
        """The error as the client gets it."""
        fields = {"error": self.message, "parameter": self.parameter, "index": self.index}
        return {name: value for name, value in fields.items() if value is not None}


@dataclass(frozen=True)
class Parameter:
    """A parameter of a query or a body."""

    name: str
    description: str
    schema: Mapping[str, Any]
    """Its values, as a JSON schema."""
    read: Callable[[Any], Any]
    """Checks the value. In a query it is always text, which this function parses. Raises
    `ValueError`."""
    required: bool = False
    example: Any = field(default=None, kw_only=True)
    besides: str = field(default="", kw_only=True)
    """TypeScript's type of what only the engine in JavaScript takes, besides such values."""


def text(
    name: str,
    description: str,
    *,
    example: str,
    pattern: str = "",
    required: bool = False,
    parse: Callable[[str], Any] = str,
    longest: int = LONGEST_TEXT,
) -> Parameter:
    """A text parameter, whose value is what `parse` makes of it; `ValueError` becomes a 422.

    The pattern is for the description only: `parse`, or the answer's function, refuses what does
    not match. `longest` is the maximum length, in characters.
    """

    def read(given: Any) -> Any:
        return parse(_short_text(name, given, longest))

    schema = _schema_of(pattern, longest)
    return Parameter(name, description, schema, read, required, example=example)


def texts(
    name: str, most: int, description: str, *, example: Sequence[str], pattern: str = ""
) -> Parameter:
    """A required parameter with one to `most` such texts, only for a body."""

    def read(given: Any) -> list[str]:
        if not isinstance(given, list) or not 0 < len(given) <= most:
            found = f"{len(given):,} entries" if isinstance(given, list) else quote(given)
            raise ValueError(f"{name}, {found}: expected a list of 1 to {most:,} texts")
        for at, entry in enumerate(given):
            try:
                _short_text(f"{name}[{at}]", entry)
            except ValueError as error:
                raise RequestError(422, str(error), name, at) from None
        return given

    schema = {"type": "array", "minItems": 1, "maxItems": most, "items": _schema_of(pattern)}
    return Parameter(name, description, schema, read, True, example=list(example))


def _short_text(name: str, given: Any, longest: int = LONGEST_TEXT) -> str:
    if not isinstance(given, str):
        raise ValueError(f"{name}, {quote(given)}: expected a text")
    if len(given) > longest:
        raise ValueError(
            f"{name}, {quote(given)}, has {len(given):,} characters: expected at most {longest}"
        )
    return given


def _schema_of(pattern: str, longest: int = LONGEST_TEXT) -> dict[str, Any]:
    found = {"pattern": pattern} if pattern else {}
    return {"type": "string", "minLength": 1, "maxLength": longest, **found}


def choice(name: str, values: Sequence[str], description: str) -> Parameter:
    """A parameter with a few allowed values."""

    def read(given: str) -> str:
        if given not in values:
            raise ValueError(f"unknown {name} {quote(given)}: expected {' or '.join(values)}")
        return given

    return Parameter(name, description, {"type": "string", "enum": list(values)}, read)


def flag(name: str, description: str) -> Parameter:
    """A parameter that is true or false."""

    def read(given: str) -> bool:
        if given not in ("true", "false"):
            raise ValueError(f"{name} {quote(given)}: expected true or false")
        return given == "true"

    return Parameter(name, description, {"type": "boolean"}, read)


def integer(name: str, low: int, high: int, description: str) -> Parameter:
    """A whole-number parameter."""

    def read(given: str) -> int:
        # Limit the number of digits: `int` takes long for very many.
        if re.fullmatch(rf"[0-9]{{1,{len(str(high))}}}", given) and low <= int(given) <= high:
            return int(given)
        raise ValueError(f"{name} {quote(given)}: expected a whole number, {low} to {high}")

    return Parameter(name, description, {"type": "integer", "minimum": low, "maximum": high}, read)


def read_query(raw: bytes, parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The values of a query string by name, without parameters that are not given.

    Raises `RequestError`: 400 if it is not ``name=value&name=value`` in percent-encoded UTF-8; 422
    if a parameter is unknown, repeated, missing, or its value is refused.
    """
    return _values(_fields(raw), parameters)


def read_body(raw: bytes, parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The values of a JSON object by name, without parameters that are not given.

    Raises `RequestError`: 400 if it is not JSON in UTF-8; 422 if it is not an object, or as
    `read_query`.
    """
    return _values(_members(raw), parameters)


def _values(fields: Iterable[tuple[str, Any]], parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The values of parameters by name; raises 422."""
    known = {parameter.name: parameter for parameter in parameters}
    values: dict[str, Any] = {}
    for name, value in fields:
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


def _members(raw: bytes) -> tuple[tuple[str, Any], ...]:
    """The members of a JSON object, decoded."""
    try:
        # Every object becomes a tuple of its members, so that a repeated name is noticed.
        found = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=tuple)
    except UnicodeDecodeError as error:
        raise RequestError(400, f"byte {error.start} of the body: expected UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RequestError(400, f"the body is not JSON from {where} on: expected JSON") from None
    except (RecursionError, ValueError):  # nested too deeply, or an endless number
        raise RequestError(
            400, "the body nests too deeply, or has too long a number: expected texts"
        ) from None
    if not isinstance(found, tuple):
        raise RequestError(422, f"the body is {quote(found)}: expected a JSON object")
    return found


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
