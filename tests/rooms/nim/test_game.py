"""2D Nim: rules, notation, the whole tables against brute force, the article, files, commands."""

import json
import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablebase
from rooms.nim.oracle import moves as oracle_moves
from rooms.nim.oracle import read, solve
from tablebase import Result, Value
from tablebase.engine.induction import RuleSolver
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.store import TableFile
from tablebase.errors import IllegalMoveError, MissingTableError, NotationError, PositionError
from tablebase.games.nim import Position, Rules

RULES = [
    Rules(1, 1),
    Rules(1, 7, 2),
    Rules(7, 1, 7, misere=False),
    Rules(2, 4, 3),
    Rules(3, 3, 1),
    Rules(3, 3, 2, misere=False),
    Rules(4, 3, 3),
]
by_rules = pytest.mark.parametrize("rules", RULES, ids=str)


def expected_codes(rules):
    """The codes of all positions by the oracle."""
    values = solve(rules.rows, rules.columns, rules.take, rules.misere)
    codes = np.empty(game_of(rules).size, np.uint8)
    for rank, (wins, plies) in enumerate(values):
        value = Value(Result.WIN if wins else Result.LOSS, plies)
        codes[rank] = rules.coding.encode(value)
    return codes


# --- Rules and notation ----------------------------------------------------------------------


def test_takes_of_the_article():
    """16 single stones, and 2 * 4 * (3 + 2) lines of 2 or 3 in a row or column."""
    assert len(Rules().takes) == 16 + 40
    assert len({name for _, name in Rules().takes}) == len(Rules().takes)


@by_rules
def test_moves_are_the_oracles(rules):
    rng = random.Random(str(rules))
    for rank in rng.choices(range(game_of(rules).size), k=100):
        position = game_of(rules).unrank(rank)
        board = read(str(position).replace("/", ""), rules.columns)
        expected = oracle_moves(board, rules.take)
        after = [position.play(move) for move in position.legal_moves()]
        found = [read(str(board).replace("/", ""), rules.columns) for board in after]
        assert len(found) == len(set(found))
        assert set(found) == {board - taken for taken in expected}


def test_the_articles_game():
    """The article's sample game is legal here; the player who is left with one stone loses."""
    boards = [
        "1111/1111/1111/1111",
        "1110/1110/1111/1111",
        "1110/1110/1000/1111",
        "0110/1110/1000/1111",
        "0110/1110/1000/1100",
        "0110/1110/0000/0100",
        "0000/1110/0000/0100",
        "0000/0000/0000/0100",
    ]
    position = Position.parse(boards[0])
    for text in boards[1:]:
        position = next(
            after
            for after in (position.play(move) for move in position.legal_moves())
            if str(after) == text
        )
    assert position.sides == ("second", "first")
    assert tablebase.build(position).probe(position).winner == "first"


def test_rank_is_the_articles_number():
    position = Position.parse("1111/0000/1111/1111")
    assert game_of(position).rank(position) == 61695
    assert str(game_of(position).unrank(61695)) == "1111/0000/1111/1111"


@given(st.integers(1, 8), st.integers(1, 8), st.data())
def test_notation_round_trip(rows, columns, data):
    rules = Rules(rows, columns, data.draw(st.integers(1, 9)), data.draw(st.booleans()))
    position = Position(data.draw(st.integers(0, rules.full)), rules)
    again = Position.parse(str(position), take=rules.take, misere=rules.misere)
    assert again == position
    assert Position.parse(str(position).replace("/", " "), take=rules.take).stones == again.stones
    assert Position.parse(f"{rows}x{columns}").stones == rules.full


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a position: expected rows of 1 and 0, or 4x4"),
        ("11/12", "row 2 '12' has '2' at character 2, expected 1 .a stone. or 0 .a gap."),
        ("11/110", "row 2 '110' has 3 cells, expected 2 as in row 1"),
        ("4x", "row 1 '4x' has '4' at character 1"),
    ],
)
def test_bad_notation(text, message):
    with pytest.raises(NotationError, match=message):
        Position.parse(text)


