"""Small errors in the source of the first version; see `mutations`."""

from __future__ import annotations

CHANGES = [
    ("tablebase/games/onepawn/kernels.py", "tests/onepawn/test_game.py", [
        ("        if board:\n", "        if board > 1:\n"),
        ("if count_bits(found) < fewest:", "if count_bits(found) < min(fewest, 7):"),
        ("best = code if code < best else best", "best = code if code > best else best"),
        ("up = mask ^ high | high << ONE", "up = mask"),
        ("todo[0, depth], joker, size)] = result", "todo[0, depth], joker, size)] = WIN"),
    ]),
]  # fmt: skip
