"""Tables of 2D Nim with one wrong entry, their checksums and counts repaired: all are found.

Slow: that wrong entries in tables of 2D Nim are found. Needs a minute.
"""

import random

import numpy as np
import pytest
from support import file_image
from support.changed import EACH, SEED, check_table

import tablebase
from tablebase.engine.tables.store import TableFile, encode_codes
from tablebase.games.nim import Position, Rules


@pytest.mark.slow
def test_tables(tmp_path):
    check_table(Position.full(Rules(4, 4)), tmp_path)


@pytest.mark.slow
def test_win_loss(tmp_path):
    """Each in a file of its own, with the count of lost positions repaired, checked as a whole."""
    path, wrong, rng = tmp_path / "good.h5", tmp_path / "wrong.h5", random.Random(SEED)
    tablebase.build_large(path, Rules(4, 6))
    with TableFile(path) as file:
        (name,) = file.paths()
        stored = file.codes(name)
        root, attributes, codes = file.attributes(), dict(stored.attributes), stored.packed()
    del attributes["chunk-crc32"]
    for _ in range(EACH):
        place = rng.randrange(1 << 24)
        codes[place >> 3] ^= np.uint8(1 << (place & 7))
        attributes["losses"] = int(np.bitwise_count(codes).sum(dtype=np.int64))
        rewrite(wrong, root, encode_codes(name, attributes, codes, 128 << 10, 1))
        (check,) = tablebase.verify(wrong, full=True)
        assert "does not follow from its moves" in check.error, place
        codes[place >> 3] ^= np.uint8(1 << (place & 7))


def rewrite(path, root, table):
    """A file with a root's attributes and one table."""
    path.write_bytes(file_image([table], "tests 1", root))
