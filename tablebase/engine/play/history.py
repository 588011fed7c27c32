"""The moves of a game under way, and the positions between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from tablebase.errors import IllegalMoveError, expected, quote


class Playable(Protocol):
    """A game to play move by move: a position, or a referee who keeps cards hidden."""

    def legal_moves(self) -> Sequence[Any]:
        """The legal moves; ``str(move)`` is a move's notation. None when the game is over."""

    def play(self, move: Any) -> Self:
        """What comes after a legal move."""


S = TypeVar("S", bound=Playable)


class History(Generic[S]):
    """A game from any position; `moves` lists the moves played.

    Examples
    --------
    >>> from tablebase import Deal
    >>> history = History(Deal.parse("A223/4A2J/3A23/J3A4").start())
    >>> history.play("a3")
    >>> str(history.position), history.is_over
    ('A223/4A2xJ/3rA23/Jb3A4 b', False)
    """

    def __init__(self, start: S) -> None:
        self._positions = [start]
        self.moves: list[Any] = []

    @property
    def start(self) -> S:
        """The position where the game began."""
        return self._positions[0]

    @property
    def position(self) -> S:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[S, ...]:
        """The positions from the start to now."""
        return tuple(self._positions)

    @property
    def is_over(self) -> bool:
        """Whether there is no move."""
        return not self.position.legal_moves()

    def play(self, name: str) -> None:
        """Make a move; raises `IllegalMoveError` if there is no such move."""
        legal = {str(move): move for move in self.position.legal_moves()}
        if name not in legal:
            raise IllegalMoveError(f"{quote(name)} is not legal here: {expected(legal)}")
        after = self.position.play(legal[name])
        self.moves.append(legal[name])
        self._positions.append(after)

    def take_back(self) -> None:
        """Undo the last move; raises `IllegalMoveError` if there is none."""
        if not self.moves:
            raise IllegalMoveError("nothing to take back: no turn has been played")
        self.moves.pop()
        self._positions.pop()
