"""The interface of a store, a file or memory: answers from tables that are already solved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Game
from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.outcome import Outcome
from tablebase.engine.tables.table import CodeSource

NO_ARRAYS = (
    "an array of positions of any games: only a whole game takes one; expected a list of "
    "positions, or use `table(deal).probe_many`"
)


class Store(ABC):
    """A source of tables: a file of tables, or one large table in a file or in memory.

    A context manager.
    """

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

    @abstractmethod
    def find(self, game: Game[Any]) -> CodeSource:
        """The codes of a game's table; raises `MissingTableError` if it has none."""

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

    def dte_of(self, codes: Codes) -> npt.NDArray[np.signedinteger]:
        """The signed distances of codes from `probe_many`."""
        raise NotImplementedError

    def verify(
        self, *, workers: int | None = None, full: bool = False, seed: int = 0
    ) -> Iterator[TableCheck]:
        """Check all checksums, and entries as `tablebase.verify` describes.

        `seed` chooses the samples of a large table. Raises `TypeError` if the store is not a file.
        """
        raise TypeError(f"{self.origin}: nothing is stored, expected a file to check")

    def close(self) -> None:  # noqa: B027  # a store may have nothing to close
        """Close what the store has opened."""
