"""Late positions of Collapsi Shift, solved for all deals, where a search can end.

With few cards left there are few positions, whatever the deal was. The codes of all cells that a
move can end on, *between* the move and its shift (see `whole.lines`), lie in one record, so one
read gives the score of a position with one card more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.kernels import helper
from tablebase.games.collapsi.path_kernels import ONE, Word, lowest

CARDS = 7
"""Face-up cards of the late positions."""

KINDS = 16
"""Kinds of cards that fit four bits."""

Late = tuple[Any, ...]
"""Late positions, which `searches` makes.

The records of the layer between move and shift, see `whole.kernels`; the way to each, see
`whole.lookup.Atlas`, with rows of the first record and the number of movers for each shape; the
rank of each word, and the letter of each kind of card.
"""


@helper()
def late_score(late: Any, laid: Word, up: Word, mover: Word, opponent: Word, ends: Word) -> int:
    """Get the score of a position with one card more than those solved, as `shifting` has scores.

    `laid` and `up` are the word and the set of its face-up cards. `ends`, the cells that the
    mover's moves end on, are not empty.
    """
    records, ways, rank_of, letter_of = late
    leads, shape_of, orbits, automorphisms, inverses, places, cells = ways
    rest = up & ~(ONE << mover)
    lead, shape = np.uint64(leads[rest, opponent]), np.uint64(shape_of[rest])
    word = np.uint64(0)
    for i in range(CARDS):
        cell = np.uint64(inverses[lead, np.uint64(cells[shape, i])])
        word = word << np.uint64(2) | letter_of[laid >> np.uint64(4) * cell & np.uint64(15)]
    orbit = np.uint64(orbits[shape, np.uint64(automorphisms[lead, opponent])])
    record = records[places[shape, 0] + rank_of[word] * places[shape, 1] + orbit]
    left = np.uint64(0)
    while ends:
        left |= ONE << np.uint64(automorphisms[lead, lowest(ends)])
        ends &= ends - ONE
    # The smallest code among the ends: plane by plane those with 0, if there are any.
    code = 0
    for plane in (3, 2, 1, 0):
        zeros = left & ~(record >> np.uint64(16 * plane))
        if zeros:
            left = zeros
        else:
            code |= 1 << plane
    # The opponent loses in 2 * code plies, or wins in 29 - 2 * code.
    return CARDS - 2 * code if code < 8 else 29 - 2 * code - CARDS
