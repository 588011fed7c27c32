"""Results, distances to the end, and the codes that tables store.

One order of values makes backward induction a plain minimum. From worst to best for the side
to move: first losses, an early loss being worse than a late one; then wins, an early win being
better than a late one. A code is the value's place in this order, so the mover chooses the
successor with the smallest code for their opponent. A game's `Coding` says how many bits a code
has, and who has won when the game is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from tablebase.support.lazy import cached_property

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Result(StrEnum):
    """Outcome with perfect play, for the side to move; ``Result.WIN == "win"``."""

    LOSS = "loss"
    WIN = "win"

    @property
    def opposite(self) -> Result:
        """The other side's result."""
        return Result.WIN if self is Result.LOSS else Result.LOSS


class Value(NamedTuple):
    """The exact value of a position for its side to move. There are no draws.

    The order is how good a value is, in games of two sides: an early loss, a late one, a late win,
    an early one. (Where more moves are better, compare codes: `OnePlayerCoding`.)

    Attributes
    ----------
    dte : int
        Distance to end: plies until the game is over when the winner hurries and the
        loser delays. If a side without a move has lost, it is even for a loss and odd for
        a win; if such a side has won, it is the other way round.
    """

    result: Result
    dte: int

    def __str__(self) -> str:
        return f"{self.result.value} in {self.dte}"

    def __lt__(self, other: Any) -> bool:
        return self._order < other._order if isinstance(other, Value) else NotImplemented

    def __le__(self, other: Any) -> bool:
        return self._order <= other._order if isinstance(other, Value) else NotImplemented

    def __gt__(self, other: Any) -> bool:
        return self._order > other._order if isinstance(other, Value) else NotImplemented

    def __ge__(self, other: Any) -> bool:
        return self._order >= other._order if isinstance(other, Value) else NotImplemented

    @property
    def _order(self) -> tuple[bool, int]:
        won = self.result is Result.WIN
        return won, -self.dte if won else self.dte


@dataclass(frozen=True)
class Coding:
    """How the values of a game are coded: the codes 0 to ``max_dte``, from worst to best.

    A loss in t is t // 2, a win in t is ``max_dte - t // 2``. For example, with 4 bits in a game
    where a side without a move has lost, losses in 0, 2, ..., 14 are 0 to 7, and wins in 13, 11,
    ..., 1 are 8 to 14.

    Parameters
    ----------
    bits : int
        Width of a code: 4, two to a byte, or 8.
    end : Result
        Result for the side to move when the game is over: a loss, or a win in games where
        whoever moves last loses (*misère*).
    """

    bits: int
    end: Result

    alternating: ClassVar[bool] = True
    """Whether two sides take turns, one ply each."""

    @property
    def no_entry(self) -> int:
        """The code that stands for no value: the largest, and the minimum over no successors."""
        return (1 << self.bits) - 1

    @property
    def max_dte(self) -> int:
        """The longest distance that a code can hold, and the largest code of a value."""
        return self.no_entry - 1

    @property
    def first_win(self) -> int:
        """The smallest code of a win: smaller codes are losses, larger ones wins."""
        return self.no_entry // 2 + (self.end is Result.LOSS)

    def encode(self, value: Value) -> int:
        """The code of a value.

        Raises `ValueError` if the distance has the wrong parity for the result, or is too long.
        """
        result, dte = value
        if not 0 <= dte <= self.max_dte or dte % 2 != (result is not self.end):
            loss, win = ("an even", "an odd")[:: 1 if self.end is Result.LOSS else -1]
            raise ValueError(
                f"{value}: expected {loss} distance for a loss, {win} one for a win, "
                f"{self.max_dte} at most"
            )
        return dte // 2 if result is Result.LOSS else self.max_dte - dte // 2

    def decode(self, code: int) -> Value:
        """The value of a code, 0 to `max_dte`, or else `ValueError`; the inverse of `encode`."""
        values = self._values
        if not 0 <= code < len(values):
            raise ValueError(f"code {code}: expected 0 to {len(values) - 1}")
        return values[code]

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        late_loss, late_win = self.end is not Result.LOSS, self.end is not Result.WIN
        losses = [Value(Result.LOSS, 2 * half + late_loss) for half in range(self.first_win)]
        wins = [
            Value(Result.WIN, 2 * (self.max_dte - code) + late_win)
            for code in range(self.first_win, self.no_entry)
        ]
        return (*losses, *wins)

    def at_end(self, layer: int) -> int:
        """The code of a position in a layer, if it has no legal move."""
        return self.encode(Value(self.end, 0))

    def from_successor(self, code: int, again: bool = False) -> int:
        """The mover's code when the best successor has `code` for the opponent.

        A loss in t becomes a win in t+1 and the other way round. `no_entry`, the minimum over
        no successors, becomes the code of the end. (The code of `max_dte`, which has no
        predecessor, becomes itself.) Only a `TeamCoding` asks whether the same side moves `again`
        in the successor.
        """
        if code == self.no_entry:
            return self.encode(Value(self.end, 0))
        # From t to t + 1, t // 2 grows only if t is odd.
        if self.end is Result.LOSS:
            return self.max_dte - code + (code >= self.first_win)
        return self.max_dte - code - (code < self.first_win)

    @cached_property
    def replies(self) -> npt.NDArray[np.uint8]:
        """`from_successor` for arrays: index it with the smallest successors' codes."""
        import numpy as np

        codes = range(self.no_entry + 1)
        return np.array([self.from_successor(code) for code in codes], dtype=np.uint8)

    def of_moves(
        self, after: npt.NDArray[np.uint8], again: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.uint8]:
        """`from_successor` of the codes `after` some moves, for the side that makes them."""
        found: npt.NDArray[np.uint8] = self.replies[after]
        return found

    @cached_property
    def signed_dte(self) -> tuple[int, ...]:
        """Code -> distance to end, negative for a loss; 0 at the end, whoever has won."""
        return tuple(-dte if result is Result.LOSS else dte for result, dte in self._values)

    def signed_dte_of(self, codes: npt.NDArray[np.integer]) -> npt.NDArray[np.signedinteger]:
        """The signed distances of an array of codes, in the smallest type that holds them all."""
        import numpy as np

        table = np.array(self.signed_dte, dtype=np.min_scalar_type(-self.max_dte))
        found: npt.NDArray[np.signedinteger] = table[codes]
        return found


