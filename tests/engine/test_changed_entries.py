"""A thousand tables with one wrong entry, their checksums and counts repaired: all are found.

Where a full check takes seconds, as on 5x5 and in the whole game, its code runs only for the part
that holds the entry: one mover's entries, or one piece of the file.

Slow: that a wrong entry is found in each of 1,000 tables whose checksums were repaired. Needs 5 GB
of memory, 2 GB of disk; run together with tests/collapsi/test_certificate.py, it builds the whole
game only once.
"""

import random

import numpy as np
import pytest
from support import DEAL, MINI
from support.changed import EACH, SEED, changed, check_table

import tablebase
from tablebase.engine.jobs.machine import cores
from tablebase.engine.tables.store import TableFile
from tablebase.games.collapsi.deals import byte_check
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.whole.check import Entries
from tablebase.games.collapsi.whole.file import WholeFile


def small_games():
    rules = tablebase.Rules("three", MINI.board, (0, 0, 0, 1, 1, 1, 2, 2, 3), players=3)
    yield pytest.param(tablebase.Deal.parse(DEAL), id="deal")
    yield pytest.param(tablebase.Deal.random(random.Random(SEED), rules), id="3-players")


@pytest.mark.slow
@pytest.mark.parametrize("item", list(small_games()))
def test_tables(item, tmp_path):
    check_table(item, tmp_path)


@pytest.mark.slow
def test_5x5():
    """By mover, in the same way as the full check."""
    rng = random.Random(SEED)
    table = tablebase.build(tablebase.Deal.random(rng, load_rules("5x5")))
    layout, codes = table.game.layout, table.packed()
    free, of_mover = layout.index.free, (layout.index.free - 1) * layout.index.masks
    for mover in range(free):
        ends = byte_check.destinations(layout, mover)

        def first_bad(mover=mover, ends=ends):
            return byte_check.first_bad_rank(codes, ends, mover, free, False)

        assert first_bad() == -1
        for _ in range(EACH // free):
            rank = rng.randrange(mover * of_mover, (mover + 1) * of_mover)
            good = codes[rank]
            codes[rank] = changed(rng, good, table.game.coding.no_entry)
            assert first_bad() == rank
            codes[rank] = good
    rank = rng.randrange(layout.index.openings)
    codes[rank] = changed(rng, codes[rank], table.game.coding.no_entry)
    assert table.game.first_error(codes) is not None  # once, by the full check


@pytest.mark.slow
def test_whole_game(whole_file):
    """By piece, in the same way as the full check, after a layer has been read."""
    change_pieces(whole_file)


@pytest.mark.slow
def test_a_small_whole_game(tmp_path):
    """The same."""
    path = tmp_path / "whole.h5"
    tablebase.build_large(path, rules=MINI)
    change_pieces(path)


def change_pieces(path):
    rng = random.Random(SEED)
    with TableFile(path) as file:
        whole = WholeFile(file)
        entries = Entries(whole, None, cores())
        layers = list(range(2, whole.rules.board.size - 1))
        for layer, pieces in zip(layers, entries.layers(), strict=True):
            for _ in range(-(-EACH // len(layers))):
                piece = shape, mover = rng.choice(pieces)
                assert shape.layer == layer
                table, stored = entries.here.tables[shape.mask, mover], whole.read(piece)
                packed = np.array(stored.packed())
                entry = rng.randrange(int(stored.attributes["positions"]))
                good, half = int(packed[entry // 2]), 4 * (entry % 2)
                code = changed(rng, good >> half & 15, 15)
                packed[entry // 2] = good & ~(15 << half) & 255 | code << half
                entries.expand(table, entries.here.words, packed, entries.here.codes)
                assert "does not follow" in entries.check(piece)[1], entry
                packed[entry // 2] = good
                entries.expand(table, entries.here.words, packed, entries.here.codes)
                assert not entries.check(piece)[1]
