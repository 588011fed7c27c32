"""What a server uses to answer: its tables, what games add to them, and a log of damage."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from tablebase.engine.tables.tablebase import Tablebase
from tablebase.errors import CorruptFileError
from tablebase.web.parameters import RequestError

CACHED_BYTES = 512 << 20
"""Memory for the tables that a server's `Tablebase` keeps."""

MEMORY = 2 << 30
"""Maximum memory, in bytes, for any question that every server answers."""

MOST_LOGGED = 100
"""Maximum number of damaged places that are logged."""

_log = logging.getLogger(__name__)

S = TypeVar("S")


@dataclass
class Service:
    """What a server uses to answer; the page's files are made from one, too."""

    tables: Tablebase
    """Answers the positions of every installed game."""
    states: Iterable[object] = ()
    """What games made of the options of the command line, see `state`."""
    damages: set[str] = field(default_factory=set)
    """The damaged places that have been logged."""

    def __post_init__(self) -> None:
        self._states = {type(state): state for state in self.states}

    def state(self, kind: type[S]) -> S:
        """The object of a class of a game's own, which its answers share: made at first use.

        An object of that class in `states` is used instead. The class is called without arguments.
        """
        if kind not in self._states:
            self._states[kind] = kind()
        state = self._states[kind]
        assert isinstance(state, kind)
        return state

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

    @property
    def source(self) -> str:
        """The first source of the tables: a file, a game solved in memory, or none."""
        store = self.tables.store
        return shown_origin(store.origin) if store is not None else "built"


def shown_origin(origin: str) -> str:
    """An origin in a form that strangers may see: a file's name without its folder."""
    return Path(origin).name
