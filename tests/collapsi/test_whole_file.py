"""The whole game as one library object: in memory, in a file, killed, damaged, verified.

Slow: the file of the whole game, built, killed, damaged and verified. Needs 4 GiB of memory, 4 GB
of disk.
"""

import hashlib
import json
import pickle
import random
import shutil
import signal
import sys
import zlib
from dataclasses import replace
from math import factorial

import h5py
import numpy as np
import pytest
from support import (
    MINI,
    StopError,
    file_image,
    flips,
    mini_deals,
    one_line,
    python,
    same_tables,
    stop_at,
    with_table,
)
from support.effort import by_effort
from support.whole import units

import tablebase
from tablebase import Board, CorruptFileError, FileBusyError, FileFormatError, PositionError, Rules
from tablebase.engine.induction import solve
from tablebase.engine.jobs import machine
from tablebase.engine.packed import unpack
from tablebase.engine.rooms import game_of
from tablebase.engine.search import forward
from tablebase.engine.tables.append import parts_folder
from tablebase.engine.tables.chunks import LocatedCodes
from tablebase.engine.tables.store import TableFile, encode_codes
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.collapsi.whole import check as whole_check
from tablebase.games.collapsi.whole import file as whole_file
from tablebase.games.collapsi.whole.file import WholeFile, WholeTable
from tablebase.games.collapsi.whole.lookup import Boards
from tablebase.games.collapsi.whole.solver import Whole
from tablebase.games.collapsi.whole.store import WholeStore

FLAT = Rules("flat", Board(2, 4, wrap=False), (0, 0, 1, 1, 2, 2, 3, 4))
LETTERS3 = Rules("three", Board(1, 7), (0, 0, 1, 1, 2, 2, 3))
SMALL = [MINI, FLAT, LETTERS3]


@pytest.fixture(scope="module", params=SMALL, ids=lambda rules: rules.name)
def small(request, tmp_path_factory):
    """Rules, and their whole game: in memory, in a file, and in a file of every second layer."""
    folder, rules = tmp_path_factory.mktemp("whole"), request.param
    for name, half in (("whole.h5", False), ("half.h5", True)):
        assert not tablebase.build_large(folder / name, rules=rules, small=half).present
    with tablebase.open(folder / "whole.h5") as file, tablebase.open(folder / "half.h5") as half:
        yield rules, (tablebase.solve_game(rules=rules), file, half)


@pytest.fixture(scope="module")
def mini_half(tmp_path_factory):
    """A file of every second layer of the same. Tests must not change it."""
    path = tmp_path_factory.mktemp("whole") / "half.h5"
    tablebase.build_large(path, rules=MINI, small=True)
    return path


@pytest.fixture(scope="module")
def mini_whole(tmp_path_factory):
    """A file of the whole game on the small board. Tests must not change it."""
    path = tmp_path_factory.mktemp("whole") / "whole.h5"
    tablebase.build_large(path, rules=MINI)
    return path


def deals_of(rules, count):
    return list(tablebase.random_deals(count, 11, rules))


@pytest.mark.thorough
def test_every_position_of_deals(small):
    rules, kinds = small
    for deal in deals_of(rules, 8):
        expected = tablebase.build(deal)
        rows = game_of(deal).unrank_many(np.arange(game_of(deal).size, dtype=np.uint32))
        for tables in kinds:
            assert np.array_equal(tables.table(deal).probe_many(rows), expected.codes())
            assert np.array_equal(tables.table(deal).codes(), expected.codes())
            for edition in ("wild", "single"):
                probe = tables.probe(deal.start(edition))
                assert probe.moves == expected.probe(deal.start(edition)).moves
                assert probe.origin == tables.store.origin
                values = [step.value for step in tables.line(deal.start(edition))]
                assert values == [step.value for step in expected.line(deal.start(edition))]


def boards(rules, count, seed):
    """Random positions of random deals as an array, and as objects."""
    rng = random.Random(seed)
    rows = np.zeros(count, tablebase.BOARD_DTYPE)
    positions = []
    for row, deal in zip(rows, deals_of(rules, count), strict=True):
        deal = deal.image(rng.choice(automorphisms(rules.board)))
        position = game_of(deal).unrank(rng.randrange(game_of(deal).size))
        row["cards"][: len(deal.cards)] = deal.cards
        row["face_up"], row["mover"] = position.face_up, position.mover
        row["opponent"] = position.opponent
        row["edition"] = rules.editions.index(position.edition)
        positions.append(position)
    return rows, positions


