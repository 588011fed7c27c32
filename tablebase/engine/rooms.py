"""The games that are installed, and what each of them brings: its *room*.

A distribution declares its games as entry points of the group ``tablebase.games``; ours come in by
the same door. An entry names a `Room`, which names everything else by module, so that nothing is
imported before it is used. docs/adding-a-game.md describes each part.
"""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import (
    Distribution,
    EntryPoint,
    PackageNotFoundError,
    distribution,
    entry_points,
)
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, NamedTuple

from tablebase._version import DISTRIBUTION, __version__
from tablebase.errors import CorruptFileError, PositionError, UnknownGameError, quote

if TYPE_CHECKING:
    from tablebase.engine.game import Game

GROUP = "tablebase.games"
"""The group of entry points: the name of a game -> its room."""

DEFAULT_GROUP = "tablebase.default"
"""The group with the one game of our distribution whose commands and addresses need no name."""

NAME = re.compile(r"[a-z][a-z0-9-]*")


def failures() -> type[BaseException] | tuple[()]:
    """What a stranger's code may raise that concerns its game alone: all but an interrupt."""
    return () if isinstance(sys.exception(), KeyboardInterrupt) else BaseException


class RoomWarning(UserWarning):
    """An entry point of a game that is left out."""


class Large(NamedTuple):
    """One large table that a game stores in a file of its own."""

    contents: str
    game: str
    """The attributes of the file's root that say so."""
    rules: str
    """The class, as ``module:Class``, of the rules that choose such a table."""
    solver: str
    """Function of the rules that makes the `LargeSolver`. If its keyword `small` is true, the table
    leaves out half of the positions; `ValueError` if there is no such form."""
    store: str
    """Function of the open `TableFile` that makes the `Store`."""
    describe: str
    """Function of the root's attributes that gives the table in words."""


@dataclass(frozen=True)
class Room:
    """What a game brings; everything is optional. A text names an object as ``module:object``."""

    items: Mapping[str, str] = field(default_factory=dict)
    """The class of a position, or of something else that names a table (a deal, a board) -> the
    function that takes one and returns its `Game`. The class has an attribute ``room``, the name of
    the game."""
    read: str = ""
    """The function of a text, or an object of another class of `items`, and a `Game` or None: it
    returns the position that is meant, under the game's rules or the usual ones. Without one,
    `parse` of the first class of `items` reads texts."""
    tables: Mapping[str, str] = field(default_factory=dict)
    """A value of the attribute ``game`` of stored tables -> the function that makes the `Game` from
    all their attributes."""
    samples: Mapping[str, str] = field(default_factory=dict)
    """A value of that attribute -> the function that makes the `Sample` for the self-test."""
    large: tuple[Large, ...] = ()
    stores: Mapping[str, str] = field(default_factory=dict)
    """A group at the root of a file that holds no tables -> the function that takes the open
    `TableFile` and returns a `Store`."""
    commands: str = ""
    """The click command that holds the game's commands, most often a `GameGroup`."""
    page: str = ""
    """The `Page` of the game: modes, engine and data for browsers."""
    answers: str = ""
    """The sequence of `Endpoint` that the server answers."""
    tasks: str = ""
    """The `Task` class for machine learning."""


@dataclass(frozen=True)
class Installed:
    """A room, its name, and the distribution that it came with."""

    name: str
    room: Room
    distribution: str
    version: str

    def read(self, item: Any, game: Game[Any] | None = None) -> Any:
        """The position that is meant under the rules of a game, by default the usual ones."""
        if self.room.read:
            return resolve_name(self.room.read)(item, game)
        kind, rules = resolve_name(next(iter(self.room.items))), getattr(game, "rules", None)
        return kind.parse(item) if rules is None else kind.parse(item, rules)


@cache
def installed() -> Mapping[str, Installed]:
    """The installed games by name, the default first, then ours, then others by name.

    An entry that cannot be used is left out, with a `RoomWarning`.

    Raises `ImportError` as `default`, and if the default game cannot be imported.
    """
    names = dict.fromkeys(entry.name for entry in sorted(entry_points(group=GROUP), key=_order))
    return {name: one for name in names if (one := room_named(name)) is not None}


