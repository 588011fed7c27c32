"""The page's puzzles, checked one by one."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

import tablebase
from tablebase import COLLAPSI, Position, Result
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.web import puzzles


@pytest.fixture(scope="module")
def collection():
    return json.loads(puzzles.FILE.read_text())


@pytest.fixture(scope="module")
def lines(collection):
    """All of them."""
    return [line for lines in collection.values() for line in lines]


def taken_apart(line):
    """The position, the moves, and which of them are to be found."""
    board, turn, *moves = line.split()
    found = [at for at, move in enumerate(moves) if move.endswith("!")]
    return Position.parse(f"{board} {turn}"), [move.rstrip("!") for move in moves], found


def test_there_is_one_a_day_harder_towards_the_weekend(collection):
    kept = {"daily": 7 * puzzles.WEEKS} | dict.fromkeys(puzzles.CHOICES, puzzles.TRAINING)
    assert {name: len(lines) for name, lines in collection.items()} == kept
    grades = dict(collection)
    for day, line in enumerate(grades.pop("daily")):
        assert line.count("!") in puzzles.CHOICES[puzzles.WEEK[day % 7]]
    for grade, lines in grades.items():
        assert all(line.count("!") in puzzles.CHOICES[grade] for line in lines)


@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.slow), 8])
def test_puzzles_are_won_by_only_moves_to_the_end(lines, step):
    for line in lines[::step]:
        position, moves, found = taken_apart(line)
        assert not any(position.cards[cell] == 0 for cell in position.pawns)
        table = tablebase.build(position.deal)
        for at, move in enumerate(moves):
            probe = table.probe(position)
            (played,) = (known for known in probe.moves if str(known.move) == move)
            assert played.is_best
            if at % 2 == 0:
                assert [str(known.move) for known in probe.moves if known.keeps_win] == [move]
                assert (at in found) == (len(probe.moves) > 1)
            position = played.position
        assert position.is_terminal
        assert len(moves) % 2


def test_no_two_are_the_same_up_to_symmetry_and_colours(lines):
    turns = np.array(automorphisms(COLLAPSI.board))
    forms = set()
    for line in lines:
        position, *_ = taken_apart(line)
        seen = np.array(position.cards)
        seen[[not position.face_up >> cell & 1 for cell in range(16)]] = 9
        for cell, pawn in ((position.mover, 10), (position.opponent, 20)):
            seen[cell] += pawn
        forms.add(min(map(tuple, seen[turns].tolist())))
    assert len(forms) == len(lines)


def test_a_forward_search_agrees_on_a_sample(lines):
    for line in lines[::60]:
        position, moves, _ = taken_apart(line)
        assert tablebase.search(position).value.result is Result.WIN
        for move in position.legal_moves():
            answer = tablebase.search(position.play(move)).value.result
            assert answer is (Result.LOSS if str(move) == moves[0] else Result.WIN)


@pytest.mark.slow
def test_the_file_is_made_anew_to_the_byte():
    assert puzzles.FILE.read_text() == json.dumps(puzzles.collection(), indent=0) + "\n"


def test_lines_are_read_by_the_page_as_they_are_here(lines):
    assert all(re.fullmatch(r"[xAJ2-4rb/]+ [rb]( [a-d][1-4]!?)+", line) for line in lines)
