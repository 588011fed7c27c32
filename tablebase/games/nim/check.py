"""The independent check: every entry of a table is derived again from its successors.

It shares the rules with the induction but none of its code or ideas. Here the table is an array
with one axis of length two for each cell, gap or stone. All positions that have certain stones are
one view of it; the positions after taking them are another. So each take is one minimum over half
the table or less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tablebase.engine.game import Codes
    from tablebase.games.nim.rules import Rules


def first_error(rules: Rules, codes: Codes) -> int | None:
    """The lowest rank whose code is not what its successors imply; None if every entry holds.

    `codes` is unpacked, shape ``(2**cells,)``.
    """
    table = codes.reshape((2,) * rules.cells)
    best = np.full_like(table, rules.coding.no_entry)
    for mask, _ in rules.takes:
        taken = [mask & rules.bit(*divmod(cell, rules.columns)) for cell in range(rules.cells)]
        before = tuple(1 if stone else slice(None) for stone in taken)
        after = tuple(0 if stone else slice(None) for stone in taken)
        best[before] = np.minimum(best[before], table[after])
    wrong = rules.coding.replies[best] != table
    return int(wrong.argmax()) if wrong.any() else None
