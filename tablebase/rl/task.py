"""The protocol between a game and learners: planes, numbered actions, points, deals of a split.

A `Task` is a game with its rules fixed. An `Instance` is one deal of it, whose positions are arrays
of *rows*, in the dtype that the game's `rank_many` takes. An `Arena` has positions of
many deals. Environments, labels and regret, which all games share, are written once on top of
these.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Game, Ranks
from tablebase.engine.induction import layers_of
from tablebase.engine.rooms import game_of, own_position
from tablebase.engine.values import Result, Value
from tablebase.errors import quote
from tablebase.rl.splits import check_split, split_of
from tablebase.support.lazy import cached_property

Rows = npt.NDArray[Any]
Planes = npt.NDArray[np.int8]
Points = npt.NDArray[np.int16]
Numbers = npt.NDArray[np.int64]

PATIENCE = 10_000
"""Draws in a row without a start of a split, after which it is taken to have none."""


Reward = Literal["result", "points"]
"""The reward at the end: 1 for a win and -1 for a loss, or the task's points."""


class Moves(NamedTuple):
    """All legal moves of some positions, position by position; arrays of shape (moves,).

    `of` is the number of the position that each move belongs to, ascending, `actions` the number of
    its action, and `after` the row of the position after it.
    """

    of: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]
    after: Rows


