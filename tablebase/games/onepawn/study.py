"""How often the first player wins the first version: all layouts of a deck, or a sample."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import U8, U16
from tablebase.engine.jobs.machine import check_memory, cores
from tablebase.engine.jobs.shards import completed
from tablebase.engine.tables.table import build_table
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.one_pawn import steps_of
from tablebase.games.collapsi.studies.census import JokerClass
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.onepawn.game import DECKS, OnePawnGame, Rules
from tablebase.games.onepawn.kernels import winners
from tablebase.study.intervals import wilson

AT_ONCE = 1024
"""Layouts in a task, if all are counted."""

MOST_CELLS = 16
"""The largest board whose layouts can all be counted."""

Cards = U8
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Counted:
    """How many layouts the first player wins; `lengths` counts layouts by plies, if known."""

    rules: Rules
    layouts: int
    wins: int
    sampled: bool
    lengths: dict[int, int] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The share of layouts that the first player wins."""
        return self.wins / self.layouts

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share; a point if all layouts were counted."""
        return wilson(self.wins, self.layouts) if self.sampled else (self.share, self.share)

    def as_dict(self) -> dict[str, Any]:
        """The counts as plain data, for JSON."""
        return {
            "rules": self.rules.as_dict(),
            "sampled": self.sampled,
            "layouts": self.layouts,
            "first_wins": self.wins,
            "share": self.share,
            "interval_95": list(self.interval),
            "lengths": {str(plies): n for plies, n in sorted(self.lengths.items())},
        }


class Some(NamedTuple):
    """Essentially different layouts, shape (n, cells), and how many layouts each stands for."""

    cards: Cards
    weights: U16


def count_all(
    rules: Rules,
    deck: Iterable[int] | None = None,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Counted:
    """Count all layouts of a deck, by default that of `DECKS`.

    Raises ValueError if the board has more than `MOST_CELLS` cells, or the deck more than four
    kinds of cards besides the joker.
    """
    deck = DECKS.get(rules.board.size, ()) if deck is None else tuple(deck)
    kinds = sorted(set(deck) - {JOKER})
    if rules.board.size > MOST_CELLS or not 1 <= len(kinds) <= 4:
        raise ValueError(
            f"all layouts of board {rules.board}: expected {MOST_CELLS} cells at most, and 1 to 4 "
            "kinds of cards; a sample of random layouts can have more"
        )
    layouts = wins = 0
    tasks = (
        Some(some.cards[at : at + AT_ONCE], some.weights[at : at + AT_ONCE])
        for some in _layouts(rules, deck)
        for at in range(0, some.weights.size, AT_ONCE)
    )

    def work(some: Some) -> tuple[Some, U8]:
        return some, first_wins(rules, some.cards)

    for some, won in completed(work, tasks, threads, progress):
        layouts += int(some.weights.sum())
        wins += int(some.weights[won == 1].sum())
    return Counted(rules, layouts, wins, sampled=False)


def random_layout(rng: random.Random, rules: Rules) -> tuple[int, ...]:
    """A random layout of the deck in `DECKS`; raises ValueError if none is known for the board."""
    if rules.board.size not in DECKS:
        raise ValueError(
            f"no deck for board {rules.board}: expected {' or '.join(map(str, DECKS))} cells"
        )
    deck = DECKS[rules.board.size]
    return tuple(rng.sample(deck, len(deck)))


def count_sample(
    rules: Rules,
    number: int,
    seed: int,
    *,
    lengths: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Counted:
    """Count random layouts of the deck in `DECKS`; with `lengths` by their tables, which is slow.

    Raises ValueError if no deck is known for the board.
    """
    rng = random.Random(seed)
    some = (np.array(random_layout(rng, rules), np.uint8) for _ in range(number))
    threads = threads or cores()
    of_one = OnePawnGame(random_layout(random.Random(seed), rules), rules).size
    check_memory(threads * of_one, f"a study with {threads} threads")

    def work(cards: Cards) -> tuple[bool, int | None]:
        if not lengths:
            return bool(first_wins(rules, cards[None])[0]), None
        game = OnePawnGame(tuple(cards.tolist()), rules)
        value = build_table(game).value(game.start)
        return value.result.value == "win", value.dte

    found = list(completed(work, some, threads, progress))
    plies = Counter(dte for _, dte in found if dte is not None)
    return Counted(rules, number, sum(won for won, _ in found), True, dict(plies))


def first_wins(rules: Rules, cards: Cards) -> U8:
    """Whether the first player wins each layout, by forward search; shape (n,)."""
    size = OnePawnGame(tuple(cards[0].tolist()), rules).size
    steps = np.array([steps_of(tuple(row), rules) for row in cards.tolist()])
    jokers = (cards == JOKER).argmax(axis=1).astype(np.uint64)
    wins = np.empty(len(cards), np.uint8)
    neighbours = np.array(rules.board.neighbour_masks, np.uint64)
    winners(neighbours, steps, jokers, np.zeros(size, np.uint8), wins)
    return wins


def _layouts(rules: Rules, deck: tuple[int, ...]) -> Iterator[Some]:
    """All essentially different layouts, for each essentially different cell of the joker."""
    group = automorphisms(rules.board)
    for joker in sorted({min(g[cell] for g in group) for cell in range(rules.board.size)}):
        found = JokerClass(rules.board, deck, group, (joker,))
        yield Some(found.layouts(), found.sizes)
