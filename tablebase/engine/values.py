"""Results, distances to the end, and the 4-bit codes that tables store.

One order on values makes backward induction a plain minimum. From the side to move, from
worse to better: a loss, the sooner the worse; then a win, the sooner the better. A code is
the value's place in that order, so the mover takes the successor with the smallest code
for his opponent.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Result(Enum):
    """Outcome with perfect play, for the side to move."""

    LOSS = "loss"
    WIN = "win"


class Value(NamedTuple):
    """The exact value of a position for its side to move.

    Attributes
    ----------
    result : Result
        Win or loss; there are no draws.
    dte : int
        Distance to end: plies until the game is over when the winner hurries and the
        loser delays. Even for a loss, odd for a win.
    """

    result: Result
    dte: int

    def __str__(self) -> str:
        return f"{self.result.value} in {self.dte}"


NO_ENTRY = 15
"""The code that is no value: worse than nothing to choose, so better than every loss."""

MAX_DTE = 14
"""The longest distance a 4-bit code can hold."""


def encode(value: Value) -> int:
    """The code of a value: loss in t as t/2 (0 to 7), win in t as 14 - (t-1)/2 (14 to 8).

    Raises
    ------
    ValueError
        If the distance's parity contradicts the result, or it is over `MAX_DTE`.
    """
    result, dte = value
    if not 0 <= dte <= MAX_DTE or dte % 2 != (result is Result.WIN):
        raise ValueError(
            f"{result.value} in {dte}: expected an even distance for a loss, an odd one for a "
            f"win, {MAX_DTE} at most"
        )
    return dte // 2 if result is Result.LOSS else 14 - dte // 2


def decode(code: int) -> Value:
    """The value of a code; the inverse of `encode`.

    Raises
    ------
    ValueError
        If `code` is not 0 to 14.
    """
    if not 0 <= code < NO_ENTRY:
        raise ValueError(f"code {code}: expected 0 to 14")
    if code < 8:
        return Value(Result.LOSS, 2 * code)
    return Value(Result.WIN, 2 * (14 - code) + 1)


def from_successor(code: int) -> int:
    """The mover's code when his best successor has `code` for the opponent.

    A loss in t becomes a win in t+1 and the other way round. `NO_ENTRY`, the minimum over
    no successors, becomes 0, the loss in 0: a side without a move has lost.
    """
    return 14 - code if code < 8 else 15 - code


SIGNED_DTE = tuple(
    (-1 if decode(code).result is Result.LOSS else 1) * decode(code).dte for code in range(NO_ENTRY)
)
"""Code -> distance to end, negative for a loss (a loss in 0 is 0); for arrays of codes."""
