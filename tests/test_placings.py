"""Placings of three and four players: every concept against brute force, and what they mean."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from oracles import players as oracle
from oracles.placings import Oracle

from tablebase import Board, Result, Rules
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games.collapsi.placings.solved import Placings
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules import COLOURS

OUTS = ("stays", "removed", "ends")
LETTERS = {colour[0]: colour for colour in COLOURS}


def rules_of(board, players, out):
    low = tuple(1 + number % 3 for number in range(board.size - players))
    return Rules("test", board, (0,) * players + low, players=players, out=out)


def walks(start, rng, number):
    """Positions of random games from a start, the start among them."""
    for _ in range(number):
        position = start
        yield position
        while not position.is_terminal:
            position = position.play(rng.choice(position.legal_moves()))
            yield position


def check(position, placings, brute):
    """Compare every concept; a state is read from the position's notation."""
    state = oracle.parse(str(position), brute.players)
    found = placings.expected(position)
    names = [LETTERS[letter] for letter in state.order]
    assert found.alone == {
        LETTERS[letter]: brute.forced(state, letter) for letter in state.order
    }, position
    teams = combinations(state.order, 2) if len(names) == 4 else ()
    assert found.pairs == {
        (LETTERS[a], LETTERS[b]): brute.forced(state, a + b) for a, b in teams
    }, position
    possible = {
        tuple(sorted((name[0], points) for name, points in each.items())) for each in found.possible
    }
    assert possible == brute.possible(state), position
    for tie, points in found.by_tie.items():
        expected = brute.by_tie(state, tie)
        assert points == {LETTERS[letter]: expected[letter] for letter in state.order}, position


def compare(rules, deals, seed, games):
    """Compare all concepts in random games; gives the number of different positions."""
    rng, seen = random.Random(seed), set()
    for deal in random_deals(deals, seed, rules):
        edition = rng.choice(rules.editions)
        shape = rules.board.rows, rules.board.columns, rules.board.wrap
        start = deal.start(edition)
        placings = Placings(start)
        brute = Oracle(rules.players, edition.joker_steps, shape, rules.out)
        for position in walks(start, rng, games):
            if (str(position), str(deal)) not in seen:
                seen.add((str(position), str(deal)))
                check(position, placings, brute)
    return len(seen)


@pytest.mark.parametrize("out", OUTS)
@pytest.mark.parametrize(("rows", "columns", "players"), [(2, 4, 3), (2, 4, 4)])
def test_all_concepts_by_brute_force(out, rows, columns, players):
    assert compare(rules_of(Board(rows, columns), players, out), 6, 1, 3) > 40


@pytest.mark.slow
@pytest.mark.parametrize("out", OUTS)
@pytest.mark.parametrize(("board", "players"), [(Board(3, 3), 3), (Board(2, 5), 4)], ids=str)
def test_all_concepts_in_a_thousand_positions(out, board, players):
    assert compare(rules_of(board, players, out), 40, 2, 12) > 1000


@pytest.mark.parametrize("out", OUTS)
def test_duels_are_won_where_the_most_points_are_forced(out):
    rules = rules_of(Board(2, 4), 3, out)
    most = 1 if out == "ends" else 2
    with Tablebase() as tables:
        for deal in random_deals(5, 3, rules):
            start = deal.start()
            placings = Placings(start)
            for position in walks(start, random.Random(1), 3):
                values = tables.probe(position).values
                alone = placings.expected(position).alone
                for player, value in values.items():
                    assert (value.result is Result.WIN) == (alone[player] == most)


def test_a_pair_and_the_other_pair_share_all_points():
    rules = rules_of(Board(2, 4), 4, "removed")
    for deal in random_deals(5, 4, rules):
        start = deal.as_dealt()
        found = Placings(start).expected(start)
        pairs = found.pairs
        for pair, points in pairs.items():
            others = tuple(colour for colour in COLOURS if colour not in pair)
            assert points + pairs[others] == 6
        for player, points in found.alone.items():
            low, high = found.interval(player)
            assert points <= low <= high
            assert low <= min(each[player] for each in found.by_tie.values())


def test_positions_that_cannot_be_reached_are_refused():
    rules = rules_of(Board(2, 4), 3, "stays")
    start = next(random_deals(1, 5, rules)).start()
    move, other = start.legal_moves()[:2]
    placings = Placings(start.play(move))
    placings.expected(start.play(move))
    with pytest.raises(ValueError, match="cannot be reached: expected a later position"):
        placings.expected(start.play(other))