@pytest.mark.thorough
def test_arrays_of_any_deals(small, monkeypatch):
    """Of more positions than a file places at a time."""
    monkeypatch.setattr(whole_file, "ROWS_AT_ONCE", 7)
    rules, kinds = small
    rows, positions = boards(rules, 120, 3)
    expected = tablebase.Tablebase().probe_many(positions)
    for tables in kinds:
        assert np.array_equal(tables.probe_many(rows), expected)
        assert np.array_equal(tables.probe_many(rows.reshape(2, -1)), expected.reshape(2, -1))
        assert np.array_equal(tables.probe_many(positions), expected)
        assert tables.probe_many(rows[:0]).size == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [("mover", 9), ("mover", 1), ("opponent", 200), ("face_up", 0b11 << 12), ("cards", 7)],
)
def test_rows_that_are_not_positions(small, name, value):
    _, kinds = small
    row = np.zeros(2, tablebase.BOARD_DTYPE)
    row["cards"] = 1
    row["face_up"], row["mover"], row["opponent"] = 0b11, 0, 1
    for tables in kinds:
        tables.probe_many(row)
        bad = row.copy()
        bad[name][1] = value
        with pytest.raises(PositionError, match="is not a position"):
            tables.probe_many(bad)
        with pytest.raises(TypeError):
            tables.probe_many(np.zeros(3, tablebase.POSITION_DTYPE))
    row["cards"], row["face_up"] = 3, 0b111  # more 3s than the deck has
    with pytest.raises(PositionError):
        kinds[0].probe_many(row)


def test_other_rules_are_built_or_missing(mini_whole):
    deal = tablebase.Deal.parse("A223/4A2J/3A23/J3A4")
    with tablebase.open(mini_whole) as tables:
        assert tables.probe(deal.start()).origin == "built"
    with tablebase.open(mini_whole, build_missing=False) as tables:
        assert tables.get(deal.start(), None) is None


def test_pickle(mini_whole):
    (deal,) = mini_deals(1)
    with tablebase.open(mini_whole) as tables:
        copy = pickle.loads(pickle.dumps(tables))
        assert copy.probe(deal.start()) == tables.probe(deal.start())
        copy.close()
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(tablebase.solve_game(rules=MINI))


def test_a_probe_of_a_file_needs_no_numba(mini_whole):
    code = """if True:
        import sys, tablebase
        sys.path.insert(0, sys.argv[2])
        from support import mini_deals
        tables = tablebase.open(sys.argv[1])
        for deal in mini_deals(2):
            tables.line(deal.start())
        assert "numba" not in sys.modules
    """
    done = python(code, mini_whole, str(sys.path[0]))
    assert done.returncode == 0, done.stderr


def turns_of(cells, mask):
    """The orders in which the letters of a word can be read, the usual one among them."""
    kept = [
        g
        for g in automorphisms(MINI.board)
        if sum(1 << g[cell] for cell in cells) == mask and [g[c] for c in cells[:2]] == cells[:2]
    ]
    return {tuple(cells.index(g[cell]) for cell in cells) for g in kept}


def shrinks(word, turn):
    """Whether the first half of a word shows that the turned word is smaller."""
    half = (len(word) + 1) // 2
    for place, at in enumerate(turn[:half]):
        if at >= half or word[at] > word[place]:
            return False
        if word[at] < word[place]:
            return True
    return False