class Instance(ABC):
    """The positions of one deal, board or stack, as arrays of rows."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    @property
    def notation(self) -> str:
        """The deal in notation, as its ranks number the positions."""
        return self.game.key

    @cached_property
    def ranks(self) -> Ranks:
        """The ranks of the positions that count in a score."""
        return np.arange(self.game.size, dtype=np.uint32)

    @cached_property
    def layers(self) -> npt.NDArray[np.uint8]:
        """The layer of every rank, shape ``(game.size,)``."""
        return layers_of(self.game)

    def row_of(self, position: Any) -> Rows:
        """One position as an array of one row; by default, of its rank.

        Raises `PositionError` if it is of another game.
        """
        return np.array([self.game.rank(own_position(position, self.game))], np.uint32)

    def rows_of(self, ranks: Ranks) -> Rows:
        """The positions with some ranks."""
        return self.game.unrank_many(ranks)

    @abstractmethod
    def observe(self, rows: Rows) -> Planes:
        """What the side to move sees, shape ``(len(rows), *task.shape)``, of 0 and 1."""

    def moves(self, rows: Rows) -> Moves:
        """All legal moves of some positions: by default, what kernels find, or else the rules."""
        of, ranks = self._successors(self.game.rank_many(rows))
        after = self.rows_of(ranks.astype(np.uint32))
        return Moves(of, self.actions(rows[of], after), after)

    def _successors(self, ranks: Ranks) -> tuple[Numbers, Numbers]:
        """For each move of some positions, which of them it belongs to, and the rank after it."""
        if self.game.compiled is not None:
            from tablebase.engine.compiled.batch import moves_many

            found = moves_many(self.game, ranks)
            return found.of, found.ranks
        positions = map(self.game.unrank, ranks.tolist())
        pairs = [
            (number, self.game.rank(position.play(move)))
            for number, position in enumerate(positions)
            for move in position.legal_moves()
        ]
        of, after = np.array(pairs, np.int64).reshape(-1, 2).T
        return of, after

    def actions(self, rows: Rows, after: Rows) -> Numbers:
        """The action of each move, from its row to the row after it; `moves` asks for them."""
        raise NotImplementedError(f"{type(self).__name__}: expected actions, or moves")


class Arena:
    """Positions of several deals side by side: each is a row, and the number of its deal.

    This class asks the deals one by one. A task whose rules can be computed for positions of
    different deals at once has a faster one. `starts` are the rows that the deals start with.
    """

    def __init__(self, task: Task, starts: Sequence[Any]) -> None:
        self.task = task
        self.instances = [task.instance(start) for start in starts]
        # Starts of one board have the same instance, which is then asked once for all of them.
        numbers = {instance: number for number, instance in enumerate(self.instances)}
        self._numbers = np.array([numbers[instance] for instance in self.instances])
        pairs = zip(self.instances, starts, strict=True)
        self.starts: Rows = np.concatenate([one.row_of(start) for one, start in pairs])

    def observe(self, deals: Numbers, rows: Rows) -> Planes:
        """What the side to move sees, as `Instance.observe`."""
        found = np.empty((len(rows), *self.task.shape), np.int8)
        for instance, at in self._groups(deals):
            found[at] = instance.observe(rows[at])
        return found

    def moves(self, deals: Numbers, rows: Rows) -> Moves:
        """All legal moves, as `Instance.moves`; those of a position are next to each other."""
        groups = [(at, instance.moves(rows[at])) for instance, at in self._groups(deals)]
        return Moves(
            np.concatenate([at[moves.of] for at, moves in groups]),
            np.concatenate([moves.actions for _, moves in groups]),
            np.concatenate([moves.after for _, moves in groups]),
        )

    def layers(self, deals: Numbers, rows: Rows) -> npt.NDArray[np.uint8]:
        """The layer of each position."""
        found = np.empty(len(rows), np.uint8)
        for instance, at in self._groups(deals):
            found[at] = instance.layers[instance.game.rank_many(rows[at])]
        return found

    def _groups(self, deals: Numbers) -> Iterator[tuple[Instance, Numbers]]:
        """Each instance that occurs, and where."""
        numbers = self._numbers[deals]
        order = np.argsort(numbers, kind="stable")
        firsts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        for at in np.split(order, firsts[1:]):
            yield self.instances[deals[at[0]]], at


class Task(ABC):
    """A game with its rules fixed, as learners see it."""

    name: str
    """The game's name."""
    agents: tuple[str, ...]
    """The players, by the names that `Position.sides` uses."""
    planes: tuple[str, ...]
    """What each plane of an observation shows."""
    shape: tuple[int, int, int]
    """The shape of an observation: (planes, rows, columns)."""
    actions: int
    """The number of different actions, legal or not."""
    most_plies: int
    """Upper bound on the length of a game."""
    most_points: int
    """Upper bound on a player's points; the lower bound is ``-most_points``."""
    most_agents: int = 2
    """The most players of any task of the class, see `options`."""
    origin: int | None = None
    """The plane with one marked cell from which a network may count the cells and actions of a
    torus. None if the board has edges."""
    arrays: type[Instance]
    """The class of an instance, made from its game."""
    options: Mapping[str, Any] = MappingProxyType({})
    """Options of the class that are numbers or text, and their defaults. A task has each as an
    attribute of the same name."""

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

    def action_of(self, position: Any, move: Any) -> int:
        """The number of a legal move's action; by default, what `Instance.actions` says of it.

        Raises as `own`.
        """
        instance = self.instance(position)
        before, after = map(instance.row_of, (position, position.play(move)))
        return int(instance.actions(before, after)[0])

    def instance(self, position: Any) -> Instance:
        """The deal that a position belongs to: by default `arrays` of its game."""
        game: Any = game_of(self.own(position))
        return _instance(self.arrays, game)

    def own(self, position: Any) -> Any:
        """The position; raises `PositionError`, which names both games, if it is of another."""
        if _kind(game_of(position)) != _kind(self._first):
            own_position(position, self._first)
        return position

    @cached_property
    def _first(self) -> Game[Any]:
        """The game of the default start."""
        return game_of(self.start(self.example))

    def arena(self, starts: Sequence[Any]) -> Arena:
        """The deals of some starts, for positions of all of them side by side."""
        return Arena(self, starts)

    def points(self, layers: Any, wins: Any, distances: Any) -> Points:
        """The points at the end for the side to move, by layer, result and distance to the end.

        Takes arrays that broadcast. Of two moves in a position, the better one has more points. By
        default, `most_points` minus the plies to the end, negative for a loss.
        """
        left = np.int16(self.most_points) - np.asarray(distances, np.int16)
        return np.where(wins, left, -left)

    def points_of(self, layer: int, value: Value) -> int:
        """The points at the end for the side to move in one position."""
        return int(self.points(layer, value.result is Result.WIN, value.dte))

    def observe(self, position: Any, agent: str) -> Planes:
        """What a player sees of one position, shape ``self.shape``; here all see the same."""
        instance = self.instance(position)
        planes: Planes = instance.observe(instance.row_of(position))[0]
        return planes

    def paid(self, position: Any, reward: Reward) -> list[float]:
        """The reward of each player in a position where the game is over."""
        coding, layer = game_of(self.own(position)).coding, position.layer
        value = coding.decode(coding.at_end(layer))
        if reward == "points":
            paid = float(self.points_of(layer, value))
        else:
            paid = 1.0 if value.result is Result.WIN else -1.0
        return [paid if agent == position.sides[0] else -paid for agent in self.agents]

    def most_reward(self, reward: Reward) -> int:
        """The highest reward that a player can get; the lowest is its negative.

        Raises `ValueError` if the task has no such reward.
        """
        check_reward(reward)
        return self.most_points if reward == "points" else 1

    def policy(self, name: str) -> Callable[[Any], Any]:
        """A policy, a function of a `Batch`, that the game knows by a name or a file.

        Raises `ValueError` if there is none.
        """
        raise ValueError(
            f"no policy {quote(name)} for {self.name}: expected random, a network's file that ends "
            "in .npz, or FILE.py:NAME or MODULE:NAME"
        )

    def starts(self, split: str, seed: int = 0) -> Iterator[Any]:
        """Random starts of a split, without end; the same for the same seed.

        Raises `ValueError` if there is no such split, or it seems to have no start, as on a small
        board.
        """
        check_split(split)
        rng = random.Random(seed)
        missed = 0
        while missed < PATIENCE:
            start = self.draw(rng)
            missed += 1
            if split_of(self.identity(start)) == split:
                missed = 0
                yield start
        raise ValueError(f"split {split}: no start in {PATIENCE:,} draws, expected a larger game")

    def instances(self, split: str, count: int, seed: int = 0) -> Iterator[Instance]:
        """The deals of the first `count` starts of a split, whose positions a score covers."""
        return (self.instance(start) for start in islice(self.starts(split, seed), count))


