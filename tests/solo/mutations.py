"""Small errors in the source of Solo; see `mutations`."""

from __future__ import annotations

SOLO = "tablebase/games/solo"
CHANGES = [
    (f"{SOLO}/kernels.py", "tests/solo/test_game.py", [
        ("= WIN if any_left or mask == 0 else 0", "= WIN"),
        ("best = max(best, codes[to, after] + 1)", "best = max(best, codes[to, after])"),
        ("chances[slots, mask] = mask == 0", "chances[slots, mask] = 1"),
        ("total / moves if moves else 0.0", "total / (moves + 1)"),
        ("walk(neighbours, most, path, up | out, cell) & out",
         "walk(neighbours, allowed, path, up | out, cell) & out"),
    ]),
    (f"{SOLO}/boards.py", "tests/solo/test_game.py", [
        ("sum(self.tries >= limit", "sum(self.tries > limit"),
    ]),
    (f"{SOLO}/page/engine/engine.js", "tests/solo/engine.test.js", [
        ("(limit) => tries >= limit)", "(limit) => tries > limit)"),
    ]),
]  # fmt: skip