def test_the_file_reads_as_documented(mini_whole):
    """A reader written from docs/format.md alone, but for the codes' packing."""
    import itertools

    words = {
        m: [
            word
            for word in itertools.product((1, 2, 3), repeat=m)
            if all(word.count(card) <= MINI.deck.count(card) for card in word)
        ]
        for m in range(2, 8)
    }
    deals = mini_deals(3)
    tables = [tablebase.build(deal) for deal in deals]
    rng = random.Random(12)
    with TableFile(mini_whole) as file:
        for _ in range(300):
            table = rng.choice(tables)
            position = table.game.unrank(rng.randrange(table.game.index.openings))
            for g in automorphisms(MINI.board):
                up = {g[c]: position.cards[c] for c in range(9) if position.face_up >> c & 1}
                mask, m = sum(1 << c for c in up), len(up)
                name = f"/whole/mini/{m:02}.{mask:04x}.{g[position.mover]:x}"
                if name not in file.file:
                    continue
                group = file.file[name]
                opponents = group.attrs["opponents"].tolist()
                if g[position.opponent] in opponents:
                    break
            number = opponents.index(g[position.opponent])
            cells = group.attrs["cells"].reshape(-1, m)[number].tolist()
            turns = turns_of(cells, mask)
            held = [word for word in words[m] if not any(shrinks(word, turn) for turn in turns)]
            word = min(tuple(up[cells[at]] for at in turn) for turn in turns)
            counts = group.attrs["words"].tolist()
            assert counts[number] == len(held)
            codes = unpack(file.codes(name).packed(), group.attrs["positions"], 4)
            code = codes[sum(counts[:number]) + held.index(word)]
            dte = group.attrs["code-dte"][code]
            value = table.value(position)
            assert (abs(dte), dte <= 0) == (value.dte, value.result.value == "loss")


# --- Counts ----------------------------------------------------------------------------------


LAYOUTS = {
    "mini": "00cf1c4f940ed88564ecf9c2f180ccdbd4be0234c6f29236a155328b83729f53",
    "collapsi": "8a178bf45fc49ce91d42f5bc5c9dc039b92571f03d97d1b69da619b22866d681",
}


@pytest.mark.parametrize("rules", [MINI, tablebase.COLLAPSI], ids=lambda rules: rules.name)
def test_tables_lie_where_they_did(rules):
    """The tables of a file, and the order of letters in each, on which files depend."""
    table = WholeTable(rules)
    layout = [(table.path(piece), table.attributes(piece)) for piece in table.pieces()]
    assert hashlib.sha256(json.dumps(layout).encode()).hexdigest() == LAYOUTS[rules.name]


@pytest.mark.parametrize("rules", [*SMALL, tablebase.COLLAPSI], ids=lambda rules: rules.name)
def test_count_identity(rules):
    """The orbits of units make up all labelled positions: sets, ordered pawns, layouts of cards."""
    geometry = Whole(rules).geometry
    size, caps = rules.board.size, [rules.deck.count(card) for card in geometry.letters]
    everything = 0
    for layer in range(2, geometry.top + 1):
        counted = 0
        group = geometry.automorphisms.astype(np.int64)
        for unit in units(geometry, layer):
            fixed = geometry.images_of(unit.shape.mask) == unit.shape.mask
            fixed &= group[:, unit.mover] == unit.mover
            fixed &= group[:, unit.opponent] == unit.opponent
            counted += len(group) // int(fixed.sum()) * geometry.words[layer].count
        sets = factorial(size) // factorial(layer) // factorial(size - layer)
        assert counted == sets * layer * (layer - 1) * layouts(layer, caps)
        everything += counted
    if rules is tablebase.COLLAPSI:
        assert everything == sum(
            factorial(16) // factorial(m) // factorial(16 - m) * m * (m - 1) * layouts(m, caps)
            for m in range(2, 15)
        )
        assert 1.5e12 < everything < 1.7e12


def layouts(length, caps):
    """Words of a length: the coefficient in a product of truncated exponential series."""
    series = [1] + [0] * length
    for cap in caps:
        series = [
            sum(
                series[n - k] * factorial(n) // factorial(k) // factorial(n - k)
                for k in range(min(cap, n) + 1)
            )
            for n in range(length + 1)
        ]
    return series[length]


def test_a_small_file_holds_every_second_layer(mini_whole, mini_half):
    with TableFile(mini_whole) as whole, TableFile(mini_half) as half:
        assert half.attributes()["levels"] == [3, 5, 7]
        paths = [path for path in whole.paths() if int(path.split("/")[-1][:2]) in (3, 5, 7)]
        assert half.paths() == paths
        for path in paths:
            assert half.codes(path).packed().tobytes() == whole.codes(path).packed().tobytes()


def test_attributes_of_a_user_are_ignored(mini_whole, tmp_path):
    path = shutil.copy(mini_whole, tmp_path)
    with h5py.File(path, "r+") as file:
        for table in file["whole/mini"].values():
            table.attrs.update({"größer": 7, "text": np.bytes_("mine")})
    assert not any(check.error for check in tablebase.verify(path))


