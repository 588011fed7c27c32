"""The win/loss table of 2D Nim: against brute force, in a file, killed, damaged, verified.

Slow: who wins on 5x5, against the table of distances. Needs a minute.
"""

import pickle
import random
import signal
from collections import deque
from functools import lru_cache

import numpy as np
import pytest
from support import StopError, python, same_tables, start, stop_at
from support.effort import sample

from rooms.nim.oracle import brute_force
from tablebase.engine.jobs import machine
from tablebase.engine.tables.append import parts_folder
from tablebase.engine.tables.store import TableFile
from tablebase.engine.values import Result
from tablebase.errors import CorruptFileError, FileFormatError, MissingTableError
from tablebase.games.nim.position import Position
from tablebase.games.nim.rules import Rules
from tablebase.games.nim.winloss import layout
from tablebase.games.nim.winloss.check import SAMPLE, derived, derived_slab
from tablebase.games.nim.winloss.file import WinLossFile
from tablebase.games.nim.winloss.kernels import solve_units
from tablebase.games.nim.winloss.lookup import probe
from tablebase.games.nim.winloss.mirror import mirrored_slab
from tablebase.games.nim.winloss.plan import plan_of
from tablebase.games.nim.winloss.solver import MARGIN, WinLoss
from tablebase.games.nim.winloss.survey import count_lost, survey
from tablebase.library import build_large

SMALL = [(4, 4), (2, 6), (3, 5), (1, 6), (4, 1), (3, 3)]
PLAYS = [(take, misere) for take in (1, 2, 3, 4, 9) for misere in (True, False)]


@lru_cache
def solved(rows, take, misere):
    table = WinLoss(Rules(rows, 6, take, misere))
    table.solve()
    return table


@pytest.mark.parametrize(("take", "misere"), PLAYS)
@pytest.mark.parametrize("size", SMALL, ids=lambda size: "{}x{}".format(*size))
def test_small_boards_agree_with_brute_force(size, take, misere):
    rules = Rules(*size, take, misere)
    table = solved(4, take, misere)
    expected = brute_force(*size, take, misere)
    masks = [layout.placed(stones, rules) for stones in range(1 << rules.cells)]
    assert np.array_equal(table.lost(np.array(masks, np.uint64)), expected)
    assert count_lost(table, rules) == expected.sum()


def test_the_articles_losing_positions():
    table = solved(4, 3, True)
    for text in (
        "0000/0000/0010/0000", "1100/1100/0000/0000", "1001/1001/1001/0000",
        "1011/0111/0000/0000", "1010/1010/0000/0000",
    ):  # fmt: skip
        outcome = probe(table, Position.parse(text))
        assert (outcome.result, outcome.winning) == (Result.LOSS, ())
        assert outcome.winner == "second"


@pytest.mark.parametrize("misere", [True, False])
@pytest.mark.parametrize("rows", [4, 5])
def test_samples_follow_from_their_moves(rows, misere):
    """By `derived`, which notices errors, as tests below show; five rows are 64 slabs."""
    table = solved(rows, 3, misere)
    stones = np.random.default_rng(1).integers(1 << 6 * rows, size=100_000, dtype=np.uint64)
    assert np.array_equal(table.lost(stones), derived(table, stones))


def test_five_rows_agree_with_four():
    assert np.array_equal(solved(5, 3, True).slab(0), solved(4, 3, True).slab(0))


def test_a_flipped_bit_is_noticed_by_its_own_moves():
    table = WinLoss(Rules(4, 6))
    table.solve()
    stones = np.arange(1 << 12, dtype=np.uint64) << np.uint64(9)
    assert np.array_equal(table.lost(stones), derived(table, stones))
    table.words[int(stones[77]) >> 6] ^= np.uint64(1) << stones[77] % np.uint64(64)
    assert table.lost(stones)[77] != derived(table, stones)[77]


@pytest.mark.slow
@pytest.mark.parametrize("misere", [True, False])
def test_five_by_five_agrees_with_distances(misere):
    import tablebase

    rules = Rules(5, 5, 3, misere)
    codes = tablebase.build(Position.full(rules)).codes()
    table = solved(5, 3, misere)
    every = np.arange(1 << 25, dtype=np.uint64)
    masks = np.zeros_like(every)
    for row in range(5):
        masks |= (every >> np.uint64(5 * row) & np.uint64(31)) << np.uint64(6 * row)
    assert np.array_equal(table.lost(masks), codes < rules.coding.first_win)


