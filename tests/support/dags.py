"""Random games: a layered graph of numbered positions, in plain Python and as kernels.

`draw_graph` makes one. Its ranks are shuffled, so that moves lead to higher ranks as well as to
lower ones, and some ranks have no position.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tablebase.engine.game import Game
from tablebase.engine.kernels import game_kernel
from tablebase.engine.position import AGAIN, CompiledRules, Position
from tablebase.engine.values import Coding, OnePlayerCoding, Result, TeamCoding

CODINGS = [
    Coding(4, Result.LOSS),
    Coding(8, Result.WIN),
    TeamCoding(8, Result.LOSS),
    TeamCoding(8, Result.WIN),
    OnePlayerCoding(8, Result.LOSS, goal=1),
]
MOST = 4


@game_kernel
def successors(rank, context, out):
    start = rank * (MOST + 2)
    count = np.int64(context[start])
    for number in range(count):
        out[number] = np.int64(context[start + 2 + number])
    return count


@game_kernel
def layer(rank, context):
    return np.int64(context[rank * (MOST + 2) + 1])


@game_kernel
def moves(state, context, out):
    """The same over states of two words; the second is only carried along."""
    start = np.int64(state[0]) * (MOST + 2)
    for number in range(np.int64(context[start])):
        out[number, 0] = context[start + 2 + number]
        out[number, 1] = state[1] + np.uint64(1)
    return np.int64(context[start])


@dataclass(frozen=True)
class Node(Position):
    game: Graph
    rank: int
    side: int = field(default=0, compare=False)
    ply: int = field(default=0, compare=False)

    @property
    def layer(self):
        return self.game.layers_of[self.rank]

    @property
    def sides(self):
        return ("b", "a") if self.side else ("a", "b")

    def legal_moves(self):
        return list(range(len(self.game.after[self.rank])))

    def play(self, move):
        rank, again = self.game.after[self.rank][move]
        return Node(self.game, rank, self.side if again else 1 - self.side, self.ply + 1)

    def __str__(self):
        return str(self.rank)


@dataclass(frozen=True, eq=False)
class Graph(Game[Node]):
    """A random game.

    `after` has for each rank the ranks after its moves, each with whether the same side moves
    again; None if no position has the rank.
    """

    after: tuple
    layers_of: tuple
    values: Coding
    by_states: bool = False
    changed: tuple = ()

    name, key = "graph", "1"
    coding = property(lambda self: self.values)

    @property
    def size(self):
        return len(self.after)

    @property
    def layers(self):
        return max(self.layers_of) + 1

    def attributes(self):
        return {"game": "graph"}

    def rank(self, position):
        return position.rank

    def unrank(self, rank):
        if self.after[rank] is None:
            raise IndexError(rank)
        return Node(self, rank)

    @cached_property
    def compiled(self):
        rows = np.zeros((self.size, MOST + 2), np.int64)
        for rank, found in enumerate(self.after):
            rows[rank, 0] = -1 if found is None else len(found)
            rows[rank, 1] = self.layers_of[rank]
            for number, (successor, again) in enumerate(found or ()):
                rows[rank, 2 + number] = successor + AGAIN * again
        for place, value in self.changed:
            rows[place] = value
        kernels = (moves, lambda node: [node.rank, node.ply]) if self.by_states else ()
        return CompiledRules(successors, layer, MOST, rows.reshape(-1).view(np.uint64), *kernels)


def draw_graph(rng: random.Random, coding: Coding, size: int = 60, **options) -> Graph:
    layers_of = [rng.randrange(10) for _ in range(size)]
    after = []
    for rank in range(size):
        below = [other for other in range(size) if layers_of[other] < layers_of[rank]]
        number = rng.randrange(MOST + 1) if rng.random() < 0.9 else 0
        drawn = rng.sample(below, min(number, len(below)))
        again = isinstance(coding, TeamCoding)
        after.append([(other, again and rng.random() < 0.4) for other in drawn])
    used = {other for found in after for other, _ in found}
    for rank in range(size):
        if rank not in used and rng.random() < 0.3:
            after[rank] = None
    return Graph(tuple(after), tuple(layers_of), coding, **options)
