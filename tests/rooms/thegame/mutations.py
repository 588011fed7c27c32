"""Small errors in the source of The Game; see `mutations`."""

CHANGES = [
    ("tablebase/games/thegame/foresight.py", "tests/rooms/thegame/test_game.py", [
        ("joined(deck[at:], deck[:at])", "joined(deck[:at], deck[at:])"),
        ("return nodes[0], sums[0] / tried", "return nodes[0], sums[0]"),
        ("for cards in (hand, deck):", "for cards in (hand,):"),
        ("promise[place] = max(promise[place], space.values[node])",
         "promise[place] = space.values[node]"),
    ]),
    ("tablebase/games/thegame/team_kernels.py", "tests/rooms/thegame/test_team.py", [
        ("height_of(root, pile) if said[pile] != NOBODY else 0", "0"),
        ("np.int64(1), held)", "shape.minimum, held)"),
        ("height if pile < shape.ups else shape.n + 1 - height", "height"),
        ("if index and other != player and hands", "if index and hands"),
        ("elif place < first:", "elif place > first:"),
        ("not hands[following].any():", "hands[following].all():"),
    ]),
]  # fmt: skip
