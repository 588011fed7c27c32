"""Build the tables that a file lacks, each once, in threads of this process or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from typing import Any

from tablebase.engine.game import Game, named, rank_of
from tablebase.engine.induction import SAMPLE, first_error_of_sample, is_large
from tablebase.engine.jobs.shards import BYTES_PER_POSITION, Job, Workers, by_cost, results
from tablebase.engine.packed import unpack
from tablebase.engine.rooms import from_attributes, game_of, versions_of
from tablebase.engine.tables.append import Appender
from tablebase.engine.tables.attributes import table_path
from tablebase.engine.tables.store import StoredTable, encode_table
from tablebase.engine.tables.table import Table, build_table
from tablebase.errors import KernelError
from tablebase.support.seeds import any_seed

SECONDS_PER_TABLE, SECONDS_PER_POSITION = 1e-3, 40e-9
"""Estimated time to solve and compress a table, and for each position in it; sizes the shards."""


def add_missing(
    out: Appender,
    items: Iterable[Any],
    workers: Workers,
    *,
    level: int | None = None,
    progress: Callable[[], None] | None = None,
    share: Callable[[float], None] | None = None,
) -> int:
    """Build the tables of deals or positions that an open file lacks; return the number of items.

    Threads add them in the order of the items, and build a large table alone. `level` is the
    Zstandard level. `progress` is called after each item, and `share` with the fraction done while
    this process builds a large table.
    """
    advance = progress or (lambda: None)
    asked = 0

    def missing() -> Iterator[Game[Any]]:
        """The games whose tables the file lacks, each once."""
        nonlocal asked
        found: set[str] = set()
        for item in items:
            asked += 1
            game = game_of(item)
            path = table_path(game)
            if path not in out.present and path not in found:
                if hasattr(item, "legal_moves"):
                    rank_of(item, game)
                found.add(path)
                yield game
            else:
                advance()

    def keep(_: int, tables: list[StoredTable]) -> None:
        for table in tables:
            out.add(table)

    local = workers.scheduler is None
    job = _in_threads(missing(), level, share) if local else _on_cluster(list(missing()), level)
    with closing(results(job, workers, keep=keep, ordered=local)) as ended:
        for done in ended:
            for _ in done.payload:
                advance()
    return asked


def _in_threads(
    games: Iterable[Game[Any]], level: int | None, share: Callable[[float], None] | None
) -> Job:
    def step(done: int, steps: int) -> None:
        if share is not None:
            share(done / steps)

    seen: set[tuple[str, int]] = set()

    def work(game: Game[Any]) -> list[StoredTable]:
        table = build_table(game, step if is_large(game) else None)
        if not is_large(game) and (kind := (game.name, game.size)) not in seen:
            seen.add(kind)
            check_sample(table, SAMPLE)
        return [encode_table(table, level)]

    return Job(work, games, alone=is_large)


def _on_cluster(games: list[Game[Any]], level: int | None) -> Job:
    """A job that builds some tables in each shard, about a second's work."""
    work = partial(build_some, level)
    shards = ([game.attributes() for game in some] for some in by_cost(games, _seconds))
    memory = BYTES_PER_POSITION * max((game.size for game in games), default=0)
    versions = versions_of({game.attributes()["game"] for game in games})
    return Job(work, shards, memory, versions=versions)


def build_some(level: int | None, games: list[Mapping[str, Any]]) -> list[StoredTable]:
    """Build the tables of games on a worker, given the games' attributes."""
    built = [build_table(from_attributes(game)) for game in games]
    for table in [table for table in built if not is_large(table.game)][:1]:
        check_sample(table, SAMPLE // 10)
    return [encode_table(table, level) for table in built]


def check_sample(table: Table[Any], number: int) -> None:
    """Compare random positions of a table that has been built with the plain rules.

    Raises `KernelError` at a position that is wrong.
    """
    game, seed = table.game, any_seed()
    codes = unpack(table.packed(), game.size, game.coding.bits)
    if (rank := first_error_of_sample(game, codes, seed, number)) is not None:
        raise KernelError(
            f"{named(game, rank)}: its value does not follow from its legal moves (seed {seed})"
        )


def _seconds(game: Game[Any]) -> float:
    return SECONDS_PER_TABLE + game.size * SECONDS_PER_POSITION
