"""Small errors in the source of Solo; see `mutations`."""

SOLO = "tablebase/games/solo"
CHANGES = [
    (f"{SOLO}/kernels.py", "tests/rooms/solo/test_game.py", [
        ("np.uint64(cell > low) - np.uint64(cell > high)", "np.uint64(cell > low)"),
        ("left == ONE << slots:\n        left -= ONE",
         "left == ONE << slots:\n        left -= TWO"),
        ("if cell == way_out:", "if cell == start:"),
        ("return 0 if context[context.size - TAIL + ANY_LEFT] else", "return"),
        ("walk(neighbours, most, path, up | out, cell) & out",
         "walk(neighbours, allowed, path, up | out, cell) & out"),
    ]),
    (f"{SOLO}/game.py", "tests/rooms/solo/test_game.py", [
        ("cleared[self.on_cards] = 1", "cleared[self.on_cards :] = 1"),
    ]),
    (f"{SOLO}/boards.py", "tests/rooms/solo/test_game.py", [
        ("sum(self.tries >= limit", "sum(self.tries > limit"),
    ]),
    (f"{SOLO}/page/engine/engine.ts", "tests/rooms/solo/engine.test.js", [
        ("(limit) => 1 / chance >= limit)", "(limit) => 1 / chance > limit)"),
    ]),
]  # fmt: skip
