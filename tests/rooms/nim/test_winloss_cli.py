"""Win/loss files of 2D Nim, by the library and by the commands."""

import json
import pickle

import h5py
import numpy as np
import pytest
from support import one_line

import tablebase
from tablebase.engine.jobs import machine
from tablebase.games.nim import Position, Rules
from tablebase.games.nim import game as nim_game

FOUR = "nim-4x6-take3-misere.h5"


@pytest.fixture(scope="module")
def four_image(tmp_path_factory):
    """A win/loss file of four rows of six, as bytes."""
    path = tmp_path_factory.mktemp("nim") / "four.h5"
    tablebase.build_large(path, Rules(4, 6))
    return path.read_bytes()


@pytest.fixture
def four(four_image, tmp_path):
    """The same as a file of the test's own."""
    path = tmp_path / "four.h5"
    path.write_bytes(four_image)
    return path


@pytest.fixture
def narrow(monkeypatch):
    """Pretend that boards of more than 16 cells are too large for distances."""
    monkeypatch.setattr(nim_game, "MAX_TABLE_CELLS", 16)


# --- The library -----------------------------------------------------------------------------


def test_outcomes_agree_with_distances(four):
    """Compare with another induction, whose tables also give outcomes."""
    distances = tablebase.build(Rules(3, 4))
    with tablebase.open(four) as tables, tablebase.open() as built:
        for rank in range(0, distances.game.size, 7):
            position = distances.game.unrank(rank)
            found, probe, other = (
                tables.outcome(position), distances.probe(position), built.outcome(position)
            )  # fmt: skip
            assert (found.result, found.winner) == (probe.result, probe.winner)
            assert set(found.winning) == {move.move for move in probe.moves if move.keeps_win}
            assert (other.result, other.winning) == (found.result, found.winning)
            assert (found.origin, other.origin) == (str(four), "built")


def test_an_opened_file(four, mini):
    board = Position.full(Rules(4, 4))
    with tablebase.open(four) as tables:
        assert tables.probe(board).origin == "built"
        copy = pickle.loads(pickle.dumps(tables))
        assert copy.outcome(board).result is tablebase.Result.LOSS
        copy.close()
        with pytest.raises(tablebase.MissingTableError, match="it has no position of 5x5"):
            tables.outcome(Position.full(Rules(5, 5)))
        with pytest.raises(tablebase.MissingTableError, match="of nim: it has no "):
            tables.outcome(mini[0].game.unrank(0))
        with pytest.raises(tablebase.MissingTableError, match="68,719,476,736 positions"):
            tables.probe(Position.full(Rules(6, 6)))
    with (
        tablebase.open(four, build_missing=False) as tables,
        pytest.raises(tablebase.MissingTableError, match="no distances: it has no nim table"),
    ):
        tables.probe(board)


def test_boards_too_large_for_a_table_are_searched():
    for stones in range(16):
        small, large = Position(stones, Rules(1, 4)), Position(stones, Rules(7, 7))
        found = tablebase.search(large)
        assert found.complete
        assert found.value == tablebase.build(small).value(small)


def test_verify(four):
    (check,) = tablebase.verify(four)
    assert check == ("/whole/nim-4x6-take3-misere/000", 1000, "", 1 << 24, "table")
    (check,) = tablebase.verify(four, full=True)
    assert check == ("/whole/nim-4x6-take3-misere/000", 1 << 24, "", 1 << 24, "table")


# --- The commands ----------------------------------------------------------------------------


def test_build_and_probe(answer, home, narrow):
    report = json.loads(answer("nim", "build", "3x5", "--win-loss", "--json"))
    own = home / FOUR
    assert report.pop("seconds") > 0
    assert report == {
        "frame": {"rows": 4, "columns": 6, "take": 3, "misere": True}, "positions": 1 << 24,
        "losses": 2035985, "present": False, "recovered": 0, "tables": 1, "file": str(own),
        "bytes": own.stat().st_size,
    }  # fmt: skip
    probe = json.loads(answer("nim", "probe", "111000/100000/000000/000000", "--json"))
    assert (probe["result"], probe["winning"], probe["origin"]) == ("win", ["a1-c1"], str(own))


def test_a_damaged_file(run, fails, four):
    data = bytearray(four.read_bytes())
    data[len(data) // 2] ^= 4
    four.write_bytes(data)
    code, out, err = run("verify", four)
    assert code == 1
    assert one_line(err)
    assert "is damaged" in out
    (chunk,) = {int(word) for word in out.split() if word.isdecimal()}
    mask = chunk << 20  # a chunk has 2^20 positions
    position = Position(mask, Rules(4, 6))
    assert "is damaged" in fails(1, "nim", "probe", position, "--in", four)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("contents", "part of a win/loss table", "holds a 'part of a win/loss table' of 'nim'"),
        ("contents", [1, 2], "holds a [1, 2] of 'nim'"),
        ("columns", 5, "is not the frame of a table"),
        ("take", 0, "take 0: expected 1 to 64"),
    ],
)
def test_roots_that_describe_no_table(fails, four, name, value, message):
    with h5py.File(four, "a") as file:
        file.attrs[name] = np.bytes_(value) if isinstance(value, str) else value
    for args in (["verify"], ["nim", "probe", "4x4", "--in"]):
        assert message in fails(2, *args, four)


def test_a_game_that_is_not_installed(fails, run, four):
    """Its checksums are checked all the same."""
    with h5py.File(four, "a") as file:
        file.attrs["game"] = np.bytes_("chess")
    assert "'win/loss table' of 'chess', expected tables or a whole game of collapsi or" in fails(
        2, "nim", "probe", "4x4", "--in", four
    )
    cannot = "cannot check: no installed game is called chess\n"
    code, out, err = run("verify", four)
    assert (code, out.endswith(cannot), err.endswith(cannot)) == (1, True, True)
    code, out, err = run("info", four)
    assert (code, err) == (1, f"tablebase: {four}: {cannot}")
    assert "win/loss table of chess, 1 table" in out
    with h5py.File(four, "a") as file:
        file["/whole/nim-4x6-take3-misere/000/codes"].id.write_direct_chunk((0,), b"damaged")
    code, out, _ = run("verify", four)
    assert (code, "chunk 0 is damaged" in out, "cannot check" in out) == (1, True, False)


def test_info_of_roots_that_describe_no_table(answer, fails, four):
    with h5py.File(four, "a") as file:
        file.attrs["contents"] = np.bytes_("part of a win/loss table")
    assert "part of a win/loss table of nim, 1 table" in answer("info", four)
    with h5py.File(four, "a") as file:
        file.attrs["contents"], file.attrs["take"] = np.bytes_("win/loss table"), 0
    assert "do not describe a win/loss table: take 0" in fails(2, "info", four)


def test_too_little_memory_is_reported_before_the_work(fails, home, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 4 << 30)
    assert "needs 8.5 GiB of memory" in fails(1, "nim", "build", "6x6", "--win-loss")
    assert not list(home.iterdir())