def test_a_small_file_is_another(mini_whole, mini_half):
    for path, small, there, wanted in (
        (mini_whole, True, "the whole game 'mini'", "the small whole game 'mini'"),
        (mini_half, False, "the small whole game 'mini'", "the whole game 'mini'"),
    ):
        assert tablebase.build_large(path, rules=MINI, small=not small).present
        with pytest.raises(FileFormatError, match=f"holds {there}, not {wanted}"):
            tablebase.build_large(path, rules=MINI, small=small)


# --- Building --------------------------------------------------------------------------------


def test_the_same_bytes_at_the_same_date(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    for threads in (1, 4):
        tablebase.build_large(tmp_path / f"{threads}.h5", rules=MINI, threads=threads)
    assert (tmp_path / "1.h5").read_bytes() == (tmp_path / "4.h5").read_bytes()


def test_present_foreign_and_replaced_files(tmp_path, mini_image):
    path = tmp_path / "whole.h5"
    path.write_bytes(mini_image)
    with pytest.raises(FileFormatError, match="holds tables, expected a whole game of collapsi"):
        tablebase.build_large(path, rules=MINI)
    assert path.read_bytes() == mini_image
    assert not tablebase.build_large(path, rules=MINI, replace=True).present
    good = path.read_bytes()
    assert tablebase.build_large(path, rules=MINI).present
    with pytest.raises(
        FileFormatError, match=r"holds the whole game 'mini', not the whole .* 'flat'"
    ):
        tablebase.build_large(path, rules=FLAT)
    with pytest.raises(FileFormatError, match="expected a file of tables"):
        tablebase.append(path, mini_deals(1))
    assert path.read_bytes() == good
    assert [file.name for file in tmp_path.iterdir()] == ["whole.h5"]


@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.8, 0.85, 1.0])
def test_interrupted_and_taken_up(tmp_path, share, mini_whole):
    path = tmp_path / "whole.h5"
    with pytest.raises(StopError):
        tablebase.build_large(path, rules=MINI, progress=stop_at(share))
    assert not path.exists()
    parts = list(parts_folder(path).glob("*.h5")) if parts_folder(path).exists() else []
    for part in parts:
        with pytest.raises(FileFormatError, match="part of a whole game"):
            tablebase.open(part)
    if parts:
        with pytest.raises(FileBusyError, match="another unfinished build"):
            tablebase.append(path, mini_deals(1))
        with pytest.raises(FileBusyError, match="another unfinished build"):
            tablebase.build_large(path, rules=FLAT)
    done = tablebase.build_large(path, rules=MINI)
    assert bool(done.recovered) == bool(parts)
    assert same_tables(path, mini_whole)
    assert [file.name for file in tmp_path.iterdir()] == ["whole.h5"]


def test_complete_parts_are_merged_without_solving(tmp_path, monkeypatch, mini_whole):
    path = tmp_path / "whole.h5"
    with pytest.raises(StopError):
        tablebase.build_large(path, rules=MINI, progress=stop_at(0.999))
    monkeypatch.setattr(Whole, "solve", None)
    tablebase.build_large(path, rules=MINI)
    assert same_tables(path, mini_whole)


