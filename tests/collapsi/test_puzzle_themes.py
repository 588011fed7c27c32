"""Themes of puzzles, checked in another way than they are computed."""

from __future__ import annotations

import pytest

from tablebase import Position
from tablebase.games.collapsi.browser import puzzles
from tablebase.games.collapsi.studies.puzzles.collection import collection
from tablebase.games.collapsi.studies.puzzles.themes import THEMES, themes

SOME = collection()[::50]


def walks(position: Position, *, wrap: bool) -> set[int]:
    """Where the side to move may end, by trying every walk; with or without crossing an edge."""
    ends, side = set(), 4

    def walk(cell: int, left: int, been: frozenset[int]) -> None:
        if not left:
            ends.add(cell)
            return
        row, column = divmod(cell, side)
        for down, right in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            r, c = row + down, column + right
            if not wrap and not (0 <= r < side and 0 <= c < side):
                continue
            there = r % side * side + c % side
            if position.face_up >> there & 1 and there not in been:
                walk(there, left - 1, been | {there})

    walk(position.mover, position.cards[position.mover], frozenset({position.mover}))
    return ends - {position.opponent}


def test_every_theme_occurs_and_the_page_has_them():
    rows = puzzles().decode().splitlines()
    assert rows[0].endswith(",themes")
    found = [row.rsplit(",", 1)[1].split() for row in rows[1:]]
    assert {name for names in found for name in names} == {*THEMES}
    assert found == [list(themes(puzzle)) for puzzle in collection()]


@pytest.mark.parametrize("puzzle", SOME, ids=str)
def test_edges_are_crossed_where_no_walk_stays_inside(puzzle):
    position, crossed = puzzle.position, False
    for at, move in enumerate(puzzle.moves):
        if at in puzzle.choices:
            cell = next(m.destination for m in position.legal_moves() if str(m) == move)
            assert cell in walks(position, wrap=True)
            crossed |= cell not in walks(position, wrap=False)
        position = position.play(move)
    assert ("wrap" in themes(puzzle)) == crossed


def test_traps_are_short_and_long_ones_are_not():
    """Their lengths are those of tables, as test_puzzles checks."""
    for puzzle in SOME:
        assert ("trap" in themes(puzzle)) == (puzzle.dte <= 5)
        assert ("long" in themes(puzzle)) == (puzzle.dte >= 11)


def test_pawns_that_are_apart_never_need_the_same_card():
    """Wherever both walk on from there, no card is in reach of both, ever."""
    puzzle = next(puzzle for puzzle in collection() if "parity" in themes(puzzle))
    position, apart = puzzle.position, False
    for at, move in enumerate(puzzle.moves):
        position = position.play(move)
        red, blue = (reach(position, pawn) for pawn in (position.red, position.blue))
        apart |= at in puzzle.choices and not red & blue
    assert apart


def reach(position: Position, cell: int) -> set[int]:
    """The face-up cards that can be walked to, whatever the cards say."""
    found = {cell}
    for _ in range(16):
        near = {n for at in found for n in position.rules.board.neighbours[at]}
        found |= {n for n in near if position.face_up >> n & 1}
    return found
