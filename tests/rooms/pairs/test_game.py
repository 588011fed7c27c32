"""Pair Solitaire: rules, notation, solver, tables, generators and study.

Slow: Pair Solitaire: the solver, its proofs by regions, and tables, by brute force on thousands of
stacks. Needs some minutes of processor time.
"""

import json
import os
import random
from itertools import combinations, pairwise, repeat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.effort import by_effort

import tablebase
from rooms.pairs import oracle
from rooms.pairs.oracle import random_stacks
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.errors import FileFormatError, IllegalMoveError, NotationError, PositionError
from tablebase.games.pairs import DECK, Card, Position, ends, generators, solver
from tablebase.games.pairs import study as study_module
from tablebase.games.pairs.difficulty import (
    GRADES,
    UngradedError,
    cards_left,
    difficulty,
    grade,
    of_grade,
)
from tablebase.games.pairs.ends import can_match
from tablebase.games.pairs.notation import RANKS, read_cards, write
from tablebase.games.pairs.solver import BYTES_PER_STATE, FIRST_WIDTH, solve
from tablebase.games.pairs.study import StackStudy, study
from tablebase.study.intervals import wilson

GOLDEN = Path(__file__).parent / "shuffles.txt"
EXAMPLE = "2H 9C 2S KD 2C 2D"

stacks = st.lists(st.sampled_from(DECK), min_size=2, max_size=52, unique=True)


def position_of(stack):
    return Position.parse(" ".join(stack))


def golden(name):
    lines = GOLDEN.read_text(encoding="utf-8").splitlines()
    return next(line.partition(": ")[2] for line in lines if line.startswith(f"{name}: "))


# Rules and notation.


@given(stacks, st.randoms())
def test_notation_is_exact_both_ways(cards, rng):
    position = Position(tuple(cards), rng.getrandbits(len(cards)))
    assert Position.parse(str(position)) == position
    text = "".join(
        rng.choice([str(card), str(card).lower(), str(card).replace("10", "T")])
        + rng.choice([" ", ",", ", ", "\n", "  ", "_"])  # links have _
        for card in cards
    )
    assert Position.parse(text) == Position.of(cards)
    for letter, symbol in zip("SHDC", "♠♥♦♣", strict=True):
        text = text.replace(letter, symbol).replace(letter.lower(), symbol + "\ufe0f")
    assert read_cards(text) == tuple(cards)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "'' has no cards"),
        (" , ", NotationError, "has no cards"),
        ("AS", PositionError, "a stack of 1 card: expected at least 2"),
        ("AS KS AS", PositionError, "AS appears twice: expected each card once"),
        ("10H TH", PositionError, "10H appears twice"),
        ("AS 1H", NotationError, "'1H', number 2, is not a card"),
        ("AS SK", NotationError, "'SK', number 2, is not a card"),
        ("AS xx2H", NotationError, "'xx2H', number 2"),
    ],
)
def test_bad_stacks(text, error, message):
    with pytest.raises(error) as caught:
        Position.parse(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_moves_and_play_are_the_rule():
    for stack in random_stacks(300, seed=1):
        position = position_of(stack)
        legal = [stack[place] for place in oracle.removals(stack)]
        assert list(map(str, position.legal_moves())) == legal
        assert position.is_terminal == (not legal)
        for at, card in enumerate(stack):
            if card in legal:
                left = position.play(card)
                assert tuple(map(str, left.cards)) == oracle.after(stack, at)
            else:
                near = [stack[place] for place in (at - 2, at + 2) if 0 <= place < len(stack)]
                said = f"{card} does not match {' or '.join(near)}"
                with pytest.raises(IllegalMoveError, match=said):
                    position.play(card)


def test_the_articles_example():
    """It plays 2H, KD, 9C, and KD, 9C, 2H, and says that 9C is stuck if 2C goes first."""
    start = Position.parse(EXAMPLE)
    for moves in ("2H KD 9C", "KD 9C 2H"):
        left = start.replay(moves)[-1]
        assert solve(left).perfect
    assert (
        Card(RANKS.index("9"), 3) not in Position.parse("2H 9C 2S 2C 2D").play("2C").legal_moves()
    )


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("KD 9C 2S 2C", "move 4: 2C does not match a card two places away"),
        ("KD KD", "move 2: KD has been removed already: expected 2H 9C 2S 2C 2D"),
        ("AS", "move 1: AS is not in the stack"),
    ],
)
def test_replay_stops_at_the_first_illegal_move(moves, message):
    with pytest.raises(IllegalMoveError) as caught:
        Position.parse(EXAMPLE).replay(moves)
    assert message in str(caught.value)


