"""Small errors in the source of The Game; see `mutations`."""

from __future__ import annotations

CHANGES = [
    ("tablebase/games/thegame/clairvoyant_kernels.py", "tests/thegame/test_ceiling.py", [
        ("if drawn == n or laid >= shape.minimum:", "if laid >= shape.minimum:"),
        ("if up_to(low, high, lowest - 1) > up_to(low, high, highest):",
         "if up_to(low, high, lowest) > up_to(low, high, highest):"),
        ("for beyond in range(trick):", "for beyond in range(1):"),
        ("top, found = under, True", "top, found = under, False"),
        ("if own <= height and own != height - shape.trick:", "if own <= height:"),
    ]),
    ("tablebase/games/thegame/foresight.py", "tests/thegame/test_game.py", [
        ("if not laid >> slot & 1:", "if laid >> slot & 1:"),
        ("return nodes[0], sums[0] / tried", "return nodes[0], sums[0]"),
        ("for cards in (hand, deck):", "for cards in (hand,):"),
        ("promise[place] = max(promise[place], space.values[node])",
         "promise[place] = space.values[node]"),
    ]),
]  # fmt: skip
