"""The first version: tables and searches against the oracle, all layouts counted, commands.

Slow: more positions and layouts by the oracle. Needs a minute.
"""

import random
from itertools import permutations

import pytest
from support.effort import by_effort, sample

from rooms.onepawn.oracle import by_oracle
from tablebase import Board, NotationError, PositionError
from tablebase.compare import playout
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.games.onepawn import Position, Rules
from tablebase.games.onepawn.study import count_all, count_sample

START = "A223/4A23/3A23/J3A4"
FOUR = Rules(Board(4, 4))
BOARDS = [Board(3, 3), Board(2, 5), Board(3, 4, wrap=False), Board(3, 4)]


def random_start(rng, rules, highest=4):
    cards = [rng.randint(1, highest) for _ in range(rules.board.size)]
    cards[rng.randrange(len(cards))] = 0
    return Position.start(tuple(cards), rules)


@pytest.mark.parametrize("board", sample(BOARDS, 2), ids=str)
def test_positions_by_the_oracle(board):
    rng = random.Random(1)
    for _ in range(by_effort(24, 250)):
        rules = Rules(board, rng.choice([(1,), (1, 2, 3, 4), (2, 4)]))
        position = random_start(rng, rules)
        table = build_table(game_of(position))
        position = rng.choice(playout(position, rng)[:4])
        value = table.value(position)
        assert (value.result is Result.WIN, value.dte) == by_oracle(position)


def test_notation():
    start = Position.parse(START, FOUR)
    assert str(start) == "A223/4A23/3A23/Jr3A4"
    assert start.is_start
    assert (start.home, start.ply, start.layer, start.sides) == (12, 0, 15, ("first", "second"))
    after = start.play("a1")
    assert str(after) == "Ar223/4A23/3A23/xJ3A4"
    assert Position.parse(str(after), FOUR) == after
    assert (after.ply, after.layer, after.sides) == (1, 14, ("second", "first"))
    assert [str(move) for move in after.legal_moves()] == ["b1", "d1", "a2"]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("A223/4A2J/3A23/J3A4", NotationError),
        ("A223/4A23/3A23/A3A4", NotationError),
        ("Ar223/4A23/3A23/Jr3A4", NotationError),
        ("A223/4A23/3A23/Jb3A4", NotationError),
        ("A223/4A23/3A23/J3A4 r", NotationError),
        ("A223/4A23/3A23/J3Ax?", NotationError),
        ("A223/4A23/3A23/J3Ax4", PositionError),
        ("A223/4A23/3A23/xJ3xAr4", PositionError),
        ("Ar223/4A23/3A23/J3A4", PositionError),
        ("A223/4A23/3A23/xJr3A4", PositionError),
    ],
)
def test_wrong_positions(text, error):
    with pytest.raises(error):
        Position.parse(text, FOUR)


def test_wrong_rules():
    for wrong in ({"joker_steps": ()}, {"joker_steps": (10,)}, {"board": Board(6, 6)}):
        with pytest.raises(ValueError, match="expected"):
            Rules(**wrong)


# Layouts

DECKS = [
    (Rules(Board(2, 3), (1, 2)), (0, 1, 1, 2, 2, 3)),
    (Rules(Board.from_picture("_#_ ### _#_", wrap=False), (1,)), (0, 1, 1, 1, 2)),
    (Rules(Board(2, 4), (1,)), (0, 1, 1, 2, 2, 3, 3, 4)),
]


@pytest.mark.parametrize(("rules", "deck"), sample(DECKS, 2))
def test_all_layouts_by_the_oracle(rules, deck):
    layouts = [Position.start(cards, rules) for cards in set(permutations(deck))]
    found = count_all(rules, deck, threads=1)
    expected = sum(by_oracle(layout)[0] for layout in layouts)
    assert (found.layouts, found.wins) == (len(layouts), expected)
    assert 0 < found.wins < found.layouts
    assert found.interval == (found.share, found.share)


def test_all_layouts_by_tables():
    """The searches share their table of positions; each layout has a table of its own here."""
    rules = Rules(Board(3, 3))
    deck = (0, 1, 1, 1, 2, 2, 2, 3, 3)
    wins = layouts = 0
    for rest in set(permutations(deck[1:])):  # the joker comes first; a shift of the torus moves it
        start = Position.start((deck[0], *rest), rules)
        wins += build_table(game_of(start)).value(start).result is Result.WIN
        layouts += 1
    found = count_all(rules, deck, threads=1)
    assert (found.layouts, found.wins) == (9 * layouts, 9 * wins)


def test_sample_by_tables():
    found = count_sample(FOUR, 50, 7, threads=1)
    with_lengths = count_sample(FOUR, 50, 7, lengths=True, threads=1)
    odd = sum(count for plies, count in with_lengths.lengths.items() if plies % 2)
    assert found.wins == with_lengths.wins == odd
    assert sum(with_lengths.lengths.values()) == 50
    low, high = found.interval
    assert low < found.share <= high
