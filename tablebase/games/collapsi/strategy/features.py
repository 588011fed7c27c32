"""Features: numbers that describe the position after a move, each in words a player can follow.

A strategy looks at the position after each of its moves. *You* have just moved and *they* are to
move; the card that you left has collapsed. Nothing else about the move counts: all moves of a
position leave the same card, and are as many steps long.

The kernels are in `feature_kernels`, under the same names.
"""

from __future__ import annotations

from typing import NamedTuple

NO_REPLY = 999
"""What a feature is that looks past their reply, if they have none and so have lost."""

DEEPEST = 6
"""The longest look-ahead to who has won, in plies."""

DEEPEST_BALANCE = 5
"""The longest look-ahead to a balance of moves, in plies."""


class Feature(NamedTuple):
    """A number that describes the position after a move.

    `near` says whether it depends on no cards but the two that the pawns stand on, besides which
    others are face up; `solved` whether it follows from the distance to the end.
    """

    name: str
    words: str
    near: bool = False
    solved: bool = False


_WITHOUT_REPLY = f" ({NO_REPLY} if they have no reply)"

FEATURES = (
    Feature("moves", "the moves you would have if they passed", near=True),
    Feature("their_moves", "their replies", near=True),
    Feature(
        "worst_moves", f"the moves you have left after their worst reply{_WITHOUT_REPLY}", near=True
    ),
    Feature("stuck_replies", "their replies that leave you without a move", near=True),
    Feature("escapes", "their replies after which no move of yours leaves them without a move"),
    Feature(
        "their_worst_moves",
        "the moves they have left after their best reply and your move that leaves them the fewest "
        f"({NO_REPLY} if a reply leaves you without a move, 0 if they have no reply)",
    ),
    Feature("walks", "the ways to make two moves in a row if they passed twice"),
    Feature("their_walks", "the ways in which they could make two moves in a row if you passed"),
    Feature(
        "worst_walks",
        f"the ways to make two moves in a row after their worst reply{_WITHOUT_REPLY}",
    ),
    Feature(
        "region",
        "the cards that you could get to, step by step, if cards did not limit you",
        near=True,
    ),
    Feature("neighbours", "the face-up cards next to you", near=True),
    Feature("card", "the number on the card you stand on (an ace is 1, a joker 0)", near=True),
    Feature("next_cards", "the sum of the cards that you could move to next"),
    Feature("distance", "the steps between the pawns if every card were face up", near=True),
    Feature("even", "1 if that distance is even, otherwise 0", near=True),
    *(
        Feature(
            f"ahead_{plies}",
            f"looking {plies} plies ahead, your move the first: 1 if you have won by then, -1 if "
            "they have, whatever the other side does, otherwise 0",
            solved=True,
        )
        for plies in range(2, DEEPEST + 1)
    ),
    *(
        Feature(
            f"balance_{plies}",
            f"looking {plies} plies ahead, your move the first: your moves minus theirs at "
            f"the end, if both play for the most of them ({NO_REPLY} if you have won by then, "
            f"-{NO_REPLY} if they have)",
        )
        for plies in range(2, DEEPEST_BALANCE + 1)
    ),
)
"""All features; the number of each is its place here."""

NUMBER = {feature.name: number for number, feature in enumerate(FEATURES)}
"""The number of each feature, by its name."""