@cache
def room_named(name: str) -> Installed | None:
    """The installed game of a name, without loading any other; None if there is none.

    If two bring it, takes the first in the order of `installed`. Raises and warns as `installed`.
    """
    default()
    found = None
    for entry in sorted(entry_points(group=GROUP, name=name), key=_order):
        if room := _load(entry, found):
            found = Installed(name, room, *_source(entry.dist))
    return found


@cache
def default() -> str:
    """The name of the game whose commands and addresses need no name.

    Raises `ImportError` if our distribution's metadata are missing or of another version.
    """
    try:
        ours = distribution(DISTRIBUTION)
    except PackageNotFoundError:
        raise ImportError(f"there are no metadata of {DISTRIBUTION}: {REINSTALL}") from None
    _, version = _source(ours)
    names = [entry.name for entry in ours.entry_points.select(group=DEFAULT_GROUP)]
    if version != __version__ or len(names) != 1:
        raise ImportError(
            f"the metadata are those of {DISTRIBUTION} {version}, the files those of "
            f"{__version__}: {REINSTALL}"
        )
    return names[0]


REINSTALL = "reinstall it (`pip install .` in a clone)"
"""What to do when our metadata do not fit our files."""


@cache
def _source(source: Distribution | None) -> tuple[str, str]:
    """Name and version of a distribution, as far as its metadata say."""
    try:
        fields: Any = source.metadata if source else {}
        return fields["Name"] or UNNAMED, fields["Version"] or "unknown"
    except (LookupError, TypeError):  # what is missing shows in each Python differently
        return UNNAMED, "unknown"


UNNAMED = "a distribution without metadata"


def _order(entry: EntryPoint) -> tuple[bool, bool, str, str]:
    source, _ = _source(entry.dist)
    ours = source == DISTRIBUTION
    return not (ours and entry.name == default()), not ours, entry.name, source


def _load(entry: EntryPoint, found: Installed | None) -> Room | None:
    """The room that an entry names, unless `found` has its name already.

    If it cannot be used, warns of it. One of ours then shows that the installation is stale.
    """
    if not NAME.fullmatch(entry.name):
        why = f"expected a name of the form {NAME.pattern}"
    elif found is not None:
        why = f"{found.distribution} has a game of that name"
    else:
        try:
            room = entry.load()
            if isinstance(room, Room):
                return room
            why = f"{entry.value} is {quote(room)}, expected a Room"
        except failures() as error:
            why = f"{type(error).__name__}: {error}"
    source, _ = _source(entry.dist)
    message = f"the game {quote(entry.name)} of {source} is left out: {why}"
    if source == DISTRIBUTION:
        message = f"{message}; {REINSTALL}"
        if entry.name == default():
            raise ImportError(message)
    warnings.warn(message, RoomWarning, stacklevel=3)
    return None


def of_tables(name: object) -> Installed | None:
    """The game that brings the tables with an attribute ``game``; None if none is installed."""
    every = installed().values() if isinstance(name, str) else ()
    return next((one for one in every if name in one.room.tables), None)


def brought(part: str) -> dict[str, str]:
    """What all installed games bring of one part, such as `items` or `stores`; ours win."""
    found: dict[str, str] = {}
    for one in installed().values():
        for name, value in getattr(one.room, part).items():
            found.setdefault(name, value)
    return found


def versions_of(names: Iterable[object]) -> dict[str, str]:
    """The distributions, except ours, that bring tables with some names, and their versions.

    Raises `UnknownGameError` if none brings them: other machines could not find the game either.
    """
    found = {}
    for name in names:
        if (one := of_tables(name)) is None:
            raise unknown(name)
        if one.distribution != DISTRIBUTION:
            found[one.distribution] = one.version
    return found


def is_installed(name: object) -> bool:
    """Whether an installed game brings tables or a large table with this attribute ``game``."""
    return of_tables(name) is not None or any(large.game == name for large in large_tables())


def unknown(name: object) -> UnknownGameError:
    """The error that no installed game has a name, which a file gives in its attribute ``game``."""
    shown = name if isinstance(name, str) and NAME.fullmatch(name) else quote(name)
    return UnknownGameError(f"no installed game is called {shown}")


