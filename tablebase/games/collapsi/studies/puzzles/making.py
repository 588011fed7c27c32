"""Make a collection from a seed: choose the deals, their puzzles, and the puzzle for each day."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from tablebase.engine.search.forward import search
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Value
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.studies.finder import find
from tablebase.games.collapsi.studies.puzzles.grading import (
    OnlyMoves,
    grade,
    is_reachable,
    only_moves,
)
from tablebase.games.collapsi.studies.puzzles.posed import GRADES, LEAST_MOVES, Puzzle, solution

EACH = 200
"""Puzzles of each grade."""

WEEK = (1, 2, 2, 3, 3, 4, 5)
"""The grades of a week's puzzles, Monday first."""

WEEKS = 52
"""Weeks until the puzzles of the day start again."""

LASTING, PLIES = 2, 6
"""At least `LASTING` of the losing moves must last `PLIES` plies or more."""


MOVER, OPPONENT = 10, 20
"""Numbers added to the cards under the pawns when positions are compared."""


def make(
    seed: int,
    each: int = EACH,
    weeks: int = WEEKS,
    progress: Callable[[], None] = lambda: None,
) -> list[Puzzle]:
    """Make a collection, the same for the same seed.

    Deals come in random order, no two the same up to symmetry, and each gives one puzzle. Its
    grade is the one with the fewest puzzles so far, and its number of cards and length are the
    rarest in that grade. The puzzles of the day come first.

    There are `each` of every grade, and puzzles of the day for `weeks` weeks; ValueError if these
    need more. `progress` is called for each puzzle found.
    """
    most = max(map(WEEK.count, WEEK))
    if not 0 <= weeks * most <= each:
        raise ValueError(
            f"{weeks} weeks need {weeks * most} puzzles of a grade: expected at most {each}"
        )
    found = find(seed=seed)
    deals = iter(found)
    collected = _Collected(each)
    while not collected.is_complete:
        before, rng = len(collected.puzzles), random.Random(seed)
        for deal in deals:
            if (puzzle := _puzzle_of(deal.deal, collected, rng)) is not None:
                collected.add(puzzle)
                progress()
            if collected.is_complete:
                break
        collected.drop_doubles()
        if len(collected.puzzles) == before:
            raise ValueError(f"{len(found)} deals give {before} puzzles: expected more")
    return _in_order(collected.puzzles, weeks)


class _Collected:
    """The puzzles so far, and what is rare among them."""

    def __init__(self, each: int) -> None:
        self.puzzles: list[Puzzle] = []
        self._each = each
        self._numbers: Counter[tuple[str, int, int]] = Counter()

    def add(self, puzzle: Puzzle) -> None:
        self.puzzles.append(puzzle)
        cards = puzzle.position.face_up.bit_count()
        self._numbers[("cards", puzzle.grade, cards)] += 1
        self._numbers[("dte", puzzle.grade, puzzle.dte)] += 1

    def drop_doubles(self) -> None:
        """Drop puzzles that differ from earlier ones only by symmetry, colours or face-down cards.

        They still count in `frequency`.
        """
        forms = {_form(puzzle.position): puzzle for puzzle in reversed(self.puzzles)}
        self.puzzles = [
            puzzle for puzzle in self.puzzles if forms[_form(puzzle.position)] is puzzle
        ]

    def number(self, grade: int) -> int:
        return sum(puzzle.grade == grade for puzzle in self.puzzles)

    @property
    def wanted(self) -> list[int]:
        """The grades that are not complete, those with the fewest puzzles first."""
        open_ = [grade for grade in range(1, len(GRADES) + 1) if self.number(grade) < self._each]
        return sorted(open_, key=self.number)

    @property
    def is_complete(self) -> bool:
        return not self.wanted

    def frequency(self, grade: int, cards: int, dte: int) -> tuple[int, int]:
        """How often a grade has a number of cards, and a length."""
        return self._numbers["cards", grade, cards], self._numbers["dte", grade, dte]


def _puzzle_of(deal: Deal, collected: _Collected, rng: random.Random) -> Puzzle | None:
    """A puzzle from a deal that the collection can use; None if there is none."""
    table = build_table(of_deal(deal))
    found = only_moves(table, deal, least=LEAST_MOVES, plies=PLIES)
    found = found.where(found.lasting >= LASTING)
    graded = grade(deal, found.positions, found.moves)
    for wanted in collected.wanted:
        own = found.where(graded.tempting & (graded.grades == wanted))
        for rank, dte in _rarest_first(own, wanted, collected, rng):
            position = of_deal(deal).unrank(rank)
            if is_reachable(position):
                puzzle = Puzzle(position, *solution(table, position), wanted, dte)
                puzzle.check(lambda position: table.probe(position).value)
                puzzle.check(_searched)
                return puzzle
    return None


def _rarest_first(
    found: OnlyMoves, grade: int, collected: _Collected, rng: random.Random
) -> list[tuple[int, int]]:
    """Ranks and distances in random order, the rarest kinds in the collection first."""
    cards = np.bitwise_count(found.positions["face_up"]).tolist()
    rows = [*zip(found.ranks.tolist(), cards, found.dte.tolist(), strict=True)]
    keys = [(*collected.frequency(grade, cards, dte), rng.random()) for _, cards, dte in rows]
    return [(rank, dte) for _, (rank, _, dte) in sorted(zip(keys, rows, strict=True))]


def _form(position: Position) -> tuple[int, ...]:
    """A form shared by positions that differ only by symmetry, colours or collapsed cards."""
    seen = [
        card if position.face_up >> cell & 1 else -1 for cell, card in enumerate(position.cards)
    ]
    seen[position.mover] += MOVER
    seen[position.opponent] += OPPONENT
    images = np.array(seen)[np.array(position.rules.symmetries)]
    return min(map(tuple, images.tolist()))


def _searched(position: Position) -> Value:
    found = search(position).value
    assert found is not None  # a search without limits finds the value
    return found


def _in_order(puzzles: Sequence[Puzzle], weeks: int) -> list[Puzzle]:
    """The puzzles of the day, in the order of `WEEK`, then the others by grade."""
    grades = range(1, len(GRADES) + 1)
    by_grade = {grade: iter([one for one in puzzles if one.grade == grade]) for grade in grades}
    daily = [replace(next(by_grade[grade]), day=day) for day, grade in enumerate(WEEK * weeks, 1)]
    return [*daily, *(puzzle for rest in by_grade.values() for puzzle in rest)]