class BoardTask(Task):
    """A task of one board: games start from any position of a `game` that has a legal move."""

    game: Game[Any]

    @property
    def most_plies(self) -> int:  # type: ignore[override]
        """The highest layer."""
        return self.game.layers - 1

    @property
    def most_points(self) -> int:  # type: ignore[override]
        """One more than `most_plies`."""
        return self.game.layers

    @property
    def example(self) -> str:
        """The last position: most often, that with nothing removed."""
        return str(self.game.unrank(self.game.size - 1))

    def start(self, text: str) -> Any:
        """The position with a notation; `PositionError` if it is of another board."""
        return self.own(text)

    def own(self, position: Any) -> Any:
        """The position, or that of a notation; raises `PositionError` if it is of another board."""
        return own_position(position, self.game)

    def draw(self, rng: random.Random) -> Any:
        """A random position with a legal move, all equally likely."""
        while True:
            with suppress(IndexError):
                found = self.game.unrank(int(rng.random() * self.game.size))
                if found.legal_moves():
                    return found

    def identity(self, start: Any) -> str:
        """The game, the board, and the `image` of a position."""
        return self._named(self.image(self.own(start)))

    def _named(self, image: Any) -> str:
        return f"{self.name} {self.game.key} {image}"

    def image(self, position: Any) -> Any:
        """The one of a position's images under symmetry that stands for all; by default, itself."""
        return position

    def in_split(self, split: str) -> Ranks:
        """The ranks of the positions of a split."""
        found = []
        for rank in range(self.game.size):
            with suppress(IndexError):
                if split_of(self.identity(self.game.unrank(rank))) == split:
                    found.append(rank)
        return np.array(found, np.uint32)

    def instances(self, split: str, count: int = 1, seed: int = 0) -> Iterator[Instance]:
        """The positions of a split of the only board, whatever `count` and `seed` are."""
        check_split(split)
        yield _part(self, split)


def _kind(game: Game[Any]) -> tuple[Any, ...]:
    """What the games of a task have in common."""
    return game.name, getattr(game, "rules", None), game.layers


@lru_cache(maxsize=16)
def _instance(arrays: type[Instance], game: Game[Any]) -> Instance:
    return arrays(game)


@lru_cache(maxsize=8)
def _part(task: BoardTask, split: str) -> Instance:
    found = task.arrays(task.game)
    found.ranks = task.in_split(split)
    return found


def check_turns(task: Task, game: Game[Any]) -> None:
    """Raise `ValueError` if a side may move twice in a row, which arrays of moves do not say."""
    if len(task.agents) > 1 and not game.coding.alternating:
        raise ValueError(
            f"{task.name} has {len(task.agents)} players, who may move twice in a row: expected "
            "players who take turns, or one"
        )


def check_reward(reward: str) -> None:
    """Raise `ValueError` unless there is such a reward."""
    if reward not in get_args(Reward):
        raise ValueError(f"reward {quote(reward)}: expected {' or '.join(get_args(Reward))}")
