"""The collection of puzzles, each puzzle checked; its grades, sheet, commands, and making.

Slow: that the puzzles come out the same when made again, and their whole solutions by tables. Needs
patience.
"""

import csv
import json
import random
import re
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest
from oracles import strategies as oracle
from support import image
from support.effort import by_effort
from support.samples import oracle_state
from support.strategies import game_of as oracle_of
from support.strategies import text_of

import tablebase
from tablebase import COLLAPSI, Position, Result
from tablebase.engine.rooms import game_of
from tablebase.errors import IllegalMoveError, PositionError
from tablebase.games.collapsi.deals.layout import POSITION_DTYPE
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.strategy.advice import advise, choices
from tablebase.games.collapsi.strategy.features import StrategyError
from tablebase.games.collapsi.strategy.preferences import load_strategy, parse_strategy
from tablebase.games.collapsi.studies.puzzles import making
from tablebase.games.collapsi.studies.puzzles.collection import (
    FIRST_DAY,
    choose,
    collection,
    collection_text,
    puzzle_of,
    written,
)
from tablebase.games.collapsi.studies.puzzles.grading import (
    LOOK_AHEADS,
    RULE,
    is_reachable,
    only_moves,
)
from tablebase.games.collapsi.studies.puzzles.making import EACH, WEEK, WEEKS, make
from tablebase.games.collapsi.studies.puzzles.posed import (
    GRADES,
    LEAST_MOVES,
    Puzzle,
    PuzzleError,
    Solving,
)
from tablebase.games.collapsi.symmetry import automorphisms

PACKAGE = Path(tablebase.__file__).parent
SHARED = PACKAGE / "web" / "static" / "shared"
PAGE = PACKAGE / "games" / "collapsi" / "page"


def as_array(*positions):
    """Positions of a deal as the library's arrays."""
    rows = [(each.face_up, each.mover, each.opponent, 0) for each in positions]
    return np.array(rows, POSITION_DTYPE)


def mask_of(position, *names):
    """The cells of some moves as a mask."""
    moves = {str(move): move.destination for move in position.legal_moves()}
    return sum(1 << moves[name] for name in names)


def by_search(position):
    """The moves that win, by forward search."""
    replies = {str(move): position.play(move) for move in position.legal_moves()}
    return [
        name
        for name, after in replies.items()
        if tablebase.search(after, goal="result").result is Result.LOSS
    ]


def check_solution(puzzle, winning, best):
    """Check a whole solution, by who wins and by the longest defence."""
    position = puzzle.position
    for at, move in enumerate(puzzle.moves):
        if at % 2 == 0:
            assert winning(position) == [move]
            assert (at in puzzle.choices) == (len(position.legal_moves()) > 1)
        else:
            assert move in best(position)
        position = position.play(move)
    assert puzzle.choices[-1] == len(puzzle.moves) - 1


# --- The collection ------------------------------------------------------------------------------


def test_there_are_two_hundred_of_each_grade_and_one_a_day():
    numbers = Counter(puzzle.grade for puzzle in collection())
    assert numbers == dict.fromkeys(range(1, 6), EACH)
    daily = collection()[: 7 * WEEKS]
    assert [puzzle.day for puzzle in daily] == [*range(1, 7 * WEEKS + 1)]
    assert [puzzle.grade for puzzle in daily] == [*WEEK * WEEKS]
    assert not any(puzzle.day for puzzle in collection()[7 * WEEKS :])
    assert sorted(WEEK) == [*WEEK]


def test_a_search_agrees_with_every_puzzle():
    for puzzle in collection():
        position = puzzle.position
        assert not any(position.cards[cell] == 0 for cell in position.pawns)
        assert len(position.legal_moves()) >= LEAST_MOVES == 6
        assert by_search(position) == [puzzle.move], str(position)


def test_a_table_agrees_with_whole_solutions():
    for puzzle in collection()[:: by_effort(25, 1)]:
        table = tablebase.build(puzzle.position.deal)
        assert table.probe(puzzle.position).dte == puzzle.dte

        def winning(position, table=table):
            return [str(move.move) for move in table.probe(position).moves if move.keeps_win]

        def best(position, table=table):
            return [str(move.move) for move in table.probe(position).moves if move.is_best]

        check_solution(puzzle, winning, best)


