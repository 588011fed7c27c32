"""The protocol between the engine and games: what a game needs to have tables.

A `Game` is a closed set of positions, ranked 0, 1, ...: all positions of a deal of cards, or of a
board of stones. A few ranks may have no position. A game subclasses it and overrides the methods it
can improve on. docs/adding-a-game.md walks through an example.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from tablebase.engine.induction import (
    RuleSolver,
    first_error_by_rules,
    layers_by_rules,
    packed_size,
)
from tablebase.engine.position import P
from tablebase.engine.probe import LookUp, Probe, probe_moves
from tablebase.engine.search.by_rules import search_by_rules
from tablebase.engine.values import Coding

if TYPE_CHECKING:
    from tablebase.engine.compiled.batch import Successors
    from tablebase.engine.compiled.rules import CompiledRules
    from tablebase.engine.search.searched import Limits, Searched
    from tablebase.engine.tables.table import CodeSource

Codes = npt.NDArray[np.uint8]
"""Codes, one a byte; if *packed*, 4-bit codes are two a byte, the even rank in the low half."""

Ranks = npt.NDArray[np.uint32]
"""Ranks of positions in a table."""

CHUNK_SIZE = 1 << 15
MAX_CHUNKS = 1 << 12
"""Maximum number of chunks in a table. A chunk has 32 KiB, or more in a table that would exceed
this number."""


class Labels(NamedTuple):
    """How a table's own game labels its positions, which may differ from how they are stored.

    Attributes
    ----------
    about : mapping
        Attributes as the user wrote them, such as the deal.
    names : mapping
        A column of numbers -> what 0, 1, ... stand for.
    """

    about: Mapping[str, str]
    names: Mapping[str, tuple[str, ...]]


class Solver(Protocol):
    """A backward induction in progress: a fixed number of steps, done in order."""

    steps: int

    def step(self, number: int) -> None:
        """Do step `number`, counted from 0; earlier steps have been done."""

    def codes(self) -> Codes:
        """The packed codes of all positions, after the last step."""


class Game(Protocol[P]):
    """A closed set of positions with a dense index, and the code that solves it.

    Attributes
    ----------
    name : str
        Name of the game (or variant); files keep its tables under this name.
    key : str
        Name of this table among the game's. Games with the same key share a table and
        differ at most in how they label its positions.
    size : int
        Number of ranks, and so of positions if every rank has one.
    layers : int
        Number of layers, 0 to ``layers - 1``; some may be empty.
    """

    @property
    @abstractmethod
    def name(self) -> str: ...  # noqa: D102
    @property
    @abstractmethod
    def key(self) -> str: ...  # noqa: D102
    @property
    @abstractmethod
    def size(self) -> int: ...  # noqa: D102
    @property
    @abstractmethod
    def coding(self) -> Coding: ...  # noqa: D102
    @property
    @abstractmethod
    def layers(self) -> int: ...  # noqa: D102

    @abstractmethod
    def attributes(self) -> Mapping[str, Any]:
        """What a file should say about this table to readers who don't have our code."""

    @abstractmethod
    def rank(self, position: P) -> int:
        """The rank of a position, 0 to ``size - 1``."""

    @abstractmethod
    def unrank(self, rank: int) -> P:
        """The position with a rank, the inverse of `rank`; `IndexError` if no position has it."""

    @property
    def compiled(self) -> CompiledRules | None:
        """The rules as kernels, with which the engine solves and searches; by default none."""
        return None

    def look_up(self, positions: Sequence[P], codes: CodeSource) -> Codes:
        """The codes of positions in a source of this game's codes, shape ``(len(positions),)``."""
        ranks = np.array([self.rank(position) for position in positions], dtype=np.uint32)
        return codes.at(ranks)

    @property
    def chunk_size(self) -> int:
        """Bytes of packed codes that a file compresses together.

        Positions that are probed together should lie in one chunk.
        """
        packed = packed_size(self.size, self.coding.bits)
        return max(min(packed, CHUNK_SIZE), packed // MAX_CHUNKS)

    def rank_many(self, positions: npt.NDArray[Any]) -> Ranks:
        """The ranks of an array of positions, in the game's own structured dtype."""
        raise TypeError(f"{self.name} takes no array of positions: expected a list of them")

    def unrank_many(self, ranks: Ranks) -> npt.NDArray[Any]:
        """The positions of an array of ranks, as `rank_many` takes them."""
        raise TypeError(f"{self.name} has no array of positions: expected unrank, one by one")

    def moves_many(self, ranks: Ranks) -> Successors:
        """All legal moves of an array of positions, shape ``(n,)``, and the ranks after them.

        Raises `IndexError` if a rank is not 0 to ``size - 1``, and `TypeError` if the rules are not
        kernels.
        """
        from tablebase.engine.compiled.batch import successors

        if (rules := self.compiled) is None:
            raise TypeError(f"{self.name} has no kernels: expected legal_moves, one by one")
        wrong = (ranks < 0) | (ranks >= self.size)
        if wrong.any():
            raise IndexError(f"rank {ranks[wrong][0]}: expected 0 to {self.size - 1}")
        return successors(rules, ranks)

    def columns(self) -> Mapping[str, npt.NDArray[Any]]:
        """All positions as plain columns in rank order, for export."""
        return {"layer": self.layer_of_ranks()}

    def labels(self) -> Labels:
        """The labels of the `columns` and of the table, for export."""
        return Labels({}, {})

    def layer_of_ranks(self) -> npt.NDArray[np.uint8]:
        """The layer of every position, shape ``(size,)``; moves lead to lower layers."""
        if (rules := self.compiled) is not None:
            from tablebase.engine.compiled.solver import Layers

            return Layers(self, rules).of_ranks
        return layers_by_rules(self)

    def solver(self) -> Solver:
        """A new backward induction, by the game's kernels or position by position."""
        if (rules := self.compiled) is not None:
            from tablebase.engine.compiled.solver import CompiledSolver

            return CompiledSolver(self, rules)
        return RuleSolver(self)

    def first_error(self, codes: Codes) -> int | None:
        """The first rank whose code does not follow from its successors; None if all do.

        `codes` is unpacked, shape ``(size,)``. This check is independent: it shares the rules
        and the index with the solver, but none of the induction's code.
        """
        return first_error_by_rules(self, codes)

    def probe(self, position: Any, table: LookUp) -> Probe[Any]:
        """The exact value of a position and of every legal move, best first."""
        return probe_moves(position, table, self.coding)

    @property
    def is_searched(self) -> bool:
        """Whether positions can be searched without a table; by default, if sides take turns."""
        return self.coding.alternating

    def search(self, position: P, method: str, goal: str, limits: Limits) -> Searched[P]:
        """Search a position without a table; see `tablebase.search`, which checks arguments."""
        rules = self.compiled if self.coding.alternating else None
        if rules is not None:
            from tablebase.engine.search.by_kernels import search_by_kernels

            return search_by_kernels(position, rules, method, goal, limits)
        return search_by_rules(position, method, goal, limits)
