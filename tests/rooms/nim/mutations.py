"""Small errors in the source of 2D Nim; see `mutations`."""

NIM = "tablebase/games/nim"
SLABS = (
    "tests/rooms/nim/test_winloss.py::test_whole_slabs_follow_from_their_moves "
    "tests/rooms/nim/test_winloss.py::test_slabs_follow_from_others"
)
CHANGES = [
    (f"{NIM}/kernels.py", "tests/rooms/nim/test_game.py", [
        ("== stones:\n                after", "!= 0:\n                after"),
        ("row[x] = min(row[x], after[x - stones])", "row[x] = min(row[x], after[x])"),
    ]),
    (f"{NIM}/winloss/kernels.py", "tests/rooms/nim/test_winloss.py", [
        ("if unit == _0 and plan.misere:", "if unit == _0:"),
        ("lanes = plan.without[column] if length < plan.take else _0",
         "lanes = plan.without[column]"),
        ("while length <= plan.take and unit & highest:",
         "while length < plan.take and unit & highest:"),
    ]),
    (f"{NIM}/winloss/mirror.py", "tests/rooms/nim/test_winloss.py", [
        ("np.uint64(0x0000_CCCC_0000_CCCC)", "np.uint64(0x0000_CCCC_0000_CCC0)"),
    ]),
    (f"{NIM}/winloss/check.py", SLABS, [
        ("number = number + np.uint64(1) | upper", "number = number + np.uint64(1)"),
        ("word = word + np.uint64(1) | second", "word = word + np.uint64(64)"),
    ]),
]  # fmt: skip
