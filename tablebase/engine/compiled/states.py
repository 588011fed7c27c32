"""A game's kernel over states, for what needs no table: successors of a state, and perft."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.compiled import walks
from tablebase.engine.game import Game
from tablebase.engine.kernels import game_kernel
from tablebase.engine.position import AGAIN, CompiledRules

_RANK = np.uint64(AGAIN - 1)


class States(NamedTuple):
    """What the loops over states need of a game.

    Attributes
    ----------
    moves : callable
        The kernel, see `CompiledRules`.
    of : callable
        Returns the state of a position, uint64 of shape ``(words,)``.
    """

    moves: Callable[..., Any]
    of: Callable[[Any], U64]
    context: U64
    max_moves: int

    def empty(self, words: int, plies: int) -> U64:
        """Room for the states after the moves of each ply."""
        return np.zeros((plies, self.max_moves, words), np.uint64)

    def after(self, state: U64) -> U64:
        """The states after all legal moves in a state, shape ``(moves, words)``."""
        out = self.empty(len(state), 1)[0]
        found: U64 = out[: self.moves(state, self.context, out)]
        return found

    def perft(self, position: Any, depth: int) -> int:
        """How many ways there are to make `depth` moves from a position.

        Raises `ValueError` if `depth` is not 1 or more.
        """
        if depth < 1:
            raise ValueError(f"depth {depth}: expected 1 or more")
        state = self.of(position)
        states = self.empty(len(state), depth + 1)
        states[0, 0] = state
        plies = np.zeros((2, depth + 1), np.int64)
        return int(walks.perft(self.moves, self.context, states, plies, depth))


def states_of(game: Game[Any], rules: CompiledRules) -> States:
    """The states of a game: those that it gives, or else its ranks."""
    moves, words = rules.moves, rules.state
    if moves is None or words is None:
        moves, words = by_rank(rules.successors), lambda position: [game.rank(position)]
    return States(
        moves, lambda position: np.array(words(position), np.uint64), rules.context, rules.max_moves
    )


@lru_cache(maxsize=64)
def by_rank(successors: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel over states that are ranks; they do not say whether the same side moves again."""

    @game_kernel
    def moves(state: U64, context: U64, out: U64) -> Any:
        count = successors(np.int64(state[0]), context, out.reshape(out.size).view(np.int64))
        for number in range(count):
            out[number, 0] &= _RANK
        return count

    return moves
