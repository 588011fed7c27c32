"""The opening book against the per-deal kernel, damage and the command line.

Slow: that the whole game gives data/openings.h5 and data/positions.csv again. Needs 7 GiB of
memory.
"""

import json
import random

import h5py
import numpy as np
import pytest
from support import DEAL, deal_with, flips, python

import tablebase
from tablebase import COLLAPSI, Board, Book, CorruptFileError, Deal, Rules
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.studies.book import book, image, tabulate
from tablebase.games.collapsi.studies.census import Census
from tablebase.games.collapsi.symmetry import automorphisms

EDITIONS = ("wild", "single")


def check(deal, table):
    """The book's entries for a deal, under both editions, against its table."""
    for edition in EDITIONS:
        probe = table.probe(deal.start(edition))
        opening = book().opening(deal, edition)
        assert opening.value == probe.value
        assert opening.winning_moves == sum(move.keeps_win for move in probe.moves)


def test_sample_against_the_kernel():
    rng = random.Random(11)
    for deal in tablebase.random_deals(60, seed=11):
        table = tablebase.build(deal)
        check(deal, table)
        check(deal_with(deal.cards, deal.blue), table)
        turned = deal.image(rng.choice(automorphisms(COLLAPSI.board)))
        assert book().opening(turned, "single") == book().opening(deal, "single")


def test_distances_and_weights():
    census = book().census
    sizes = [joker_class.words.size for joker_class in census.classes]
    assert (book().distances == np.repeat([1, 2, 3, 4], sizes)).all()
    assert (book().weights * 8 == census.sizes).all()


def test_the_edition_with_all_steps_does_not_mind_who_is_red():
    assert book().column("wild", 0) is book().column("wild", 1)
    assert book().column(None, 0) is book().column("wild", 0)


@pytest.mark.parametrize(
    "rules",
    [
        Rules("2x4", Board(2, 4), (0, 0, 1, 1, 2, 2, 3, 4)),
        Rules("3x3", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3)),
        Rules("2x3 flat", Board(2, 3, wrap=False), (0, 0, 1, 1, 2, 3)),
    ],
    ids=lambda rules: rules.name,
)
def test_books_of_small_boards(rules):
    from tablebase.games.collapsi.whole.solver import Whole

    whole = Whole(rules)
    whole.solve()
    columns = tabulate(whole)
    census = Census(rules)
    numbers = range(len(census))
    for number in random.Random(1).sample(numbers, min(len(numbers), 60)):
        deal = census[number]
        table = tablebase.build(deal)
        for red, start in enumerate((deal, deal_with(deal.cards, deal.blue, rules))):
            for edition in EDITIONS:
                suffix = ("-first", "-second")[red]
                name = edition if edition in columns else edition + suffix
                byte = int(columns[name][number])
                probe = table.probe(start.start(edition))
                assert CODING.decode(byte & 15) == probe.value
                assert byte >> 4 == sum(move.keeps_win for move in probe.moves)


# The file


def read_openings(path, expected):
    deal = Deal.parse(DEAL)
    found = [Book(path).opening(deal, edition) for edition in EDITIONS]
    return "same" if found == expected else "WRONG"


@pytest.mark.thorough
def test_flipped_bits(tmp_path):
    whole, rng = book().path.read_bytes(), random.Random(5)
    expected = [book().opening(Deal.parse(DEAL), edition) for edition in EDITIONS]
    # The head of the file, where HDF5's structure lies, and bytes from all over it.
    places = [*range(0, 400, 7), *rng.sample(range(len(whole)), 60)]
    damages = [[[place, 1 << rng.randrange(8)]] for place in places]
    read = "collapsi.test_book:read_openings"
    found = flips.outcomes(read, whole, expected, damages, tmp_path)
    assert "MissingTableError" not in found
    assert len(found) - found.count("same") > 60


def test_other_files(real_file):
    with pytest.raises(CorruptFileError, match="no openings"):
        Book(real_file).opening(Deal.parse(DEAL))


@pytest.fixture
def quick(monkeypatch):
    """Compress quickly: the size of a test's book does not matter."""
    monkeypatch.setattr("tablebase.games.collapsi.studies.book._ZSTD_LEVEL", 1)


def test_missing_columns(tmp_path, quick):
    columns = dict(book()._columns)
    del columns["single-second"]
    path = tmp_path / "book.h5"
    path.write_bytes(image(columns))
    with pytest.raises(CorruptFileError, match=r"expected .*single-second"):
        Book(path).weights  # noqa: B018
    columns["single-second"] = columns["wild"][:-1]
    path.write_bytes(image(columns))
    with pytest.raises(CorruptFileError, match="expected 1992468 positions"):
        Book(path).weights  # noqa: B018


def test_columns_cannot_change_places(tmp_path):
    path = tmp_path / "book.h5"
    path.write_bytes(book().path.read_bytes())
    with h5py.File(path, "a") as file:
        folder = file["openings/collapsi"]
        folder.move("single-first", "x")
        folder.move("single-second", "single-first")
        folder.move("x", "single-second")
    with pytest.raises(CorruptFileError, match="digest"):
        Book(path).weights  # noqa: B018


# Verified


def test_verify(run, answer, tmp_path):
    out = answer("verify", "--seed", 4, book().path)
    assert "5 columns verified, every checksum and 1,992,768 positions" in out
    assert "a sample, seed 4: 0.01 % of 2,988,702 positions" in out
    path = tmp_path / "book.h5"
    data = bytearray(book().path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    code, out, error = run("verify", "--json", path)
    assert (code, json.loads(out)["columns"]) == (1, 5)
    assert "1 of 5 columns wrong" in error
    assert "is damaged" in error


@pytest.mark.parametrize("name", ["symmetries", "single-second"])
@pytest.mark.thorough
def test_verify_finds_wrong_openings(name, tmp_path, quick):
    columns = dict(book()._columns)
    columns[name] = columns[name].copy()
    if name in ("symmetries", "distance"):
        columns[name][123_456] += 1
    else:  # only a sample of the starts is solved, which finds this many wrong ones
        columns[name][::3] ^= 1
    path = tmp_path / "book.h5"
    path.write_bytes(image(columns))
    wrong = [check for check in tablebase.verify(path) if check.error]
    assert [check.path for check in wrong] == [f"/openings/collapsi/{name}"]
    assert "is wrong" in wrong[0].error


# The command line


def test_probe_answers_from_the_book(tmp_path, monkeypatch):
    monkeypatch.setenv("TABLEBASE_HOME", str(tmp_path))
    done = python(
        "import sys, tablebase_cli\n"
        "try: tablebase_cli.main()\n"
        "finally: print('numba' in sys.modules, file=sys.stderr)",
        "probe", "--json", "A223/4A2Jb/3A23/Jr3A4", "--edition", "single",
    )  # fmt: skip
    assert done.stderr == "False\n"
    data = json.loads(done.stdout)
    deal = Deal.parse("A223/4A2J/3A23/Jr3A4")
    probe = tablebase.build(deal).probe(deal.start("single"))
    assert data == {
        **probe.as_dict(),
        "moves": None,
        "origin": "opening book",
        "winning_moves": sum(move.keeps_win for move in probe.moves),
    }


@pytest.mark.slow
def test_the_whole_game_writes_the_data_again(tmp_path):
    done = python(
        "from tablebase.games.collapsi.studies.book import main; main()", tmp_path, timeout=600
    )
    assert (done.returncode, done.stderr) == (0, "")
    for name in ("openings.h5", "positions.csv"):
        assert (tmp_path / name).read_bytes() == (book().path.parent / name).read_bytes()
