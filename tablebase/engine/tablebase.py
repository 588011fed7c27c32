"""A tablebase: any position of any game, from a file or from a table built on the spot."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import numpy as np

from tablebase.engine.game import Codes, Game, P
from tablebase.engine.induction import solve
from tablebase.engine.store import TableFile, table_path
from tablebase.engine.table import CodeSource, MemoryCodes, Probe, Table
from tablebase.errors import MissingTableError

D = TypeVar("D")


class HasGame(Protocol[P]):
    """A deal, a position: whatever names a game."""

    @property
    def game(self) -> Game[P]:
        """The game."""


class Tablebase:
    """Answers any position, from a file's tables or else by building the table.

    Safe to share between threads; picklable; usable after a fork. A context manager.

    Parameters
    ----------
    path : path-like, optional
        A tablebase file. Without one every table is built when first needed.
    build_missing : bool
        Whether to build, in memory, tables that the file does not hold.
    cached_tables : int
        How many tables to keep in memory, at least 1; the least recently used goes first.

    Raises
    ------
    FileNotFoundError
        If there is no file at `path`.
    FileFormatError
        If it is not a tablebase file, is of a newer version, or is damaged.

    Examples
    --------
    >>> import tablebase
    >>> with tablebase.Tablebase() as tables:
    ...     probe = tables.probe(tablebase.Position.parse("JA2A/3JA4/2323/34A2"))
    >>> probe.winner, probe.dte, probe.score
    ('red', 7, 9)
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        build_missing: bool = True,
        cached_tables: int = 256,
    ) -> None:
        self.file = None if path is None else TableFile(path)
        self._options = {"build_missing": build_missing, "cached_tables": cached_tables}
        self._sources: dict[str, CodeSource] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopen, (self.file and self.file.path.absolute(), self._options)

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self.file is not None:
            self.file.close()

    def table(self, item: HasGame[P]) -> Table[P]:
        """The table of a deal's or position's game.

        Raises
        ------
        MissingTableError
            If the file does not hold it and building is not allowed.
        CorruptFileError
            If the file is damaged where the table lies.
        """
        return self._table(item.game)

    def _table(self, game: Game[P]) -> Table[P]:
        # No lock, which a fork could inherit held: each step is one operation on a dictionary.
        path, sources = table_path(game), self._sources
        source = sources.get(path)
        if source is None:
            source = self._find(game)
        sources[path] = sources.pop(path, source)  # the most recently used comes last
        for oldest in list(sources)[: -self._options["cached_tables"]]:
            sources.pop(oldest, None)
        return Table(game, source)

    def _find(self, game: Game[Any]) -> CodeSource:
        if self.file is not None:
            try:
                return self.file.codes(table_path(game))
            except MissingTableError:
                if not self._options["build_missing"]:
                    raise
        elif not self._options["build_missing"]:
            raise MissingTableError(f"no file is open to hold {table_path(game)}")
        return MemoryCodes(solve(game))

    def probe(self, position: P) -> Probe[P]:
        """The exact value of a position and of every legal move, best first.

        Raises
        ------
        MissingTableError
            If the file does not hold its table and building is not allowed.
        CorruptFileError
            If the file is damaged where the answer lies.
        """
        return self._table(position.game).probe(position)

    def get(self, position: P, default: D) -> Probe[P] | D:
        """Like `probe`, but `default` instead of `MissingTableError`."""
        try:
            return self.probe(position)
        except MissingTableError:
            return default

    def line(self, position: P) -> list[Probe[P]]:
        """The principal variation: probes from `position` to the end; raises as `probe`."""
        return self._table(position.game).line(position)

    def probe_many(self, positions: Sequence[P]) -> Codes:
        """The codes of many positions of any games; raises as `probe`.

        For millions of positions of one deal use ``table(deal).probe_many(array)``.

        Parameters
        ----------
        positions : sequence of Position
            In any order; they are looked up game by game.

        Returns
        -------
        ndarray of uint8, shape ``(len(positions),)``
            4-bit codes; `tablebase.engine.values.decode` turns one into a value.
        """
        by_game: dict[int, list[int]] = {}
        for at, position in enumerate(positions):
            by_game.setdefault(id(position.game), []).append(at)
        codes = np.empty(len(positions), dtype=np.uint8)
        for places in by_game.values():
            chosen = [positions[at] for at in places]
            codes[places] = self._table(chosen[0].game).codes_of(chosen)
        return codes


def _reopen(path: Any, options: dict[str, Any]) -> Tablebase:
    return Tablebase(path, **options)
