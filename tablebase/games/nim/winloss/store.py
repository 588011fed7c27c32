"""A win/loss file as a store: what `Tablebase` asks, answered for any position it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from tablebase.engine.tables.interface import Outcome, Store, TableCheck
from tablebase.engine.tables.store import TableFile
from tablebase.errors import MissingTableError
from tablebase.games.nim.position import Position
from tablebase.games.nim.winloss.file import WinLossFile, WinLossTable
from tablebase.games.nim.winloss.lookup import probe


class WinLossStore(Store):
    """Who wins each position of a board and of smaller ones. Picklable; usable after a fork."""

    has_distances = False

    def __init__(self, table: WinLossFile) -> None:
        self.table = table

    @property
    def origin(self) -> str:
        """The file's name."""
        return self.table.origin

    def close(self) -> None:
        """Close the file."""
        self.table.close()

    def outcome(self, position: Any) -> Outcome[Position]:
        """Who wins a position of this board or of a smaller one; raises as `lookup.probe`."""
        if not isinstance(position, Position):
            raise MissingTableError(
                f"{self.origin} holds {self.table.frame} of nim: it has no {position}"
            )
        return probe(self.table, position)

    def find(self, game: Any) -> NoReturn:
        """Always raise `MissingTableError`: there is no table of distances."""
        raise MissingTableError(
            f"{self.origin} shows who wins {self.table.frame}, and no distances: it has no "
            f"{game.name} table {game.key}: expected a question of who wins (outcome)"
        )

    def verify(
        self,
        *,
        workers: int | None = None,
        full: bool = False,
        seed: int = 0,
    ) -> Iterator[TableCheck]:
        """Check the file, see `check.check`."""
        from tablebase.games.nim.winloss.check import check

        return check(self.table, full=full, seed=seed, workers=workers)


def open_file(file: TableFile) -> WinLossStore:
    """The store of an open file of a win/loss table; raises as `WinLossFile`."""
    return WinLossStore(WinLossFile(file))


def describe(root: Mapping[str, Any]) -> str:
    """What a file holds, for people, by its root's attributes."""
    table = WinLossTable.of_root(root)
    return f"{table.rules}, {table.positions:,} positions"
