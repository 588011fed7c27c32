"""A tablebase: any position of any game, from a store or from a table built on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes, Game
from tablebase.engine.induction import is_large, solve
from tablebase.engine.position import P
from tablebase.engine.probe import Probe
from tablebase.engine.rooms import game_of, position_of
from tablebase.engine.tables.attributes import table_path
from tablebase.engine.tables.interface import NO_ARRAYS, Outcome, Store
from tablebase.engine.tables.table import CodeSource, MemoryCodes, Table
from tablebase.engine.values import Result, Value
from tablebase.errors import MissingTableError
from tablebase.support.lazy import cached_property

D = TypeVar("D")


class Tablebase:
    """Answers any position, from a store of tables or by building the table.

    A question about a position also takes its notation, a text, or a deal, which means its start.
    Iteration yields the tables that a file holds; their number is the length. ``deal in tables``
    says whether a table is there, in the store or in memory.

    Safe to share between threads; usable after a fork; picklable if the store is. A context
    manager. `tablebase.open` makes one from a file, and `tablebase.solve_game` one in memory.

    Without a `store` every table is built when it is first needed; with `build_missing` so are the
    tables that the store does not hold, but never large ones, see `engine.induction.LARGE_TABLE`.
    `cached_tables`, at least 1, is how many tables stay in memory; the least recently used is
    dropped first. `cached_bytes` is how many bytes they may take together, counting a table in a
    file as if all of it had been read. The table used last always stays. `files` have tables that
    the store and the files before lack; they are opened when the store lacks one.

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
        store: Store | None = None,
        *,
        build_missing: bool = True,
        cached_tables: int = 256,
        cached_bytes: int | None = None,
        files: Sequence[Path] = (),
    ) -> None:
        self.store = store
        self._options: dict[str, Any] = {
            "build_missing": build_missing,
            "cached_tables": cached_tables,
            "cached_bytes": cached_bytes,
            "files": files,
        }
        self._sources: dict[tuple[str, str], CodeSource] = {}  # by the games' names and keys
        self.built_tables = 0
        """How many tables have been built; two built at the same instant may count as one."""

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Tablebase, **self._options), (self.store,)

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __bool__(self) -> bool:
        return True  # also without a table

    def __len__(self) -> int:
        return 0 if self.store is None else len(self.store.paths())

    def __iter__(self) -> Iterator[Table[Any]]:
        return iter(()) if self.store is None else map(self._listed, self.store.games())

    def __contains__(self, item: Any) -> bool:
        if self.cached(item) is not None:
            return True
        for store in self._stores():
            with suppress(MissingTableError):
                return bool(store.find(game_of(item)))
        return False

    def close(self) -> None:
        """Close the store, and the files that have been opened."""
        if self.store is not None:
            self.store.close()
        for store in vars(self).get("_files", ()):
            store.close()

    @cached_property
    def _files(self) -> list[Store]:
        from tablebase.engine.tables.opened import open_store

        return [open_store(path) for path in self._options["files"]]

    def _stores(self) -> Iterator[Store]:
        """The store, if there is one, and the files."""
        if self.store is not None:
            yield self.store
        yield from self._files

    def names(self) -> list[str]:
        """The names of the games whose tables are stored, sorted."""
        return sorted({name for store in self._stores() for name in store.names()})

    def table(self, item: Any) -> Table[Any]:
        """The table of a deal's or position's game.

        Raises `MissingTableError` if the store does not hold it and building is not allowed, or
        would take gigabytes, and `CorruptFileError` if the file is damaged where the table lies.
        """
        return self._table(game_of(item))

    def cached(self, item: Any) -> Table[Any] | None:
        """The table of a deal's or position's game if it is in memory, else None; always fast."""
        game = game_of(item)
        source = self._whole_of(game) or self._sources.get((game.name, game.key))
        return None if source is None else Table(game, source)

    def _whole_of(self, game: Game[Any]) -> CodeSource | None:
        return None if self.store is None else self.store.whole_of(game)

    @property
    def has_distances(self) -> bool:
        """Whether it knows how soon games end; if not, use `outcome`."""
        return self.store is None or self.store.has_distances

    @property
    def cached_tables(self) -> int:
        """Number of tables in memory."""
        return len(self._sources)

    def _listed(self, game: Game[P]) -> Table[P]:
        """A table of the store, not kept: all of them may need more memory than there is."""
        source = self._sources.get((game.name, game.key))
        return Table(game, self._find(game) if source is None else source)

    def _table(self, game: Game[P]) -> Table[P]:
        if (whole := self._whole_of(game)) is not None:
            return Table(game, whole)
        # No lock, because a fork could inherit it held; each step is one dictionary operation.
        name, sources = (game.name, game.key), self._sources
        if (source := sources.get(name)) is None:
            source = self._find(game)
            self._make_room(source)
        sources[name] = sources.pop(name, source)  # the most recently used comes last
        for oldest in list(sources)[: -self._options["cached_tables"]]:
            sources.pop(oldest, None)
        return Table(game, source)

    def _make_room(self, new: CodeSource) -> None:
        """Drop the oldest tables until the new one fits into `cached_bytes`."""
        most = self._options["cached_bytes"]
        if most is None:
            return
        sizes = {name: source.nbytes for name, source in list(self._sources.items())}
        excess = sum(sizes.values()) + new.nbytes - most
        for name, size in sizes.items():
            if excess <= 0:
                return
            self._sources.pop(name, None)
            excess -= size

    def _find(self, game: Game[Any]) -> CodeSource:
        missing = None
        for store in self._stores():
            try:
                return store.find(game)
            except MissingTableError as error:
                missing = error
        if not self._options["build_missing"]:
            raise missing or MissingTableError(f"no file is open to hold {table_path(game)}")
        if is_large(game):
            search = ", or a forward search" if game.is_searched else ""
            raise MissingTableError(
                f"{table_path(game)} of {game.size:,} positions is not built on the spot: "
                f"expected a file that holds it{search}"
            )
        self.built_tables += 1
        return MemoryCodes(solve(game), game.coding.bits)

    def probe(self, position: Any) -> Probe[Any]:
        """The exact value of a position and of every legal move, best first.

        Raises `MissingTableError` if the store does not hold its table and building is not allowed,
        and `CorruptFileError` if the file is damaged where the answer lies.
        """
        position = position_of(position)
        return self._table(game_of(position)).probe(position)

    def get(self, position: Any, default: D) -> Probe[Any] | D:
        """Like `probe`, but `default` instead of `MissingTableError`."""
        try:
            return self.probe(position)
        except MissingTableError:
            return default

    def outcome(self, position: Any) -> Outcome[Any]:
        """Who wins a position, and by which moves.

        Also works for files without distances; any other store answers from a probe. Raises as
        `probe`; for a file without distances, whether or not building is allowed.
        """
        position = position_of(position)
        if self.store is not None and not self.store.has_distances:
            return self.store.outcome(position)
        probe = self.probe(position)
        wins = {str(move.move) for move in probe.moves if move.keeps_win}
        winning = tuple(move for move in position.legal_moves() if str(move) in wins)
        return Outcome(position, probe.result, winning, probe.origin, probe.winner)

    def line(self, position: Any) -> list[Probe[Any]]:
        """The principal variation: probes from `position` to the end; raises as `probe`."""
        position = position_of(position)
        return self._table(game_of(position)).line(position)

    def probe_many(
        self,
        positions: Sequence[Any] | npt.NDArray[Any],
        progress: Callable[[], object] | None = None,
    ) -> Codes:
        """The codes of many positions of any games, in any order; raises as `probe`.

        `values` and `dte_many` return what the codes mean. A whole game also takes arrays, of its
        own dtype, and answers millions of positions a second from memory. For millions of positions
        of one deal use ``table(deal).probe_many(array)``. `progress` is called before each table is
        found or built, and before each position of a whole game that takes more than a look-up.
        The codes have shape ``(len(positions),)`` or that of the array.
        """
        if isinstance(positions, np.ndarray):
            return self._of_arrays().probe_many(positions, progress)
        positions = [position_of(position) for position in positions]
        groups: dict[int, tuple[Game[Any], list[int]]] = {}
        for at, position in enumerate(positions):
            game = game_of(position)
            alike = self._whole_of(game) or game  # a whole game answers all its deals together
            groups.setdefault(id(alike), (game, []))[1].append(at)
        codes = np.empty(len(positions), dtype=np.uint8)
        for game, places in groups.values():
            if progress is not None:
                progress()
            some = [positions[at] for at in places]
            codes[places] = self._table(game).codes_of(some, progress)
        return codes

    def _of_arrays(self) -> Store:
        """The store, which may take arrays."""
        if self.store is None:
            raise TypeError(NO_ARRAYS)
        return self.store

    def values(
        self, positions: Sequence[Any], progress: Callable[[], object] | None = None
    ) -> list[Value]:
        """The values of many positions, for the side to move in each; see `probe_many`."""
        positions = [position_of(position) for position in positions]
        pairs = zip(positions, self.probe_many(positions, progress).tolist(), strict=True)
        return [game_of(position).coding.decode(code) for position, code in pairs]

    def dte_many(
        self, positions: Sequence[Any] | npt.NDArray[Any]
    ) -> npt.NDArray[np.signedinteger]:
        """Plies to the end from many positions, as `Table.dte_many`.

        Takes what `probe_many` takes, returns that shape, and raises as `probe`.
        """
        if isinstance(positions, np.ndarray):
            return self._of_arrays().coding.signed_dte_of(self.probe_many(positions))
        signed = (-dte if result is Result.LOSS else dte for result, dte in self.values(positions))
        return np.fromiter(signed, np.int16, len(positions))
