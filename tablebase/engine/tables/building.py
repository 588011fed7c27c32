"""Build the tables that a file lacks, each once, in threads of this process or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from tablebase.engine.game import Game, named
from tablebase.engine.induction import SAMPLE, first_error_of_sample, is_large
from tablebase.engine.jobs.shards import BYTES_PER_POSITION, Job, Workers, by_cost, results
from tablebase.engine.packed import unpack
from tablebase.engine.rooms import from_attributes, game_of, versions_of
from tablebase.engine.tables.append import Appender, write_part
from tablebase.engine.tables.attributes import table_path
from tablebase.engine.tables.store import StoredTable, encode_table
from tablebase.engine.tables.table import Table, build_table
from tablebase.engine.tables.writer import file_image
from tablebase.errors import KernelError
from tablebase.support.seeds import any_seed

SECONDS_PER_TABLE, SECONDS_PER_POSITION = 1e-3, 40e-9
"""Estimated time to solve and compress a table, and for each position in it; sizes the shards."""


class Building:
    """Builds the tables of deals or positions into an open file that lacks them.

    `progress` is called after each item. `level` is the Zstandard level.
    """

    def __init__(
        self,
        out: Appender,
        items: Iterable[Any],
        level: int | None = None,
        progress: Callable[[], None] | None = None,
    ) -> None:
        self._out, self._items, self._level = out, items, level
        self._progress = progress
        self._tables_of: list[int] = []
        self.asked = 0
        """Number of items so far."""

    def run(self, workers: Workers, share: Callable[[float], None] | None = None) -> None:
        """Build the tables.

        Threads add them in the order of the items, and build a large table alone. `share` is called
        with the fraction done while this process builds a large table.
        """
        local = workers.scheduler is None
        job = self._in_threads(share) if local else self._on_cluster(workers.shared)
        keep = self._out.add if local else self._keep
        with closing(results(job, workers, keep=keep, ordered=local)) as found:
            for done in found:
                for _ in range(self._tables_of[done.number]):
                    if self._progress is not None:
                        self._progress()

    def _in_threads(self, share: Callable[[float], None] | None) -> Job:
        def step(done: int, steps: int) -> None:
            if share is not None:
                share(done / steps)

        seen: set[tuple[str, int]] = set()

        def work(games: list[Game[Any]]) -> StoredTable:
            (game,) = games
            table = build_table(game, step if is_large(game) else None)
            if not is_large(game) and (kind := (game.name, game.size)) not in seen:
                seen.add(kind)
                check_sample(table, SAMPLE)
            return encode_table(table, self._level)

        shards = self._counted([game] for game in self._missing())
        return Job(work, shards, alone=lambda games: is_large(games[0]))

    def _on_cluster(self, shared: bool) -> Job:
        """A job that builds parts of the file, each of about a second's work."""
        out, self._items = self._out, list(self._items)
        if shared:
            out.parts.mkdir(exist_ok=True)
        work = partial(build_part, out.generated_by, self._level, out.parts if shared else None)
        shards = (
            [game.attributes() for game in games]
            for games in self._counted(by_cost(self._missing(), _seconds))
        )
        games = [game for game in map(game_of, self._items) if table_path(game) not in out.present]
        memory = BYTES_PER_POSITION * max((game.size for game in games), default=0)
        versions = versions_of({game.attributes()["game"] for game in games})
        return Job(work, shards, memory, versions=versions)

    def _keep(self, part: str | list[StoredTable]) -> None:
        if isinstance(part, str):
            self._out.add_part(part)
        else:
            for table in part:
                self._out.add(table)

    def _counted(self, shards: Iterable[list[Game[Any]]]) -> Iterator[list[Game[Any]]]:
        """The shards; counts the tables in each."""
        for games in shards:
            self._tables_of.append(len(games))
            yield games

    def _missing(self) -> Iterator[Game[Any]]:
        """The games whose tables the file lacks, each once."""
        found: set[str] = set()
        for item in self._items:
            self.asked += 1
            game = game_of(item)
            path = table_path(game)
            if path not in self._out.present and path not in found:
                found.add(path)
                yield game
            elif self._progress is not None:
                self._progress()


def build_part(
    generated_by: str, level: int | None, folder: Path | None, games: list[Mapping[str, Any]]
) -> str | list[StoredTable]:
    """Build the tables of games on a worker, given the games' attributes.

    Given a folder, writes them to a part there and returns its name.
    """
    built = [build_table(from_attributes(game)) for game in games]
    for table in [table for table in built if not is_large(table.game)][:1]:
        check_sample(table, SAMPLE // 10)
    tables = [encode_table(table, level) for table in built]
    return tables if folder is None else write_part(folder, file_image(tables, generated_by))


def check_sample(table: Table[Any], number: int) -> None:
    """Compare random positions of a table that has been built with the plain rules.

    Raises `KernelError` at a position that is wrong.
    """
    game, seed = table.game, any_seed()
    codes = unpack(table.packed(), game.size, game.coding.bits)
    rank = first_error_of_sample(game, codes, seed, number)
    if rank is not None:
        raise KernelError(
            f"{named(game, rank)}: its value does not follow from its legal moves (seed {seed})"
        )


def _seconds(game: Game[Any]) -> float:
    return SECONDS_PER_TABLE + game.size * SECONDS_PER_POSITION
