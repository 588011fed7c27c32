"""Forward search where rows and columns are shifted: against the oracle, tables and the rules.

Slow: every move of openings of the real board, searched alone and together. Needs 2 minutes of
processor time.
"""

from __future__ import annotations

import random

import numpy as np
import pytest
from oracles import shift as oracle
from samples import oracle_state, random_deal, random_position

import tablebase
from tablebase import Board, Result, Rules, Value, load_rules, search
from tablebase.engine.kernels import kernel
from tablebase.engine.search.by_rules import Search
from tablebase.engine.search.moves import search_moves
from tablebase.engine.searched import Limits
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.search import asking
from tablebase.games.collapsi.search.late import CARDS, late_score
from tablebase.games.collapsi.search.words import word_of
from tablebase.games.collapsi.searches import late_positions

SMALL = [
    Rules(f"{rows}x{columns} {shift}", Board(rows, columns, wrap), deck, shift=shift)
    for rows, columns, wrap, deck, shift in [
        (2, 3, True, (0, 0, 1, 1, 2, 3), "must"),
        (2, 4, True, (0, 0, 1, 1, 1, 2, 2, 9), "may"),
        (3, 2, False, (0, 0, 1, 1, 2, 2), "may"),
        (3, 3, True, (0, 0, 1, 1, 1, 2, 2, 2, 3), "must"),
        (4, 4, True, load_rules("shift").deck, "must"),
        (4, 4, True, load_rules("shift-may").deck, "may"),
    ]
]
WIDE = Rules("3x4", Board(3, 4), (0, 0, 2, 2, 2, 3, 3, 3, 5, 5, 5, 5), shift="must")
"""Large enough to have positions before the late ones, with cards other than 1 to 4."""
FIVE = Rules("5x5", Board(5, 5), (0, 0) + (1,) * 7 + (2,) * 7 + (3,) * 6 + (4,) * 3, shift="must")


def solved(position, memo):
    board, rules = position.rules.board, position.rules
    wins, plies = oracle.solve(
        oracle_state(position), rules.shift, position.edition.joker_steps,
        board.rows, board.columns, board.wrap, memo,
    )  # fmt: skip
    return Value(Result.WIN if wins else Result.LOSS, plies)


def check_line(found, value_of):
    """Follow a line: each move is a best one, and it ends where the game does."""
    position, left = found.position, found.value
    for move in found.moves:
        position, left = position.play(move), Value(left.result.opposite, left.dte - 1)
        assert value_of(position) == left
    assert position.is_terminal


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
def test_random_positions_against_the_oracle(rules):
    rng, memos = random.Random(1), {}
    size = rules.board.size
    for _ in range(25):
        position = random_position(rng, rules, ply=rng.randint(max(0, size - 6), size - 2))
        memo = memos.setdefault(position.edition.name, {})
        found, value = search(position), solved(position, memo)
        assert (found.value, found.complete) == (value, True)
        check_line(found, lambda after, memo=memo: solved(after, memo))
        found = search(position, goal="result")
        assert (found.result, found.complete) == (value.result, True)
        assert CODING.encode(found.lower) <= CODING.encode(value) <= CODING.encode(found.upper)
        assert len(found.line) == (value.dte > 0)
        for move in found.moves:
            assert solved(position.play(move), memo).result is value.result.opposite


@pytest.mark.parametrize("places", [asking.MANY_PLACES, 4])
def test_openings_against_the_whole_game(places, monkeypatch):
    # A full transposition table forgets, but never gives a wrong value.
    known = np.zeros((places, 4), "u8")
    monkeypatch.setattr(asking, "_known_positions", lambda many: known)
    rng, rules = random.Random(2), SMALL[3]
    tables = tablebase.solve_game(rules=rules)
    for _ in range(6):
        deal = random_deal(rng, rules)
        for edition in rules.editions:
            found = search(deal.start(edition))
            assert found.value == tables.probe(found.position).value
            check_line(found, lambda after: tables.probe(after).value)


def alone(position):
    """The value of each move, by searches that share nothing."""
    values = {}
    for move in position.legal_moves():
        value = search(position.play(move)).value
        values[str(move)] = Value(value.result.opposite, value.dte + 1)
    return values


def check_together(position):
    """All moves, by searches that share what they have proven, have the values they have alone."""
    found, moves = search_moves(position, 1000)
    values = alone(position)
    assert {str(move.move): move.value for move in moves} == values
    assert found.value == max(values.values(), key=CODING.encode)
    check_line(found, lambda after: search(after).value)


@pytest.mark.parametrize("rules", [SMALL[3], WIDE], ids=lambda rules: rules.name)
def test_searches_of_all_moves_share_what_they_have_proven(rules):
    rng = random.Random(7)
    for edition in rules.editions:
        check_together(random_deal(rng, rules).start(edition))


@pytest.mark.slow
@pytest.mark.parametrize("rules", SMALL[4:], ids=lambda rules: rules.name)
def test_all_moves_of_openings_of_the_real_board(rules):
    rng = random.Random(8)
    for edition in rules.editions:
        check_together(random_deal(rng, rules).start(edition))


@pytest.mark.parametrize("rules", [SMALL[5], WIDE], ids=lambda rules: rules.name)
@pytest.mark.thorough
def test_scores_from_late_positions(rules):
    late, rng = late_positions(rules), random.Random(9)
    for _ in range(20):
        position = random_position(rng, rules, ply=rules.board.size - CARDS - 1)
        ends = sum({1 << move.destination for move in position.legal_moves()})
        if ends:
            pawns = np.uint64(position.mover), np.uint64(position.opponent)
            word, up = word_of(position)[0], np.uint64(position.face_up)
            score = score_of(late, word, up, *pawns, np.uint64(ends))
            expected = search(position).value
            cards = CARDS + 1 - expected.dte
            assert score == (cards if expected.result is Result.WIN else -cards)


@kernel()
def score_of(late, laid, up, mover, opponent, ends):
    """`late_score`, callable from Python."""
    return late_score(late, laid, up, mover, opponent, ends)


def test_unknown_cards_do_not_matter():
    rng = random.Random(3)
    for _ in range(20):
        position = random_position(rng, SMALL[4], ply=rng.randint(4, 12), hide=True)
        full = tablebase.Position(
            position.deal.cards, position.face_up, position.pawns, position.edition, SMALL[4]
        )
        assert search(position).value == search(full).value


def test_a_search_that_is_stopped_has_proven_bounds():
    start = random_deal(random.Random(4), SMALL[4]).start("single")
    seen = []
    found = search(start, nodes=70_000, progress=seen.append)
    assert (found.stopped, found.nodes) == ("nodes", 70_000)
    assert [now.nodes for now in seen] == [65_537, 70_000]
    assert len(found.line) == 1
    assert found.allows(search(start).value)


def test_larger_boards_are_searched_by_the_rules():
    position = random_position(random.Random(5), FIVE, ply=19)
    expected = Search(position, "ordered", "distance", Limits()).run()
    assert search(position).value == expected.value
    plain = search(random_position(random.Random(6), SMALL[4], ply=11), "plain")
    assert plain.value == search(plain.position).value
