"""2D Nim on the page, for `test_rooms`."""

POSITION, HEADLINE = "p=1101/0010&take=3&against=friend", "Player 1 to move"
SPOKEN = "Player 1 to move. 4 stones left.", "Row 1: a1, b1, d1. Row 2: c2.", "5 moves: "
TYPED = "A1 to B1", "a1-b1"
WRONG = "p=1112&against=friend", "1112", "Player 1 to move"
TOUCHED = {"nim": ".hollow"}
