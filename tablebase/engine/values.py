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
    """

    result: Result
    dte: int
    """Distance to end: plies until the game is over when the winner hurries and the loser delays.
    If a side without a move has lost, it is even for a loss and odd for a win; if such a side has
    won, it is the other way round."""

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
    """How the values of a game are coded: the codes 0 to ``no_entry - 1``, from worst to best.

    In this class two sides take turns, one ply each. For example, with 4 bits in a game where a
    side without a move has lost, losses in 0, 2, ..., 14 are 0 to 7, and wins in 13, 11, ..., 1 are
    8 to 14.

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

    def __post_init__(self) -> None:
        if not isinstance(self.end, Result):
            raise TypeError(f"end is {self.end!r}: expected Result.LOSS or Result.WIN")

    alternating: ClassVar[bool] = True
    """Whether two sides take turns, one ply each."""

    @property
    def no_entry(self) -> int:
        """The code that stands for no value: the largest, and the minimum over no successors."""
        return (1 << self.bits) - 1

    @property
    def max_dte(self) -> int:
        """The most plies that a game may last: values of longer ones may have no code."""
        return self.no_entry - 1 if self.alternating else self.no_entry // 2 - 1

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        """The values of the codes 0, 1, ..."""
        late_loss, late_win = self.end is not Result.LOSS, self.end is not Result.WIN
        losses = [Value(Result.LOSS, dte) for dte in range(late_loss, self.no_entry, 2)]
        wins = [Value(Result.WIN, dte) for dte in range(late_win, self.no_entry, 2)]
        return (*losses, *reversed(wins))

    @cached_property
    def _codes(self) -> dict[Value, int]:
        return {value: code for code, value in enumerate(self._values)}

    @cached_property
    def first_win(self) -> int:
        """The smallest code of a win: smaller codes are losses, larger ones wins."""
        return sum(value.result is Result.LOSS for value in self._values)

    def encode(self, value: Value) -> int:
        """The code of a value; raises `ValueError` if there is none of this distance."""
        code = self._codes.get(value)
        if code is None:
            first, second, *_, last = sorted(v.dte for v in self._values if v[0] is value.result)
            raise ValueError(f"{value}: expected a distance of {first}, {second}, ... {last}")
        return code

    def decode(self, code: int) -> Value:
        """The value of a code, 0 to ``no_entry - 1``, or else `ValueError`; inverts `encode`."""
        values = self._values
        if not 0 <= code < len(values):
            raise ValueError(f"code {code}: expected 0 to {len(values) - 1}")
        return values[code]

    def at_end(self, layer: int) -> int:
        """The code of a position in a layer, if it has no legal move."""
        return self.encode(Value(self.end, 0))

    def from_successor(self, code: int, again: bool = False) -> int:
        """The mover's code when the best successor has `code` for the side that moves there.

        A loss in t becomes a win in t+1 and the other way round; if the mover moves `again` there,
        which only a `TeamCoding` asks, the result stays the same. `no_entry`, the minimum over no
        successors, becomes the code of the end. The code of a distance too long to have a
        predecessor becomes itself.
        """
        if code == self.no_entry:
            return self.encode(Value(self.end, 0))
        result, dte = self._values[code]
        stays = again and not self.alternating
        return self._codes.get(Value(result if stays else result.opposite, dte + 1), code)

    @cached_property
    def replies(self) -> npt.NDArray[np.uint8]:
        """`from_successor` for arrays: index it with the smallest successors' codes."""
        return self._replies(again=False)

    @cached_property
    def replies_again(self) -> npt.NDArray[np.uint8]:
        """`replies` if the same side moves again."""
        return self._replies(again=True)

    def _replies(self, again: bool) -> npt.NDArray[np.uint8]:
        import numpy as np

        codes = range(self.no_entry + 1)
        return np.array([self.from_successor(code, again) for code in codes], dtype=np.uint8)

    def of_moves(
        self, after: npt.NDArray[np.uint8], again: npt.NDArray[np.bool_]
    ) -> npt.NDArray[np.uint8]:
        """`from_successor` of the codes `after` some moves, for the side that makes them."""
        if self.alternating:
            return self.replies[after]
        import numpy as np

        return np.where(again, self.replies_again[after], self.replies[after])

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

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        losses = [Value(Result.LOSS, dte) for dte in range(self.no_entry // 2 + 1)]
        return (*losses, *(Value(Result.WIN, dte) for dte in range(self.max_dte + 1)))

    def at_end(self, layer: int) -> int:
        """The code of a position of a layer in which there is no move."""
        return self.encode(Value(Result.WIN if layer <= self.goal else self.end, 0))

    def from_successor(self, code: int, again: bool = True) -> int:
        """The code when the best successor has `code`: one move more by the same player.

        `no_entry` becomes itself, because the end's code depends on the layer.
        """
        return code if code == self.no_entry else super().from_successor(code, again=True)


@dataclass(frozen=True)
class TeamCoding(Coding):
    """How the values of a game are coded if a side may move several times in a row.

    Such a side is a team, or its opponents have to pass. A distance may be even or odd, whoever
    wins. A loss in t is t, a win in t is ``no_entry - 1 - t``.
    """

    alternating = False

    @cached_property
    def _values(self) -> tuple[Value, ...]:
        losses = [Value(Result.LOSS, dte) for dte in range(self.max_dte + 1)]
        wins = [Value(Result.WIN, dte) for dte in range(self.no_entry - len(losses))]
        return (*losses, *reversed(wins))
