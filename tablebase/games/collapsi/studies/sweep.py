"""A sweep: what many deals are worth, one row for each deal and edition; tables are not kept.

Deals are solved in shards, by threads or on a cluster (`tablebase.engine.jobs.shards`). Finished
shards stay in a file until all are done, so a kill costs little. The rows are the same no matter
who solves them, or in what order.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase import export
from tablebase._version import DISTRIBUTION, __version__
from tablebase.engine.induction import is_large
from tablebase.engine.jobs.shards import BYTES_PER_POSITION, Job, Workers, by_cost, results
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.study.shelf import shelf_of

MEANINGS: dict[str, str] = {
    "red_wins": "whether red wins with perfect play, 1 or 0",
    "plies": "length of the game with perfect play",
    "first_moves": "number of red's first moves",
    "winning_moves": "number of red's first moves that win",
    "positions": "number of positions in the deal's table, which holds the starts of all editions",
    "wins": "number of positions in the table that the side to move wins",
    "longest_dte": "longest distance to the end in the table",
}
"""What the columns of whole numbers mean."""

COLUMNS = ("deal", "edition", *MEANINGS)

SECONDS_PER_DEAL, SECONDS_PER_POSITION = 1e-3, 3e-9
"""Estimated time for a deal, and for each of its positions; sizes the shards."""

Columns = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Swept:
    """What a sweep found."""

    deals: int
    recovered: int  # deals of finished shards of an interrupted sweep
    red_wins: dict[str, int]  # by edition, the number of deals that red wins
    mean_plies: dict[str, float]  # by edition, the mean length of the game with perfect play


def sweep(
    path: str | os.PathLike[str],
    deals: Iterable[Deal],
    rules: Rules = COLLAPSI,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    comment: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Swept:
    """Solve deals and write what each is worth to a file, one row for each deal and edition.

    The columns are `COLUMNS`. The rules, the version and the `MEANINGS` go into the metadata of a
    Parquet file, and with `comment` into the first line of a CSV file, as JSON behind a #. If the
    process is killed, finished shards are kept in a file beside it, and the next call with the same
    deals solves only the others.

    The path ends in ``.csv``, ``.parquet`` or ``.npz``; a file there is replaced. All deals have
    the same `rules`. `workers` and `scheduler` are as in `tablebase.append`, and `progress` is
    called with the number of deals in each finished shard.

    Raises as `tablebase.export.check`; ClusterError if the cluster cannot be reached, or cannot do
    the work; FileBusyError if another process is sweeping into the same file; FileFormatError if
    the shards beside it are of other deals; MissingTableError if the board is too large for a
    table; ValueError without deals, with deals of other rules, or for more than two players.
    """
    path = Path(path)
    export.check(path)
    crew = Workers(workers, scheduler)
    texts = _texts(deals, rules)
    game = of_deal(Deal.parse(texts[0], rules))
    shards = [(rules.as_dict(), shard) for shard in shards_of(texts, game.size)]
    large = is_large(game)
    job = Job(solve_shard, shards, BYTES_PER_POSITION * game.size, alone=lambda shard: large)
    found: dict[int, bytes] = {}
    recovered = 0
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
    work = {"job": "sweep", "deals": len(texts), "sha256": digest, "rules": rules.as_dict()}
    with shelf_of(shards_file(path), work) as shelf:
        kept = results(job, crew, finished=shelf.finished, keep=shelf.put)
        with closing(kept) as ended:
            for done in ended:
                found[done.number] = done.payload
                number = len(shards[done.number][1])
                recovered += number * done.recovered
                if progress is not None:
                    progress(number)
        columns = _columns(b"".join(found[number] for number in range(len(shards))))
        export.write_columns(columns, path, about(rules), comment=comment)
    return _summary(columns, len(texts), recovered)


def about(rules: Rules) -> dict[str, str]:
    """What the file of a sweep is: the rules, what the columns mean, and the version."""
    return {
        "game": "collapsi",
        "rules": json.dumps(rules.as_dict()),
        **MEANINGS,
        "generated-by": f"{DISTRIBUTION} {__version__}",
    }


def shards_file(path: Path) -> Path:
    """The file of finished shards beside an output file; it exists until that is written."""
    return path.with_name(path.name + ".shards")


def _texts(deals: Iterable[Deal], rules: Rules) -> list[str]:
    """The deals as written, if a sweep can solve them."""
    if not rules.turn.two_sided:
        raise ValueError(
            f"a sweep shows which of two players wins: expected rules for two players, not "
            f"{rules.players}"
        )
    deals = list(deals)
    for deal in deals:
        if deal.rules != rules:
            raise ValueError(
                f"a deal of rules {deal.rules.name!r}: expected rules {rules.name!r}, those of the "
                "sweep"
            )
    if not deals:
        raise ValueError("no deals to sweep: expected one or more")
    return [str(deal) for deal in deals]


def shards_of(texts: list[str], positions: int) -> Iterator[list[str]]:
    """Cut deals of `positions` positions each into shards that take about the same time."""
    seconds = SECONDS_PER_DEAL + positions * SECONDS_PER_POSITION
    return by_cost(texts, lambda text: seconds)


def solve_shard(shard: tuple[dict[str, Any], list[str]]) -> bytes:
    """The rows of a shard's deals (rules as plain data, deals), as CSV without a header."""
    rules = Rules.from_dict(shard[0])
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    for text in shard[1]:
        writer.writerows(_rows(Deal.parse(text, rules)))
    return rows.getvalue().encode()


def _rows(deal: Deal) -> list[tuple[str | int, ...]]:
    table = build_table(of_deal(deal))
    counts, coding = table.counts(), of_deal(deal).coding
    positions, wins = int(counts.sum()), int(counts[coding.first_win :].sum())
    longest = int(abs(coding.signed_dte_of(np.flatnonzero(counts))).max())
    rows: list[tuple[str | int, ...]] = []
    for edition in deal.rules.editions:
        probe = table.probe(deal.start(edition))
        red_wins = probe.value.result is Result.WIN
        winning = sum(move.keeps_win for move in probe.moves)
        start = (int(red_wins), probe.value.dte, len(probe.moves), winning)
        rows.append((str(deal), edition.name, *start, positions, wins, longest))
    return rows


def _columns(text: bytes) -> Columns:
    rows = csv.reader(io.StringIO(text.decode()))
    columns = zip(*rows, strict=True)
    return {
        name: np.array(column, dtype=np.int64 if name in MEANINGS else np.str_)
        for name, column in zip(COLUMNS, columns, strict=True)
    }


def _summary(columns: Columns, deals: int, recovered: int) -> Swept:
    of_edition = {
        str(name): columns["edition"] == name for name in dict.fromkeys(columns["edition"].tolist())
    }
    return Swept(
        deals,
        recovered,
        {name: int(columns["red_wins"][rows].sum()) for name, rows in of_edition.items()},
        {name: float(columns["plies"][rows].mean()) for name, rows in of_edition.items()},
    )