def test_invalid_boards_and_positions_are_refused():
    with pytest.raises(ValueError, match="board 9x9: expected at least one row, 1 to 26 columns"):
        Position.parse("9x9")
    with pytest.raises(ValueError, match="take 0: expected 1 to 64"):
        Rules(2, 2, 0)
    with pytest.raises(PositionError, match="stones 0x10: expected a mask of 4 cells"):
        Position(16, Rules(2, 2))
    with pytest.raises(
        PositionError, match="of nim 2x2-take3-misere: expected one of nim 2x2-take2"
    ):
        game_of(Rules(2, 2, 2)).rank(Position.full(Rules(2, 2, 3)))
    with pytest.raises(MissingTableError, match=r"64 GiB.* 68,719,476,736 positions: expected at "):
        tablebase.build(Rules(6, 6))


def test_play_by_name():
    position = Position.parse("111/010")
    assert str(position.play("a1-c1")) == str(position.play("c1-a1")) == "000/010"
    assert str(position.play("b1-b2")) == "101/000"
    with pytest.raises(IllegalMoveError, match="'a2' is not legal in 111/010: expected a1, "):
        position.play("a2")
    with pytest.raises(IllegalMoveError, match="expected no move, the game is over"):
        Position.parse("00").play("a1")


def test_memory_is_checked_first(monkeypatch):
    monkeypatch.setattr("tablebase.engine.jobs.machine.available_memory", lambda: 1 << 20)
    with pytest.raises(MemoryError, match="5x5, take 1 to 3, misère, 33,554,432 positions, needs"):
        tablebase.build(Rules(5, 5))


# --- Tables ----------------------------------------------------------------------------------


@by_rules
def test_tables_of_small_boards(rules):
    table = tablebase.build(rules)
    assert np.array_equal(table.codes(), expected_codes(rules))
    solver = RuleSolver(game_of(rules))
    for number in range(solver.steps):
        solver.step(number)
    assert np.array_equal(solver.codes(), table.packed())
    assert game_of(rules).first_error(table.codes()) is None


@pytest.mark.thorough
@pytest.mark.parametrize(("take", "misere"), list(product((1, 2, 3, 4), (True, False))))
def test_every_position_of_the_real_board(take, misere):
    rules = Rules(4, 4, take, misere)
    table = tablebase.build(rules)
    assert np.array_equal(table.codes(), expected_codes(rules))
    assert game_of(rules).first_error(table.codes()) is None


def test_the_articles_claims():
    table = tablebase.build(Rules())
    lost = ("1100/1100/0000/0000", "1001/1001/1001/0000", "1011/0111/0000/0000")
    for text in (*lost, "1010/1010/0000/0000"):
        assert table.value(Position.parse(text)).result is Result.LOSS
    by_value = table.summary().by_value()
    assert by_value[Value(Result.WIN, 0)] == 1
    assert by_value[Value(Result.LOSS, 1)] == 16  # "the following 16 states"
    # "After calculate all such states, we can easily get 600+ win states": one move before those.
    single = {frozenset({(row, column)}) for row in range(4) for column in range(4)}
    boards = (read(format(number, "016b"), 4) for number in range(1 << 16))
    before = sum(
        any(board - taken in single for taken in oracle_moves(board, 3)) for board in boards
    )
    assert by_value[Value(Result.WIN, 2)] == before == 604


def test_who_wins_the_articles_board():
    table = tablebase.build(Rules())
    line = table.line(Position.full(Rules()))
    assert line[0].value == Value(Result.LOSS, 13)
    assert {probe.winner for probe in line} == {"second"}
    assert [probe.dte for probe in line] == list(range(13, -1, -1))
    assert [probe.position.sides[0] for probe in line] == ["first", "second"] * 7
    assert line[-1].position.is_terminal
    assert line[-1].as_dict()["result"] == "win"
    assert "score" not in line[0].as_dict()


def test_a_board_of_many_steps():
    """4x5: more blocks than steps, codes of 8 bits, against the independent check."""
    rules = Rules(4, 5)
    done = []
    table = tablebase.build(rules, lambda *progress: done.append(progress))
    assert done[-1] == (64, 64)
    assert game_of(rules).first_error(table.codes()) is None
    assert table.codes().shape == table.packed().shape == (1 << 20,)


