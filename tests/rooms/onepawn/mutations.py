"""Small errors in the source of the first version; see `mutations`."""

CHANGES = [
    ("tablebase/games/onepawn/kernels.py", "tests/rooms/onepawn/test_game.py", [
        ("pawn = slot + np.uint64(slot >= joker)", "pawn = slot + np.uint64(slot > joker)"),
        ("left = spread(up, joker)", "left = spread(up, pawn)"),
        ("        if board:\n", "        if board > 1:\n"),
        ("if count_bits(found) < fewest:", "if count_bits(found) < min(fewest, 7):"),
        ("todo[0, depth], joker, size)] = result", "todo[0, depth], joker, size)] = WIN"),
    ]),
]  # fmt: skip
