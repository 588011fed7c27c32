"""Solo: tables against the oracle, all boards counted, commands.

Slow: Solo: 1,000 positions of 9 to 12 cells, and all boards of 8 and 9 cells, by the oracle. Needs
patience.
"""

import random
from collections import Counter
from itertools import islice, permutations, product

import numpy as np
import pytest
from support.effort import by_effort, sample

from rooms.solo import oracle
from rooms.solo.oracle import of_oracle
from tablebase import Board, NotationError, PositionError
from tablebase.compare import playout
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.rules import Rules as CollapsiRules
from tablebase.games.collapsi.whole.geometry import Shape, geometry_of
from tablebase.games.solo import Position, Rules
from tablebase.games.solo.boards import DECKS as DEALT
from tablebase.games.solo.boards import GRADES, SHEET, boards
from tablebase.games.solo.boards import Board as BoardOf
from tablebase.games.solo.study import NEVER, Task, _finish, _reaches, study

START = "A223/4A2Jr/3A23/J3A4"
BOARDS = [Board(3, 3), Board(2, 5), Board(3, 4, wrap=False), Board(3, 4)]
READINGS = [(way, left) for way in ("door", "exact") for left in ("any", "none")]


def random_start(rng, rules, highest=4):
    size = rules.board.size
    cards = [rng.randint(1, highest) for _ in range(size)]
    start, way_out = rng.sample(range(size), 2)
    cards[start] = cards[way_out] = 0
    return Position(tuple(cards), way_out, start, (1 << size) - 1, rules)


@pytest.mark.parametrize("board", sample(BOARDS, 2), ids=str)
def test_positions_by_the_oracle(board):
    rng = random.Random(1)
    for number in range(by_effort(24, 250)):
        way, left = READINGS[number % 4]
        steps = rng.choice([(1,), (1, 2, 3, 4), (2, 4)])
        position = random_start(rng, Rules(board, way, left, steps))
        table = build_table(game_of(position))
        position = rng.choice(playout(position, rng)[:4])
        value = table.value(position)
        expected = oracle.value(*of_oracle(position), left == "any", steps)
        assert (value.result is Result.WIN, value.dte) == expected


def test_chances_of_random_moves_by_the_oracle():
    rng = random.Random(2)
    for way in ("door", "exact"):
        for _ in range(6):
            start = random_start(rng, Rules(Board(2, 3), way), 3)
            expected = oracle.clearing_chance(*of_oracle(start))
            assert game_of(start).clearing_chance() == pytest.approx(expected)


def test_notation():
    start = Position.parse(START)
    assert str(start) == START
    assert Position.parse("A223/4A2J/3A23/J3A4") == start
    assert start.is_start
    assert (start.home, start.exit) == (7, 12)
    after = start.play("c2")
    assert str(after) == "A223/4A2rxJ/3A23/J3A4"
    assert Position.parse(str(after)) == after
    other = Position.parse("A223/4A2J/3A23/Jr3A4")
    assert (other.home, other.exit) == (12, 7)
    assert [str(each) for each in start.replay(["c2"])] == [START, str(after)]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("A223/4A2Jr/3A23/A3A4", NotationError),
        ("A223/4A2Jr/3A23/Jr3A4", NotationError),
        ("A223/4A2Jb/3A23/J3A4", NotationError),
        ("A223/4A2Jr/3A23/J3A4 r", NotationError),
        ("A223/4A2Jr/3A23/J3x?4", NotationError),
        ("A223/4A2Jr/3A23/J3Ax4", PositionError),
        ("A223/4A2xJ/3A23/J3xAr4", PositionError),
        ("Ar223/4A2J/3A23/J3A4", PositionError),
        ("A223/4A2xJr/3A23/J3A4", PositionError),
    ],
)
def test_wrong_positions(text, error):
    with pytest.raises(error):
        Position.parse(text)


def test_one_is_singular():
    with pytest.raises(NotationError, match="has 1 joker: expected 2"):
        Position.parse("A223/4A24/3A23/J3A4")
    with pytest.raises(ValueError, match="board of 1 cell: expected 5"):
        Rules(Board(1, 1))


def test_readings():
    beside, far = "xAxAxAxA/x2x2xA2r/xAxAxAJ/xJxAxAxA", "xAxAxAxA/x2x22r2/xAxAxAJ/xJxAxAxA"
    assert (names(beside, "door"), names(beside, "exact")) == (["d3"], [])
    assert (names(far, "door"), names(far, "exact")) == (["d3"], ["d3"])
    over = "xAxAxAxA/x2x2xA2r/xAxA2J/xJxAxAxA"
    assert (names(over, "door"), names(over, "exact")) == (["d3"], ["c3"])
    for wrong in (
        {"exit": "window"},
        {"left": "some"},
        {"joker_steps": ()},
        {"board": Board(5, 5)},
    ):
        with pytest.raises(ValueError, match="expected"):
            Rules(**wrong)


