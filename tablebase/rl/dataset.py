"""The labels as a data set in files: Parquet, with a card.

    FOLDER/train/00000.parquet ...       whole deals, none in two splits: see `splits`
    FOLDER/validation/, FOLDER/test/
    FOLDER/README.md                     the card that data hubs show

A shard is written completely or not at all; those that are there already are kept, so an
interrupted run goes on where it was. The same arguments give the same rows in every version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase._version import __version__
from tablebase.errors import FileFormatError
from tablebase.rl.card import Shard, readme
from tablebase.rl.labels import Labels, stream
from tablebase.rl.splits import SHARES
from tablebase.rl.task import Instance, Task
from tablebase.support.extras import load
from tablebase.support.files import replacing, writing

if TYPE_CHECKING:
    import pyarrow

DEALS_A_SHARD = 32


def write(
    task: Task,
    folder: Path,
    *,
    deals: int = 1000,
    positions: int | None = 4096,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Shard]:
    """Write a data set of labelled positions into a folder; returns its files.

    There are at least 3 `deals`: 10% for validation, 10% for the test, and at least one for each.
    A game with one board has all positions of each split instead. Of each deal so many random
    `positions` are labelled, or all if None. `progress` is called with the number of shards done
    and that of all.

    Raises `MissingExtraError` without pyarrow, which ``[parquet]`` installs, and `FileFormatError`
    if the folder has a shard of another data set.
    """
    if deals < len(SHARES):
        raise ValueError(f"{deals} deals: expected at least {len(SHARES)}, one for each split")
    load("pyarrow", "parquet")
    from pyarrow.parquet import read_metadata

    for name in task.options:
        if not hasattr(task, name):
            raise TypeError(f"the task {task.name} has no attribute {name}, its option")
    about = {
        "game": task.name,
        "options": {name: _named(getattr(task, name)) for name in task.options},
        "deals": deals,
        "positions": positions,
        "seed": seed,
        "version": __version__,
    }
    counts = {split: max(1, deals * share // 10) for split, share in SHARES.items()}
    counts["train"] += deals - sum(counts.values())
    groups = {
        split: list(_groups(task.instances(split, count, seed))) for split, count in counts.items()
    }
    total, done, shards = sum(map(len, groups.values())), 0, []
    for split, parts in groups.items():
        with writing(folder / split):
            (folder / split).mkdir(parents=True, exist_ok=True)
        for number, instances in enumerate(parts):
            path = folder / split / f"{number:05}.parquet"
            facts = {key: str(fact) for key, fact in (about | {"split": split}).items()}
            if not _is_there(path, facts):
                labelled = stream(task, instances, positions, seed=seed + number)
                _write_shard(path, labelled, facts)
            instances.clear()  # they hold the layers of all their positions
            shards.append(
                Shard(split, path.relative_to(folder).as_posix(), read_metadata(path).num_rows)
            )
            done += 1
            progress(done, total)
    with replacing(folder / "README.md") as temporary:
        temporary.write_text(readme(task, about, shards, columns(task)), "utf-8")
    return shards


def columns(task: Task) -> dict[str, str]:
    """The columns of a shard, and what they mean."""
    shape = " x ".join(map(str, task.shape))
    return {
        "deal": "the deal in notation",
        "rank": "the position's rank among those of the deal",
        "observation": f"what the side to move sees: {shape} numbers, 0 or 1, planes first",
        "legal": "which actions are legal",
        "win": "whether the side to move wins with perfect play",
        "distance": "plies to the end with perfect play",
        "points": "points at the end with perfect play, for the side to move",
        "optimal": "which actions are best moves",
    }


def _named(option: Any) -> str:
    """The name of rules or of an edition; other options as they are."""
    return str(getattr(option, "name", option))


def _groups(instances: Iterator[Instance]) -> Iterator[list[Instance]]:
    """The deals of each shard."""
    there = (instance for instance in instances if len(instance.ranks))
    while part := list(islice(there, DEALS_A_SHARD)):
        yield part


def _is_there(path: Path, facts: dict[str, str]) -> bool:
    """Whether a shard is there; raises `FileFormatError` if it belongs to another data set."""
    from pyarrow import ArrowInvalid
    from pyarrow.parquet import read_schema

    if not path.exists():
        return False
    try:
        metadata = read_schema(path).metadata or {}
        found = {key.decode(): fact.decode() for key, fact in metadata.items()}
    except ArrowInvalid as error:
        raise FileFormatError(f"{path}: {error}: move it away to write it again") from None
    if found != facts:
        raise FileFormatError(f"{path} is of another data set: expected an empty folder")
    return True


def _write_shard(path: Path, labelled: Iterator[Labels], facts: dict[str, str]) -> None:
    from pyarrow.parquet import ParquetWriter

    with replacing(path) as temporary:
        tables = (_table(labels).replace_schema_metadata(facts) for labels in labelled)
        first = next(tables)
        with ParquetWriter(temporary, first.schema, compression="zstd") as writer:
            for table in chain([first], tables):
                writer.write_table(table)


def _table(labels: Labels) -> pyarrow.Table:
    import pyarrow

    batch = labels.batch
    deal = pyarrow.scalar(batch.instance.notation)
    return pyarrow.table(
        {
            "deal": pyarrow.repeat(deal, len(batch)).dictionary_encode(),
            "rank": batch.instance.game.rank_many(batch.rows).astype(np.uint32),
            "observation": _lists(batch.observations),
            "legal": _lists(batch.legal),
            "win": labels.wins,
            "distance": labels.distances,
            "points": labels.points,
            "optimal": _lists(labels.optimal),
        }
    )


def _lists(values: npt.NDArray[Any]) -> pyarrow.Array:
    """A column with a list of the same length in each row."""
    import pyarrow

    flat = values.reshape(len(values), -1)
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(flat.ravel()), flat.shape[1])
