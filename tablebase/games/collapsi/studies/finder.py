"""Deals in the opening book by length, winner and winning first moves; a deal to play."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import log2
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.probe import Probe
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.errors import MissingTableError, quote
from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.rules import CODING, COLLAPSI, Edition
from tablebase.games.collapsi.studies.book import MOST_MOVES, Opening, book, opening_of


class FoundDeal(NamedTuple):
    """A deal and what the book says about it."""

    deal: Deal
    opening: Opening

    @property
    def winner(self) -> str:
        """Who wins with perfect play; red moves first."""
        return "red" if self.opening.value.result is Result.WIN else "blue"

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "deal": str(self.deal),
            "winner": self.winner,
            "plies": self.opening.value.dte,
            "winning_moves": self.opening.winning_moves,
        }


class FoundDeals:
    """The deals that `find` found; iterate over it to get them one by one.

    `places` are twice the number of each deal in the census, plus 1 if red is on the second
    joker. With a `seed` they come in random order and under random symmetries.
    """

    def __init__(self, edition: Edition, places: I64, seed: int | None) -> None:
        self._edition = edition
        self._places = places
        self._seed = seed

    def __len__(self) -> int:
        return self._places.size

    def __iter__(self) -> Iterator[FoundDeal]:
        if self._seed is None:
            yield from map(self._at, self._places.tolist())
            return
        # As in `Deal.random`, only `random` itself, whose sequence Python guarantees for a seed.
        rng = random.Random(self._seed)
        group = COLLAPSI.symmetries
        moved: dict[int, int] = {}  # place -> what a shuffle would have put there so far
        for first in range(len(self)):
            other = first + int(rng.random() * (len(self) - first))
            place = moved.get(other, other)
            moved[other] = moved.pop(first, first)
            found = self._at(int(self._places[place]))
            turn = group[int(rng.random() * len(group))]
            yield FoundDeal(found.deal.image(turn), found.opening)

    def _at(self, place: int) -> FoundDeal:
        number, red = divmod(place, 2)
        deal = book().census[number]
        entry = int(book().column(self._edition, red)[number])
        if red:
            deal = Deal(deal.cards, deal.jokers[::-1], deal.rules)
        return FoundDeal(deal, opening_of(entry))


def find(
    edition: Edition | str | None = None,
    *,
    plies: int | None = None,
    winner: str | None = None,
    winning_moves: int | None = None,
    seed: int | None = None,
) -> FoundDeals:
    """Find deals, no two the same up to symmetry.

    `plies` is the length of the game with perfect play, `winner` is ``"red"`` or ``"blue"``, and
    `winning_moves` is how many of red's first moves win. With a `seed` the deals come in random
    order, each turned by a random automorphism; otherwise they are canonical, in canonical order.
    By default the edition is the rules' first.

    Raises `ValueError` for anything that no deal can have.

    Examples
    --------
    >>> [str(found.deal) for found in find("wild", plies=7)]
    ['JAJ3/A2A4/2A23/3432']
    """
    _check(plies, winner, winning_moves)
    found = COLLAPSI.edition(edition)
    wanted = np.zeros((MOST_MOVES + 1) << 4, bool)  # indexed by the entry in the book
    for entry in range(wanted.size):
        code, moves = entry & 15, entry >> 4
        wanted[entry] = (
            code < CODING.no_entry
            and plies in (None, abs(CODING.signed_dte[code]))
            and winner in (None, "red" if code >= 8 else "blue")
            and winning_moves in (None, moves)
        )
    columns = [book().column(found, red) for red in (0, 1)]
    chosen = np.stack([wanted[column] for column in columns], axis=1)
    if columns[0] is columns[1]:
        chosen[:, 1] = False  # it does not matter which joker is red's
    else:
        chosen[:, 1] &= ~book().census.swaps
    return FoundDeals(found, np.flatnonzero(chosen), seed)


def why_none(winner: str | None, plies: int | None, name: str = "plies") -> str:
    """Why no deal has this winner and this length, which goes by `name`; "" if some may."""
    if winner is None or plies is None or (winner == COLOURS[0]) == plies % 2:
        return ""
    return (
        f"{name} {plies} with winner {winner}: red wins in an odd number of plies, blue in an even "
        "one"
    )


def _check(plies: int | None, winner: str | None, winning_moves: int | None) -> None:
    if winner not in (None, *COLOURS[:2]):
        raise ValueError(f"winner {quote(winner)}: expected {' or '.join(map(repr, COLOURS[:2]))}")
    for name, number, most in (
        ("plies", plies, CODING.max_dte),
        ("winning_moves", winning_moves, MOST_MOVES),
    ):
        if number is not None and not 0 <= number <= most:
            raise ValueError(f"{name} {quote(number)}: expected 0 to {most}")
    if why := why_none(winner, plies):
        raise ValueError(why)


HARDEST = {"easy": 6.0, "medium": 9.0, "hard": float("inf")}
"""Grades of difficulty, and where each ends, in bits (see `difficulty`).