def test_no_two_are_the_same_up_to_symmetry_and_colours():
    turns = np.array(automorphisms(COLLAPSI.board))
    forms = set()
    for puzzle in collection():
        position = puzzle.position
        seen = np.array(position.cards)
        seen[[not position.face_up >> cell & 1 for cell in range(16)]] = 9
        for cell, pawn in ((position.mover, 10), (position.opponent, 20)):
            seen[cell] += pawn
        forms.add(min(map(tuple, seen[turns].tolist())))
    assert len(forms) == len({puzzle.position.deal.canonical[0].cards for puzzle in collection()})
    assert len(forms) == 1000


def test_there_is_variety():
    for grade_ in range(1, 6):
        own = [puzzle for puzzle in collection() if puzzle.grade == grade_]
        for values in (
            {puzzle.position.side_to_move for puzzle in own},
            {puzzle.position.face_up.bit_count() for puzzle in own},
            {puzzle.dte for puzzle in own},
        ):
            assert len(values) > 1
    cards = {puzzle.position.face_up.bit_count() for puzzle in collection()}
    assert cards == {10, 11, 12, 13, 14}


def test_games_lead_to_all_of_them():
    assert all(is_reachable(puzzle.position) for puzzle in collection())


def test_the_file_is_what_is_written():
    assert written(collection()) == collection_text()


def test_every_day_has_its_puzzle():
    assert FIRST_DAY.weekday() == 0
    assert puzzle_of(FIRST_DAY) is collection()[0]
    assert puzzle_of(date(2026, 11, 23)).day == 8
    assert puzzle_of(FIRST_DAY + timedelta(7 * WEEKS)).day == 1


def test_some_are_chosen():
    assert [*choose(limit=3)] == [1, 2, 3]
    random_ = choose(grade=4, limit=20, seed=7)
    assert random_ == choose(grade=4, limit=20, seed=7) != choose(grade=4, limit=20, seed=8)
    assert all(collection()[number - 1] is puzzle for number, puzzle in random_.items())
    assert {puzzle.grade for puzzle in random_.values()} == {4}
    assert [*random_] != sorted(random_)


@pytest.mark.parametrize(
    ("solution", "number"), [("d1", 1), ("", 1), ("a3 b2!", 1), ("a3!", 0), ("a3!", 6)]
)
def test_text_that_is_not_a_puzzle(solution, number):
    with pytest.raises(PuzzleError, match=r"expected a first move with ! and a grade from 1 to 5"):
        Puzzle.parse("A323/AA24r/24A2b/3xJxJ3 r", solution, number, 11, None)


def test_wrong_puzzles_are_noticed():
    puzzle = collection()[0]
    values = tablebase.Tablebase()

    def value(position):
        return values.probe(position).value

    puzzle.check(value)
    other = next(m for m in map(str, puzzle.position.legal_moves()) if m != puzzle.move)
    position = str(puzzle.position)
    for wrong in (
        Puzzle.parse(position, f"{other}!", puzzle.grade, puzzle.dte, None),
        Puzzle.parse(position, puzzle.solution, puzzle.grade, puzzle.dte + 2, None),
    ):
        with pytest.raises(PuzzleError, match="expected"):
            wrong.check(value)


# --- Grades --------------------------------------------------------------------------------------


def by_definition(made, move):
    """The grade, and whether all players who do not find the move miss it, from their moves."""
    rule, *look_aheads = made
    finds = [each == [move] for each in look_aheads]
    number = next((n for n in range(1, 5) if all(finds[n - 1 :])), 5)
    return number, all(move not in each for each in (rule, *look_aheads[: number - 1]))


def test_grades_are_as_defined(small):
    """Those of the collection, and of one that is made now."""
    for puzzle in (*collection()[::20], *small):
        probe = tablebase.build(puzzle.position.deal).probe(puzzle.position)
        made = [
            [str(each.move) for each in advise(load_strategy(name), probe).made]
            for name in (RULE, *LOOK_AHEADS)
        ]
        assert by_definition(made, puzzle.move) == (puzzle.grade, True)


@pytest.mark.parametrize("number", range(1, 6))
def test_the_oracle_agrees_with_grades(number):
    """One puzzle of each grade, with few cards: the oracle looks ahead slowly."""
    own = [puzzle for puzzle in collection() if puzzle.grade == number]
    puzzle = min(own, key=lambda each: each.position.face_up.bit_count())
    position, state = puzzle.position, oracle_state(puzzle.position)
    game = oracle_of(position.rules, position.edition)
    found, winning = oracle.critical(game, state)
    made = [oracle.chosen(game, state, text_of(name), found) for name in (RULE, *LOOK_AHEADS)]
    names = [[position.rules.board.cell_name(4 * r + c) for r, c in cells] for cells in made]
    assert by_definition(names, puzzle.move) == (number, True)
    assert [position.rules.board.cell_name(4 * r + c) for r, c in winning] == [puzzle.move]


