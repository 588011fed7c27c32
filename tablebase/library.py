"""The library's verbs: build, append to a file, open, verify. The commands call these."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from tablebase._version import __version__
from tablebase.engine.game import Game, HasGame
from tablebase.engine.induction import is_large
from tablebase.engine.jobs.shards import BYTES_PER_POSITION, Job, Workers, by_cost, results
from tablebase.engine.jobs.threads import cores
from tablebase.engine.position import P
from tablebase.engine.tables.append import Appender, write_part
from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.store import (
    StoredCodes,
    StoredTable,
    TableFile,
    encode_table,
    file_image,
    table_attributes,
    table_path,
)
from tablebase.engine.tables.table import Table, build_table
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.errors import FileFormatError
from tablebase.games import from_attributes, open_store

if TYPE_CHECKING:
    from tablebase.games.collapsi.whole.build import Built
    from tablebase.games.nim.rules import Rules
    from tablebase.games.nim.winloss.build import Built as BuiltWinLoss

GENERATED_BY = f"collapsi-tablebase {__version__}"

SECONDS_PER_TABLE, SECONDS_PER_POSITION = 1e-3, 40e-9
"""About what a table costs to solve and compress, and what each position adds; sizes shards."""


def build(item: HasGame[P], progress: Callable[[int, int], None] | None = None) -> Table[P]:
    """Solve every position of a deal and return the table, in memory.

    Parameters
    ----------
    item : Deal or Position
        The deal, or any position of it.
    progress : callable, optional
        Called after each step with the number of steps done and of all steps.

    Examples
    --------
    >>> from tablebase import Deal
    >>> build(Deal.parse("A223/4A2J/3A23/J3A4")).summary().longest_dte
    13
    """
    return build_table(item.game, progress)


def open(path: str | os.PathLike[str] | None = None, **options: Any) -> Tablebase:  # noqa: A001
    """Open a tablebase file for look-up, or no file, to build every table when needed.

    A file of tables and a file of the whole game answer alike. A win/loss file of 2D Nim answers
    `Tablebase.outcome`.

    Parameters
    ----------
    path : path-like, optional
        The file.
    **options
        Those of `Tablebase`: ``build_missing``, ``cached_tables`` and so on.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    FileFormatError
        If it is not a tablebase file, is of a newer version, or is damaged.
    """
    return Tablebase(None if path is None else open_store(path), **options)


def solve_game(progress: Callable[[float], None] | None = None, **options: Any) -> Tablebase:
    """Solve the whole game, every position of every deal, in memory.

    It takes some ten seconds and 6 GiB of memory.

    Parameters
    ----------
    progress : callable, optional
        Called with the fraction of the work that is done. An exception it raises
        (`KeyboardInterrupt`, say) ends the work at once.
    **options
        ``rules`` (by default those of the published game) and ``threads`` (by default one for
        each core this process may use).

    Raises
    ------
    MemoryError
        If there is not enough memory free; said before the work starts.
    """
    from tablebase.games.collapsi.whole.build import solve_whole
    from tablebase.games.collapsi.whole.store import WholeStore

    return Tablebase(WholeStore(solve_whole(progress=progress, **options)))


def build_game(
    path: str | os.PathLike[str], progress: Callable[[float], None] | None = None, **options: Any
) -> Built:
    """Solve the whole game and store it in a file.

    Killed at any instant, no file appears, and what has been compressed waits beside it for
    the next call; see `tablebase.games.collapsi.whole.build.build_whole`, also for the options
    ``rules``, ``level``, ``replace`` and ``threads`` and for what is raised.

    Parameters
    ----------
    path : path-like
        The file.
    progress : callable, optional
        As in `solve_game`.
    """
    from tablebase.games.collapsi.whole.build import build_whole

    return build_whole(path, GENERATED_BY, progress=progress, **options)


def build_win_loss(
    path: str | os.PathLike[str],
    rules: Rules,
    progress: Callable[[float], None] | None = None,
    **options: Any,
) -> BuiltWinLoss:
    """Solve who wins each position of 2D Nim on a board up to 6x6, and store it in a file.

    One bit a position, for boards too large for distances; `Tablebase.outcome` answers from the
    file. Killed at any instant, no file appears, and what has been compressed waits beside it for
    the next call; see `tablebase.games.nim.winloss.build.build`, also for the options ``level``,
    ``replace`` and ``threads`` and for what is raised.

    Parameters
    ----------
    path : path-like
        The file.
    rules : nim.Rules
        The board and how stones are taken; smaller boards are answered too.
    progress : callable, optional
        As in `solve_game`.
    """
    from tablebase.games.nim.winloss.build import build

    return build(path, rules, GENERATED_BY, progress=progress, **options)


@dataclass(frozen=True)
class Appended:
    """What `append` did.

    Attributes
    ----------
    built : int
        Tables built and stored.
    present : int
        Tables asked for that were in the file already, or asked for twice.
    recovered : int
        Finished tables of an interrupted run that were taken up.
    tables : int
        Tables in the file now.
    """

    built: int
    present: int
    recovered: int
    tables: int


def append(
    path: str | os.PathLike[str],
    items: Iterable[HasGame[Any]],
    *,
    level: int | None = None,
    workers: int | None = None,
    replace: bool = False,
    scheduler: str | None = None,
    shared: bool = False,
    progress: Callable[[], None] | None = None,
    share: Callable[[float], None] | None = None,
) -> Appended:
    """Build the tables of some deals and add them to a tablebase file.

    Tables that are in the file are not built again. Killed at any instant, the file is as it
    was before, finished tables wait beside it (see `tablebase.engine.tables.append`), and the next
    call takes them up. An exception, `KeyboardInterrupt` included, leaves every finished table
    in the file. Large tables, of more than 128 MiB, are built one at a time.

    Parameters
    ----------
    path : path-like
        The file; created if it does not exist.
    items : iterable of Deal or Position
        What to build.
    level : int, optional
        Zstandard level, 1 to 22; by default 14, and 9 for a large table.
    workers : int, optional
        Number of threads; by default one for each core this process may use.
    replace : bool
        Replace the file, whatever it is, instead of adding to it.
    scheduler : str, optional
        Address of a Dask scheduler whose workers build the tables, instead of threads. The file is
        the same. The extra ``[cluster]``; see docs/cluster.md.
    shared : bool
        Whether those workers see the file's folder under the same path, and write finished tables
        there themselves instead of sending them.
    progress : callable, optional
        Called after each item.
    share : callable, optional
        Called, while a large table is solved, with the share of that work that is done.

    Raises
    ------
    ClusterError
        If the cluster cannot be reached, or cannot do the work.
    FileBusyError
        If another process is writing to the file.
    FileFormatError
        If the file exists and is not a tablebase file, or is damaged.
    MemoryError
        If there is not enough memory free for a large table; said before the work starts.
    OSError
        If writing fails.
    """
    crew = Workers(workers, scheduler, shared)
    with Appender(path, GENERATED_BY, replace=replace) as out:
        before = len(out)
        if scheduler is None:
            asked = _build_all(out, items, level, workers or cores(), progress, share)
        else:
            asked = _build_on_cluster(out, items, level, crew, progress)
        built = len(out) - before
        return Appended(built, asked - built, out.recovered, len(out))


def _build_all(
    out: Appender,
    items: Iterable[HasGame[Any]],
    level: int | None,
    workers: int,
    progress: Callable[[], None] | None,
    share: Callable[[float], None] | None,
) -> int:
    """Build in threads, add in order; gives the number of items. Keeps what is finished."""

    def step(done: int, steps: int) -> None:
        if share is not None:
            share(done / steps)

    asked = 0
    pending: deque[Future[StoredTable]] = deque()
    submitted: set[str] = set()
    pool = ThreadPoolExecutor(workers)
    try:
        for item in items:
            asked += 1
            game = item.game
            if game in out or table_path(game) in submitted:
                _advance(progress)
                continue
            submitted.add(table_path(game))
            if is_large(game):
                while pending:
                    _add_first(out, pending, progress)
                out.add(encode_table(build_table(game, step), level))
                _advance(progress)
                continue
            pending.append(pool.submit(_solve_and_encode, game, level))
            # A few in flight keep every worker busy; more would only fill the memory.
            while len(pending) > 2 * workers:
                _add_first(out, pending, progress)
        while pending:
            _add_first(out, pending, progress)
    finally:
        pool.shutdown(cancel_futures=True)
        for future in pending:
            if not future.cancelled() and future.exception() is None:
                out.add(future.result())
    return asked


def _add_first(
    out: Appender, pending: deque[Future[StoredTable]], progress: Callable[[], None] | None
) -> None:
    out.add(pending[0].result())
    pending.popleft()
    _advance(progress)


def _advance(progress: Callable[[], None] | None) -> None:
    if progress is not None:
        progress()


def _build_on_cluster(
    out: Appender,
    items: Iterable[HasGame[Any]],
    level: int | None,
    workers: Workers,
    progress: Callable[[], None] | None,
) -> int:
    """Have parts of the file built by a cluster; gives the number of items."""
    wanted = list(items)
    lengths: list[int] = []

    def missing() -> Iterator[Game[Any]]:
        submitted: set[str] = set()
        for item in wanted:
            game = item.game
            if game in out or table_path(game) in submitted:
                _advance(progress)
            else:
                submitted.add(table_path(game))
                yield game

    def shards() -> Iterator[tuple[list[Mapping[str, Any]], int | None, Path | None]]:
        for games in by_cost(missing(), _seconds):
            lengths.append(len(games))
            attributes = [game.attributes() for game in games]
            yield attributes, level, out.parts if workers.shared else None

    memory = BYTES_PER_POSITION * max((item.game.size for item in wanted), default=0)
    for done in results(Job(_build_part, shards(), memory), workers):
        part = done.payload
        out.add_part(part.decode() if workers.shared else write_part(out.parts, part))
        for _ in range(lengths[done.number]):
            _advance(progress)
    return len(wanted)


def _seconds(game: Game[Any]) -> float:
    return SECONDS_PER_TABLE + game.size * SECONDS_PER_POSITION


def _build_part(shard: tuple[list[Mapping[str, Any]], int | None, Path | None]) -> bytes:
    """Build some games' tables, on a worker: gives a tablebase file, or its name in a folder."""
    games, level, folder = shard
    tables = [_solve_and_encode(from_attributes(game), level) for game in games]
    image = file_image(tables, GENERATED_BY)
    return image if folder is None else write_part(folder, image).encode()