def names(text, way):
    return [str(move) for move in Position.parse(text, Rules(exit=way)).legal_moves()]


# All boards

DECKS = [
    CollapsiRules("torus", Board(2, 3), (0, 0, 1, 1, 2, 3)),
    CollapsiRules("plus", Board.from_picture("_#_ ### _#_", wrap=False), (0, 0, 1, 1, 2)),
    CollapsiRules("2x4", Board(2, 4), (0, 0, 1, 1, 2, 2, 3, 4)),
    CollapsiRules("3x3", Board(3, 3, wrap=False), (0, 0, 1, 1, 1, 1, 2, 2, 5)),
]


@pytest.mark.thorough
@pytest.mark.parametrize("deck", sample(DECKS, 2), ids=lambda deck: deck.name)
def test_all_boards_by_the_oracle(deck):
    readings = [
        Rules(deck.board, way, "any", steps)
        for way in ("door", "exact")
        for steps in ((1,), (1, 2, 3, 4))
    ]
    expected = [Counter() for _ in readings]
    full = (1 << deck.board.size) - 1
    for cards in set(permutations(deck.deck)):
        jokers = [cell for cell, card in enumerate(cards) if card == 0]
        for start, way_out in permutations(jokers):
            for rules, counts in zip(readings, expected, strict=True):
                position = Position(cards, way_out, start, full, rules)
                ends = oracle.endings(*of_oracle(position), rules.joker_steps)
                counts[min((left for out, left in ends if out), default=NEVER)] += 1
    found = study(readings, deck, threads=1)
    assert [each.left for each in found] == expected
    assert [each.rules for each in found] == readings
    for each, counts in zip(found, expected, strict=True):
        assert each.boards == counts.total()
        assert each.share() == counts[0] / counts.total()
        assert each.share(20) == 1 - counts[NEVER] / counts.total()


@pytest.mark.parametrize("way", ["door", "exact"])
def test_boards_of_the_real_size_by_tables(way):
    rng, deck = random.Random(4), list(COLLAPSI.deck)
    rules = Rules(exit=way)
    for _ in range(2):
        rng.shuffle(deck)
        jokers = [cell for cell, card in enumerate(deck) if card == 0]
        start = Position(tuple(deck), jokers[0], jokers[1], (1 << 16) - 1, rules)
        value = build_table(game_of(start)).value(start)
        cells = [cell for cell, card in enumerate(deck) if card]
        geometry = geometry_of(COLLAPSI)
        mask = sum(1 << cell for cell in cells)
        shape = Shape(mask, tuple(cells), (), {}, ())
        reaches, starts = _reaches([rules], geometry, shape, jokers[1], jokers[0])
        cards = np.array([[deck[cell] - 1 for cell in cells]], np.uint8)
        _, left = _finish(Task([rules], reaches, starts, cards, np.ones(1, np.int64)))
        assert left.tolist() == [[start.score(value)]]


# Boards and commands


def test_random_boards():
    rules = Rules(Board(3, 3), "exact")
    some = list(islice(boards(random.Random(6), rules), 12))
    assert some == list(islice(boards(random.Random(6), rules), 12))
    for board in some:
        assert board.tries == pytest.approx(1 / oracle.clearing_chance(*of_oracle(board.start)))
        assert board.tries >= 1
        assert board.grade == 1
        value = build_table(game_of(board.start)).value(board.start)
        assert (value.result, board.start.score(value)) == (Result.WIN, 0)
    assert {BoardOf(None, tries).grade for tries in (1, 4e4, 6e4, 1e5, 1e6)} == {1, 2, 3, 4, 5}
    for grade, limit in enumerate(GRADES, 1):
        assert [BoardOf(None, tries).grade for tries in (limit - 1, limit)] == [grade, grade + 1]


def test_the_boards_of_the_rule_sheet():
    """Each of the 1,120 layouts with the start in a corner, which stand for nine times as many."""
    others = set(permutations((0, 1, 1, 1, 2, 2, 2, 3)))
    left = Counter()
    for cards in others:
        board = dict(zip(product(range(3), repeat=2), (0, *cards), strict=True))
        way_out = next(cell for cell, card in list(board.items())[1:] if card == 0)
        del board[way_out]
        cleared, down = oracle.value(board, (0, 0), way_out, (3, 3, True), True, True, (1,))
        assert cleared
        left[8 - down] += 1
    (found,) = study([SHEET], CollapsiRules("sheet", SHEET.board, DEALT[SHEET.board]))
    assert found.left == {number: 9 * boards for number, boards in left.items()}
    assert found.left == {0: 2 * 4896, 1: 2 * 144}
