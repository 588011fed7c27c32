"""A random deal to play, chosen by winner, length, winning first moves and difficulty."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from tablebase.engine.play.review import difficulty
from tablebase.engine.tables.table import build_table
from tablebase.errors import MissingTableError, quote
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.rules import Edition
from tablebase.games.collapsi.studies.book import Book
from tablebase.games.collapsi.studies.finder import FoundDeal, find

HARDEST = {"easy": 6.0, "medium": 9.0, "hard": float("inf")}
"""Grades of difficulty, and where each ends, in bits (see `engine.play.review.difficulty`).

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
    source: Book | None = None,
    progress: Callable[[], object] | None = None,
) -> Dealt | None:
    """Draw a random deal; the same for the same seed and filters.

    Deals that differ only by a symmetry count as one; the deal drawn is shown under a random
    symmetry. The filters and the source are those of `finder.find`, and `wanted` is a grade of
    `HARDEST`. Returns None if there is no such deal, or none of that grade among the first `TRIES`.
    `progress` is called before each table is built. Raises ValueError if the edition or the grade
    is unknown.
    """
    if wanted is not None and wanted not in HARDEST:
        raise ValueError(f"unknown difficulty {quote(wanted)}: expected {', '.join(HARDEST)}")
    deals = find(
        edition, plies=plies, winner=winner, winning_moves=winning_moves, seed=seed, source=source
    )
    for found in islice(deals, TRIES):
        if progress is not None:
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
