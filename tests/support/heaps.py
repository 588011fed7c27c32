"""A game in a few lines, and what the self-test finds of rooms."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from tablebase.engine.game import Game
from tablebase.engine.induction import RuleSolver
from tablebase.engine.rooms import installed
from tablebase.engine.tables.selftest import sample_of
from tablebase.engine.values import Coding, Result
from tablebase.rl import selftest as rl
from tablebase.web import selftest as web


@dataclass(frozen=True)
class Heap:
    """Take 1 or 2 from it; whoever takes the last one wins."""

    left: int
    game: HeapGame
    sides: tuple[str, str] = field(default=("mover", "other"), compare=False)

    @property
    def layer(self):
        return self.left

    def legal_moves(self):
        return [take for take in (1, 2) if take <= self.left]

    def play(self, move):
        return replace(self, left=self.left - move, sides=self.sides[::-1])

    def as_dict(self):
        return {}

    def score(self, value):
        return None

    def __str__(self):
        return str(self.left)


@dataclass(frozen=True)
class HeapGame(Game[Heap]):
    """The shortest example of what a game has to provide."""

    size: int = 14

    name, key, chunk_size = "heap", "14", 4
    coding = Coding(4, Result.LOSS)

    @property
    def layers(self):
        return self.size

    def attributes(self):
        return {"game": "heap", "heap": self.size}

    def rank(self, position):
        return position.left

    def unrank(self, rank):
        return Heap(rank, self)

    def layer_of_ranks(self):
        return np.arange(self.size, dtype=np.uint8)

    def solver(self):
        return RuleSolver(self)

    def first_error(self, codes):
        solver = RuleSolver(self)
        for number in range(solver.steps):
            solver.step(number)
        wrong = np.flatnonzero(solver._codes != codes)
        return int(wrong[0]) if wrong.size else None


def of_room(name, **parts):
    """What the self-test finds of a room of ours, some of its parts replaced: check -> error."""
    one = installed()[name]
    one = replace(one, room=replace(one.room, **parts))
    found = [*web.checks(one, sample_of(name)), *rl.checks(one)]
    return {check.name: check.error for check in found if check.error}
