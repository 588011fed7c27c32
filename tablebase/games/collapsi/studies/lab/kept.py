"""Studies of variants, kept in a file as they grow."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any

from tablebase.engine.induction import is_large
from tablebase.engine.jobs.shards import Job, Workers, by_cost, results
from tablebase.games.collapsi.game import game_of
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.games.collapsi.studies.lab.counting import (
    Lengths,
    can_count_every_deal,
    count_every_deal,
    count_shard,
    lengths_of,
    memory_of_a_deal,
    seconds_of_a_deal,
)
from tablebase.games.collapsi.studies.lab.study import Study, of_studies
from tablebase.study.runs import FileKind, save, saved
from tablebase.support.files import locked, output_file

if TYPE_CHECKING:
    import pandas

DEALS = 10_000  # random deals of a variant, which give its share within 1 % up or down
MEMORY = 4 << 30  # bytes for the whole game of a variant; the published one takes 3.1 GiB
STUDIES = FileKind("a file of studies", "file", most=256 << 20)  # about 160,000 studies
SAVE_EVERY = 5.0  # seconds between saves of unfinished studies


class Lab:
    """Studies of variants, kept in a JSON file if `path` is given.

    The file is replaced after each study, and every few seconds during a long one; studies that it
    already holds are continued. During a study no other process may write to it. Raises
    FileFormatError if it holds something else or is damaged, FileNotFoundError if its folder does
    not exist.

    Examples
    --------
    >>> from tablebase import Board, Rules
    >>> small = Rules("small", Board(2, 3), (0, 0, 1, 1, 2, 3))
    >>> for study in Lab().study(small):
    ...     print(study.name, study.wins, "of", study.deals)
    small wild 240 of 360
    small single 168 of 360
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = None if path is None else output_file(path)
        self._studies: dict[tuple[Rules, Edition, int | None], Study] = {}
        self._take_up()

    def study(
        self,
        rules: Rules,
        *,
        deals: int = DEALS,
        seed: int = 1,
        memory: int = MEMORY,
        workers: int | None = None,
        scheduler: str | None = None,
        progress: Callable[[float], None] | None = None,
    ) -> list[Study]:
        """Study a variant for two players: one study for each edition.

        Counts every deal if that takes at most `memory` bytes, otherwise `deals` random deals. A
        larger sample begins with the deals of a smaller one with the same `seed`. `workers` is the
        number of threads, by default one a core. Given the address of a Dask `scheduler`, its
        workers count the random deals, with the same result. `progress` is called with the fraction
        of the work that is done.

        Raises ValueError if the variant is not for two players, MemoryError if less memory is free
        than needed, ClusterError if the cluster cannot be reached, or cannot do the work,
        FileBusyError if another process writes to the file.
        """
        if not rules.turn.two_sided:
            raise ValueError(f"rules {rules.name!r} for {rules.players} players: expected 2")
        crew = Workers(workers, scheduler)
        with nullcontext() if self.path is None else locked(self.path):
            self._take_up()
            if can_count_every_deal(rules, memory):
                if not self._known(rules, None):
                    self._put(rules, count_every_deal(rules, workers, progress), None)
                    self.save()
                return self.of(rules, None)
            try:
                self._sample(rules, deals, seed, crew, progress)
            finally:
                self.save()
            return self.of(rules, seed)

    def of(self, rules: Rules, seed: int | None) -> list[Study]:
        """The studies of a variant's editions so far; `seed` None stands for every deal."""
        keys = [(rules, edition, seed) for edition in rules.editions]
        return [self._studies[key] for key in keys if key in self._studies]

    def save(self) -> None:
        """Write the file, if there is one."""
        if self.path is not None:
            studies = [study.as_dict() for study in self._studies.values()]
            save(self.path, {"studies": studies}, indent=2)

    def to_pandas(self) -> pandas.DataFrame:
        """All studies so far, a row each; raises `MissingExtraError` without pandas."""
        return of_studies(self._studies.values())

    def _take_up(self) -> None:
        """Read the studies in the file, if it exists."""
        if self.path is not None and self.path.exists():
            for study in saved(self.path, STUDIES, _load):
                self._studies[study.rules, study.edition, study.seed] = study

    def _sample(
        self,
        rules: Rules,
        deals: int,
        seed: int,
        workers: Workers,
        progress: Callable[[float], None] | None,
    ) -> None:
        known = self._known(rules, seed)
        total = tuple(Counter(study.lengths) for study in known)
        done = known[0].deals if known else 0
        saved = time.monotonic()
        with closing(_counted(rules, seed, range(done, deals), workers)) as parts:
            for lengths in parts:
                total = tuple(map(Counter.__add__, total, lengths)) if total else lengths
                self._put(rules, total, seed)
                if progress is not None:
                    progress(total[0].total() / deals)
                if time.monotonic() - saved > SAVE_EVERY:
                    self.save()
                    saved = time.monotonic()

    def _known(self, rules: Rules, seed: int | None) -> list[Study]:
        """The studies of all editions, for the same deals; empty if one is missing."""
        known = self.of(rules, seed)
        deals = {study.deals for study in known}
        return known if len(known) == len(rules.editions) and len(deals) == 1 else []

    def _put(self, rules: Rules, lengths: Lengths, seed: int | None) -> None:
        for edition, counts in zip(rules.editions, lengths, strict=True):
            study = Study(rules, edition, dict(sorted(counts.items())), seed)
            self._studies[rules, edition, seed] = study


def _counted(
    rules: Rules, seed: int, numbers: range, workers: Workers
) -> Generator[Lengths, None, None]:
    seconds = seconds_of_a_deal(rules)
    parts = by_cost(numbers, lambda number: seconds)
    shards = ((rules.as_dict(), seed, part[0], len(part)) for part in parts)
    memory = memory_of_a_deal(rules)
    alone = rules.turn.pawns_share and is_large(game_of(rules.deck, rules))
    job = Job(count_shard, shards, memory, alone=lambda shard: alone)
    for done in results(job, workers, ordered=True):
        yield lengths_of(done.payload)


def _load(data: dict[str, Any]) -> list[Study]:
    return [Study.from_dict(entry) for entry in data["studies"]]
