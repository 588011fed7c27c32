"""The card of a data set, ``README.md``, for people and data hubs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablebase.rl.task import Task


class Shard(NamedTuple):
    """A file of a data set, with its path from the data set's folder."""

    split: str
    path: str
    rows: int


def readme(
    task: Task, about: Mapping[str, Any], shards: Sequence[Shard], columns: Mapping[str, str]
) -> str:
    """The card; `columns` has what each means. Data hubs read the lines between the dashes."""
    splits = list(dict.fromkeys(shard.split for shard in shards))
    files = "\n".join(f"      - split: {name}\n        path: {name}/*.parquet" for name in splits)
    rows = {name: sum(one.rows for one in shards if one.split == name) for name in splits}
    sizes = "\n".join(f"| {name} | {number:,} |" for name, number in rows.items())
    meanings = "\n".join(f"| `{name}` | {meaning} |" for name, meaning in columns.items())
    planes = ", ".join(task.planes)
    return f"""---
license: mit
pretty_name: Exact labels of {task.name}
size_categories:
  - {_category(sum(rows.values()))}
tags:
  - reinforcement-learning
  - game
  - tabular
configs:
  - config_name: default
    data_files:
{files}
---

# Exact labels of {task.name}

Positions of the game *{task.name}* with their exact value and best moves, by backward induction.
No deal is in two splits, not even turned or reflected.

| split | positions |
|---|--:|
{sizes}

| column | meaning |
|---|---|
{meanings}

The planes of an observation are: {planes}.

Made by tablebase {about["version"]} with {_said(about)}.
"""


def _said(about: Mapping[str, Any]) -> str:
    """The arguments that make the same data set again."""
    options = "".join(f"{name}={value}, " for name, value in about["options"].items())
    positions = "all" if about["positions"] is None else f"{about['positions']:,} random"
    return f"{options}deals={about['deals']:,}, {positions} positions each, seed={about['seed']}"


def _category(rows: int) -> str:
    """The size of a data set as data hubs name it: ``1M<n<10M``."""
    names = ("1K", "10K", "100K", "1M", "10M", "100M", "1B", "10B")
    above = sum(rows >= 1000 * 10**power for power in range(len(names)))
    return f"n<{names[0]}" if not above else f"{names[above - 1]}<n<{[*names, '100B'][above]}"
