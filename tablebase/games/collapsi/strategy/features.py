"""Features: numbers that describe the position after a move, each in words a player can follow.

A strategy looks at the position after each of its moves. *You* have just moved and *they* are to
move; the card that you left has collapsed. Nothing else about the move counts: all moves of a
position leave the same card, and are as many steps long.

The kernels are in `feature_kernels`, under the same names.
"""

from __future__ import annotations

from typing import NamedTuple

NO_REPLY = 999
"""Value of a feature that looks past their reply, if they have no reply and so have lost."""

LARGEST = NO_REPLY
"""The largest absolute value of a feature."""

DEEPEST = 6
"""The longest look-ahead to who has won, in plies."""

DEEPEST_BALANCE = 5
"""The longest look-ahead to a balance of moves, in plies."""


class StrategyError(ValueError):
    """A file or name that does not describe a strategy, or one that cannot be used here."""


class Feature(NamedTuple):
    """A number that describes the position after a move.

    `plies` is the number of moves that a player has to imagine to find it, their own the first.
    `far` says whether it depends on cards more than a move away from both pawns, besides which are
    face up; `solved` whether it follows from the distance to the end.
    """

    name: str
    words: str
    plies: int
    far: bool = False
    solved: bool = False

    @property
    def phrase(self) -> str:
        """Its words without the article and what is in parentheses, as a rule has them."""
        return self.words.partition(" (")[0].removeprefix("the ")


_WITHOUT_REPLY = f" ({NO_REPLY} if they have no reply)"

COUNTABLE = (
    Feature("moves", "the moves you would have if they passed", 1),
    Feature("their_moves", "the replies that they have", 1),
    Feature(
        "worst_moves",
        f"the moves you have left after their worst reply{_WITHOUT_REPLY}",
        2,
    ),
    Feature("stuck_replies", "the replies that leave you without a move", 2),
    Feature("escapes", "the replies after which no move of yours leaves them without a move", 3),
    Feature(
        "their_worst_moves",
        "the moves they have left after their best reply and your move that leaves them the fewest "
        f"({NO_REPLY} if a reply leaves you without a move, 0 if they have no reply)",
        3,
    ),
    Feature(
        "safe_moves",
        "the moves you have after their worst reply that do not let them leave you without a move"
        f"{_WITHOUT_REPLY}",
        4,
    ),
    Feature("walks", "the ways to make two moves in a row if they passed twice", 2),
    Feature("their_walks", "the ways in which they could make two moves in a row if you passed", 2),
    Feature(
        "worst_walks",
        f"the ways to make two moves in a row after their worst reply{_WITHOUT_REPLY}",
        3,
    ),
    Feature(
        "worst_lead",
        "the ways to make two moves in a row, minus theirs, after their worst reply"
        f"{_WITHOUT_REPLY}",
        3,
        far=True,
    ),
    Feature(
        "region",
        "the cards that you could get to, step by step, if cards did not limit you",
        1,
    ),
    Feature("neighbours", "the face-up cards next to you", 1),
    Feature("card", "the number on the card you stand on (an ace is 1, a joker 0)", 1),
    Feature("next_cards", "the sum of the cards that you could move to next", 1),
    Feature("their_next_cards", "the sum of the cards that they could move to", 1),
    Feature("distance", "the steps between the pawns if every card were face up", 1),
    Feature("even", "1 if that distance is even, otherwise 0", 1),
)
"""The features that a person can count at the table."""

LOOK_AHEADS = (
    *(
        Feature(
            f"ahead_{plies}",
            f"looking {plies} plies ahead, your move the first: 1 if you have won by then, -1 if "
            "they have, whatever the other side does, otherwise 0",
            plies,
            far=True,
            solved=True,
        )
        for plies in range(2, DEEPEST + 1)
    ),
    *(
        Feature(
            f"balance_{plies}",
            f"looking {plies} {'ply' if plies == 1 else 'plies'} ahead, your move the first: your "
            "moves minus theirs at the end, if both play for the most of them "
            f"({NO_REPLY} if you have won by then, -{NO_REPLY} if they have)",
            plies,
            far=True,
        )
        for plies in range(1, DEEPEST_BALANCE + 1)
    ),
)
"""The features that take a search."""

FEATURES = COUNTABLE + LOOK_AHEADS
"""All features; the number of each is its place here."""

NUMBER = {feature.name: number for number, feature in enumerate(FEATURES)}
"""The number of each feature, by its name."""
