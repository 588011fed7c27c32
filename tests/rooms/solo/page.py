"""Solo on the page, for `test_rooms`."""

POSITION, HEADLINE = "p=A3Jr4/2AA2/234J/332A", "15 cards left"
SPOKEN = (
    "15 cards left. ",
    "Red pawn on c1, starting card. Row 1: a1 ace, b1 3, c1 starting card",
    "15 moves: ",
)
TYPED = "a1", "a1"
WRONG = "p=A3J4", "expected 4", "15 cards left"

PLAYED = """() => {
  localStorage.clear();
  const place = location.pathname.replace(/[^/]*$/, "");
  localStorage.setItem(`tablebase ${place} solo.days`, '{"1": {"left": 2, "helped": false}}');
}"""
"""Makes a reader of one who has played a day's board before, and so is shown the next."""
