"""What a server uses to answer: its tables, the rules that it offers, and its limits."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablebase.engine.induction import is_large
from tablebase.engine.lazy import cached_property
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.errors import CorruptFileError, MissingTableError, quote
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.rules_file import load_rules, named_rules, preset_names
from tablebase.web.parameters import RequestError

SIZES = ("3x3", "3x4", "4x5", "5x5", "6x6")
"""The sizes of boards that are listed; other sizes are accepted too."""

CACHED_BYTES = 512 << 20
"""Memory for the tables that a server's `Tablebase` keeps."""

MEMORY = 2 << 30
"""Maximum memory, in bytes, for any question about rules that every server offers."""

MOST_LOGGED = 100
"""Maximum number of damaged places that are logged."""

_NOT_HERE = "the page has no rules that end the game as soon as a player cannot move"

_log = logging.getLogger(__name__)


@dataclass
class Service:
    """What a server uses to answer.

    Parameters
    ----------
    tables : Tablebase
        Answers the positions.
    added : tuple of Rules
        Rules to offer besides the presets and the sizes of boards.
    damages : set of str
        The damaged places that have been logged.

    Raises
    ------
    ValueError
        If the name of added rules is taken, or the page cannot play them.
    """

    tables: Tablebase
    added: tuple[Rules, ...] = ()
    damages: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        names = [rules.name for rules in self.added]
        for rules in self.added:
            if rules.out == "ends":
                raise ValueError(f"rules {rules.name!r}: {_NOT_HERE}")
        for at, name in enumerate(names):
            if name in names[:at] or named_rules(name) is not None:
                raise ValueError(f"rules {name!r} already exist: expected another name")

    @cached_property
    def offered(self) -> tuple[Rules, ...]:
        """The rules that are listed, the published game first."""
        found = dict.fromkeys(map(load_rules, (*preset_names(), *SIZES)))
        return (*(rules for rules in found if rules.out != "ends"), *self.added)

    def rules(self, query: Mapping[str, Any]) -> Rules:
        """The rules that a query names; the published game if it names none.

        Raises
        ------
        RequestError
            If there are no such rules.
        """
        if "rules" not in query:
            return COLLAPSI
        name = query["rules"]
        try:
            found = {rules.name: rules for rules in self.added}.get(name) or named_rules(name)
        except ValueError as error:
            raise RequestError(422, str(error), "rules") from None
        if found is None:
            names = ", ".join(rules.name for rules in self.offered)
            raise RequestError(
                422,
                f"no rules named {quote(name)}: expected a board's size or one of {names}",
                "rules",
            )
        if found.out == "ends":
            raise RequestError(422, f"rules {found.name}: {_NOT_HERE}", "rules")
        return found

    def damage(self, error: CorruptFileError) -> RequestError:
        """The answer if a file is damaged; the log shows each place once, up to `MOST_LOGGED`."""
        # The text may come from the file, and contain codes that control terminals.
        where = str(error).encode("unicode_escape").decode()
        if where not in self.damages and len(self.damages) < MOST_LOGGED:
            self.damages.add(where)
            _log.error("%s: questions that need it are answered with an error", where)
        return RequestError(
            500,
            "the served file is damaged where the answer lies: expected an intact file; the "
            "server's log shows where",
        )

    def positions(self, rules: Rules) -> int | None:
        """The size of a deal's table under some rules; None if it has none."""
        try:
            return game_of(rules.deck, rules).size
        except MissingTableError:
            return None

    def is_stored(self, rules: Rules) -> bool:
        """Whether the file that is served holds tables of some rules."""
        store = self.tables.store
        return store is not None and rules.table_name in store.names()

    def is_tabled(self, rules: Rules) -> bool:
        """Whether any position under some rules is answered from a table."""
        return self.positions(rules) is not None and not is_large(game_of(rules.deck, rules))

    def is_searched(self, rules: Rules) -> bool:
        """Whether a position without a table is searched."""
        return game_of(rules.deck, rules).is_searched
