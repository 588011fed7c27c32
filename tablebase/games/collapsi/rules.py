"""The rules of Collapsi, as data, and the one rule of movement.

Source: rule sheet "Collapsi" by Mark S. Ball, versions 1.1 (`WILD`) and 1.2 (`SINGLE`).
A move of s steps is a simple path of exactly s orthogonal steps over face-up cards: it
enters no cell twice and never returns to its start; it may pass through the opponent's
card but not end on it. Then the starting card collapses: face down, impassable for good.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablebase.engine.lazy import cached_property
from tablebase.engine.values import Coding, Result
from tablebase.games.collapsi.board import Board

JOKER = 0
"""Card value of a joker; an ace is 1, the other cards are their number."""

CODING = Coding(bits=4, end=Result.LOSS)
"""A side without a move has lost, after 14 plies at the latest."""

UNKNOWN = -1
"""Stands for the value of a face-down card that the notation does not tell."""


@dataclass(frozen=True)
class Edition:
    """A published edition: how many steps a pawn may take from its joker.

    Parameters
    ----------
    name : str
        How users name it.
    joker_steps : tuple of int
        The numbers of steps a player may choose from on the first turn, ascending.

    Raises
    ------
    ValueError
        If there is no number of steps, or one is less than 1.
    """

    name: str
    joker_steps: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.joker_steps or min(self.joker_steps) < 1:
            raise ValueError(f"edition {self.name!r}: steps {self.joker_steps}, expected 1 or more")


WILD = Edition("wild", (1, 2, 3, 4))
"""Rules 1.1, the edition the paper solves: the joker allows 1, 2, 3 or 4 steps."""

SINGLE = Edition("single", (1,))
"""Rules 1.2 and later, today's published edition: the joker allows one step."""


@dataclass(frozen=True)
class Rules:
    """Board, deck and editions: all that distinguishes one variant from another.

    Parameters
    ----------
    name : str
        Name of the variant; tables are filed under it.
    board : Board
        The board.
    deck : tuple of int
        Card values, ascending, one a cell; exactly two jokers.
    editions : tuple of Edition
        The editions that share this board and deck; the first is the default.

    Raises
    ------
    ValueError
        If the board has less than 5 or more than 16 cells (a table's masks have 16 bits), the
        deck does not fill it or does not hold two jokers, or there is no edition.
    """

    name: str
    board: Board
    deck: tuple[int, ...]
    editions: tuple[Edition, ...] = (WILD, SINGLE)

    def __post_init__(self) -> None:
        object.__setattr__(self, "deck", tuple(sorted(self.deck)))
        if not 5 <= self.board.size <= 16:
            raise ValueError(f"board of {self.board.size} cells: expected 5 to 16")
        if not self.editions:
            raise ValueError(f"rules {self.name!r} have no edition: expected one or more")
        if len(self.deck) != self.board.size:
            raise ValueError(
                f"deck of {len(self.deck)} cards: expected {self.board.size}, one for each cell"
            )
        if self.deck.count(JOKER) != 2 or not all(0 <= card <= 9 for card in self.deck):
            raise ValueError(f"deck {self.deck}: expected two jokers (0) and cards from 1 to 9")

    def edition(self, name: str | Edition | None) -> Edition:
        """The edition called `name`; the default for None.

        Raises
        ------
        ValueError
            If these rules have no such edition.
        """
        if name is None:
            return self.editions[0]
        for edition in self.editions:
            if name in (edition, edition.name):
                return edition
        names = " or ".join(repr(edition.name) for edition in self.editions)
        raise ValueError(f"unknown edition {name!r}: expected {names}")

    def as_dict(self) -> dict[str, Any]:
        """The rules as plain data, for JSON; `from_dict` is the inverse."""
        return {
            "name": self.name,
            "rows": self.board.rows,
            "columns": self.board.columns,
            "wrap": self.board.wrap,
            "deck": list(self.deck),
            "editions": {edition.name: list(edition.joker_steps) for edition in self.editions},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rules:
        """The rules that `as_dict` gave."""
        return cls(
            data["name"],
            Board(data["rows"], data["columns"], data["wrap"]),
            tuple(data["deck"]),
            tuple(Edition(name, tuple(steps)) for name, steps in data["editions"].items()),
        )

    @cached_property
    def max_steps(self) -> int:
        """The longest move any card or edition allows."""
        return max(*self.deck, *(max(edition.joker_steps) for edition in self.editions))


COLLAPSI = Rules("collapsi", Board(4, 4), (0, 0) + (1,) * 4 + (2,) * 4 + (3,) * 4 + (4,) * 2)
"""The published game: a 4x4 torus, four aces, 2s and 3s, two 4s and two jokers."""


def paths(
    board: Board, face_up: int, start: int, steps: Iterable[int]
) -> dict[int, tuple[int, ...]]:
    """One path to each cell that a pawn on `start` can end on.

    Parameters
    ----------
    board : Board
        The board.
    face_up : int
        Bit mask of the face-up cards.
    start : int
        The pawn's cell.
    steps : iterable of int
        The allowed numbers of steps, each at least 1.

    Returns
    -------
    dict
        End cell -> a shortest allowed path ``(start, ..., end)``. The opponent's cell
        is not excluded: whoever knows where the opponent stands does that.
    """
    found: dict[int, tuple[int, ...]] = {}
    layer: list[tuple[int, ...]] = [(start,)]
    wanted = set(steps)
    for length in range(1, max(wanted) + 1):
        layer = [
            (*path, cell)
            for path in layer
            for cell in board.neighbours[path[-1]]
            if face_up >> cell & 1 and cell not in path
        ]
        if length in wanted:
            for path in layer:
                found.setdefault(path[-1], path)
    return found
