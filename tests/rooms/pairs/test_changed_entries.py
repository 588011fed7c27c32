"""Tables of Pair Solitaire with one wrong entry, their checksums repaired: all are found.

Slow: that wrong entries in tables of Pair Solitaire are found. Needs a minute.
"""

import pytest
from support.changed import check_table

from tablebase.games.pairs.position import Position


@pytest.mark.slow
def test_tables(tmp_path):
    check_table(Position.parse("AS KS AH 3C KD 5S 3H AC 5D KC 3S 5C"), tmp_path)
