"""What a query asks about: the rules that are offered, a position, a computer opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablebase.engine.induction import is_large
from tablebase.engine.play.opponents import STRENGTHS
from tablebase.errors import MissingTableError, quote
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.rules_file import load_rules, named_rules, no_such_rules, presets
from tablebase.support.lazy import cached_property
from tablebase.web.endpoints import Query
from tablebase.web.parameters import RequestError
from tablebase.web.service import Service

SIZES = ("3x3", "3x4", "4x5", "5x5", "6x6")
"""The sizes of boards that are listed; other sizes are accepted too."""


@dataclass
class Offer:
    """The rules that are offered: a `state` of a `Service`.

    Raises `ValueError` if the name of added rules is taken.
    """

    added: tuple[Rules, ...] = ()
    """Rules to offer besides the presets and the sizes of boards."""

    def __post_init__(self) -> None:
        names = [rules.name for rules in self.added]
        for at, name in enumerate(names):
            if name in names[:at] or named_rules(name) is not None:
                raise ValueError(f"rules {name!r} already exist: expected another name")

    @cached_property
    def offered(self) -> tuple[Rules, ...]:
        """The rules that are listed, the published game first."""
        listed = map(load_rules, (*presets(), *SIZES))
        return (*dict.fromkeys(listed), *self.added)

    def rules(self, query: Mapping[str, Any]) -> Rules:
        """The rules that a query names; the published game if it names none.

        Raises `RequestError` if there are no such rules.
        """
        if "rules" not in query:
            return COLLAPSI
        name = query["rules"]
        try:
            found = {rules.name: rules for rules in self.added}.get(name) or named_rules(name)
        except ValueError as error:
            raise RequestError(422, str(error), "rules") from None
        if found is None:
            expected = "a board's size, such as 5x5, or a name from the list of rules"
            raise RequestError(422, no_such_rules(name, expected), "rules")
        return found


_parse = lru_cache(maxsize=1024)(Position.parse)  # a request needs its position twice


def table_size(rules: Rules) -> int | None:
    """The size of a deal's table under some rules; None if it has none."""
    try:
        return game_of(rules.deck, rules).size
    except MissingTableError:
        return None


def is_tabled(rules: Rules) -> bool:
    """Whether any position under some rules is answered from a table."""
    return table_size(rules) is not None and not is_large(game_of(rules.deck, rules))


def is_searched(rules: Rules) -> bool:
    """Whether a position without a table is searched."""
    return game_of(rules.deck, rules).is_searched


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
