"""A file of the whole game of Collapsi Shift: look-ups by the oracle, builds, damage, the check.

Slow: the file of the real board, killed, built, verified in full, compared with 1,000 searches and
by the independent program. Needs 9 GiB of memory, 3 GB of disk, an hour of processor time.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import random
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest
from samples import random_position
from support import one_line, start, with_table
from test_shift import SHIFT, SHIFT_MAY, SMALL, by_name, every_position

import tablebase
from tablebase import CorruptFileError, FileFormatError
from tablebase.engine.search.forward import search
from tablebase.engine.tables.store import TableFile, encode_codes
from tablebase.games.collapsi import rules_file
from tablebase.games.collapsi.commands import GAME
from tablebase.games.collapsi.whole import file as whole_file
from tablebase.games.collapsi.whole.file import WholeTable


@pytest.fixture(
    scope="module",
    params=[*SMALL[:3], pytest.param(SMALL[3], marks=pytest.mark.thorough)],
    ids=by_name,
)
def small(request, tmp_path_factory):
    """Rules, and a file of their whole game. Tests must not change it."""
    path = tmp_path_factory.mktemp("whole") / "whole.h5"
    assert not tablebase.build_large(path, request.param, small=True).present
    return request.param, path


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    """The file of 3x3. Tests must not change it."""
    path = tmp_path_factory.mktemp("whole") / "whole.h5"
    tablebase.build_large(path, SMALL[2], small=True)
    return path


def in_memory(rules):
    return tablebase.solve_game(rules=rules)


# --- look-ups ---------------------------------------------------------------------------------


def test_every_position_agrees_with_the_oracle(small, monkeypatch):
    monkeypatch.setattr(whole_file, "MOVED_AT_ONCE", 1000)
    rules, path = small
    with tablebase.open(path) as tables:
        whole = tables.store.whole
        for up, mover, opponent, cards, codes in every_position(rules):
            letters = whole.geometry.letters_of(cards)
            assert np.array_equal(whole.codes(up, mover, opponent, letters), codes)


def test_probes_and_lines_are_those_of_memory(small):
    rules, path = small
    memory = in_memory(rules)
    with tablebase.open(path) as tables:
        for deal in tablebase.random_deals(3, 5, rules):
            for edition in rules.editions:
                start = deal.start(edition)
                assert tables.probe(start).moves == memory.probe(start).moves
                assert tables.probe(start).origin == str(path)
                line = [step.value for step in tables.line(start)]
                assert line == [step.value for step in memory.line(start)]


def playouts(rules, count, seed):
    """The positions of random games."""
    rng, positions = random.Random(seed), []
    for deal in tablebase.random_deals(count, seed, rules):
        positions.append(deal.start(rng.choice(rules.editions)))
        while moves := positions[-1].legal_moves():
            positions.append(positions[-1].play(rng.choice(moves)))
    return positions


def test_many_positions_at_once(small):
    rules, path = small
    positions = playouts(rules, 20, 2)
    rows = np.zeros(len(positions), tablebase.BOARD_DTYPE)
    for row, position in zip(rows, positions, strict=True):
        row["cards"][: rules.board.size] = position.cards
        row["face_up"], row["mover"] = position.face_up, position.mover
        row["opponent"] = position.opponent
        row["edition"] = rules.editions.index(position.edition)
    expected = in_memory(rules).probe_many(positions)
    with tablebase.open(path) as tables:
        assert np.array_equal(tables.probe_many(positions), expected)
        assert np.array_equal(tables.probe_many(rows), expected)
        found = tables.values(positions)
    for position, value in itertools.islice(zip(positions, found, strict=True), 0, None, 9):
        assert search(position).value == value


# --- the file ---------------------------------------------------------------------------------

LAYOUTS = {
    "shift": "ec746158147ea3ce7310bb8f853876dfe128a51bb89b77334d0afe05ccdbc7e0",
    "shift-may": "3ed69cb8d0d24e623296b6c4fec603b0b14db2c272c4c45e11e53b6fa26b0dc2",
}


@pytest.mark.parametrize("rules", [SHIFT, SHIFT_MAY], ids=by_name)
def test_tables_lie_where_they_did(rules):
    """The tables of a file, and the order of letters in each, on which files depend."""
    table = WholeTable(rules, small=True)
    layout = [(table.path(piece), table.attributes(piece)) for piece in table.pieces()]
    assert hashlib.sha256(json.dumps(layout).encode()).hexdigest() == LAYOUTS[rules.name]


def test_a_full_file_is_refused(one, tmp_path):
    with pytest.raises(
        ValueError, match=r"no full file of the whole game '3x3'.*: expected a small"
    ):
        tablebase.build_large(tmp_path / "whole.h5", SMALL[2])
    assert not list(tmp_path.iterdir())
    path = tmp_path / "full.h5"
    shutil.copy(one, path)
    with h5py.File(path, "r+") as file:
        assert file.attrs["levels"].tolist() == [3, 5, 7]
        del file.attrs["levels"]
        file.attrs["levels"] = np.arange(2, 8)
    with pytest.raises(FileFormatError, match="no full file"):
        tablebase.open(path)


def same_tables(path, other):
    with TableFile(path) as file, TableFile(other) as expected:
        return file.paths() == expected.paths() and all(
            file.read(name) == expected.read(name) for name in expected.paths()
        )


class StopError(Exception):
    pass


@pytest.mark.parametrize("share", [0.01, 0.3, 0.7, 0.81, 1.0])
def test_interrupted_and_taken_up(tmp_path, share, one):
    def progress(done):
        if done >= share:
            raise StopError

    path = tmp_path / "whole.h5"
    with pytest.raises(StopError):
        tablebase.build_large(path, SMALL[2], progress, small=True)
    assert not path.exists()
    tablebase.build_large(path, SMALL[2], small=True)
    assert same_tables(path, one)
    assert [file.name for file in tmp_path.iterdir()] == ["whole.h5"]


# --- damage, and the check --------------------------------------------------------------------


@pytest.mark.thorough
def test_no_flipped_bit_becomes_a_wrong_answer(one, tmp_path):
    positions = playouts(SMALL[2], 3, 3)
    expected, good = in_memory(SMALL[2]).probe_many(positions).tolist(), one.read_bytes()
    path, rng, outcomes = tmp_path / "flipped.h5", random.Random(1), set()
    for part in range(40):
        data = bytearray(good)
        data[(part * len(good) + rng.randrange(len(good))) // 40] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        try:
            with tablebase.open(path, build_missing=False) as tables:
                assert tables.probe_many(positions).tolist() == expected
                outcomes.add("same")
        except (FileFormatError, LookupError):
            outcomes.add("error")
    assert outcomes == {"same", "error"}


def test_a_missing_table_is_damage(one, tmp_path):
    path = tmp_path / "whole.h5"
    shutil.copy(one, path)
    with h5py.File(path, "r+", locking=False) as file:
        name = next(name for name in file["whole/3x3"] if name.startswith("05"))
        del file[f"whole/3x3/{name}"], file["directory"]
    with tablebase.open(path) as tables, pytest.raises(CorruptFileError, match="no table"):
        tables.probe_many(playouts(SMALL[2], 100, 4))
    errors = [check.error for check in tablebase.verify(path, full=True) if check.error]
    assert "no table" in errors[0]
    assert any("that it follows from is damaged" in error for error in errors[1:])


@pytest.mark.parametrize("full", [False, True])
def test_verify_finds_nothing_wrong(small, full):
    checks = list(tablebase.verify(small[1], full=full, seed=1))
    assert [check for check in checks if check.error] == []
    with tablebase.open(small[1]) as tables:
        table = tables.store.whole.table
    assert [check.path for check in checks[:-1]] == list(map(table.path, table.pieces()))
    assert sum(check.of for check in checks) == table.positions
    assert (checks[-1].path, checks[-1].positions > 5) == ("samples of games", True)


def changed(path, target, name, entry):
    """Copy a file with another code at an entry of a table, all its checksums valid."""
    with TableFile(path) as file:
        table = file.codes(name)
        codes, attributes = table.packed().copy(), dict(table.attributes)
    attributes.pop("chunk-crc32")
    codes[entry // 2] ^= 1 << 4 * (entry % 2)
    with_table(path, target, encode_codes(name, attributes, codes, len(codes), 1))


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.thorough
def test_verify_finds_each_changed_entry(one, tmp_path, full):
    """An entry is compared with what follows from two layers down, by all moves and shifts."""
    rng = random.Random(6)
    with TableFile(one) as file:
        sizes = {name: file.codes(name).attributes["positions"] for name in file.paths()}
    for name in rng.sample(sorted(sizes), 8):
        changed(one, tmp_path / "changed.h5", name, rng.randrange(sizes[name]))
        bad = [c for c in tablebase.verify(tmp_path / "changed.h5", full=full) if c.error]
        assert bad[0].path == name
        assert "does not follow from its moves" in bad[0].error


# --- the commands -----------------------------------------------------------------------------


@pytest.fixture
def tiny(monkeypatch):
    """Rules by the name `shift`, as if they came with the package."""
    rules = replace(SMALL[2], name="shift")
    monkeypatch.setattr(rules_file, "named_rules", {"shift": rules}.get)
    return rules


def test_commands(home, answer, tiny):
    out = answer("build", "--all", "--small", "--rules", "shift")
    assert f"{home / 'whole-shift.h5'} holds 1,794 positions" in out
    assert "already built" in answer("build", "--all", "--small", "--rules", "shift")
    said = answer("info", home / "whole-shift.h5")
    assert "rules shift, 2 to 7 face-up cards, every second number derived" in said
    assert "25 tables verified" in answer("verify", "--full", home / "whole-shift.h5")
    memory, positions = in_memory(tiny), playouts(tiny, 2, 8)
    for position in positions[:12]:
        edition = position.edition.name
        words = ["probe", "--rules", "shift", "--edition", edition, str(position)]
        data = json.loads(answer(*words, "--json"))
        probe = memory.probe(position)
        assert (data["dte"], data["winner"]) == (probe.dte, probe.winner)
        assert len(data["moves"]) == len(probe.moves)
        assert data["origin"] == str(home / "whole-shift.h5")
    with GAME.served_tables(None, 1 << 20) as tables:
        assert tables.probe(positions[0]).origin == str(home / "whole-shift.h5")
    words = ["--rules", "shift", "--edition", positions[0].edition.name]
    line = json.loads(answer("line", *words, "--json", str(positions[0])))
    assert len(line) == memory.probe(positions[0]).dte + 1
    played = ["play", *words, "--blue", "perfect", "--seed", "1", str(positions[0])]
    out = answer(*played, typed="hint\nquit\n")  # only a table plays perfectly
    best = memory.probe(positions[0]).moves[0]
    does = "wins" if best.value.result == "win" else "loses"
    assert f"hint: {best.move}, {positions[0].sides[0]} {does} in {best.value.dte}" in out
    later = [position for position in positions if not position.is_opening]
    rows = answer("probe", "--rules", "shift", "-", typed="".join(f"{one}\n" for one in later))
    expected = [str(value.dte) for value in memory.values(later)]
    assert [row.split(",")[3] for row in rows.splitlines()[1:]] == expected


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "shift"], "would take more than a gigabyte: expected --small"),
        (["--small", "--rules", "3x3"], "the published game or Collapsi Shift"),
        (["--small", "--rules", "mine.toml"], "rules of your own: expected --output FILE"),
        (["--small", "--board", "4x4"], "expected no --board"),
    ],
)
def test_what_is_not_built(words, said, run, home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text('board = "2x3"\ndeck = "AA23JJ"\nshift = "may"')
    code, out, err = run("build", "--all", *words)
    assert (code, out, said in err) == (2, "", True)
    assert one_line(err)
    assert not home.exists()


def test_rules_of_your_own(answer, tmp_path):
    (tmp_path / "mine.toml").write_text('board = "2x3"\ndeck = "AA23JJ"\nshift = "may"')
    words = ["--rules", tmp_path / "mine.toml", "-o", tmp_path / "mine.h5"]
    assert "holds 213 positions" in answer("build", "--all", "--small", *words)


# --- the real board ---------------------------------------------------------------------------

KILLED = """if True:
    import sys, tablebase
    rules = tablebase.load_rules("shift")
    done = lambda share: print(share, flush=True)
    tablebase.build_large(sys.argv[1], rules, done, small=True)
