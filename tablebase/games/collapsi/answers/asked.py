"""What a query asks about: rules, a position, a computer opponent."""

from __future__ import annotations

from functools import lru_cache

from tablebase.engine.play.opponents import STRENGTHS
from tablebase.errors import quote
from tablebase.games.collapsi.answers.offer import Offer
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Rules
from tablebase.web.endpoints import Query
from tablebase.web.parameters import RequestError
from tablebase.web.service import Service

_parse = lru_cache(maxsize=1024)(Position.parse)  # a request needs its position twice


def position_of(service: Service, query: Query) -> Position:
    """The position that a query names, under its rules."""
    rules, edition = rules_of(service, query)
    try:
        return _parse(query["position"], edition, rules)
    except ValueError as error:
        raise RequestError(422, str(error), "position") from None


def rules_of(service: Service, query: Query) -> tuple[Rules, str | None]:
    """The rules that a query names, and its edition of those rules."""
    rules, edition = service.state(Offer).rules(query), query.get("edition")
    names = [found.name for found in rules.editions]
    if edition is not None and edition not in names:
        raise RequestError(
            422, f"unknown edition {quote(edition)}: expected {' or '.join(names)}", "edition"
        )
    return rules, edition


def level_of(query: Query) -> str:
    """The name of the computer player that is to move."""
    name: str = query.get("level", STRENGTHS[0].name)
    return name
