"""Small errors in the source of the first version; see `mutations`."""

from __future__ import annotations

CHANGES = [
    (
        "tablebase/games/onepawn/kernels.py",
        "tests/onepawn",
        [
            ("pawn = slot + np.uint64(slot >= joker)", "pawn = slot + np.uint64(slot > joker)"),
            ("left = with_gap(up, joker)", "left = with_gap(up, pawn)"),
        ],
    ),
]