def test_damaged_part_is_built_again(tmp_path, mini_whole):
    path = tmp_path / "whole.h5"
    with pytest.raises(StopError):
        tablebase.build_large(path, rules=MINI, progress=stop_at(0.999))
    for part in parts_folder(path).glob("*.h5"):
        data = bytearray(part.read_bytes())
        data[len(data) // 2] ^= 16
        part.write_bytes(data)
    tablebase.build_large(path, rules=MINI)
    assert same_tables(path, mini_whole)


KILLED = """if True:
    import os, signal, sys
    from support import MINI
    import tablebase
    path, left = sys.argv[1], int(sys.argv[2])

    def step(_):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(lambda _, names: names and str(names[0]).startswith(path) and step(names))
    tablebase.build_large(path, rules=MINI, progress=step)
"""
HALF = """if True:
    import os, signal, sys, tablebase
    step = lambda done: done > 0.5 and os.kill(os.getpid(), signal.SIGKILL)
    tablebase.build_large(sys.argv[1], progress=step)
"""
INSTANTS = 77  # in which a file is opened, moved or removed, or progress is reported


@pytest.mark.thorough
def test_killed_as_files_are_opened_or_moved_or_progress_reported(tmp_path, mini_whole, tried):
    tried("writers killed", times := by_effort(2, 12))
    path, codes = tmp_path / "whole.h5", []
    for instant in random.Random(8).sample(range(INSTANTS), times):
        done = python(KILLED, path, instant)
        codes.append(done.returncode)
        assert codes[-1] in (0, -signal.SIGKILL), done.stderr  # less is left each time
        if path.exists():  # in the end it is complete, or not there at all
            assert same_tables(path, mini_whole)
            path.unlink()
    assert codes[0] == -signal.SIGKILL
    tablebase.build_large(path, rules=MINI)
    assert same_tables(path, mini_whole)
    assert [file.name for file in tmp_path.iterdir()] == ["whole.h5"]


def test_too_little_memory_or_disk_is_reported_before_the_work(tmp_path, monkeypatch):
    monkeypatch.setattr(Whole, "solve", None)
    monkeypatch.setattr(machine, "available_memory", lambda: 1 << 26)
    with pytest.raises(MemoryError, match=r"needs 0\.5 GiB of memory, but only 0\.1 GiB are free"):
        tablebase.build_large(tmp_path / "whole.h5", rules=MINI)
    with pytest.raises(MemoryError, match=r"needs 5\.\d GiB of memory"):
        tablebase.solve_game()
    monkeypatch.setattr(machine, "available_memory", lambda: None)
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda folder: usage)
    with pytest.raises(OSError, match="of disk"):
        tablebase.build_large(tmp_path / "whole.h5")
    assert list(tmp_path.iterdir()) == []


def test_memory_of_a_container(tmp_path):
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("600\n")
    (tmp_path / "memory.stat").write_text("anon 300\ninactive_file 200\nactive_file 100\n")
    assert machine.group_memory(tmp_path) is None
    (tmp_path / "memory.max").write_text("1000\n")
    assert machine.group_memory(tmp_path) == 700
    assert machine.group_memory(tmp_path / "nowhere") is None


@pytest.mark.thorough
def test_interrupt_is_one_line(tmp_path, mini_whole):
    """Ctrl-C ends the command with one line, and the next run resumes."""
    path = tmp_path / "whole.h5"
    code = """if True:
        import signal, os, sys
        from support import MINI
        import tablebase.library, tablebase_cli
        build = tablebase.library.build_large
        def progress(done):
            if done > 0.5:
                os.kill(os.getpid(), signal.SIGINT)
        tablebase.library.build_large = lambda path, **options: build(
            path, **{**options, "rules": MINI, "progress": progress}
        )
        tablebase_cli.main()
    """
    done = python(code, "build", "--all", "-o", path)
    assert done.returncode == 130
    assert one_line(done.stderr), done.stderr
    assert "to continue" in done.stderr
    assert not path.exists()
    assert tablebase.build_large(path, rules=MINI).recovered
    assert same_tables(path, mini_whole)


# --- Damage ----------------------------------------------------------------------------------


def read_all(path, deals):
    with tablebase.open(path, build_missing=False) as tables:
        found = []
        for deal in deals:
            game = game_of(deal)
            rows = game.unrank_many(np.arange(game.size, dtype=np.uint32))
            found.append(tables.table(deal).probe_many(rows).tobytes())
        return found


def read_two(path, expected):
    return "same" if read_all(path, mini_deals(2)) == expected else "WRONG"


@pytest.mark.thorough
def test_flipped_bits_never_become_a_wrong_answer(mini_whole, tmp_path, tried):
    tried("flipped files of a whole game", number := by_effort(20, 200))
    deals, good = mini_deals(2), mini_whole.read_bytes()
    expected = [tablebase.build(deal).codes().tobytes() for deal in deals]
    # One bit in each of this many equal parts of the file.
    rng, part = random.Random(4), len(good) // number
    damages = [[[n * part + rng.randrange(part), 1 << rng.randrange(8)]] for n in range(number)]
    with h5py.File(mini_whole, locking=False) as file:  # one that every look-up must notice
        damages.append([[file["directory"].id.get_offset() + 8, 1]])
    read = "collapsi.test_whole_file:read_two"
    found = flips.outcomes(read, good, expected, damages, tmp_path)
    assert found[-1] == "CorruptFileError"
    assert "MissingTableError" not in found