"""


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The file of the real board, after a build that was killed. Tests must not change it."""
    path = tmp_path_factory.mktemp("real") / "whole.h5"
    process = start(KILLED, path)
    for line in process.stdout:
        if float(line) > 0.3:
            process.send_signal(signal.SIGKILL)
            break
    process.communicate()
    assert not path.exists()
    assert tablebase.build_large(path, SHIFT, small=True).recovered
    assert path.stat().st_size < 1e9
    return path


@pytest.mark.slow
def test_every_entry_of_the_real_file_follows_from_others(real):
    assert [check for check in tablebase.verify(real, full=True) if check.error] == []


@pytest.mark.slow
def test_the_real_file_agrees_with_searches(real):
    rng = random.Random(12)
    positions = [random_position(rng, SHIFT, rng.randint(2, 14)) for _ in range(1000)]
    with tablebase.open(real) as tables:
        assert tables.values(positions) == [search(position).value for position in positions]
        for deal in tablebase.random_deals(5, 13, SHIFT):
            for edition in SHIFT.editions:
                probe = tables.probe(deal.start(edition))
                opening = tablebase.Book(rules="shift").opening(deal, edition)
                assert probe.value == opening.value
                winning = sum(move.keeps_win for move in probe.moves)
                assert winning == opening.winning_moves


@pytest.mark.slow
def test_the_real_file_by_the_independent_program(real):
    program = Path(__file__).parent.parent / "docs" / "certificate" / "shift_file.py"
    done = subprocess.run(
        [sys.executable, program, real], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Every entry with up to 14 face-up cards is right." in done.stdout