@by_rules
def test_verification_notices_any_wrong_code(rules):
    codes = tablebase.build(rules).codes()
    rng = random.Random(1)
    for rank in rng.choices(range(game_of(rules).size), k=20):
        wrong = codes.copy()
        wrong[rank] = (wrong[rank] + 1) % rules.coding.no_entry
        found = game_of(rules).first_error(wrong)
        assert found is not None
        assert found == rank or game_of(rules).unrank(found).stones & rank == rank


@by_rules
def test_summary_and_columns(rules):
    table = tablebase.build(rules)
    summary, game = table.summary(), game_of(rules)
    layers = [game.unrank(rank).layer for rank in range(game.size)]
    assert game.layer_of_ranks().tolist() == layers == game.columns()["stones"].tolist()
    assert summary.wins + summary.losses == game.size == summary.positions
    assert [wins + losses for _, wins, losses in summary.by_layer()] == np.bincount(layers).tolist()
    data = summary.as_dict()
    assert sum(row["positions"] for row in data["by_value"]) == game.size
    assert Position.parse(data["longest"][0], take=rules.take, misere=rules.misere) in (
        game.unrank(rank)
        for rank in range(game.size)
        if table.value(game.unrank(rank)).dte == summary.longest_dte
    )


def test_arrays_of_positions():
    table = tablebase.build(Rules())
    masks = np.array([[0, 1], [61695, 65535]], dtype=np.uint16)
    codes = table.probe_many(masks)
    assert codes.tolist() == table.codes()[masks].tolist()
    with pytest.raises(PositionError, match="rank 65536: expected 0 to 65535"):
        table.probe_many(np.array([1 << 16], dtype=np.uint32))
    with pytest.raises(TypeError, match="array of float64: expected unsigned integers"):
        table.probe_many(np.zeros(1))


# --- Files -----------------------------------------------------------------------------------


def test_one_file_of_many_games(tmp_path, mini):
    path = tmp_path / "games.h5"
    boards = [Rules(4, 4), Rules(3, 3, 2, misere=False), Rules(4, 4, misere=False)]
    deal = mini[0].game.unrank(0)
    done = tablebase.append(path, [*boards, deal])
    assert done.built == 4
    assert all(not check.error for check in tablebase.verify(path))
    with tablebase.open(path, build_missing=False) as tables:
        assert tables.probe(deal).value == mini[0].value(deal)
        for rules in boards:
            built = tablebase.build(rules)
            assert np.array_equal(tables.table(rules).codes(), built.codes())
            for rank in range(0, game_of(rules).size, 97):
                position = game_of(rules).unrank(rank)
                assert tables.probe(position).value == built.value(position)
        with pytest.raises(tablebase.MissingTableError, match="no table /tables/nim/2x2-take3"):
            tables.probe(Position.full(Rules(2, 2)))
        positions = [Position.full(Rules(4, 4)), Position.full(Rules(3, 3, 2, misere=False))]
        found = [
            game_of(position).coding.decode(int(code))
            for position, code in zip(positions, tables.probe_many(positions), strict=True)
        ]
        assert found == [tables.probe(position).value for position in positions]
    with TableFile(path) as file:
        wide = file.codes("/tables/nim/4x4-take3-misere").attributes
        narrow = file.codes("/tables/nim/3x3-take2-normal").attributes
    assert wide["bits"] == 8
    assert "bits" not in narrow
    assert len(wide["code-dte"]) == 255
    assert [wide[name] for name in ("rows", "columns", "take", "misere")] == [4, 4, 3, 1]


# --- Commands --------------------------------------------------------------------------------


def test_the_whole_game_of_another_leaves_own_tables_to_nim(run, monkeypatch, tmp_path):
    home = tmp_path / "home"
    assert run("nim", "build", "2x2")[0] == 0
    (home / "whole.h5").write_bytes(b"not looked at")
    out = json.loads(run("nim", "probe", "2x2", "--json")[1])
    assert out["origin"] == str(home / "tables.h5")


def test_a_table_reads_text_under_its_own_rules():
    rules = Rules(2, 2, misere=False)
    board = tablebase.build(rules)
    assert board.value("10/00") == Value(Result.WIN, 1)
    assert board.probe(rules).position.layer == 4