# --- Layout ----------------------------------------------------------------------------------


def test_mirror():
    rng = np.random.default_rng(2)
    stones = rng.integers(1 << 36, size=1000, dtype=np.uint64)
    image = layout.mirrored(stones)
    assert [int(mask) for mask in image] == [layout.mirrored(int(mask)) for mask in stones]
    for mask, its in zip(stones.tolist(), image.tolist(), strict=True):
        rows = f"{mask:036b}"
        assert f"{its:036b}" == "".join(rows[at : at + 6][::-1] for at in range(0, 36, 6))
    words = rng.integers(1 << 64, size=layout.SLAB_WORDS, dtype=np.uint64)
    other = mirrored_slab(words)
    place = stones & np.uint64((1 << 24) - 1)
    there = layout.mirrored(place)
    bits = [a[p >> np.uint64(6)] >> (p & np.uint64(63)) & np.uint64(1)
            for a, p in ((words, place), (other, there))]  # fmt: skip
    assert np.array_equal(*bits)


def test_canonical_slabs():
    layers = layout.canonical_slabs(Rules(6, 6))
    assert sum(map(len, layers)) == (4096 + 64) // 2
    everything = {n for layer in layers for n in layer}
    assert everything | {layout.mirrored(n) for n in everything} == set(range(4096))


def test_frames():
    assert layout.frame_of(Rules(2, 3)) == Rules(4, 6)
    assert layout.frame_of(Rules(6, 1, 40, False)) == Rules(6, 6, 6, False)
    with pytest.raises(ValueError, match="at most 6x6"):
        WinLoss(Rules(7, 3))


# --- Look-up ---------------------------------------------------------------------------------


def test_probe():
    table = solved(4, 3, True)
    outcome = probe(table, Position.parse("1110"))
    assert outcome.result is Result.WIN
    assert [str(move) for move in outcome.winning] == ["a1-b1", "b1-c1"]
    assert outcome.as_dict() == {
        "position": "1110", "take": 3, "misere": True, "stones": 3, "side_to_move": "first",
        "result": "win", "winner": "first", "winning": ["a1-b1", "b1-c1"], "origin": "solved",
    }  # fmt: skip
    for position in (
        Position.parse("11", take=2),
        Position.parse("11", misere=False),
        Position.full(Rules(5, 5)),
    ):
        with pytest.raises(MissingTableError, match="it has no position of"):
            probe(table, position)


def test_unsolved():
    table = WinLoss(Rules(4, 4))
    with pytest.raises(RuntimeError, match="expected `solve`"):
        table.lost(np.zeros(1, np.uint64))


def test_survey():
    lines = {(line.start.position.rules.rows, line.start.position.rules.columns): line
             for line in survey(solved(4, 3, True))}  # fmt: skip
    assert sorted(lines) == [(r, c) for r in range(1, 5) for c in range(1, r + 1)]
    for (rows, columns), line in lines.items():
        lost = brute_force(rows, columns, 3, True)
        assert line.lost == lost.sum()
        assert line.start.result is (Result.LOSS if lost[-1] else Result.WIN)
        winning = [move for move in line.start.position.legal_moves()
                   if lost[line.start.position.stones ^ move.stones]]  # fmt: skip
        assert list(line.start.winning) == winning
        assert set(line.openings) <= set(winning)
        assert bool(line.openings) == bool(winning)
    # Three in a row: taking two stones from either end is the same.
    assert [str(move) for move in lines[3, 1].openings] == ["a1-a2"]


# --- The file --------------------------------------------------------------------------------

FIVE = Rules(5, 6)


@pytest.fixture(scope="module")
def five(tmp_path_factory):
    """A file of five rows of six. Tests must not change it."""
    path = tmp_path_factory.mktemp("nim") / "five.h5"
    done = build_large(path, Rules(5, 5))
    assert (done.rules, done.present, done.recovered, done.tables) == (FIVE, False, 0, 36)
    assert [file.name for file in path.parent.iterdir()] == ["five.h5"]
    return path