def test_the_articles_stack_can_be_beaten():
    """The comment's 50 moves are legal and leave the two cards it names; so do ours."""
    start = Position.parse(golden("stack"))
    suits = dict(zip("♠♥♦♣", range(4), strict=True))
    moves = [Card(int(word[1:]) - 1, suits[word[0]]) for word in golden("moves").split()]
    game = start.replay(moves)
    assert len(moves) == 50
    assert write(game[-1].cards) == "QC 2D"
    found = solve(start)
    assert found.perfect
    assert found.proven
    assert start.replay(write(found.moves))[-1] == found.end


# Solver and tables against brute force.


def test_solver_against_brute_force():
    values = set()
    for stack in random_stacks(by_effort(500, 10_000), seed=2):
        found = solve(position_of(stack))
        assert found.proven
        assert found.left == oracle.fewest(stack)
        assert found.position.replay(found.moves)[-1] == found.end
        assert found.end.layer == found.left
        if found.complete:
            assert list(found.states) == oracle.reachable(stack)
        values.add(found.left)
    assert len(values) > 5


def test_regions_against_brute_force(monkeypatch):
    """The exhaustive search alone; its counts are those of all positions of the whole stack."""
    monkeypatch.setattr(solver, "NARROW", 0)
    apart, count = 0, by_effort(300, 10_000)
    for stack in random_stacks(count, seed=9, most=by_effort(14, 15)):
        found = solve(position_of(stack))
        assert (found.proven, found.left) == (True, oracle.fewest(stack))
        assert found.complete
        assert list(found.states) == oracle.reachable(stack)
        assert found.position.replay(found.moves)[-1].layer == found.left
        apart += found.searched < sum(found.states)
    assert apart > count / 50  # stacks of several regions, each with positions of its own


def test_regions_of_removed_cards(monkeypatch):
    """What was removed before does not matter."""
    monkeypatch.setattr(solver, "NARROW", 0)
    rng = random.Random(11)
    for stack in random_stacks(50, seed=11):
        position = Position(position_of(stack).stack, rng.getrandbits(len(stack)) | 3)
        found = solve(position)
        assert found.left == oracle.fewest(tuple(map(str, position.cards)))
        assert position.replay(found.moves)[-1] == found.end


def test_tables_against_brute_force():
    for stack in random_stacks(by_effort(25, 2000), seed=4, most=by_effort(8, 12)):
        position = position_of(stack)
        game = game_of(position)
        table = build_table(game)
        for rank in range(game.size):
            found = game.unrank(rank)
            if found.layer >= 2:
                cards = tuple(map(str, found.cards))
                assert found.score(table.value(found)) == oracle.fewest(cards)
        assert game.first_error(table.codes()) is None


def test_blocks_in_threads_are_the_rule_and_the_solver():
    for stack in random_stacks(3, seed=6, most=18):
        stack = (*stack, *[card for card in oracle.DECK if card not in stack])[:18]
        position = position_of(stack)
        table = build_table(game_of(position))
        assert game_of(position).first_error(table.codes()) is None
        rng = random.Random(7)
        for _ in range(50):
            some = Position(position.stack, rng.getrandbits(18) | 3)
            assert some.score(table.value(some)) == solve(some).left