def _solve_and_encode(game: Game[Any], level: int | None) -> StoredTable:
    return encode_table(build_table(game), level)


def verify(
    path: str | os.PathLike[str], workers: int | None = None, *, full: bool = False
) -> Iterator[TableCheck]:
    """Check every checksum, count and entry of every table in a file.

    Each entry is derived anew from its successors by code that shares the rules and the index
    with the induction, and nothing else.

    In a file of the whole game every checksum is checked, and of each of its some 12,000
    (face-up set, mover, opponent) the entries of a thousand random words; then random positions
    of random deals are compared with their deals' own tables and with forward search.

    In a win/loss file of 2D Nim every checksum and count is checked, and of each of its slabs of
    2^24 positions a random thousand is derived anew.

    Parameters
    ----------
    path : path-like
        The file.
    workers : int, optional
        Number of threads; by default one for each core this process may use.
    full : bool
        Check every entry of a whole game, 5.3 billion: about half an hour.

    Yields
    ------
    TableCheck
        One a table, in the order of their paths; for a whole game one more, the random deals.

    Raises
    ------
    FileNotFoundError, FileFormatError
        As `open`.
    ValueError
        If `full` is asked of a win/loss file.
    """
    store = open_store(path)
    try:
        if isinstance(store, TableFile):
            file = store
            with ThreadPoolExecutor(workers or cores()) as pool:
                yield from pool.map(lambda name: _check(file, name), file.paths())
        elif isinstance(store, Verifies):
            yield from store.verify(full=full)
    finally:
        store.close()


