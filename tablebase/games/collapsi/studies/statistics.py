"""Exact counts over all deals and all positions: whole numbers, nothing sampled.

Deals are counted as in the paper, with a joker in the corner: 47,297,250 of them, in the same
proportions as random deals. If it matters which joker is red's, each deal counts twice.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.values import Result, Value
from tablebase.errors import CorruptFileError
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import CODING, COLLAPSI, Edition, Rules
from tablebase.games.collapsi.studies.book import MOST_MOVES, book
from tablebase.games.collapsi.studies.census import cycle_lengths
from tablebase.home import installed_data
from tablebase.support.html import html_table, percent
from tablebase.support.lazy import cached_property


class Share(NamedTuple):
    """A number of deals (red to move) or positions, and how many the side to move wins."""

    number: int
    wins: int

    @property
    def losses(self) -> int:
        """How many the side to move loses."""
        return self.number - self.wins

    @property
    def win_share(self) -> float:
        """The share that the side to move wins."""
        return self.wins / self.number


@dataclass(frozen=True, repr=False)
class Tally:
    """Counts of all deals under one edition, by everything in the book.

    `counts`, shape (distances, moves, 15), is the number of deals by the distance between the
    jokers, the number of red's winning first moves and the code of the start. With `either_red`
    each deal is counted twice, once for each joker as red's; otherwise it does not matter which
    joker is.

    Examples
    --------
    >>> tally("wild").total
    Share(number=47297250, wins=17721000)
    """

    edition: Edition
    counts: I64
    either_red: bool

    @property
    def total(self) -> Share:
        """All deals."""
        return _share(self.counts.sum((0, 1)))

    def by_plies(self) -> dict[int, int]:
        """Number of deals by the length of the game, ascending; odd lengths are red's wins."""
        plies_of_code = map(abs, CODING.signed_dte)
        found = dict(zip(plies_of_code, self.counts.sum((0, 1)).tolist(), strict=True))
        return {plies: found[plies] for plies in sorted(found) if found[plies]}

    def by_distance(self) -> dict[int, Share]:
        """Deals by the distance between the jokers."""
        return _shares(self.counts.sum(1))

    def by_winning_moves(self) -> dict[int, int]:
        """Number of deals by the number of red's first moves that win."""
        return {n: share.number for n, share in _shares(self.counts.sum(0)).items()}

    def __repr__(self) -> str:
        total = self.total
        return f"<Tally {self.edition.name}: red wins {total.wins:,} of {total.number:,} deals>"

    def _repr_html_(self) -> str:
        """The deals by the length of the game, for notebooks."""
        deals = self.total.number
        return html_table(
            f"{deals:,} deals under {self.edition.name}",
            ("plies", "winner", "deals", "share"),
            [
                (plies, "red" if plies % 2 else "blue", number, percent(number, deals))
                for plies, number in self.by_plies().items()
            ],
        )

    def rows(self) -> Iterator[tuple[int, int, int, int]]:
        """Rows of (distance, winning moves, plies, deals), one for each kind that occurs."""
        for distance, wins, code in np.argwhere(self.counts).tolist():
            plies = abs(CODING.signed_dte[code])
            yield distance, wins, plies, int(self.counts[distance, wins, code])


def _shares(counts: I64) -> dict[int, Share]:
    return {key: _share(row) for key, row in enumerate(counts) if row.any()}


def _share(codes: I64) -> Share:
    return Share(int(codes.sum()), int(codes[CODING.first_win :].sum()))


def tally(edition: Edition | str | None = None) -> Tally:
    """Count all deals under an edition (None: the rules' first)."""
    source = book()
    columns = [source.column(edition, red) for red in (0, 1)]
    if columns[0] is columns[1]:
        columns.pop()
    counts = np.zeros((int(source.distances.max()) + 1, MOST_MOVES + 1, 16), np.int64)
    for column in columns:
        np.add.at(counts, (source.distances, column >> 4, column & 15), source.weights)
    return Tally(
        COLLAPSI.edition(edition), counts[:, :, : CODING.no_entry], either_red=len(columns) == 2
    )


