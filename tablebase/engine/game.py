"""What a game has to offer to be tabled: the protocols between engine and games.

Every move of our games removes something for good, so positions fall into layers by what is
left, and moves lead to lower layers only. A `Game` is a closed set of such positions, ranked
0, 1, ... without holes (all positions of a deal of cards, or of a board of stones); a `Position`
knows its moves, and the game whose table holds it. docs/adding-a-game.md walks through one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

from tablebase.engine.values import Coding, Value

Codes = npt.NDArray[np.uint8]
"""Codes: one a byte, or *packed*: of 4 bits two a byte, the even rank in the low half."""

Ranks = npt.NDArray[np.uint32]
"""Ranks of positions in a table."""


class Position(Protocol):
    """A position of some game; ``str(position)`` is its notation."""

    @property
    def game(self) -> Game[Self]:
        """The game whose table holds this position."""

    @property
    def layer(self) -> int:
        """Its layer in the game: moves lead to lower layers, so at most so many plies are left."""

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the side to move and of the other side.

        They take turns, unless the game's coding is a `TeamCoding` or a `OnePlayerCoding`.
        """

    def legal_moves(self) -> Sequence[Any]:
        """The legal moves; ``str(move)`` is a move's notation."""

    def play(self, move: Any) -> Self:
        """The position after a legal move."""

    def as_dict(self) -> Mapping[str, Any]:
        """What the notation does not say, as plain data: the rules' variant, say."""

    def score(self, value: Value) -> int | None:
        """The game's own score of the end that a position of this value leads to, if it has one."""


P = TypeVar("P", bound=Position)


class Solver(Protocol):
    """A backward induction under way: a fixed number of steps, done in order."""

    steps: int

    def step(self, number: int) -> None:
        """Do step `number`, counted from 0; earlier steps have been done."""

    def codes(self) -> Codes:
        """The packed codes of all positions, once every step has been done."""


class Game(Protocol[P]):
    """A closed set of positions with a dense index, and the code that solves it.

    Attributes
    ----------
    name : str
        Name of the game (or variant); its tables are filed under it.
    key : str
        Name of this table among the game's. Games with the same key share a table and
        differ at most in the labels that they put on its positions.
    size : int
        Number of positions.
    coding : Coding
        How the values of its positions are coded.
    layers : int
        Number of layers: they run from 0 to ``layers - 1``, some may be empty.
    chunk_size : int
        Bytes of packed codes that a file should compress together: positions that are
        probed together should lie in one chunk.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def key(self) -> str: ...  # noqa: D102
    @property
    def size(self) -> int: ...  # noqa: D102
    @property
    def coding(self) -> Coding: ...  # noqa: D102
    @property
    def layers(self) -> int: ...  # noqa: D102
    @property
    def chunk_size(self) -> int: ...  # noqa: D102

    def attributes(self) -> Mapping[str, Any]:
        """What a file should say of this table to readers without our code."""

    def rank(self, position: P) -> int:
        """The rank of a position, 0 to ``size - 1``."""

    def unrank(self, rank: int) -> P:
        """The position of a rank; the inverse of `rank`."""

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks of an array of positions, in the game's own structured dtype."""

    def columns(self) -> Mapping[str, npt.NDArray[Any]]:
        """All positions in plain columns in rank order, for export."""

    def layer_of_ranks(self) -> npt.NDArray[np.uint8]:
        """The layer of every position, shape ``(size,)``; moves lead to lower layers."""

    def solver(self) -> Solver:
        """A new backward induction: kernels of its own, or `induction.RuleSolver`."""

    def first_error(self, codes: Codes) -> int | None:
        """The first rank whose code is not what its successors imply, None if all are.

        `codes` is unpacked, shape ``(size,)``. This is the independent check: it shares
        the rules and the index with the solver, but no code of the induction.
        """