@pytest.mark.thorough
def test_choices_are_those_of_advice():
    strategies = [load_strategy(name) for name in (RULE, "random", "worst-case", "look-ahead-3")]
    rng = random.Random(2)
    for deal in random_deals(3, 2):
        table = tablebase.build(deal)
        ranks = rng.sample(range(game_of(deal).index.openings), 60)
        probes = [table.probe(game_of(deal).unrank(rank)) for rank in ranks]
        positions = as_array(*(probe.position for probe in probes))
        for strategy in strategies:
            for probe, made in zip(probes, choices(strategy, deal, positions), strict=True):
                expected = advise(strategy, probe).made if probe.moves else ()
                assert made == sum(1 << move.move.destination for move in expected)


def test_choices_need_no_values():
    strategy = parse_strategy('order = ["most moves", "most ahead_3"]', "mine")
    deal = next(random_deals(1, 1))
    with pytest.raises(StrategyError, match="looks at ahead_3: expected no"):
        choices(strategy, deal, as_array(game_of(deal).unrank(4000)))


# --- Making --------------------------------------------------------------------------------------


def test_only_moves_are_those_of_the_table():
    deal = next(random_deals(1, 4))
    table = tablebase.build(deal)
    found = only_moves(table, deal, least=5, plies=6)
    at = {rank: place for place, rank in enumerate(found.ranks.tolist())}
    rng = random.Random(4)
    ranks = rng.sample(range(game_of(deal).index.openings), 1500) + rng.sample([*at], 100)
    for rank in ranks:
        probe = table.probe(game_of(deal).unrank(rank))
        winning = [move for move in probe.moves if move.keeps_win]
        assert (len(winning) == 1 and len(probe.moves) >= 5) == (rank in at)
        if rank in at:
            place = at[rank]
            assert found.moves[place] == 1 << winning[0].move.destination
            assert found.dte[place] == probe.dte
            losing = [move.value.dte for move in probe.moves if not move.keeps_win]
            assert found.lasting[place] == sum(dte >= 6 for dte in losing)


def taken_back(position):
    """The positions before the last ply, in the plainest way: all from which a move leads there."""
    for cell in range(16):
        if not position.face_up >> cell & 1:
            pawns = [cell, position.mover]
            if position.ply % 2 == 0:  # blue has moved last
                pawns.reverse()
            try:
                before = Position(
                    position.cards, position.face_up | 1 << cell, tuple(pawns), position.edition
                )
            except PositionError:
                continue
            if any(before.play(move) == position for move in before.legal_moves()):
                yield before


def reached(position):
    return not position.ply or any(map(reached, taken_back(position)))


def test_moves_are_taken_back_by_the_rules():
    rng = random.Random(6)
    found = []
    for deal in random_deals(6, 6):
        for _ in range(20):
            position = game_of(deal).unrank(rng.randrange(game_of(deal).index.openings))
            if position.ply <= 5:
                found.append(is_reachable(position))
                assert found[-1] == reached(position), str(position)
    assert {True, False} == {*found}


@pytest.fixture(scope="module")
def small():
    """A collection of ten."""
    reports = []
    found = make(3, each=2, weeks=1, progress=lambda: reports.append(1))
    assert len(reports) == len(found)
    return found


def test_a_small_collection_is_made_and_checked(small):
    found = small
    assert Counter(puzzle.grade for puzzle in found) == dict.fromkeys(range(1, 6), 2)
    assert [puzzle.day for puzzle in found] == [1, 2, 3, 4, 5, 6, 7, None, None, None]
    assert len({puzzle.position.deal.canonical[0].cards for puzzle in found}) == 10
    for puzzle in found:
        assert by_search(puzzle.position) == [puzzle.move]
    with pytest.raises(ValueError, match="2 weeks need 4 puzzles of a grade: expected at most 3"):
        make(3, each=3, weeks=2)


def test_doubles_are_dropped(small):
    collected = making._Collected(2)
    first = small[0]
    position = image(first.position, automorphisms(COLLAPSI.board)[100])
    for puzzle in (first, small[1], replace(first, position=position)):
        collected.add(puzzle)
    collected.drop_doubles()
    assert collected.puzzles == [first, small[1]]


