"""The library's functions: build, append to a file, open, verify. The commands call these."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tablebase._version import DISTRIBUTION, __version__
from tablebase.engine.jobs.shards import Workers
from tablebase.engine.rooms import game_of
from tablebase.engine.tables import large_file
from tablebase.engine.tables.append import Appender
from tablebase.engine.tables.building import add_missing
from tablebase.engine.tables.interface import TableCheck
from tablebase.engine.tables.large_file import Built
from tablebase.engine.tables.opened import open_store
from tablebase.engine.tables.table import Table, build_table
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.support.seeds import any_seed

GENERATED_BY = f"{DISTRIBUTION} {__version__}"


def build(
    item: Any, progress: Callable[[int, int], None] | None = None, *, check: bool = False
) -> Table[Any]:
    """Solve every position of a deal, or of a position's deal; return the table, in memory.

    `progress` is called after each step with the number of steps done and the total. With `check`
    a game's compiled rules are tried first, in a process of their own, and everything that they
    return is checked; raises `KernelError` if it is wrong.

    Examples
    --------
    >>> from tablebase import Deal
    >>> build(Deal.parse("A223/4A2J/3A23/J3A4")).summary().longest_dte
    13
    """
    return build_table(game_of(item), progress, check=check)


def open(path: str | os.PathLike[str] | None = None, **options: Any) -> Tablebase:  # noqa: A001
    """Open a tablebase file to look up positions; without a file, build tables when needed.

    A file of tables and a file of the whole game work alike. A win/loss file of 2D Nim answers
    only `Tablebase.outcome`. Options are those of `Tablebase`: ``build_missing``,
    ``cached_tables`` and so on.

    Raises `FileNotFoundError` if there is no such file, and `FileFormatError` if it is not a
    tablebase file, has a newer version, or is damaged.
    """
    return Tablebase(None if path is None else open_store(path), **options)


def solve_game(progress: Callable[[float], None] | None = None, **options: Any) -> Tablebase:
    """Solve the whole game in memory: every position of every deal.

    It takes about 20 seconds and 6 GiB of memory. If not enough is free, raises `MemoryError`
    before the work starts. `progress` is called with the fraction of the work that is done. An
    exception that it raises, such as `KeyboardInterrupt`, ends the work at once. Options are
    ``rules`` (by default those of the published game) and ``threads`` (by default one for each core
    this process may use).
    """
    from tablebase.games.collapsi.whole.build import solve_whole
    from tablebase.games.collapsi.whole.store import WholeStore

    return Tablebase(WholeStore(solve_whole(progress=progress, **options)))


def build_large(
    path: str | os.PathLike[str],
    rules: Any = COLLAPSI,
    progress: Callable[[float], None] | None = None,
    *,
    small: bool = False,
    **options: Any,
) -> Built:
    """Solve one large table and store it in a file of its own.

    For Collapsi the table is the whole game: every position of every deal. For 2D Nim it shows
    who wins each position of a board up to 6x6 and of all smaller boards, one bit a position, for
    boards too large for distances; `Tablebase.outcome` reads it. `rules` are those of either game,
    by default of the published Collapsi.

    `small` is only for Collapsi, on a board with an even number of cells: it leaves out the
    positions with an odd number of face-up cards. The file is half as large. A look-up of such a
    position reads its successors instead. Rules that shift lines need it.

    `progress` is that of `solve_game`. Options are ``level``, ``replace`` and ``threads``, see
    `tablebase.engine.tables.large_file.build`, also for a kill, and for what it raises.
    """
    solver = large_file.solver_of(rules, small=small)
    return large_file.build(path, solver, GENERATED_BY, progress=progress, **options)


@dataclass(frozen=True)
class Appended:
    """What `append` did, as numbers of tables.

    `built` were built and stored; `present` were in the file already, or asked for twice;
    `recovered` were finished by an interrupted run. The file now has `tables`.
    """

    built: int
    present: int
    recovered: int
    tables: int


def append(
    path: str | os.PathLike[str],
    items: Iterable[Any],
    *,
    level: int | None = None,
    workers: int | None = None,
    replace: bool = False,
    scheduler: str | None = None,
    progress: Callable[[], None] | None = None,
    share: Callable[[float], None] | None = None,
) -> Appended:
    """Build the tables of deals or positions; add them to a file, created if it does not exist.

    Tables that the file already holds are not built again. If the process is killed, readers find
    the file as it was, and finished tables are kept for the next call (see
    `tablebase.engine.tables.append`). After an exception, `KeyboardInterrupt` included, every
    finished table is in the file. Large tables, of 128 MiB or more, are built one at a time.

    Raises `FileFormatError` if the file exists and is not a tablebase file, or is damaged,
    `FileBusyError` if another process is writing to it, `ClusterError` if the cluster cannot be
    reached, or cannot do the work, `MemoryError` if there is not enough free memory for a large
    table, before that work starts, and `OSError` if writing fails.

    `level` is Zstandard's, 1 to 22, by default 9. `workers` is the number of threads, by default
    one for each core this process may use. With `replace` the file is replaced, whatever it holds.

    `scheduler` is the address of a Dask scheduler whose workers build the tables, instead of
    threads. The file is the same. It needs the extra ``[cluster]``; see docs/cluster.md.

    `progress` is called after each item, and `share` with the fraction done while a large table is
    solved.
    """
    crew = Workers(workers, scheduler)
    with Appender(path, GENERATED_BY, replace=replace) as out:
        before = len(out.present)
        asked = add_missing(out, items, crew, level=level, progress=progress, share=share)
        built = len(out.present) - before
        return Appended(built, asked - built, out.recovered, before + built)


def verify(
    path: str | os.PathLike[str],
    workers: int | None = None,
    *,
    full: bool = False,
    seed: int | None = None,
) -> Iterator[TableCheck]:
    """Check every checksum, count and entry of every table in a file.

    Yields one result for each table, in the order of their paths; a file without tables has none.
    Each entry is derived again from its successors, by code that shares only the rules and the
    index with the induction. The plain rules also derive random positions, about 1,000 in all
    tables. If the game of a table is not installed, only checksums and counts are checked, and the
    error is "cannot check: no installed game is called ...".

    A large table is checked by a sample, unless `full` is given; each result has the number of
    positions derived and their total. docs/cli.md describes the samples. `seed` is the random seed
    of them all, from 0; by default a new one each time. With `full` every entry is checked. The
    whole game has 4.3 billion, which takes three minutes on two cores and 1.8 GB of memory. A
    win/loss file takes about as long as its build.

    `workers` is the number of threads, by default one for each core this process may use. Raises
    `FileNotFoundError` or `FileFormatError` as `open`.
    """
    seed = any_seed() if seed is None else seed
    with open_store(path, check=True) as store:
        yield from store.verify(workers=workers, full=full, seed=seed)
