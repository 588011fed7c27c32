"""Pair Solitaire on the page, for `test_rooms`."""

POSITION, HEADLINE = "p=2H_9C_2S_KD_2C_2D", "6 cards left"
SPOKEN = "6 cards, top card first", "2 of hearts, 9 of clubs", "king of diamonds"
TYPED = "kd", "KD"
WRONG = "p=2H_2H_3C", "2H appears twice", "52 cards left"
TOUCHED = {"pairs": ".playing"}