@pytest.mark.thorough
def test_file_equals_memory(five):
    memory = solved(5, 3, True)
    with WinLossFile(TableFile(five)) as file:
        for number in range(64):
            assert np.array_equal(file.slab(number), memory.slab(number))
        stones = np.random.default_rng(3).integers(1 << 30, size=5000, dtype=np.uint64)
        assert np.array_equal(file.lost(stones), memory.lost(stones))
        rng = random.Random(4)
        for columns in (5, 6):
            position = Position(rng.getrandbits(5 * columns), Rules(5, columns))
            found, expected = probe(file, position), probe(memory, position)
            assert (found.result, found.winning) == (expected.result, expected.winning)
            assert found.origin == str(five)
        copy = pickle.loads(pickle.dumps(file))
        assert np.array_equal(copy.lost(stones), memory.lost(stones))
        copy.close()


def test_the_file_reads_as_documented(five):
    """A reader written from docs/format.md alone."""
    import h5py
    import hdf5plugin  # noqa: F401

    memory, rng = solved(5, 3, True), random.Random(5)
    with h5py.File(five) as file:
        assert (file.attrs["rows"], file.attrs["columns"], file.attrs["misere"]) == (5, 6, 1)
        group = file["whole/nim-5x6-take3-misere"]
        for _ in range(100):
            rows = [rng.getrandbits(6) for _ in range(5)]
            mask = sum(row << 6 * (4 - n) for n, row in enumerate(rows))
            if int(f"{rows[0]:06b}"[::-1], 2) < rows[0]:
                rows = [int(f"{row:06b}"[::-1], 2) for row in rows]
            slab = group[f"{rows[0]:03x}"]["codes"]
            place = sum(row << 6 * (3 - n) for n, row in enumerate(rows[1:]))
            lost = bool(slab[place // 8] >> place % 8 & 1)
            assert lost == memory.lost(np.array([mask], np.uint64))[0]


def test_look_up_in_a_file_needs_no_numba(five):
    code = """if True:
        import sys
        from tablebase.games.nim import Position, Rules
        from tablebase.engine.tables.store import TableFile
        from tablebase.games.nim.winloss.file import WinLossFile
        from tablebase.games.nim.winloss.lookup import probe
        with WinLossFile(TableFile(sys.argv[1])) as file:
            probe(file, Position.full(Rules(5, 5)))
        assert "numba" not in sys.modules
    """
    done = python(code, five)
    assert done.returncode == 0, done.stderr


def test_check(five):
    with WinLossFile(TableFile(five)) as file:
        checked = list(file.verify())
    assert [found.error for found in checked] == [""] * 36
    assert sum(found.positions for found in checked) == 36 * SAMPLE


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_damage_is_noticed(five, tmp_path, share):
    data = bytearray(five.read_bytes())
    data[int(share * len(data))] ^= 4
    path = tmp_path / "damaged.h5"
    path.write_bytes(data)
    with WinLossFile(TableFile(path)) as file:
        errors = [found.error for found in file.verify() if found.error]
        assert errors
        with pytest.raises(CorruptFileError):
            deque(map(file.slab, range(64)), maxlen=0)


def test_wrong_bits_are_noticed(tmp_path):
    """A file that is valid except for its answers: only deriving them again finds the error."""
    path = tmp_path / "wrong.h5"
    other = WinLoss(Rules(4, 6, 2))
    build_large(path, Rules(4, 6))
    other.solve()
    with WinLossFile(TableFile(path)) as file:
        (right,) = file.verify()
        file.piece(0).packed()[:] = other.words.view(np.uint8)
        (wrong,) = file.verify()
    assert not right.error
    assert "positions are lost, not" in wrong.error
    with WinLossFile(TableFile(path)) as file:
        packed = file.piece(0).packed()
        packed[::2], packed[1::2] = packed[1::2].copy(), packed[::2].copy()
        (wrong,) = file.verify()
    assert "does not follow from its moves" in wrong.error


def swap_two_positions(codes, stones, other):
    """Swap the answers of a lost and a won position: the count of lost ones stays right."""
    for place in (stones, other):
        codes[place >> 3] ^= np.uint8(1 << (place & 7))


@pytest.mark.thorough
def test_a_full_check_finds_what_counts_hide(tmp_path):
    path = tmp_path / "wrong.h5"
    build_large(path, Rules(4, 6))
    table = solved(4, 3, True)
    rng = np.random.default_rng(5)
    lost = table.lost(np.arange(1 << 24, dtype=np.uint64))
    with WinLossFile(TableFile(path)) as file:
        (right,) = file.verify(full=True)
        assert right == (file.table.path(0), 1 << 24, "", 1 << 24, "table")
        packed = file.piece(0).packed()
        for _ in range(4):
            pair = [int(rng.choice(np.flatnonzero(lost == side))) for side in (True, False)]
            swap_two_positions(packed, *pair)
            assert [found.error for found in file.verify()] == [""]  # a sample does not find it
            (wrong,) = file.verify(full=True)
            assert "does not follow from its moves" in wrong.error
            assert int(wrong.error.split()[1], 16) <= max(pair)
            swap_two_positions(packed, *pair)
        assert not next(file.verify(full=True)).error


@pytest.mark.parametrize(("take", "misere"), PLAYS)
def test_whole_slabs_follow_from_their_moves(take, misere):
    """The full check makes moves in its own way."""
    table = solved(4, take, misere)
    assert np.array_equal(derived_slab(table, 0), table.slab(0))


@pytest.mark.parametrize("number", [1, 0b101101, 63])
def test_slabs_follow_from_others(number):
    table = solved(5, 3, True)
    assert np.array_equal(derived_slab(table, number), table.slab(number))
    below = table.slab(number & number - 1)  # where moves lead that take stones above
    below ^= np.uint64(1)
    assert not np.array_equal(derived_slab(table, number), table.slab(number))
    below ^= np.uint64(1)


def test_present_foreign_and_replaced_files(five, tmp_path, mini_image):
    assert build_large(five, FIVE).present
    with pytest.raises(FileFormatError, match="holds the table of 5x6"):
        build_large(five, Rules(4, 4))
    path = tmp_path / "mini.h5"
    path.write_bytes(mini_image)
    with pytest.raises(FileFormatError, match="expected a win/loss table of nim"):
        build_large(path, Rules(4, 4))
    assert path.read_bytes() == mini_image
    assert not build_large(path, Rules(4, 4), replace=True).present
    with WinLossFile(TableFile(path)) as file:
        assert file.frame == Rules(4, 6)


@pytest.mark.thorough
@pytest.mark.parametrize("share", sample([0.5, 0.1, 0.95], 1))
def test_interrupted_and_taken_up(five, tmp_path, share):
    path = tmp_path / "five.h5"
    with pytest.raises(StopError):
        build_large(path, FIVE, progress=stop_at(share))
    assert not path.exists()
    for part in parts_folder(path).glob("*.h5"):
        with pytest.raises(FileFormatError, match="part of a win/loss table"):
            WinLossFile(TableFile(part))
    done = build_large(path, FIVE)
    assert done.recovered >= share * 30
    assert same_tables(path, five)
    assert [file.name for file in tmp_path.iterdir()] == ["five.h5"]


@pytest.mark.thorough
def test_killed_and_taken_up(five, tmp_path):
    path = tmp_path / "five.h5"
    code = """if True:
        import sys
        from tablebase.games.nim.rules import Rules
        from tablebase.library import build_large
        build_large(sys.argv[1], Rules(5, 6), progress=lambda done: print(done, flush=True))
    """
    process = start(code, path)
    for line in process.stdout:
        if float(line) > 0.3:
            break
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not path.exists()
    assert build_large(path, FIVE).recovered > 5
    assert same_tables(path, five)


def test_not_enough_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 4 << 30)
    table = WinLoss(Rules(6, 6))
    assert table.memory() == (8 << 30) + MARGIN
    with pytest.raises(
        MemoryError, match=r"6x6.* needs 8.5 GiB of memory, but only 4.0 GiB are free"
    ):
        table.solve()
    with pytest.raises(MemoryError):
        build_large(tmp_path / "six.h5", Rules(6, 6))
    assert not list(tmp_path.iterdir())


def test_progress_can_end_the_work():
    table = WinLoss(FIVE)
    with pytest.raises(StopError):
        table.solve(progress=stop_at(0))
    with pytest.raises(RuntimeError):
        table.slab(0)


def uncompiled():
    """Three rows of six, for `test_uncompiled`."""
    lost = np.zeros(64 * 8, np.uint64)
    solve_units(lost, 0, 8, plan_of(Rules(4, 6)))
    return lost.tolist()


def test_the_units_of_three_rows():
    assert uncompiled() == solved(4, 3, True).slab(0)[:512].tolist()
