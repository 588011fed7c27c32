"""Every deck counted. Decks that share positions are solved together, in one shard.

A *pool* is the number of aces, 2s, 3s and 4s to choose from: solving the whole game with a pool
solves every deck chosen from it. A few large pools take less work than many small ones, because
decks share their late positions, but they take more memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing

from tablebase.engine.jobs.machine import check_memory, cores
from tablebase.engine.jobs.shards import Job, Workers, results
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.studies.atlas.published import (
    KINDS,
    Deck,
    Rows,
    cards_of,
    every_deck,
    read_rows,
    rows_of,
    rules_of,
    save_rows,
    text_of,
)
from tablebase.games.collapsi.studies.lab.counting import Lengths, decks_by_length
from tablebase.games.collapsi.whole.build import MARGIN
from tablebase.games.collapsi.whole.solver import Whole
from tablebase.support.files import locked, output_file

POOLS: tuple[Deck, ...] = (
    (4, 8, 4, 2), (3, 3, 5, 4), (4, 3, 5, 3), (5, 4, 3, 3), (4, 3, 3, 5), (3, 4, 5, 3),
    (3, 5, 3, 4), (5, 4, 2, 4), (6, 2, 4, 4), (3, 6, 2, 7), (3, 2, 7, 6), (2, 4, 4, 11),
    (2, 6, 10, 3), (6, 11, 2, 3), (9, 3, 6, 2), (11, 3, 2, 6), (7, 7, 1, 9), (9, 5, 10, 1),
    (7, 1, 11, 9), (1, 11, 7, 5), (0, 14, 14, 14), (14, 0, 14, 14), (14, 14, 0, 14),
    (14, 14, 14, 0),
)  # fmt: skip
"""Pools from which every deck can be chosen. Those with every card are a minimum set cover: the
least work in total, using only pools that take at most 5 GiB."""

MEMORY = 6 << 30
"""Bytes that a pool takes."""

SYMMETRY = 16
"""Deals are counted with red's joker in the corner; symmetry puts it on any of these cells."""


def make(
    path: str | os.PathLike[str],
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    progress: Callable[[int], None] = lambda number: None,
) -> None:
    """Count all decks and write them to a CSV file.

    The file is replaced whenever the decks of a pool are done; decks that it holds already are not
    counted again. `workers` is the number of threads, by default one for each core this process may
    use. Given the address of a Dask `scheduler`, its workers solve the pools instead. `progress` is
    called with the number of decks that the file holds.

    Raises MemoryError if less than `MEMORY` is free, FileBusyError if another process writes to the
    file, FileFormatError if it holds something else, ClusterError as `engine.jobs.shards.results`.
    """
    path = output_file(path)
    crew = Workers(workers, scheduler)
    with locked(path):
        rows = read_rows(path) if path.exists() else {}

        def keep(_: int, payload: bytes) -> None:
            rows.update(rows_of(payload.decode()))
            save_rows(rows, path)
            progress(len(_decks(rows)))

        missing = set(every_deck()) - _decks(rows)
        shards = [(one, workers) for one in POOLS if any(is_from(deck, one) for deck in missing)]
        job = Job(count_shard, shards, MEMORY, alone=lambda shard: True)
        with closing(results(job, crew, keep=keep)) as ended:
            for _ in ended:
                pass


def _decks(rows: Rows) -> set[Deck]:
    return {deck for deck, _ in rows}


def is_from(deck: Deck, pool: Deck) -> bool:
    """Whether a deck can be chosen from a pool."""
    return all(count <= most for count, most in zip(deck, pool, strict=True))


def count_shard(shard: tuple[Deck, int | None]) -> bytes:
    """The rows of all decks of a pool, as text; a shard is a pool and a number of threads."""
    pool, threads = shard
    rules = rules_of(next(deck for deck in every_deck() if is_from(deck, pool)))
    rows: Rows = {}
    for deck, lengths in count_pool(rules, pool, threads).items():
        for edition, counts in zip(rules.editions, lengths, strict=True):
            rows[deck, edition.name] = {plies: deals // SYMMETRY for plies, deals in counts.items()}
    return text_of(rows).encode()


def count_pool(rules: Rules, pool: Deck, threads: int | None = None) -> dict[Deck, Lengths]:
    """Count all deals of every deck of a pool, as `lab.counting.count_every_deal` does for one.

    The rules' own deck does not matter.
    """
    whole = Whole(rules, cards_of(pool))
    check_memory(whole.memory(keep=False) + MARGIN, "solving the decks of a pool")
    whole.solve(keep=False, threads=threads or cores())
    kinds = whole.geometry.letters
    found: dict[Deck, Lengths] = {}
    for copies, lengths in decks_by_length(whole).items():
        count_of = dict(zip(kinds, copies, strict=True))
        found[tuple(count_of.get(kind, 0) for kind in KINDS)] = lengths
    return found