def rewritten(path, change):
    """A copy of a file with one table changed, all its checksums valid."""
    target = path.with_suffix(".changed")
    with TableFile(path) as file:
        name = max(file.paths(), key=lambda name: file.codes(name).attributes["positions"])
        table = file.codes(name)
        codes, attributes = table.packed().copy(), dict(table.attributes)
    attributes.pop("chunk-crc32")
    change(codes, attributes)
    with_table(path, target, encode_codes(name, attributes, codes, len(codes), 1))
    return name, target


@pytest.mark.parametrize("file", ["mini_whole", "mini_half"])
@pytest.mark.parametrize("full", [False, True])
def test_verify_finds_an_entry_that_no_checksum_can(file, full, request):
    def change(codes, _):
        codes[len(codes) // 2] ^= 1

    original = request.getfixturevalue(file)
    assert all(check.error == "" for check in tablebase.verify(original, full=full))
    name, path = rewritten(original, change)
    bad = [check for check in tablebase.verify(path, full=full) if check.error]
    assert bad[0].path == name
    assert "does not follow from its moves" in bad[0].error


def test_what_follows_from_a_damaged_table_of_a_small_file(mini_half, tmp_path):
    path = tmp_path / "half.h5"
    path.write_bytes(mini_half.read_bytes())
    with h5py.File(path, "r+", locking=False) as file:
        name = next(key for key in file["whole/mini"] if key.startswith("03"))
        del file[f"whole/mini/{name}"]
    errors = [check.error for check in tablebase.verify(path, full=True) if check.error]
    assert "no table" in errors[0]
    assert any("that it follows from is damaged" in error for error in errors[1:])


@pytest.mark.thorough
def test_samples_differ_and_are_counted(mini_whole, monkeypatch):
    """One wrong entry, and a sample of a few: whether a check finds it depends on its seed."""
    monkeypatch.setattr(whole_check, "SAMPLE", 40)

    def change(codes, _):
        codes[-1] ^= 1

    name, path = rewritten(mini_whole, change)

    def found(**options):
        check = next(check for check in tablebase.verify(path, **options) if check.path == name)
        assert 0 < check.positions <= check.of
        return bool(check.error)

    by_seed = [found(seed=seed) for seed in range(8)]
    assert set(by_seed) == {True, False}
    assert [found(seed=seed) for seed in range(4)] == by_seed[:4]
    assert found(full=True)


def test_a_sample_is_drawn_anew_each_time(mini_whole, monkeypatch):
    seeds = []

    def check(whole, look_up, *, full, seed, **_):
        seeds.append(seed)
        return iter(())

    monkeypatch.setattr(whole_check, "check_whole", check)
    for options in ({}, {}, {"seed": 3}, {"seed": 3}):
        list(tablebase.verify(mini_whole, **options))
    assert len(set(seeds)) == 3
    assert seeds[2:] == [3, 3]


def test_verify_says_what_a_sample_can_miss(mini_whole, answer, monkeypatch):
    monkeypatch.setattr(whole_check, "SAMPLE", 10)
    sample = json.loads(answer("verify", "--json", mini_whole))["sample"]
    assert sample["missed"] == pytest.approx(1 - sample["share"])
    # This many wrong entries at random places are all missed in one case out of a hundred.
    assert sample["missed"] ** sample["found"] <= 0.01 < sample["missed"] ** (sample["found"] - 1)
    out = answer("verify", mini_whole)
    assert f" % of {sample['of']:,} positions" in out
    assert f"if {sample['found']:,} are wrong, at least one is found with a chance of 99 %" in out
    assert "a sample, seed 77:" in answer("verify", "--seed", 77, mini_whole)
    assert "sample" not in answer("verify", "--full", mini_whole)


def sampled_deals(path):
    """The result of the comparison with deals' own tables and with forward search."""
    *_, last = tablebase.verify(path)
    assert last.path == "samples of deals"
    return last


def test_deals_are_compared_with_forward_search(mini_whole, monkeypatch):
    good = sampled_deals(mini_whole)
    assert (good.error, good.positions > 100) == ("", True)
    real, asked = forward.search, []

    def wrong(position):
        found = real(position)
        asked.append(position)
        value = found.value
        other = value._replace(result=value.result.opposite, dte=value.dte + 1)
        return replace(found, lower=other, upper=other) if len(asked) == 9 else found

    monkeypatch.setattr(forward, "search", wrong)
    bad = sampled_deals(mini_whole)
    assert bad.error == f"{asked[-1]}: forward search finds another value"
    assert len(asked) == 9


def test_deals_are_compared_with_their_own_tables(mini_whole, monkeypatch):
    def wrong(game):
        codes = solve(game).copy()
        codes[:] = 0
        return codes

    monkeypatch.setattr(whole_check, "solve", wrong)
    assert "not as in the table of the deal" in sampled_deals(mini_whole).error


def only_a_directory_helps(path, good, said):
    """Look-ups are right as long as a file has its directory; without one they are refused."""
    assert read_all(path, mini_deals(3)) == read_all(good, mini_deals(3))
    with h5py.File(path, "r+", locking=False) as file:
        del file["directory"]
    with pytest.raises(CorruptFileError, match=said):
        read_all(path, mini_deals(3))


def test_a_table_in_another_order_is_refused(mini_whole):
    def change(_, attributes):
        attributes["cells"] = attributes["cells"][::-1]

    name, path = rewritten(mini_whole, change)
    checks = {check.path: check.error for check in tablebase.verify(path)}
    assert "attribute cells" in checks[name]
    # Chunks that the directory finds are read in the order of the format.
    only_a_directory_helps(path, mini_whole, "attribute cells")


def test_a_missing_table_is_damage(mini_whole, tmp_path):
    path = tmp_path / "whole.h5"
    path.write_bytes(mini_whole.read_bytes())
    with TableFile(path) as file:
        name = file.paths()[-1]
    with h5py.File(path, "r+", locking=False) as file:
        del file[name]
    checks = {check.path: check.error for check in tablebase.verify(path)}
    assert "no table" in checks[name]
    # The directory still finds its chunks; without one, look-ups notice it.
    only_a_directory_helps(path, mini_whole, "no table")


# --- The directory ---------------------------------------------------------------------------


def with_directory(original, folder, change):
    """A copy of a file; `change` gets it, and the rows of its directory, and returns new rows."""
    path = folder / "changed.h5"
    path.write_bytes(original.read_bytes())
    with h5py.File(path, "r+", locking=False) as file:
        rows = change(file, file["directory"][:])
        del file["directory"]
        if rows is not None:
            file["directory"] = rows
            digest = hashlib.sha256(rows.tobytes()).hexdigest().encode()
            file["directory"].attrs["sha256"] = np.bytes_(digest)
    return path


def test_the_directory_says_where_chunks_lie(mini_whole):
    with h5py.File(mini_whole, locking=False) as file:
        rows, data = file["directory"][:], mini_whole.read_bytes()
        tables = [file["whole/mini"][name] for name in sorted(file["whole/mini"])]
        crcs = [(n, crc) for n, table in enumerate(tables) for crc in table.attrs["chunk-crc32"]]
    assert rows[:, [0, 3]].tolist() == [list(row) for row in crcs]
    for _, offset, size, crc in rows.tolist():
        assert zlib.crc32(data[offset : offset + size]) == crc


def test_answers_do_not_depend_on_the_directory(mini_whole, tmp_path, monkeypatch):
    """It is missing, as in older files, or a tool has moved the chunks."""
    deals = mini_deals(3)
    expected = read_all(mini_whole, deals)

    def moved(_, rows):
        rows[:, 1] -= 1
        return rows

    for change in (lambda *_: None, moved):
        path = with_directory(mini_whole, tmp_path, change)
        assert read_all(path, deals) == expected
        assert not any(check.error for check in tablebase.verify(path))
    # With it, no piece is opened with HDF5.
    monkeypatch.setattr(WholeFile, "read", None)
    assert read_all(mini_whole, deals) == expected


def test_each_of_many_chunks_is_found(tmp_path):
    """The small board's tables have one chunk each."""
    path = tmp_path / "chunks.h5"
    packed = np.random.default_rng(1).integers(256, size=1000, dtype=np.uint8)
    layout = 2 * packed.size, 4, 100
    table = encode_codes("many", {"positions": layout[0]}, packed, layout[2], 1)
    path.write_bytes(file_image([table], "tests 1", directory=True))
    ranks = np.array([1999, 300, 301], np.uint32)
    with TableFile(path) as file:
        rows = file.directory(["many"])["many"]
        codes = LocatedCodes("", "many", layout, rows, lambda: file.descriptor, stored=None)
        assert (codes.at(ranks) == unpack(packed, layout[0], 4)[ranks]).all()


def test_a_directory_that_contradicts_the_tables(mini_whole, tmp_path):
    def other(_, rows):
        rows[:, 3] ^= 1
        return rows

    path = with_directory(mini_whole, tmp_path, other)
    with pytest.raises(CorruptFileError, match="other checksums than in the directory"):
        read_all(path, mini_deals(3))
    errors = [check.error for check in tablebase.verify(path)]
    assert all("other checksums than in the directory" in error for error in errors[:-1])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda _, rows: rows[:, :3], "directory is of another kind"),
        (lambda _, rows: rows.astype("<i8"), "directory is of another kind"),
        (lambda _, rows: rows[::-1].copy(), "not in order"),
        (lambda _, rows: rows + np.uint64(1 << 40), "lies behind the end"),
        (lambda _, rows: rows[:-1], "0 chunks in the directory, expected 1"),
    ],
    ids=["columns", "signed", "order", "offsets", "short"],
)
def test_a_damaged_directory(mini_whole, tmp_path, change, said):
    path = with_directory(mini_whole, tmp_path, change)
    with pytest.raises(CorruptFileError, match=said):
        read_all(path, mini_deals(3))


