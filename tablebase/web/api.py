"""The API as one list, from the installed games: the application and its description use it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from pkgutil import resolve_name
from typing import Annotated, NamedTuple, TypedDict

from tablebase._version import __version__
from tablebase.engine.rooms import Installed, RoomWarning, default, failures, installed
from tablebase.errors import quote
from tablebase.web.defaults import answers_of
from tablebase.web.endpoints import Endpoint, Query, always, endpoint, never
from tablebase.web.schemas import OneOf
from tablebase.web.service import Service


class Addressed(NamedTuple):
    """An endpoint at its address."""

    address: str
    endpoint: Endpoint


class Health(TypedDict):
    """The server."""

    status: Annotated[
        str, OneOf("ok", "damaged"), "damaged once a damaged file has made a request fail"
    ]
    version: Annotated[str, "version of the package"]
    source: Annotated[str, "where its tables come from first: a file's name, built, or solved"]


@endpoint(quick=always, lasting=never)
def health(service: Service, _: Query) -> Health:
    """The server's state, its version, and where its tables come from."""
    status = "damaged" if service.damages else "ok"
    return {"status": status, "version": __version__, "source": service.source}


def addressed(rooms: Iterable[Installed] | None = None) -> tuple[Addressed, ...]:
    """The endpoints of games, by default of all installed ones, and the server's own.

    The default game's come first, then the server's, then those of other games. Endpoints that
    cannot be imported are left out, with a `RoomWarning`.
    """
    rooms = installed().values() if rooms is None else rooms
    found = {one.name: endpoints_of(one) for one in rooms}
    ours = [*found.pop(default(), ()), health]
    return (
        *(Addressed(f"/api/{endpoint.path}", endpoint) for endpoint in ours),
        *(
            Addressed(f"/api/{name}/{endpoint.path}", endpoint)
            for name, endpoints in found.items()
            for endpoint in endpoints
        ),
    )


def endpoints_of(one: Installed) -> tuple[Endpoint, ...]:
    """What a game answers, or `defaults`; nothing, and a warning, if that cannot be imported."""
    try:
        if not one.room.answers:
            return answers_of(one)
        found: tuple[Endpoint, ...] = tuple(resolve_name(one.room.answers))
        for endpoint in found:
            assert isinstance(endpoint, Endpoint), f"{quote(endpoint)} is no Endpoint"
    except failures() as error:
        warnings.warn(
            f"the answers of the game {one.name!r} of {one.distribution} are left out: "
            f"{type(error).__name__}: {error}",
            RoomWarning,
            stacklevel=2,
        )
        return ()
    return found