@runtime_checkable
class Verifies(Protocol):
    """A store that checks itself."""

    def verify(self, *, full: bool = False) -> Iterator[TableCheck]:
        """Check all checksums, and some entries or all."""


def _check(file: TableFile, path: str) -> TableCheck:
    positions = 0
    try:
        codes = file.codes(path)
        game = from_attributes(codes.attributes)
        positions = game.size
        return TableCheck(path, positions, _first_error(Table(game, codes), path, codes))
    except (FileFormatError, ValueError, LookupError) as error:
        return TableCheck(path, positions, str(error))


def _first_error(table: Table[Any], path: str, stored: StoredCodes) -> str:
    """The first thing wrong with a table that can be read; empty if nothing is."""
    if table_path(table.game) != path:
        return f"{path} holds the table {table_path(table.game)}"
    if stored.attributes["positions"] != table.game.size:
        found = stored.attributes["positions"]
        return f"attribute positions is {found}, expected {table.game.size}"
    codes = table.codes()
    rank = table.game.first_error(codes)
    if rank is not None:
        position = table.game.unrank(rank)
        return f"rank {rank}, {position}: code {codes[rank]} does not follow from its moves"
    for name, expected in table_attributes(table).items():
        if stored.attributes.get(name) != expected:
            return f"attribute {name} is {stored.attributes.get(name)!r}, expected {expected!r}"
    return ""
