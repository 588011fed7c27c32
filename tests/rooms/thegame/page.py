"""The Game on the page, for `test_rooms`."""

from tablebase.games.thegame.referee import Round

HAND = sorted(Round.start(1, 0).position.hand)
POSITION, HEADLINE = "seed=1", "98 cards left"
SPOKEN = (
    f"In hand: {', '.join(map(str, HAND))}.",
    "First pile up: 1, empty.",
    f"{HAND[0]} on the first pile up",
)
TYPED = SPOKEN[2], f"{HAND[0]}u1"
WRONG = "p=4_4:-/-/-/-", "4 appears twice", "98 cards left"
TOUCHED = {"thegame": ":is(.playing, #piles button)"}
