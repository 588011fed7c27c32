"""The interface of a store, a file or memory: its answers, from tables already solved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Self

import numpy.typing as npt

from tablebase.engine.game import Codes, Game
from tablebase.engine.position import P
from tablebase.engine.tables.table import CodeSource
from tablebase.engine.values import Coding, Result
from tablebase.errors import MissingTableError

NO_ARRAYS = (
    "an array of positions of any games: only a whole game takes one; expected a list of "
    "positions, or use `table(deal).probe_many`"
)


CANNOT_CHECK = "cannot check: "
"""How the error begins if the game of a table is not installed."""


@dataclass(frozen=True)
class Outcome(Generic[P]):
    """Who wins a position, and by which moves: all that is known if no distances are stored."""

    position: P
    result: Result
    """For the side to move."""
    winning: tuple[Any, ...]
    """The moves that win, of the game's own type, in the order of the legal moves."""
    origin: str
    """Where the answer comes from, such as a file's name."""
    winner: str | None
    """Name of the side that wins with perfect play; None if no player can force it."""

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain data, for JSON; docs/cli.md explains each field."""
        return {
            "position": str(self.position),
            **self.position.as_dict(),
            "side_to_move": self.position.sides[0],
            "result": self.result.value,
            "winner": self.winner,
            "winning": [str(move) for move in self.winning],
            "origin": self.origin,
        }


class TableCheck(NamedTuple):
    """The result of checking one table."""

    path: str
    """The table's path in the file, or what else was checked."""
    positions: int
    """Number of positions derived again."""
    error: str = ""
    """The first error; empty if there is none."""
    of: int = 0
    """Number of positions in the table, or in the column of a book; 0 for any other check."""
    kind: str = "table"
    """What messages call it: a table, or a column."""

    @property
    def unknown(self) -> bool:
        """Whether the game is not installed: only checksums and counts were checked."""
        return self.error.startswith(CANNOT_CHECK)


class Store(ABC):
    """A source of tables: a file of tables, or one large table in a file or in memory.

    A context manager.
    """

    coding: Coding
    """How the codes from `probe_many` are coded."""
    has_distances: bool = True
    """Whether it knows how soon games end. A store without distances answers only `outcome`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    @abstractmethod
    def origin(self) -> str:
        """Where answers come from, for people, such as a file's name."""

    def names(self) -> list[str]:
        """The names (`Game.name`) of the games whose tables it holds, sorted."""
        return []

    def paths(self) -> list[str]:
        """The paths of its tables, sorted; raises `TypeError` if all are in one large table."""
        raise TypeError(f"{self.origin} is one large table: expected a file of tables to list")

    def games(self) -> Iterator[Game[Any]]:
        """The games of its tables, in the order of `paths`; raises as `paths`."""
        raise TypeError(f"{self.origin} is one large table: expected a file of tables")

    def find(self, game: Game[Any]) -> CodeSource:
        """The codes of a game's table; raises `MissingTableError` if it has none."""
        raise MissingTableError(
            f"{self.origin} holds no tables: it has no {game.name} table {game.key}"
        )

    def outcome(self, position: Any) -> Outcome[Any]:
        """Who wins a position; raises `MissingTableError` if it does not hold the position."""
        raise NotImplementedError

    def whole_of(self, game: Game[Any]) -> CodeSource | None:
        """What answers all games like this one from one table; None if each has its own."""
        return None

    def probe_many(
        self, positions: npt.NDArray[Any], progress: Callable[[], object] | None = None
    ) -> Codes:
        """The codes of an array of positions, in the store's own structured dtype.

        `progress` is called before each position that takes longer than a look-up. Raises
        `TypeError` if the store does not hold a whole game.
        """
        raise TypeError(NO_ARRAYS)

    def verify(
        self, *, workers: int | None = None, full: bool = False, seed: int = 0
    ) -> Iterator[TableCheck]:
        """Check all checksums, and entries as `tablebase.verify` describes.

        `seed` chooses the samples of a large table. Raises `TypeError` if the store is not a file.
        """
        raise TypeError(f"{self.origin}: nothing is stored, expected a file to check")

    def close(self) -> None:  # noqa: B027  # a store may have nothing to close
        """Close what the store has opened."""