def test_probe_line_and_file(tmp_path):
    start = Position.parse("2H 9C 2S KD 2C 5D 7H 8H")
    path = tmp_path / "pairs.h5"
    tablebase.append(path, [start])
    assert [check.error for check in tablebase.verify(path)] == [""]
    with tablebase.open(path, build_missing=False) as tables:
        probe = tables.probe(start)
        line = tables.line(start)
    expected = oracle.fewest(tuple(map(str, start.cards)))
    assert probe.score == expected
    assert probe.winner == ("player" if expected == 2 else "stack")
    for move in probe.moves:
        left = oracle.fewest(tuple(map(str, move.position.cards)))
        assert move.position.score(tables_value(move)) == left
        assert move.is_best == (left == expected)
    assert line[-1].position.layer == expected
    assert all(b.position.layer == a.position.layer - 1 for a, b in pairwise(line))


def tables_value(move):
    """The value of the position after a move: one ply nearer to the end."""
    return move.value._replace(dte=move.value.dte - 1)


# The limits of the solver.


def test_an_impossible_stack_needs_room_to_be_proved():
    stack = next(
        found
        for found in (generators.shuffled(random.Random(seed), 40) for seed in range(2000))
        if not solve(found).perfect
    )
    whole = solve(stack)
    assert whole.proven
    assert whole.complete
    assert whole.states[0] == 1
    # A search with room for the certificate's widest level proves it too; one with less does not.
    narrow = solve(stack, memory=2 * FIRST_WIDTH * BYTES_PER_STATE)
    assert not narrow.proven
    assert narrow.left >= whole.left
    assert max(narrow.states) <= FIRST_WIDTH
    hurried = solve(stack, seconds=0.0)
    assert not hurried.proven
    assert hurried.position.replay(hurried.moves)[-1] == hurried.end


def test_too_little_memory():
    with pytest.raises(ValueError, match="expected at least"):
        solve(Position.of(DECK), memory=100)


def uncompiled():
    """For `test_uncompiled`."""
    found = [solve(generators.shuffled(random.Random(seed), 16)) for seed in range(4)]
    table = build_table(game_of(generators.shuffled(random.Random(1), 7)))
    game = found[0].position.replay(found[0].moves)
    return [each.as_dict() for each in found], table.codes().tolist(), difficulty(game, 20)


# Generators.


def test_pure_shuffle():
    """A seed names a stack; each card is as likely in each place."""
    assert generators.shuffled(random.Random(1)) == generators.shuffled(random.Random(1))
    rng = random.Random(2)
    places = np.zeros((52, 52), int)
    for _ in range(2600):
        for place, card in enumerate(generators.shuffled(rng).stack):
            places[place, DECK.index(card)] += 1
    assert (places.sum(axis=1) == 2600).all()
    # 2,601 degrees of freedom: 95% of uniform shuffles lie below 2,722, nearly all below 3,000.
    assert ((places - 50) ** 2 / 50).sum() < 3000


def test_filtered_shuffle():
    rng = random.Random(3)
    for cards in by_effort(1, 100) * [*range(3, 12)]:
        stack = tuple(map(str, generators.filtered(rng, cards).cards))
        assert len(stack) == cards
        assert oracle.fewest(stack) == 2


def test_perfect_sequence():
    rng = random.Random(4)
    for _ in range(by_effort(200, 10_000)):
        cards = rng.randint(2, 52)
        position, moves = generators.perfect(rng, cards)
        assert position.layer == cards
        # The stack stays beatable at every step: each position of the game is in the sequence.
        assert [left.layer for left in position.replay(moves)] == list(range(cards, 1, -1))


def test_perfect_sequence_can_make_every_beatable_stack():
    """With three cards: the outer two match, and all stacks are likely enough to come up."""
    rng, seen = random.Random(7), set()
    for _ in range(3000):
        first, _, last = map(str, generators.perfect(rng, 3)[0].stack)
        assert oracle.matching(first, last)
        seen.add((first, last))
    pairs = [(a, b) for a, b in combinations(oracle.DECK, 2) if oracle.matching(a, b)]
    assert len(seen) > 0.7 * 2 * len(pairs)


