"""Small errors in the source of Solo; see `mutations`."""

from __future__ import annotations

CHANGES = [
    (
        "tablebase/games/solo/kernels.py",
        "tests/solo",
        [
            ("np.uint64(cell > low) - np.uint64(cell > high)", "np.uint64(cell > low)"),
            (
                "left == ONE << slots:\n        left -= ONE",
                "left == ONE << slots:\n        left -= TWO",
            ),
            ("if cell == way_out:", "if cell == start:"),
        ],
    ),
]