@pytest.mark.slow
def test_the_collection_is_made_anew_to_the_byte():
    assert written(make(1)) == collection_text()


# --- The page ------------------------------------------------------------------------------------


def test_the_page_has_the_same_calendar_and_grades():
    year, month, day = re.search(
        r"FIRST\b.* = \[(\d+), (\d+), (\d+)\]", (SHARED / "days.ts").read_text()
    ).groups()
    assert date(int(year), 1 + int(month), int(day)) == FIRST_DAY
    (grades,) = re.findall(r"GRADES\b.* = (\[.*?\]);", (PAGE / "shared" / "grades.ts").read_text())
    assert tuple(json.loads(grades)) == GRADES
    for name in GRADES:
        assert f'value="{name}"' in (PAGE / "puzzles" / "page.html").read_text()


# --- Solving, the sheet and the commands ---------------------------------------------------------


def test_solving():
    puzzle = max(collection(), key=lambda each: len(each.choices))
    solving = Solving(puzzle)
    wrong = next(m for m in map(str, puzzle.position.legal_moves()) if m != puzzle.move)
    refutation = solving.play(wrong)
    after = puzzle.position.play(wrong)
    probe = tablebase.build(puzzle.position.deal).probe(after)
    assert refutation.dte == probe.dte == 1 + len(refutation.rest)
    assert refutation.answer == str(probe.moves[0].move)
    assert solving.position == puzzle.position
    with pytest.raises(IllegalMoveError):
        solving.play("e9")
    for number, at in enumerate(puzzle.choices):
        assert (solving.found, solving.is_solved) == (number, False)
        assert solving.play(puzzle.moves[at]) is None
    assert solving.is_solved
    assert solving.dte == puzzle.dte - len(puzzle.moves)


def test_list(run):
    found = json.loads(run("puzzles", "list", "--random", "--seed", "3", "--json")[1])
    assert [each["number"] for each in found] == [*choose(limit=10, seed=3)]
    assert found[0]["solution"] == collection()[found[0]["number"] - 1].solution


def test_play(run, answer):
    puzzle = collection()[9]
    wrong = next(m for m in map(str, puzzle.position.legal_moves()) if m != puzzle.move)
    right = [puzzle.moves[at] for at in puzzle.choices]
    out = answer("puzzles", "play", 10, typed=f"help\nz9\n{wrong}\n{' '.join(right)}\n")
    assert f"{puzzle.position.side_to_move} to move and win" in out
    assert f"{wrong} gives the win away" in out
    assert "no legal move" in out or "z9" in out
    assert f"solved: {' '.join(puzzle.moves)}" in out
    out = run("puzzles", "play", "--grade", 3, "--seed", 1, typed="s\n")[1]
    assert f"solution: {' '.join(next(iter(choose(3, 1, 1).values())).moves)}" in out
    assert f"puzzle of {date.today()}" in run("puzzles", "play", typed="quit\n")[1]


def test_export(answer, tmp_path):
    for name in ("some.csv", "some.json", "sheet.html"):
        out = answer("puzzles", "export", "-o", tmp_path / name, "--grade", 2, "-n", 7)
        assert out == f"wrote 7 puzzles to {tmp_path / name}\n"
    chosen = choose(grade=2, limit=7)
    with (tmp_path / "some.csv").open(newline="") as file:
        assert [row["position"] for row in csv.DictReader(file)] == [
            str(puzzle.position) for puzzle in chosen.values()
        ]
    assert [each["number"] for each in json.loads((tmp_path / "some.json").read_text())] == [
        *chosen
    ]
    boards, solutions = (tmp_path / "sheet.html").read_text("utf-8").split("Solutions")
    assert boards.count("<svg") == 7
    for number, puzzle in chosen.items():
        assert puzzle.position.svg() in boards
        assert f"{number} · {puzzle.name}" in boards
        assert " ".join(puzzle.moves) not in boards or len(puzzle.moves) == 1
        assert f"<b>{puzzle.move}</b>" in solutions
    rows = re.findall(r"<tr><td>(\d+)</td>", solutions)
    assert list(map(int, rows)) == sorted(chosen)


def test_make_makes_the_same_again(answer, small, tmp_path):
    file = tmp_path / "mine.csv"
    out = answer("puzzles", "make", "-o", file, "--seed", 3, "-n", 2, "--weeks", 1)
    assert out == f"wrote 10 puzzles, seed 3, to {file}\n"
    assert file.read_text() == written(small)