def from_attributes(attributes: Mapping[str, Any]) -> Game[Any]:
    """The game of a stored table, found by its attribute ``game``.

    Raises `UnknownGameError` if no installed game brings such tables, or the one that does is
    broken, and `CorruptFileError` if the attributes do not describe one.
    """
    name, make = attributes.get("game"), None
    if (source := of_tables(name)) is None:
        raise unknown(name)
    try:
        make = resolve_name(source.room.tables[str(name)])
        game: Game[Any] = make(attributes)
    except UnknownGameError:  # a variant of another version
        raise
    except failures() as error:
        if make and isinstance(error, ValueError | LookupError | TypeError | AttributeError):
            raise CorruptFileError(
                f"attributes do not describe a table of {name}: {error}"
            ) from error
        why = f"{type(error).__name__}: {error}"
        raise UnknownGameError(
            f"the game {name} of {source.distribution} cannot be used: {why}"
        ) from error
    return game


def game_of(item: Any) -> Game[Any]:
    """The game that a position belongs to, or a deal, or whatever else names a table.

    The object's class names its room, in an attribute ``room``, and only this room is loaded. An
    object of any other class needs a property ``game``: that is the short way for a game of one
    module. A text is the notation of the default game.

    Raises `TypeError` if there is neither.
    """
    kind: Any = type(item)
    if (find := _finder(kind)) is not None:
        found: Game[Any] = find(item)
        return found
    if isinstance(item, str):
        return game_of(position_of(item))
    try:
        game: Game[Any] = item.game
    except AttributeError:
        raise TypeError(
            f"{quote(item)} belongs to no game: expected an object of a class that names its "
            "room, or one with a property `game`"
        ) from None
    return game


def position_of(item: Any, game: Game[Any] | None = None) -> Any:
    """The position that is meant: itself, or what a room reads from its notation, or from a deal.

    A text is read under the rules of `game`, by default as the default game's.

    Raises `TypeError` if the item is no position and no room reads it, and what the room raises.
    """
    if hasattr(item, "legal_moves"):
        return item
    if not isinstance(item, str):
        one = _room_of(type(item))
    elif game is None:
        one = room_named(default())
    else:
        one = of_tables(game.attributes().get("game"))
    if one is None or not (one.room.read or isinstance(item, str)):
        source = f"the game {game.name!r}" if game else "an installed game, or its notation"
        raise TypeError(f"{quote(item)} is no position: expected one of {source}")
    return one.read(item, game)


def own_position(item: Any, game: Game[Any]) -> Any:
    """The position that is meant; raises `PositionError` if it is of another game."""
    position = position_of(item, game)
    other = game_of(position)
    if other is game:
        return position
    if other.name != game.name or not (other.key == game.key or game.holds(position)):
        raise PositionError(
            f"{position} is a position of {other.name} {other.key}: expected one of "
            f"{game.name} {game.key}"
        )
    return position


@cache
def _finder(kind: Any) -> Callable[[Any], Any] | None:
    """The function that a room declares for objects of some class, if there is one."""
    one = _room_of(kind)
    items = {} if one is None else one.room.items
    return next((resolve_name(items[name]) for name in _names_of(kind) if name in items), None)


def _room_of(kind: Any) -> Installed | None:
    """The room that a class names in its attribute ``room``; None if that is not installed."""
    name = getattr(kind, "room", None)
    return room_named(name) if isinstance(name, str) else None


def _names_of(kind: type) -> list[str]:
    """A class and those it derives from, as rooms name them."""
    return [f"{base.__module__}:{base.__qualname__}" for base in kind.__mro__]


def large_of(rules: object) -> Large | None:
    """The large table that some rules choose; None if their game has none."""
    one, names = _room_of(type(rules)), _names_of(type(rules))
    every = () if one is None else one.room.large
    return next((large for large in every if large.rules in names), None)


def large_in(root: Mapping[str, Any]) -> Large | None:
    """The large table that a file holds, by its root's attributes; None if none is known."""
    found = root.get("contents"), root.get("game")
    return next((one for one in large_tables() if (one.contents, one.game) == found), None)


def large_tables() -> Iterator[Large]:
    """The large tables of all installed games."""
    return (large for one in installed().values() for large in one.room.large)