@dataclass(frozen=True)
class OnePlayerCoding(Coding):
    """How the values of a game of one player are coded: by number of moves, wins on top.

    The player wins if the game ends in a layer that is low enough. Apart from that, more moves are
    better, and the distance to end is the largest possible number of moves. A loss in t is t, a
    win in t is ``first_win + t``. `end` must be a loss.

    Parameters
    ----------
    goal : int
        The highest layer whose ends are wins.
    """

    goal: int
    alternating = False

    @property
    def max_dte(self) -> int:
        """The longest distance of a win that a code can hold."""
        return self.no_entry - 1 - self.first_win

    @property
    def first_win(self) -> int:
        """The smallest code of a win, a win in 0: smaller codes are losses."""
        return (self.no_entry + 1) // 2

    def encode(self, value: Value) -> int:
        """The code of a value; raises `ValueError` if its distance is over `max_dte`."""
        result, dte = value
        most = self.max_dte + (result is Result.LOSS)
        if not 0 <= dte <= most:
            raise ValueError(f"{value}: expected a distance of {most} at most")
        return dte if result is Result.LOSS else self.first_win + dte

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        losses = [Value(Result.LOSS, dte) for dte in range(self.first_win)]
        wins = [Value(Result.WIN, dte) for dte in range(self.max_dte + 1)]
        return (*losses, *wins)

    def at_end(self, layer: int) -> int:
        """The code of a position of a layer in which there is no move."""
        return self.encode(Value(Result.WIN if layer <= self.goal else self.end, 0))

    def from_successor(self, code: int, again: bool = True) -> int:
        """The code when the best successor has `code`: one move more by the same player.

        (The longest distances, which have no predecessor, become themselves.)
        """
        return code if code in (self.first_win - 1, self.no_entry - 1, self.no_entry) else code + 1


@dataclass(frozen=True)
class TeamCoding(Coding):
    """How the values of a game are coded if a side may move several times in a row.

    Such a side is a team, or its opponents have to pass. A distance may be even or odd, whoever
    wins. A loss in t is t, a win in t is ``no_entry - 1 - t``.
    """

    alternating = False

    @property
    def max_dte(self) -> int:
        """The longest distance of a loss that a code can hold."""
        return self.first_win - 1

    @property
    def first_win(self) -> int:
        """The smallest code of a win: smaller codes are losses, larger ones wins."""
        return self.no_entry // 2

    def encode(self, value: Value) -> int:
        """The code of a value; raises `ValueError` if its distance is over `max_dte`."""
        result, dte = value
        most = self.max_dte + (result is Result.WIN)
        if not 0 <= dte <= most:
            raise ValueError(f"{value}: expected a distance of {most} at most")
        return dte if result is Result.LOSS else self.no_entry - 1 - dte

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        losses = [Value(Result.LOSS, dte) for dte in range(self.first_win)]
        wins = [Value(Result.WIN, dte) for dte in range(self.no_entry - self.first_win)]
        return (*losses, *reversed(wins))

    def from_successor(self, code: int, again: bool = False) -> int:
        """The mover's code when the best successor has `code` for the side that moves there.

        If the mover moves `again` there, the result stays the same and is one ply longer. (The
        longest distances, which have no predecessor, become themselves.)
        """
        if code == self.no_entry:
            return self.encode(Value(self.end, 0))
        mine = code if again else self.no_entry - 1 - code
        if mine < self.first_win:
            return min(mine + 1, self.max_dte)
        return max(mine - 1, self.first_win)

    @cached_property
    def again(self) -> npt.NDArray[np.uint8]:
        """`from_successor` for arrays, if the same side moves again."""
        import numpy as np

        codes = range(self.no_entry + 1)
        return np.array([self.from_successor(code, again=True) for code in codes], dtype=np.uint8)

    def of_moves(
        self, after: npt.NDArray[np.uint8], again: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.uint8]:
        """`from_successor` of the codes `after` some moves, for the side that makes them."""
        import numpy as np

        return np.where(again, self.again[after], self.replies[after])
