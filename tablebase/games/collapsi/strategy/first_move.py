"""Red's first move over all deals: which moves win, and how often strategies make one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.jobs.shards import completed
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import CODING, Edition
from tablebase.games.collapsi.strategy import first_kernels as kernels
from tablebase.games.collapsi.strategy.features import NUMBER
from tablebase.games.collapsi.strategy.openings import Openings, openings_of
from tablebase.games.collapsi.strategy.preferences import Strategy
from tablebase.games.collapsi.strategy.reach import reach_of
from tablebase.games.collapsi.strategy.scoring import CriticalShare, share_of
from tablebase.games.collapsi.strategy.terms import terms_of
from tablebase.games.collapsi.whole.solver import Whole

FEATURES = ("card", "distance", "neighbours", "next_cards", "their_next_cards")
"""The features that moves are counted by, unless others are given."""


class Moves(NamedTuple):
    """Moves or deals of a kind, and how many of them win."""

    number: int
    wins: int

    @property
    def share(self) -> float:
        """The share that wins."""
        return self.wins / self.number


@dataclass(frozen=True)
class FirstMoves:
    """Red's first moves under an edition, over all deals and either joker red's."""

    edition: Edition
    moves: dict[str, dict[int, Moves]]  # all of them and those that win, by feature and value
    around: dict[int, Moves]  # deals, and red's wins, by the aces and twos next to red's joker
    scores: list[CriticalShare]  # how often each strategy keeps the win if there is a losing move

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "edition": self.edition.name,
            "moves": {
                name: {value: found._asdict() for value, found in by_value.items()}
                for name, by_value in self.moves.items()
            },
            "aces_and_twos_around": {n: found._asdict() for n, found in self.around.items()},
            "scores": [share.as_dict() for share in self.scores],
        }


def first_moves(
    whole: Whole,
    strategies: Sequence[Strategy],
    edition: Edition,
    *,
    features: Sequence[str] = FEATURES,
    threads: int | None = None,
) -> FirstMoves:
    """Count red's first moves, given a solved whole game."""
    size = whole.geometry.size
    kept = np.zeros((len(strategies), 1 + size), np.int64)
    moves = np.zeros((len(features), kernels.MOST_VALUES, 2), np.int64)
    around = np.zeros((size, 2), np.int64)

    def work(task: tuple[Openings, int]) -> tuple[I64, I64, I64]:
        out = np.zeros_like(kept), np.zeros_like(moves), np.zeros_like(around)
        _count(whole, *task, strategies, edition, features, out)
        return out

    tasks = [(openings, red) for openings in openings_of(whole) for red in (0, 1)]
    for found in completed(work, tasks, threads):
        for total, part in zip((kept, moves, around), found, strict=True):
            total += part
    return FirstMoves(
        edition,
        {name: _by_number(rows) for name, rows in zip(features, moves, strict=True)},
        _by_number(around),
        [share_of(row) for row in kept],
    )


def _count(
    whole: Whole,
    openings: Openings,
    red: int,
    strategies: Sequence[Strategy],
    edition: Edition,
    features: Sequence[str],
    out: tuple[I64, I64, I64],
) -> None:
    """Count the first moves from one of the two jokers of some deals."""
    geometry, reach = whole.geometry, reach_of(whole.rules)
    everything = (1 << geometry.size) - 1
    jokers = [cell for cell in range(geometry.size) if not openings.shape.mask >> cell & 1]
    own, other = jokers[red], jokers[1 - red]
    to = int(reach.table[everything & ~(1 << own), reach.column(own, JOKER, edition)])
    near, far, spans = terms_of(strategies, geometry.size)
    records = openings.after_red[:, whole.rules.editions.index(edition), red]
    kernels.score_first(
        openings.words, openings.weights, np.array(openings.shape.cells),
        np.array(geometry.letters), np.array([own, other, reach.column(other, JOKER, edition)]),
        np.uint64(to & ~(1 << other)), reach.blank, np.ascontiguousarray(records),
        np.concatenate([near, far]), spans, np.array([*CODING.signed_dte, 0]),
        np.array([NUMBER[name] for name in features]), *out,
    )  # fmt: skip


def _by_number(rows: I64) -> dict[int, Moves]:
    return {value: Moves(*row) for value, row in enumerate(rows.tolist()) if row[0]}