# --- The command -----------------------------------------------------------------------------


def test_commands(home, tmp_path, monkeypatch, answer, fails):
    monkeypatch.setattr(tablebase.build_large, "__defaults__", (MINI, None))
    assert "holds 13,080 positions" in answer("build", "--all")
    assert "already built" in answer("build", "--all")
    whole = str(home / "whole.h5")
    assert "game of collapsi, rules mini, 2 to 7 face-up cards, 47 tables" in answer("info", whole)
    said = fails(2, "build", "--all", "--small")
    assert "the small whole game 'mini'; -o names another file" in said
    half = str(tmp_path / "half.h5")
    assert "holds 6,640 positions" in answer("build", "--all", "--small", "-o", half)
    assert "7 face-up cards, every second number derived" in answer("info", half)
    fails(2, "build", "--small", "A223/4A2J/3A23/J3A4")
    answer("verify", "--full", whole)
    fails(2, "build", "--all", "A223/4A2J/3A23/J3A4")


# --- The real board --------------------------------------------------------------------------


@pytest.mark.thorough
def test_layers_up_to_nine_agree_with_deals():
    whole = Whole()
    whole.solve(top=9)
    for deal in tablebase.random_deals(4, seed=9):
        game = game_of(deal)
        ranks = np.arange(game.index.openings, dtype=np.uint32)
        rows = game.unrank_many(ranks)
        chosen = np.bitwise_count(rows["face_up"]) <= 9
        rows = rows[chosen]
        found = whole.codes(Boards.of(rows, whole.geometry.letters_of(deal.cards)))
        expected = unpack(tablebase.build(deal).packed(), game.size, 4)[ranks[chosen]]
        assert np.array_equal(found, expected)


@pytest.mark.slow
def test_the_whole_game(tmp_path):
    path = tmp_path / "whole.h5"
    assert python(HALF, path).returncode == -signal.SIGKILL
    assert not path.exists()
    assert tablebase.build_large(path).recovered
    assert path.stat().st_size < 900e6
    assert [check.error for check in tablebase.verify(path) if check.error] == []
    with tablebase.open(path) as tables:
        whole = tables.store.whole
        assert isinstance(whole, WholeFile)
        for deal in tablebase.random_deals(100, seed=17):
            ranks = (
                np.random.default_rng(1).integers(game_of(deal).size, size=300).astype(np.uint32)
            )
            expected = tablebase.build(deal).codes()[ranks]
            rows = game_of(deal).unrank_many(ranks)
            assert np.array_equal(WholeStore(whole).codes_of_rows(game_of(deal), rows), expected)
    memory = tablebase.solve_game()
    assert isinstance(memory.store, WholeStore)
    for deal in tablebase.random_deals(300, seed=18):
        assert np.array_equal(memory.table(deal).codes(), tablebase.build(deal).codes())