@pytest.mark.parametrize("cards", [0, 1, 53])
def test_generators_refuse_other_numbers_of_cards(cards):
    for make in (generators.shuffled, generators.filtered, generators.perfect):
        with pytest.raises(ValueError, match=f"a stack of {cards} cards: expected 2 to 52"):
            make(random.Random(1), cards)


def test_difficulty():
    for stack in random_stacks(12, seed=8, most=9):
        start = position_of(stack)
        game = start.replay(solve(start).moves)
        found = difficulty(game, plays=2000)
        left = [tuple(map(str, position.cards)) for position in game[:-1]]
        assert found.forced == sum(len(oracle.removals(cards)) == 1 for cards in left)
        assert found.random_wins / 2000 == pytest.approx(oracle.chance(stack), abs=0.06)
        assert oracle.fewest(stack) <= min(found.random_left, found.greedy_left) <= len(stack)
        if oracle.fewest(stack) > 2:
            assert found.random_wins == found.greedy_wins == 0
        if oracle.chance(stack) == 1:
            assert found.random_wins == found.greedy_wins == 2000
            assert found.random_left == found.greedy_left == 2


@pytest.mark.thorough
def test_grades_are_noticed_by_other_games_than_those_that_decide_them():
    rng = random.Random(3)
    stacks = (generators.filtered(rng) for _ in repeat(None))
    left = {}
    for name in GRADES:
        start = of_grade(stacks, name)
        assert grade(start) == name
        numbers = np.random.default_rng(9)
        left[name] = [cards_left(start, 2000, numbers, greedy) for greedy in (True, False)]
    shares = [(left[name][0] == 2).mean() for name in GRADES]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 5 * shares[2]
    assert left["easy"][0].mean() < left["hard"][0].mean()


def test_few_cards_have_no_hard_stacks(monkeypatch):
    monkeypatch.setattr("tablebase.games.pairs.difficulty.TRIES", 20)
    rng = random.Random(1)
    stacks = (generators.perfect(rng, 3)[0] for _ in repeat(None))
    with pytest.raises(UngradedError, match="none of 20 stacks is hard"):
        of_grade(stacks, "hard")


@pytest.mark.thorough
def test_stacks_of_a_grade(answer):
    options = ("--seed", "1", "-n", "2", "--grade", "hard", "--difficulty", "500", "--json")
    for row in json.loads(answer("pairs", "generate", "filtered", *options))["stacks"]:
        assert row["greedy_wins"] <= 10
        assert grade(position_of(row["stack"].split())) == "hard"


# The study.


