"""Tables with one wrong entry, their checksums and counts repaired."""

import random

import tablebase
from support import file_image
from tablebase.engine.packed import pack
from tablebase.engine.tables.store import encode_table
from tablebase.engine.tables.table import MemoryCodes, Table

SEED = 18


EACH = 143
"""Changes of each of seven kinds of table: 1,001."""


def changed(rng, code, no_entry):
    return rng.choice([other for other in range(no_entry) if other != code])


def check_table(item, tmp_path):
    """Each change in a file of its own, checked as a whole."""
    path, rng, table = tmp_path / "tables.h5", random.Random(SEED), tablebase.build(item)
    game, good = table.game, table.codes()
    for rank in rng.sample(range(game.size), EACH):
        codes = good.copy()
        codes[rank] = changed(rng, codes[rank], game.coding.no_entry)
        wrong = Table(game, MemoryCodes(pack(codes, game.coding.bits), game.coding.bits))
        path.write_bytes(file_image([encode_table(wrong, level=1)], "tests 1"))
        (check,) = tablebase.verify(path)
        assert "does not follow from its moves" in check.error, rank
