"""A whole game counted in one go: all deals by length, and all positions by value."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.runs import Kind, read_counts, save, saved
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import CODING, Rules
from tablebase.games.collapsi.studies.counts import count_layer
from tablebase.games.collapsi.studies.digests import layer_digest, read_digests
from tablebase.games.collapsi.studies.lab.counting import deals_by_length
from tablebase.games.collapsi.studies.lab.study import Study
from tablebase.games.collapsi.studies.statistics import Positions, labelled_positions
from tablebase.games.collapsi.whole.build import solve_whole
from tablebase.games.collapsi.whole.kept import KeptLayers
from tablebase.games.collapsi.whole.plan import Records
from tablebase.games.collapsi.whole.solver import Openings, Whole

COUNTS = "positions.json"
POSITIONS = Kind("a file of counts of positions", "file", most=1 << 20)
STUDY = Kind("a study of a whole game", "study", most=1 << 20)

RARE = 1000
"""A length is rare if fewer than one deal in this many has it."""


@dataclass(frozen=True)
class WholeStudy:
    """The counts from solving a whole game: a study for each edition, and all positions.

    `examples` has, for each edition, one deal of each length that occurs, by plies. `digests` has
    that of each layer, see `digests.layer_digest`.
    """

    studies: tuple[Study, ...]
    positions: Positions
    examples: tuple[Mapping[int, Deal], ...]
    digests: Mapping[int, str]

    def rare(self, study: Study) -> list[tuple[int, int, Deal]]:
        """The lengths of fewer than one deal in `RARE`: plies, number of deals, an example."""
        found = self.examples[self.studies.index(study)]
        return [
            (plies, deals, found[plies])
            for plies, deals in study.lengths.items()
            if deals * RARE < study.deals
        ]

    def as_dict(self) -> dict[str, Any]:
        """The study as plain data, for JSON; `from_dict` is the inverse."""
        return {
            "studies": [study.as_dict() for study in self.studies],
            "positions": self.positions.counts.tolist(),
            "examples": [
                {str(plies): str(deal) for plies, deal in found.items()} for found in self.examples
            ],
            "digests": {str(layer): digest for layer, digest in self.digests.items()},
        }

    @classmethod
    def from_dict(cls, data: Any) -> WholeStudy:
        """The study that `as_dict` described.

        Raises ValueError, LookupError, TypeError, AttributeError or OverflowError if it did not.
        """
        studies = tuple(Study.from_dict(study) for study in data["studies"])
        rules = studies[0].rules
        counts = read_counts(data["positions"], (rules.board.size - 1, CODING.no_entry))
        for layer, found in enumerate(counts.sum(1)):
            if layer > 1 and found != labelled_positions(layer, rules):
                raise ValueError(f"{found:,} positions with {layer} face-up cards")
        examples = tuple(
            {int(plies): Deal.parse(deal, rules) for plies, deal in found.items()}
            for found in data["examples"]
        )
        if [found.keys() for found in examples] != [study.lengths.keys() for study in studies]:
            raise ValueError("expected an example of each length")
        digests = read_digests(data["digests"], range(2, rules.board.size - 1))
        return cls(studies, Positions(counts), examples, digests)


def study_whole(
    rules: Rules,
    *,
    threads: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
    finish: Callable[[Whole], None] | None = None,
) -> WholeStudy:
    """Solve the whole game of some rules and count it.

    If a `folder` is given, the last finished layer and the counts so far are kept there, and the
    next call resumes from them. `finish` is called with the last layer solved, for example to write
    the opening book. `threads`, `progress` and errors are as for `build.solve_whole`; raises
    FileFormatError if the folder holds other rules, or is damaged.
    """
    whole = Whole(rules)
    kept = None if folder is None else KeptLayers(folder, rules)
    path = None if folder is None else Path(folder) / COUNTS
    counts = np.zeros((rules.board.size - 1, CODING.no_entry), np.int64)
    digests: dict[int, str] = {}
    if path is not None and kept is not None and kept.last > 1:
        read = partial(_so_far, shape=counts.shape, layers=range(2, kept.last + 1))
        counts, digests = saved(path, POSITIONS, read)

    def visit(layer: int, records: Records) -> None:
        counts[layer] = count_layer(whole, layer, records)
        digests[layer] = layer_digest(whole, layer, records)
        if path is not None:  # saved before the layer itself is kept
            save(path, {"positions": counts.tolist(), "digests": digests})

    solved = solve_whole(rules, progress, threads, keep=False, visit=visit, kept=kept)
    examples: list[dict[int, Deal]] = [{} for _ in rules.editions]
    lengths = deals_by_length(solved, lambda openings: _add_examples(examples, solved, openings))
    if finish is not None:
        finish(solved)
    solved.close()
    studies = (
        Study(rules, edition, dict(sorted(found.items())))
        for edition, found in zip(rules.editions, lengths, strict=True)
    )
    shown = ({plies: found[plies] for plies in sorted(found)} for found in examples)
    return WholeStudy(tuple(studies), Positions(counts), tuple(shown), digests)


def _add_examples(examples: list[dict[int, Deal]], whole: Whole, openings: Openings) -> None:
    """Add an example deal of each length that has none yet."""
    for edition, found in enumerate(examples):
        for red in (0, 1):
            codes, firsts = np.unique(openings.start[:, edition, red], return_index=True)
            for code, at in zip(codes.tolist(), firsts.tolist(), strict=True):
                plies = CODING.decode(code).dte
                if plies not in found:
                    found[plies] = _deal(whole, openings, at, red)


def _deal(whole: Whole, openings: Openings, at: int, red: int) -> Deal:
    """A deal from some openings, with red on the first or the second joker by cell."""
    geometry, shape = whole.geometry, openings.shape
    cards = [JOKER] * geometry.size
    for place, cell in enumerate(reversed(shape.cells)):
        cards[cell] = geometry.letters[int(openings.words[at]) >> 2 * place & 3]
    jokers = [cell for cell in range(geometry.size) if not shape.mask >> cell & 1]
    return Deal(tuple(cards), (jokers[red], jokers[1 - red]), whole.rules)


def _so_far(
    data: Mapping[str, Any], shape: tuple[int, ...], layers: range
) -> tuple[I64, dict[int, str]]:
    """The counts and the digests of some layers, which a file kept."""
    return read_counts(data["positions"], shape), read_digests(data["digests"], layers)


def load_study(path: Path) -> WholeStudy:
    """The study in a file that `save_study` wrote.

    Raises FileFormatError for any other, and for one that is damaged.
    """
    return saved(path, STUDY, WholeStudy.from_dict)


def save_study(study: WholeStudy, path: Path) -> None:
    """Write a study to a JSON file."""
    save(path, study.as_dict(), indent=2)
