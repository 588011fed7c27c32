"""The cards of a data set: ``README.md`` for people and data hubs, Croissant for programs.

Croissant 1.0 is a metadata format of MLCommons, http://mlcommons.org/croissant/1.0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablebase._version import __version__
from tablebase.rl.task import Task

LICENSE = "https://spdx.org/licenses/MIT.html"


class Field(NamedTuple):
    """A column: its type by schema.org, what it means, and the length of its lists, if any."""

    name: str
    type: str
    meaning: str
    length: int | None = None


class Shard(NamedTuple):
    """A file of a data set, with its path from the data set's folder."""

    split: str
    path: str
    rows: int
    sha256: str


def readme(
    task: Task, about: Mapping[str, Any], shards: Sequence[Shard], fields: Sequence[Field]
) -> str:
    """The card for people; data hubs read the lines between the dashes."""
    splits = list(dict.fromkeys(shard.split for shard in shards))
    files = "\n".join(f"      - split: {name}\n        path: {name}/*.parquet" for name in splits)
    rows = {name: sum(one.rows for one in shards if one.split == name) for name in splits}
    sizes = "\n".join(f"| {name} | {number:,} |" for name, number in rows.items())
    columns = "\n".join(f"| `{field.name}` | {field.meaning} |" for field in fields)
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
{columns}

The planes of an observation are: {planes}.

Made by tablebase {about["version"]} with {_said(about)}.
`croissant.json` has the files' SHA-256 digests.
"""


def croissant(
    task: Task, about: Mapping[str, Any], shards: Sequence[Shard], fields: Sequence[Field]
) -> dict[str, Any]:
    """The card for programs."""
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"tablebase-{task.name}",
        "description": f"Positions of the game {task.name} with their exact value and best moves, "
        f"made by tablebase with {_said(about)}.",
        "license": LICENSE,
        "version": __version__,
        "distribution": [
            *({
                "@type": "cr:FileObject",
                "@id": shard.path,
                "name": shard.path,
                "contentUrl": shard.path,
                "encodingFormat": "application/x-parquet",
                "sha256": shard.sha256,
            } for shard in shards),
            *({
                "@type": "cr:FileSet",
                "@id": f"{split}-files",
                "name": f"{split}-files",
                "encodingFormat": "application/x-parquet",
                "includes": f"{split}/*.parquet",
            } for split in dict.fromkeys(shard.split for shard in shards)),
        ],
        "recordSet": [
            _records(split, [shard for shard in shards if shard.split == split], fields)
            for split in dict.fromkeys(shard.split for shard in shards)
        ],
    }  # fmt: skip


def _records(split: str, shards: Sequence[Shard], fields: Sequence[Field]) -> dict[str, Any]:
    """The rows of a split."""
    return {
        "@type": "cr:RecordSet",
        "@id": split,
        "name": split,
        "description": f"{sum(shard.rows for shard in shards):,} positions",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{split}/{field.name}",
                "name": f"{split}/{field.name}",
                "description": field.meaning,
                "dataType": field.type,
                "source": {
                    "fileSet": {"@id": f"{split}-files"},
                    "extract": {"column": field.name},
                },
                **({} if field.length is None else {"repeated": True}),
            }
            for field in fields
        ],
    }


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


CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The names that Croissant 1.0 gives to terms, as its specification lists them."""
