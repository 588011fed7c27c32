"""The protocol between the engine and games: what a game needs to have tables.

A `Game` is a closed set of positions, ranked 0, 1, ...: all positions of a deal of cards, or of a
board of stones. A few ranks may have no position. This module and `position`, the rules, have all
that a game's author may write; docs/adding-a-game.md walks through an example.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U8
from tablebase.engine.arrays import Codes as Codes
from tablebase.engine.arrays import Ranks as Ranks
from tablebase.engine.packed import packed_size
from tablebase.engine.position import CompiledRules, P
from tablebase.engine.probe import LookUp, Probe
from tablebase.engine.searched import Searcher
from tablebase.engine.values import Coding
from tablebase.errors import PositionError

CHUNK_SIZE = 1 << 15
MAX_CHUNKS = 1 << 12
"""Maximum number of chunks in a table. A chunk has 32 KiB, or more in a table that would exceed
this number."""


class Game(Protocol[P]):
    """A closed set of positions with a dense index; a game subclasses it.

    `name`, `key`, `size`, `layers`, `coding`, `rank`, `unrank` and `attributes` must be defined.
    What is None is the engine's work, by kernels if `compiled` has them, else by the rules. A game
    that can do it better defines a method of that name.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """Name of the game (or variant); files keep its tables under this name."""

    @property
    @abstractmethod
    def key(self) -> str:
        """Name of this table among the game's.

        Games with the same key share a table and differ at most in how they label its positions.
        """

    @property
    @abstractmethod
    def size(self) -> int:
        """Number of ranks, and so of positions if every rank has one."""

    @property
    @abstractmethod
    def coding(self) -> Coding: ...  # noqa: D102
    @property
    @abstractmethod
    def layers(self) -> int:
        """Number of layers, 0 to ``layers - 1``; some may be empty."""

    @abstractmethod
    def rank(self, position: P) -> int:
        """The rank of a position, 0 to ``size - 1``."""

    @abstractmethod
    def unrank(self, rank: int) -> P:
        """The position with a rank, the inverse of `rank`; `IndexError` if no position has it."""

    @abstractmethod
    def attributes(self) -> Mapping[str, Any]:
        """What a file should say about this table to readers who don't have our code."""

    @property
    def compiled(self) -> CompiledRules | None:
        """The rules as kernels, with which the engine solves and searches."""
        return None

    solver: Callable[[], Solver] | None = None
    """A new backward induction."""

    first_error: Callable[[Codes], int | None] | None = None
    """The first rank whose code does not follow from its successors; None if all do.

    The codes are unpacked, shape ``(size,)``. This check is independent: it shares the rules
    and the index with the solver, but none of the induction's code."""

    layer_of_ranks: Callable[[], U8] | None = None
    """The layer of every position, shape ``(size,)``; moves lead to lower layers."""

    probe: Callable[[Any, LookUp], Probe[Any]] | None = None
    """The exact value of a position and of every legal move, best first."""

    def holds(self, position: P) -> bool:
        """Whether a position of another key is in the table all the same; by default, none is."""
        return False

    @property
    def search(self) -> Searcher[P] | None:
        """Searches a position without a table; see `tablebase.search`, which checks arguments."""
        return None

    @property
    def is_searched(self) -> bool:
        """Whether positions can be searched without a table; by default, if sides take turns."""
        return self.coding.alternating

    columns: Callable[[], Mapping[str, npt.NDArray[Any]]] | None = None
    """All positions as plain columns in rank order, for export; by default, the layers."""

    def labels(self) -> Labels:
        """The labels of the `columns` and of the table, for export."""
        return Labels({}, {})

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks of an array of positions, in its shape: by default they are their ranks.

        A game may take a structured dtype of its own instead. Raises `TypeError` if the array is
        not of the dtype, and `PositionError` if it has what is no position.
        """
        if positions.dtype.kind != "u":
            raise TypeError(f"array of {positions.dtype}: expected unsigned integers, the ranks")
        if positions.size and int(positions.max()) >= self.size:
            raise PositionError(f"rank {positions.max()}: expected 0 to {self.size - 1}")
        return positions.astype(np.uint32, copy=False)

    def unrank_many(self, ranks: Ranks) -> npt.NDArray[Any]:
        """The positions of an array of ranks, as `rank_many` takes them."""
        return ranks

    @property
    def chunk_size(self) -> int:
        """Bytes of packed codes that a file compresses together.

        Positions that are probed together should lie in one chunk.
        """
        packed = packed_size(self.size, self.coding.bits)
        return max(min(packed, CHUNK_SIZE), packed // MAX_CHUNKS)


class Labels(NamedTuple):
    """How a table's own game labels its positions, which may differ from how they are stored."""

    about: Mapping[str, str]
    """Attributes as the user wrote them, such as the deal."""
    names: Mapping[str, tuple[str, ...]]
    """A column of numbers -> what 0, 1, ... stand for."""


class Solver(Protocol):
    """A backward induction in progress: a fixed number of steps, done in order."""

    steps: int

    def step(self, number: int) -> None:
        """Do step `number`, counted from 0; earlier steps have been done."""

    def codes(self) -> Codes:
        """The packed codes of all positions, after the last step."""


def rank_of(position: P, game: Game[P]) -> int:
    """The rank of a position; raises `PositionError` if the game's table has no such entry."""
    rank, size = game.rank(position), game.size
    if not 0 <= rank < size:
        raise PositionError(
            f"{position} has rank {rank} of {game.name} {game.key}: expected 0 to {size - 1}"
        )
    return rank


def named(game: Game[Any], rank: int) -> str:
    """A rank and its position, for messages."""
    try:
        position = game.unrank(rank)
    except LookupError:
        return f"rank {rank} of {game.name} {game.key}, no position"
    return f"{position} (rank {rank} of {game.name} {game.key})"
