"""Records, the types of answers, and their JSON schemas; `openapi` and the reference show these.

A record is a ``TypedDict``. Its docstring says what it is, and ``Annotated`` what each field means
and which values it takes:

    class Value(TypedDict):
        "The value of a row."

        result: Annotated[str, OneOf("win", "loss"), "for the side to move"]
        dte: Annotated[Count | None, "plies to the end, null if not known"]

Fields may be texts, numbers, flags, records, and lists of these; None in a union is JSON's null. A
``dict`` has a field for each value of its keys' `OneOf`.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    NotRequired,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

Schema = dict[str, Any]

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}
"""The simple types, and what JSON schemas call them."""

KEY = "{key}"
"""What stands for the key in the description of a `dict`'s values."""


@dataclass(frozen=True)
class OneOf:
    """The texts that a field may be."""

    values: tuple[str, ...]

    def __init__(self, *values: str) -> None:
        object.__setattr__(self, "values", values)


@dataclass(frozen=True)
class Between:
    """The least number that a field may be, and the greatest, if there is one."""

    minimum: int
    maximum: int | None = None


Count = Annotated[int, Between(0)]


@dataclass(frozen=True)
class Kind:
    """What a field of a record may be."""

    bare: Any
    """Its type, without None and without what ``Annotated`` adds."""
    notes: tuple[Any, ...] = ()
    """What ``Annotated`` adds, the outermost last."""
    null: bool = False
    """Whether it may be None."""
    optional: bool = False
    """Whether the field may be left out."""

    @property
    def description(self) -> str:
        """What it means: the outermost text, else the first paragraph of a record's docstring."""
        said = [note for note in self.notes if isinstance(note, str)]
        if said or not is_typeddict(self.bare):
            return said[-1] if said else ""
        text = " ".join((self.bare.__doc__ or "").partition("\n\n")[0].split()).removesuffix(".")
        return text[:1].lower() + text[1:]

    @property
    def values(self) -> tuple[str, ...]:
        """The texts that it may be; empty if it may be any."""
        return next((note.values for note in self.notes if isinstance(note, OneOf)), ())

    @property
    def limits(self) -> dict[str, int]:
        """The limits of a number, as in a schema."""
        found = next((vars(note) for note in self.notes if isinstance(note, Between)), {})
        return {name: limit for name, limit in found.items() if limit is not None}

    @property
    def fields(self) -> dict[str, Kind]:
        """The fields of a record or a `dict`, by name."""
        if is_typeddict(self.bare):
            hints = get_type_hints(self.bare, include_extras=True)
            return {name: kind_of(hint) for name, hint in hints.items()}
        keys, value = map(kind_of, get_args(self.bare))
        said = value.description
        return {
            key: Kind(value.bare, (*value.notes, said.replace(KEY, key)), value.null, optional=True)
            for key in keys.values
        }


def kind_of(hint: Any) -> Kind:
    """What an annotation allows."""
    kind = Kind(hint)
    while True:
        origin, notes = get_origin(hint), kind.notes
        if origin is Annotated:
            hint, notes = hint.__origin__, (*hint.__metadata__, *notes)
        elif origin is NotRequired:
            (hint,) = get_args(hint)
        elif origin in (Union, UnionType):
            (hint,) = (one for one in get_args(hint) if one is not NoneType)
        else:
            return kind
        null, optional = kind.null or origin in (Union, UnionType), origin is NotRequired
        kind = Kind(hint, notes, null, kind.optional or optional)


def schema_of(hint: Any) -> Schema:
    """The JSON schema of an annotation; raises `TypeError` if records may not have it."""
    return _schema(kind_of(hint))


def _schema(kind: Kind) -> Schema:
    name, contents = _contents(kind)
    values = [*kind.values, *([None] if kind.null else [])]
    return {
        "type": [name, "null"] if kind.null else name,
        **({"enum": values} if kind.values else {}),
        **kind.limits,
        **({"description": kind.description} if kind.description else {}),
        **contents,
    }


def _contents(kind: Kind) -> tuple[str, Schema]:
    """The name of a type in schemas, and what it has inside."""
    bare, origin = kind.bare, get_origin(kind.bare)
    if bare in TYPES:
        return TYPES[bare], {}
    if origin is list:
        return "array", {"items": schema_of(*get_args(bare))}
    if origin is dict or is_typeddict(bare):
        return "object", _fields(kind.fields)
    raise TypeError(f"{bare!r}: expected a TypedDict, list, dict, str, int, float or bool")


def _fields(fields: dict[str, Kind]) -> Schema:
    required = [name for name, kind in fields.items() if not kind.optional]
    return {
        "properties": {name: _schema(kind) for name, kind in fields.items()},
        **({"required": required} if required else {}),
        "additionalProperties": False,
    }


class Error(TypedDict):
    """Why there is no answer."""

    error: Annotated[str, "what is wrong and what was expected"]
    parameter: NotRequired[Annotated[str, "the parameter at fault, if it is one"]]
    index: NotRequired[Annotated[Count, "the place of the entry at fault in a list, from 0"]]
