"""Digests of Collapsi Shift's layers: their order, and the checkers that solve it on their own.

Slow: the checker solves layers 2 to 8 under both readings, and compares docs/shift.md. Needs 1 GiB
of memory, a minute of processor time.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import re
import shutil
import sys
from pathlib import Path

import certificates
import h5py
import numpy as np
import pytest
from support import imports_of

from tablebase import Board, Rules
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.digests import layer_digest
from tablebase.games.collapsi.whole import Whole
from tablebase.games.collapsi.whole.file import WholeTable, pieces_of
from tablebase.games.collapsi.whole.unit import units_of

pytestmark = pytest.mark.thorough

FOLDER = Path(__file__).parent.parent / "docs" / "certificate"
TOP = 5
"""The most face-up cards of the real board that the quick tests solve."""
LOWEST = 6
"""The most face-up cards of the real board in a file."""


@pytest.fixture(scope="module")
def scripts():
    """The checkers, as modules."""
    with certificates.loaded("shift", "shift_file") as [shift, shift_file]:
        yield {"shift": shift, "shift_file": shift_file}


@pytest.fixture
def checked(scripts, capsys):
    """What a checker returns and prints."""

    def run(*arguments, name="shift"):
        return certificates.result(scripts[name], *arguments), *capsys.readouterr()

    return run


@pytest.fixture(scope="module", params=["shift", "shift-may"])
def digests(request):
    """The lines that `tablebase shift` prints of the lowest layers, and the records of the last."""
    lines, whole = [], Whole(load_rules(request.param))

    def visit(layer, records):
        lines.append(f"{request.param} {layer:2}  {layer_digest(whole, layer, records)}")

    whole.solve(top=TOP, visit=visit)
    return request.param, lines, whole


def plain_digest(whole, layer):
    """The digest of a layer, from its definition and look-ups of single positions."""
    rules = whole.rules
    size, digest = rules.board.size, hashlib.sha256()
    kinds = sorted(set(rules.deck) - {0})
    triples = [
        (sum(1 << cell for cell in cells), *pawns)
        for cells in itertools.combinations(range(size), layer)
        for pawns in itertools.permutations(cells, 2)
    ]
    for face_up, mover, opponent in sorted(triples):
        images = [
            (sum(1 << g[c] for c in range(size) if face_up >> c & 1), g[mover], g[opponent])
            for g in rules.symmetries
        ]
        if min(images) == (face_up, mover, opponent):
            cells = [cell for cell in range(size) if face_up >> cell & 1]
            for laid in itertools.product(kinds, repeat=layer):
                if all(laid.count(kind) <= rules.deck.count(kind) for kind in kinds):
                    cards = [0] * size
                    for cell, card in zip(cells, laid, strict=True):
                        cards[cell] = card
                    digest.update(bytes([whole.code(face_up, mover, opponent, cards)]))
    return digest.hexdigest()


@pytest.mark.parametrize(
    "rules",
    [
        Rules("2x3", Board(2, 3), (0, 0, 1, 1, 2, 3), shift="must"),
        Rules("2x4", Board(2, 4), (0, 0, 1, 1, 1, 2, 2, 2), shift="may"),
        Rules("2x3", Board(2, 3), (0, 0, 1, 1, 2, 3)),
    ],
    ids=lambda rules: f"{rules.name} {rules.shift}",
)
def test_the_order_is_as_defined(rules):
    whole = Whole(rules)
    whole.solve()
    for layer in range(2, rules.board.size - 1):
        assert layer_digest(whole, layer, whole.layers[layer]) == plain_digest(whole, layer)


@pytest.mark.parametrize(
    ("name", "others"),
    [("shift.py", set()), ("shift_file.py", {"h5py", "shift", "reading"})],
)
def test_they_import_nothing_of_the_package_and_are_short(name, others):
    text = (FOLDER / name).read_text()
    imported = imports_of(text)
    assert imported <= {"numba", "numpy"} | others | sys.stdlib_module_names - {"importlib"}
    assert not re.search(r"__import__|exec\(|eval\(", text)
    assert len(text.splitlines()) <= 400


def test_it_finds_the_lowest_layers_right(digests, checked, tmp_path):
    name, lines, _ = digests
    (tmp_path / "digests").write_text("\n".join(lines))
    status, out, _ = checked(tmp_path / "digests", "--rules", name, "--highest", TOP)
    assert (status, out.count("right")) == (0, TOP - 1)
    entries = re.findall(r"^ ?\d+ +([\d,]+)", out, re.MULTILINE)
    assert entries == ["80", "2,457", "51,516", "707,295"]


def test_it_finds_a_changed_value(digests, checked, tmp_path):
    name, lines, whole = digests
    records = whole.layers[TOP].copy()
    shape = whole.geometry.shapes[TOP][-1]
    unit = units_of(whole.geometry, shape, shape.movers[0])[0]
    # The lowest bit of the code of one opponent in the shape's first record.
    records[whole.geometry.offsets[shape.mask]] ^= np.uint64(1 << unit.opponent)
    changed = f"{name} {TOP:2}  {layer_digest(whole, TOP, records)}"
    assert changed != lines[-1]
    (tmp_path / "digests").write_text("\n".join([*lines[:-1], changed]))
    status, out, err = checked(tmp_path / "digests", "--rules", name, "--highest", TOP)
    assert (status, out.count("right"), out.count("WRONG")) == (1, TOP - 2, 1)
    assert f"has {changed.split()[-1]} for layer {TOP}" in err


def test_it_wants_a_digest_of_each_layer(digests, checked, tmp_path):
    name, lines, _ = digests
    (tmp_path / "digests").write_text("\n".join(lines[:2]))
    status, _, err = checked(tmp_path / "digests", "--rules", name, "--highest", TOP)
    assert (status, "has no digest for layer 4" in err) == (1, True)


@pytest.fixture(scope="module", params=["shift", "shift-may"])
def lowest(request, tmp_path_factory):
    """The name of rules, and a file with their lowest layers. Tests must not change it."""
    path = tmp_path_factory.mktemp("certificate") / "lowest.h5"
    certificates.make_lowest(path, LOWEST, load_rules(request.param))
    return request.param, path


def test_a_file_is_compared_with_what_the_checker_solves(lowest, checked):
    name, path = lowest
    status, out, err = checked(path, "--rules", name, "--highest", LOWEST, name="shift_file")
    assert (status, err) == (0, "")
    assert re.findall(r"^ +\d+ +(\d+) +([\d,]+)$", out, re.MULTILINE) == [
        ("5", "80"), ("80", "51,516"), ("446", "6,833,835"),
    ]  # fmt: skip
    other = {"shift": "shift-may", "shift-may": "shift"}[name]
    status, _, err = checked(path, "--rules", other, "--highest", LOWEST, name="shift_file")
    assert (status, f"does not hold the rules {other}" in err) == (1, True)


def test_it_knows_which_words_a_file_holds(scripts):
    """With up to 6 face-up cards, all words."""
    table, rng = WholeTable(load_rules("shift"), small=True), random.Random(11)
    left_out = 0
    for layer in (8, 8, 8, 10, 10, 12, 14):
        pieces = list(pieces_of(table.geometry, layer))
        units = [unit for piece in rng.sample(pieces, 5) for unit in table.units(piece)]
        unit = rng.choice([unit for unit in units if unit.turns] or units)
        every = table.geometry.words[layer].words
        held = scripts["shift_file"].held(unit.shape.mask, list(unit.cells))
        assert np.array_equal(every[held], table.words(unit).words)
        left_out += np.count_nonzero(~held)
    assert left_out > 1000


def test_each_changed_entry_of_a_file_is_found(lowest, checked, tmp_path):
    name, good = lowest
    path, rng = tmp_path / "changed.h5", random.Random(9)
    for layer in (4, 4, LOWEST):
        shutil.copy(good, path)
        with h5py.File(path, "r+") as file:
            tables = file["whole"][name]
            group = tables[rng.choice([one for one in tables if one.startswith(f"{layer:02}.")])]
            certificates.change_entry(group, rng.randrange(int(group.attrs["positions"])), rng)
        status, _, err = checked(path, "--rules", name, "--highest", LOWEST, name="shift_file")
        assert (status, f"1 entries with {layer} face-up cards are wrong" in err) == (1, True)


def test_a_file_without_a_table_is_not_whole(lowest, checked, tmp_path):
    name, good = lowest
    path = tmp_path / "missing.h5"
    shutil.copy(good, path)
    with h5py.File(path, "r+") as file:
        del file["whole"][name][next(iter(file["whole"][name]))]
    status, _, err = checked(path, "--rules", name, "--highest", LOWEST, name="shift_file")
    assert (status, "2 face-up cards: tables are missing" in err) == (1, True)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["shift", "shift-may"])
def test_published_digests_of_layers_2_to_8(name, checked):
    status, out, _ = checked("--rules", name)
    assert (status, out.count("right")) == (0, 7)
