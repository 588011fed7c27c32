"""The independent check of a whole-game file, and the digest of a thousand deals.

Slow: the whole game by the certificate, and that it finds wrong entries. Needs 4 GiB of memory, 4
GB of disk.
"""

import hashlib
import random
import re
import shutil
import sys
from pathlib import Path

import h5py
import numpy as np
import pytest
from support import certificates, imports_of
from support.effort import by_effort

import tablebase
from tablebase import Deal

FOLDER = Path(__file__).parents[2] / "docs" / "certificate"
GOLDEN = Path(__file__).parents[1] / "golden" / "deals.txt"
TOP = 7
"""The most face-up cards in the small file: the fewest with words that it leaves out."""


@pytest.fixture(scope="module")
def check():
    """The program that checks the whole game."""
    with certificates.loaded("check") as [check]:
        yield check


@pytest.fixture
def checked(check, capsys):
    """What the check returns and prints for a file."""

    def run(path, highest=TOP):
        code = certificates.result(check, path, "--highest", highest)
        return code, "".join(capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A file with the lowest layers of the whole game. Tests must not change it."""
    path = tmp_path_factory.mktemp("certificate") / "small.h5"
    certificates.make_lowest(path, TOP)
    return path


def change_any(path, layer, rng):
    """Change an entry with this many face-up cards; return what the check has to print."""
    with h5py.File(path) as file:
        tables = file["whole/collapsi"]
        name = rng.choice([name for name in tables if name.startswith(f"{layer:02}.")])
        rank = rng.randrange(int(tables[name].attrs["positions"]))
    return change_one(path, name, rank, rng)


def change_one(path, name, rank, rng):
    """Change the code of a rank; return what the check has to print."""
    with h5py.File(path, "r+") as file:
        table = file["whole/collapsi"][name]
        certificates.change_entry(table, rank, rng)
        words = table.attrs["words"].tolist()
        number = next(n for n in range(len(words)) if rank < sum(words[: n + 1]))
        word = rank - sum(words[:number])
        opponent = table.attrs["opponents"][number]
        return f"1 wrong: {name}, such as that of opponent {opponent}, word {word}\n"


@pytest.mark.parametrize(
    ("name", "siblings"),
    [("check.py", {"reading"}), ("winner.py", {"reading"}), ("reading.py", set())],
)
def test_it_imports_nothing_of_the_package_and_is_short(name, siblings):
    text = (FOLDER / name).read_text()
    imported = imports_of(text)
    allowed = {"h5py", "numba", "numpy", "zstandard"} | sys.stdlib_module_names - {"importlib"}
    assert imported <= allowed | siblings
    assert not re.search(r"__import__|exec\(|eval\(", text)
    assert len(text.splitlines()) <= 400


@pytest.mark.thorough
def test_a_right_file(small, checked):
    status, printed = checked(small)
    assert status == 0
    assert printed.endswith(f"Every entry with up to {TOP} face-up cards is right.\n")
    entries = re.findall(r"^ +(\d+) +\d+ +([\d,]+)", printed, re.MULTILINE)
    assert entries == [
        ("2", "64"),
        ("3", "1,386"),
        ("4", "22,842"),
        ("5", "286,395"),
        ("6", "2,622,480"),
        ("7", "15,491,355"),
    ]


@pytest.mark.parametrize("seed", range(by_effort(1, 20)))
def test_every_changed_entry_is_found(seed, small, checked, tmp_path):
    rng = random.Random(seed)
    path = shutil.copy(small, tmp_path / "changed.h5")
    message = change_any(path, rng.randint(2, TOP), rng)
    status, printed = checked(path)
    assert status == 1
    assert message in printed
    assert "1 entries do not follow from their successors" in printed


@pytest.mark.parametrize("rank", [101, 104])
def test_an_entry_that_no_look_up_reads_is_found_too(rank, small, checked, tmp_path):
    """A turn exchanges the last two letters of these words, and both are stored."""
    path = shutil.copy(small, tmp_path / "changed.h5")
    message = change_one(path, "04.005a.1", rank, random.Random(rank))
    assert f"word {rank}" in message
    status, printed = checked(path)
    assert status == 1
    assert message in printed


def put(group, name, value):
    group.attrs[name] = value
    certificates.sign(group)


def swap(group):
    first, second, *rest = group.attrs["cells"]
    put(group, "cells", [second, first, *rest])


def flip(group):
    put(group, "chunk-crc32", group.attrs["chunk-crc32"] ^ 1)


DAMAGES = {
    "no entries": lambda group: group.parent.pop(group.name),
    "KeyError": lambda group: group.parent.copy(group, "again"),
    "do not match their digest": lambda group: group.attrs.modify("positions", 17),
    "not match its CRC-32": flip,
    "cells in another order": swap,
    "codes as the format describes": lambda group: put(group, "code-dte", [*range(15)]),
}


@pytest.mark.parametrize("message", DAMAGES)
def test_other_damage_is_found(message, small, checked, tmp_path):
    path = shutil.copy(small, tmp_path / "damaged.h5")
    with h5py.File(path, "r+") as file:
        DAMAGES[message](file["whole/collapsi/04.0017.0"])
    status, printed = checked(path)
    assert status == 1
    assert message in printed


def canonical_deals(check, number):
    """The deals of the digest: jokers first in reading order, then the smallest image."""
    rng = random.Random(18)
    deck = [0, 0, *(card + 1 for card, count in enumerate(check.DECK) for _ in range(count))]
    for _ in range(number):
        images = np.array(rng.sample(deck, check.CELLS))[check.TURNS].tolist()
        yield min(images, key=lambda image: ([card != 0 for card in image], image))


@pytest.mark.thorough
def test_the_codes_of_a_thousand_deals(check):
    *_, golden = GOLDEN.read_text().splitlines()
    digest = hashlib.sha256()
    for cards in canonical_deals(check, 1000):
        rows = ("".join("JA234"[card] for card in cards[at : at + 4]) for at in range(0, 16, 4))
        digest.update(tablebase.build(Deal.parse("/".join(rows))).packed())
    assert digest.hexdigest() == golden


@pytest.mark.slow
def test_the_whole_game(checked, whole_file, tmp_path):
    status, printed = checked(whole_file, 14)
    assert status == 0
    assert "red wins 17,721,000 (37.5 %), blue 29,576,250 of 47,297,250 deals" in printed
    for layer in (6, 8, 10, 14, 12):  # the lowest wrong layer ends the check
        rng = random.Random(layer)
        changed = shutil.copy(whole_file, tmp_path / "changed.h5")
        message = change_any(changed, layer, rng)
        status, printed = checked(changed, layer)
        assert status == 1
        assert message in printed
