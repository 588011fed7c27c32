"""The protocol between a game and learners: planes, numbered actions, points, deals of a split.

A `Task` is a game with its rules fixed. An `Instance` is one deal of it, whose positions are arrays
of *rows*, in the structured dtype that the game's `rank_many` takes. Environments, labels and
regret, which all games share, are written once on top of these two.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Game, Ranks
from tablebase.engine.lazy import cached_property
from tablebase.engine.values import Result, Value
from tablebase.errors import quote
from tablebase.rl.splits import check_split, split_of

Rows = npt.NDArray[Any]
Planes = npt.NDArray[np.int8]
Points = npt.NDArray[np.int16]


class Moves(NamedTuple):
    """All legal moves of some positions, position by position.

    Attributes
    ----------
    of : ndarray of int64, shape (moves,)
        The number of the position that each move belongs to, ascending.
    actions : ndarray of int64, shape (moves,)
        The number of each move's action.
    after : ndarray, shape (moves,)
        The rows of the positions after the moves.
    """

    of: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]
    after: Rows


class Instance(ABC):
    """The positions of one deal, board or stack, as arrays of rows."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @property
    def ranks(self) -> Ranks:
        """The ranks of the positions that count in a score."""
        return np.arange(self.game.size, dtype=np.uint32)

    @cached_property
    def layers(self) -> npt.NDArray[np.uint8]:
        """The layer of every rank, shape ``(game.size,)``."""
        return self.game.layer_of_ranks()

    @abstractmethod
    def row_of(self, position: Any) -> Rows:
        """One position as an array of one row."""

    @abstractmethod
    def rows_of(self, ranks: Ranks) -> Rows:
        """The positions with some ranks."""

    @abstractmethod
    def observe(self, rows: Rows) -> Planes:
        """What the side to move sees, shape ``(len(rows), *task.shape)``, of 0 and 1."""

    @abstractmethod
    def moves(self, rows: Rows) -> Moves:
        """All legal moves of some positions."""


class Task(ABC):
    """A game with its rules fixed, as learners see it.

    Attributes
    ----------
    name : str
        The game's name.
    agents : tuple of str
        The players, by the names that `Position.sides` uses.
    planes : tuple of str
        What each plane of an observation shows.
    shape : tuple of int
        The shape of an observation: (planes, rows, columns).
    actions : int
        The number of different actions, legal or not.
    most_plies : int
        Upper bound on the length of a game.
    most_points : int
        Upper bound on a player's points; the lower bound is ``-most_points``.
    origin : int or None
        The plane with one marked cell from which a network may count the cells and actions of a
        torus. None if the board has edges.
    options : mapping
        Options of the class that are numbers or text, and their defaults.
    """

    name: str
    agents: tuple[str, ...]
    planes: tuple[str, ...]
    shape: tuple[int, int, int]
    actions: int
    most_plies: int
    most_points: int
    origin: int | None = None
    options: Mapping[str, Any] = MappingProxyType({})

    @property
    @abstractmethod
    def example(self) -> str:
        """The notation of the default start of games."""

    @abstractmethod
    def start(self, text: str) -> Any:
        """The position with a notation, of this task's rules; raises as the game's ``parse``."""

    @abstractmethod
    def draw(self, rng: random.Random) -> Any:
        """A random start; uses only `random.Random.random`, whose sequence Python guarantees."""

    @abstractmethod
    def identity(self, start: Any) -> str:
        """A text that is the same for starts that a symmetry makes equal; see `splits`."""

    @abstractmethod
    def action_of(self, position: Any, move: Any) -> int:
        """The number of a legal move's action."""

    @abstractmethod
    def instance(self, position: Any) -> Instance:
        """The deal that a position belongs to."""

    @abstractmethod
    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """The points at the end for the side to move, by layer, result and distance to the end.

        Takes arrays that broadcast. Of two moves in a position, the better one has more points.
        """

    def points_of(self, layer: int, value: Value) -> int:
        """The points at the end for the side to move in one position."""
        return int(self.points(layer, value.result is Result.WIN, value.dte))

    def seen_by_other(self, planes: Planes) -> Planes:
        """What the other player sees, given what the side to move sees: one position's planes."""
        return planes

    def policy(self, name: str) -> Callable[[Any], Any]:
        """A policy, a function of a `Batch`, that the game knows by a name or a file.

        Raises `ValueError` if there is none.
        """
        raise ValueError(
            f"no policy {quote(name)} for {self.name}: expected random, a network's file that ends "
            "in .npz, or FILE.py:NAME or MODULE:NAME"
        )

    def starts(self, split: str, seed: int = 0) -> Iterator[Any]:
        """Random starts of a split, without end; the same for the same seed."""
        check_split(split)
        rng = random.Random(seed)
        while True:
            start = self.draw(rng)
            if split_of(self.identity(start)) == split:
                yield start

    def instances(self, split: str, count: int, seed: int = 0) -> Iterator[Instance]:
        """The deals of the first `count` starts of a split, whose positions a score covers."""
        return (self.instance(start) for start in islice(self.starts(split, seed), count))


def masks_of(masks: Sequence[int]) -> npt.NDArray[np.uint32]:
    """Masks as an array, for games whose ranks are masks."""
    return np.array(masks, dtype=np.uint32)