def test_wilsons_interval():
    """Agresti and Coull 1998, American Statistician 52, 119-126: none and all of a sample."""
    assert wilson(0, 10) == pytest.approx((0, 0.27753), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((0.72247, 1), abs=1e-5)
    # At either end z standard deviations of that share lie between it and the one found.
    for end in wilson(81, 263):
        deviation = (end * (1 - end) / 263) ** 0.5
        assert abs(81 / 263 - end) == pytest.approx(1.959964 * deviation)


def test_study():
    found = study(200, seed=1, cards=9)
    rng = random.Random(1)
    expected = [
        oracle.fewest(tuple(map(str, generators.shuffled(rng, 9).stack))) for _ in range(200)
    ]
    assert [stack.left for stack in found.stacks] == expected
    assert found.beatable == expected.count(2)
    assert found.impossible == 200 - found.beatable
    assert found.undecided == 0
    assert found.by_left() == {left: expected.count(left) for left in sorted(set(expected))}
    assert found.interval == wilson(found.beatable, 200)
    open_ = [stack._replace(proven=False) for stack in found.stacks[:50] if not stack.perfect]
    undecided = StackStudy(1, (*open_, *found.stacks[50:]))
    assert undecided.undecided == len(open_) > 0
    assert undecided.interval[1] > wilson(undecided.beatable, len(undecided.stacks))[1]


def test_a_study_is_continued(tmp_path):
    path = tmp_path / "study.json"
    alone = study(30, seed=3, cards=9)
    study(12, seed=3, cards=9, file=path)
    calls = []
    together = study(30, seed=3, cards=9, file=path, progress=lambda: calls.append(1))
    again = study(30, seed=3, cards=9, file=path)
    assert len(calls) == 30
    assert again == together
    assert [s._replace(seconds=0) for s in together.stacks] == [
        s._replace(seconds=0) for s in alone.stacks
    ]
    with pytest.raises(ValueError, match="has 30 stacks: expected 20 or fewer"):
        study(20, seed=3, cards=9, file=path)
    with pytest.raises(FileFormatError, match="another study: seed 3, expected 4"):
        study(30, seed=4, cards=9, file=path)
    path.write_text('{"format": "tablebase pairs study 1", "seed": 3, "cards": 9, "stacks": [[1]]}')
    with pytest.raises(FileFormatError, match="is not a study of stacks"):
        study(30, seed=3, cards=9, file=path)


def test_undecided_stacks_are_tried_again(tmp_path):
    path = tmp_path / "study.json"
    first = study(30, seed=3, cards=14, memory=1800, file=path)
    calls = []
    second = study(40, seed=3, cards=14, file=path, progress=lambda: calls.append(1))
    assert (first.undecided > 0, second.undecided, len(calls)) == (True, 0, 40)
    assert (first.matching_undecided > 0, second.matching_undecided) == (True, 0)
    assert [(stack.stack, stack.left) for stack in second.stacks] == [
        (stack.stack, stack.left) for stack in study(40, seed=3, cards=14).stacks
    ]


@pytest.mark.thorough
def test_a_worse_search_of_a_stack_replaces_nothing(tmp_path, monkeypatch):
    path = tmp_path / "study.json"
    monkeypatch.setattr(study_module, "can_match", lambda *_, **__: None)
    good = study(30, seed=3, cards=14, file=path)
    again = study(30, seed=3, cards=14, memory=1800, file=path)
    assert good.matching_undecided == again.matching_undecided == 30
    assert [stack.left for stack in again.stacks] == [stack.left for stack in good.stacks]
    assert again.undecided == good.undecided == 0


def die(_):
    os._exit(1)


@pytest.mark.thorough
def test_a_worker_that_dies_is_an_error_in_one_line():
    positions = [position_of(stack) for stack in random_stacks(2, seed=1)]
    with pytest.raises(OSError, match="a worker process has died"):
        list(study_module._solve_all(positions, 2, die))


def test_matching_ends(monkeypatch):
    """By narrow rounds; by a round for each pair and wide rounds; with too little memory."""
    seen = []
    least = 2 * FIRST_WIDTH * solver.BYTES_PER_STATE
    for narrow, memory in (
        (solver.NARROW, solver.MEMORY),
        (FIRST_WIDTH, solver.MEMORY),
        (FIRST_WIDTH, least),
    ):
        monkeypatch.setattr(ends, "NARROW", narrow)
        for stack in random_stacks(150, seed=12, most=10):
            found = can_match(solve(position_of(stack)), memory=memory)
            last = oracle.last_cards(stack)
            expected = any(oracle.matching(*cards) for cards in last if len(cards) == 2)
            assert found in ([expected] if memory > least else [expected, None])
            seen.append(found)
    assert {True, False, None} == set(seen)


def test_study_of_nothing():
    with pytest.raises(ValueError, match="0 stacks: expected at least 1"):
        study(0, seed=1)


@pytest.mark.slow
def test_workers_find_the_same():
    alone, together = (study(40, seed=2, workers=workers) for workers in (1, 2))
    assert [s._replace(seconds=0) for s in alone.stacks] == [
        s._replace(seconds=0) for s in together.stacks
    ]


# Commands.


@pytest.mark.thorough
def test_study_command(answer, tmp_path):
    picture = tmp_path / "study.svg"
    asked = "pairs", "study", "-n", 50, "--cards", 8, "--threads", 1
    report = json.loads(answer(*asked, "--plot", picture, "--json"))
    assert (report["stacks"], report["undecided"]) == (50, 0)
    assert sum(report["by_left"].values()) == 50
    assert picture.read_text().startswith("<?xml")
    assert "of 50 stacks of 8 cards can be beaten" in answer(*asked)