@dataclass(frozen=True, repr=False)
class Positions:
    """All labelled positions after both first moves, by face-up cards and value.

    A *labelled position* is what lies on the table: which cells are face up, the cards on them,
    the two pawns. It can come from many deals but is counted once; its images under the board's
    automorphisms are counted separately. Play may not be able to reach it. `counts`, shape
    (layers, 15), is the number of positions by the number of face-up cards and the code.
    """

    counts: I64

    @cached_property
    def total(self) -> int:
        """Number of positions."""
        return int(self.counts.sum())

    def by_face_up(self) -> dict[int, Share]:
        """Positions by the number of face-up cards."""
        return _shares(self.counts)

    def by_value(self) -> dict[Value, int]:
        """Number of positions by value, in order of distance."""
        totals = self.counts.sum(0).tolist()
        order = sorted(range(CODING.no_entry), key=lambda code: abs(CODING.signed_dte[code]))
        return {CODING.decode(code): totals[code] for code in order if totals[code]}

    def plies(self, face_up: int) -> int:
        """The number of plies after which `face_up` cards are face up."""
        return len(self.counts) + 1 - face_up

    def longest(self, face_up: int) -> tuple[int, int]:
        """The longest win and the longest loss, in plies, with `face_up` face-up cards."""
        found = [CODING.signed_dte[code] for code in np.flatnonzero(self.counts[face_up])]
        return max(found), -min(found)

    def __repr__(self) -> str:
        return f"<Positions {self.total:,}, by face-up cards and value>"

    def _repr_html_(self) -> str:
        """The positions by face-up cards, for notebooks."""
        return html_table(
            f"{self.total:,} positions",
            ("face-up cards", "positions", "the side to move wins"),
            [
                (face_up, share.number, percent(share.wins, share.number))
                for face_up, share in self.by_face_up().items()
            ],
        )

    def rows(self) -> Iterator[tuple[int, Value, int]]:
        """Rows of (face-up cards, value, positions), one for each kind that occurs."""
        for layer, code in np.argwhere(self.counts).tolist():
            yield layer, CODING.decode(code), int(self.counts[layer, code])


@lru_cache(maxsize=1)
def positions() -> Positions:
    """The counts of all positions, as installed; CorruptFileError if they do not add up."""
    path = installed_data("positions.csv")
    counts = np.zeros((COLLAPSI.board.size - 1, CODING.no_entry), np.int64)
    with path.open() as file:
        try:
            for row in csv.DictReader(file):
                value = Value(Result(row["result"]), int(row["dte"]))
                counts[int(row["face_up"]), CODING.encode(value)] = int(row["positions"])
        except (ValueError, LookupError, TypeError) as error:
            raise CorruptFileError(f"{path} is damaged: {error}") from error
    for layer, found in enumerate(counts.sum(1)):
        expected = labelled_positions(layer)
        if found != expected:
            raise CorruptFileError(
                f"{path} is damaged: {found} positions with {layer} face-up cards, "
                f"expected {expected}"
            )
    return Positions(counts)


def labelled_positions(layer: int, rules: Rules = COLLAPSI) -> int:
    """Number of labelled positions with `layer` face-up cards, from binomial coefficients.

    The sets of cells, times the ordered pairs of pawns, times the ways to lay cards of the deck.
    """
    ways = [1] + [0] * layer
    for card in set(rules.deck) - {JOKER}:
        most = rules.deck.count(card)
        ways = [
            sum(comb(n, k) * ways[n - k] for k in range(min(most, n) + 1)) for n in range(layer + 1)
        ]
    return comb(rules.board.size, layer) * layer * (layer - 1) * ways[layer]


def essentially_different_positions(rules: Rules = COLLAPSI) -> int:
    """Number of labelled positions of all layers up to the board's automorphisms, by Burnside.

    In a position that an automorphism leaves unchanged, both pawns are on fixed cells, and the
    cards on each cycle of cells are equal, and all face down or all face up.
    """
    letters = sorted(set(rules.deck) - {JOKER})
    caps = tuple(rules.deck.count(card) for card in letters)
    group = rules.symmetries
    fixed = 0
    for g in group:
        cycles = cycle_lengths(g)
        still = cycles.count(1)
        if still >= 2:
            rest = tuple(cycles[:-2])  # longest first: two cells that stay are the pawns'
            fixed += still * (still - 1) * _pawns_and_cycles(rest, caps)
    return fixed // len(group)


def _pawns_and_cycles(cycles: tuple[int, ...], left: tuple[int, ...]) -> int:
    """The number of ways to give cards to two pawns, and one kind of card or none to each cycle."""
    ways = {left: 1}
    for length, may_be_down in [(1, False), (1, False), *((n, True) for n in cycles)]:
        after: Counter[tuple[int, ...]] = Counter()
        for rest, number in ways.items():
            if may_be_down:
                after[rest] += number
            for kind, cards in enumerate(rest):
                if cards >= length:
                    after[(*rest[:kind], cards - length, *rest[kind + 1 :])] += number
        ways = after
    return sum(ways.values())