An easy deal is won along the principal variation by one random mover in 64 or more, a hard one
by at most one in 512.
"""

TRIES = 300
"""Deals to try before giving up on a grade; at least one deal in twenty has each grade."""


class Dealt(NamedTuple):
    """A deal to play, and what is known about it; deals without a table have no grade."""

    found: FoundDeal
    grade: str | None


def grade(bits: float) -> str:
    """The grade for a difficulty: easy below 6 bits, medium below 9, otherwise hard."""
    return next(name for name, end in HARDEST.items() if bits < end)


def draw(
    edition: Edition | str | None = None,
    *,
    seed: int,
    winner: str | None = None,
    plies: int | None = None,
    winning_moves: int | None = None,
    wanted: str | None = None,
    progress: Callable[[], object] = lambda: None,
) -> Dealt | None:
    """Draw a random deal; the same for the same seed and filters.

    Without filters it is one of `random_deals`. The filters are those of `find`, for which deals
    that differ only by a symmetry count as one, shown under a random symmetry. `wanted` is a grade
    of `HARDEST`. Returns None if there is no such deal, or none of that grade among the first
    `TRIES`. `progress` is called before each table is built. Raises ValueError if the edition or
    the grade is unknown.
    """
    if wanted is not None and wanted not in HARDEST:
        raise ValueError(f"unknown difficulty {quote(wanted)}: expected {', '.join(HARDEST)}")
    deals: Iterable[FoundDeal]
    if (plies, winner, winning_moves) == (None, None, None):
        drawn = random_deals(TRIES, seed)
        deals = (FoundDeal(deal, book().opening(deal, edition)) for deal in drawn)
    else:
        deals = find(edition, plies=plies, winner=winner, winning_moves=winning_moves, seed=seed)
    for found in islice(deals, TRIES):
        progress()
        dealt = Dealt(found, _grade_of(found, edition))
        if wanted in (None, dealt.grade):
            return dealt
    return None


def _grade_of(found: FoundDeal, edition: Edition | str | None) -> str | None:
    """The grade of a deal, from its table; None if it has none."""
    try:
        # Not kept: hundreds of tables would push the useful ones out of a cache.
        table = build_table(of_deal(found.deal))
    except MissingTableError:
        return None
    return grade(difficulty(table.line(found.deal.start(edition))))


def difficulty(line: Sequence[Probe[Any]]) -> float:
    """How hard a position is for the side that wins it, in bits.

    For each of the winner's turns in the principal variation `line` (see `Table.line`), take the
    base 2 logarithm of the number of moves divided by the number of moves that keep the win; the
    difficulty is the sum. A winner who plays at random along that line still wins with a
    probability of 2 to the minus difficulty. It is 0 if no player wins.
    """
    winner = line[0].winner
    return sum(
        log2(len(probe.moves) / sum(move.keeps_win for move in probe.moves))
        for probe in line
        if probe.moves and probe.position.sides[0] == winner
    )
