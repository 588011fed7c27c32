"""Small errors in the source of Pair Solitaire; see `mutations`."""

CHANGES = [
    ("tablebase/games/pairs/kernels.py", "tests/rooms/pairs/test_game.py", [
        ("removed |= bit | ONE << before", "removed |= bit"),
        ("before, between = between, card\n        rest", "before = card\n        rest"),
    ]),
    ("tablebase/games/pairs/region_kernels.py", "tests/rooms/pairs/test_regions.py", [
        ("return mask & (mask - ONE)", "return mask"),
        ("table[slot] = min(table[slot], new)", "table[slot] = max(table[slot], new)"),
    ]),
]  # fmt: skip
