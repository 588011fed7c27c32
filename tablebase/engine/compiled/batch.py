"""Answers of a game's kernels: successors, first errors, numbers of move sequences.

They are for many positions at once, by their ranks, or for single *states*, without a table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64, U8, U64, Bools, Codes, Ranks
from tablebase.engine.compiled import loops
from tablebase.engine.game import Game
from tablebase.engine.kernels import game_kernel
from tablebase.engine.position import AGAIN, CompiledRules

_RANK = np.uint64(AGAIN - 1)


class Successors(NamedTuple):
    """All legal moves of some positions, position by position: arrays of shape ``(moves,)``."""

    of: I64
    """The number of the position that each move belongs to, ascending."""
    number: I64
    """Which of the position's ``legal_moves()`` it is."""
    ranks: I64
    """The rank of the position after the move."""
    again: Bools
    """Whether the same side moves again."""


def moves_many(game: Game[Any], ranks: Ranks) -> Successors:
    """All legal moves of an array of positions; see `Table.moves_many`."""
    if (rules := game.compiled) is None:
        raise TypeError(f"{game.name} has no kernels: expected legal_moves, one by one")
    wrong = (ranks < 0) | (ranks >= game.size)
    if wrong.any():
        raise IndexError(f"rank {ranks[wrong][0]}: expected 0 to {game.size - 1}")
    return successors(rules, ranks)


def successors(rules: CompiledRules, ranks: npt.NDArray[np.integer]) -> Successors:
    """The positions after all legal moves of some positions, ranks of shape ``(n,)``."""
    wanted = np.ascontiguousarray(ranks, np.int64)
    out = np.empty(rules.max_moves, np.int64)
    starts = np.empty(len(wanted) + 1, np.int64)
    after = np.empty(8 * len(wanted) + rules.max_moves, np.int64)
    for _ in range(2):  # once more if there was no room
        total = loops.list_successors(rules.successors, rules.context, wanted, out, starts, after)
        if total <= len(after):
            break
        after = np.empty(total, np.int64)
    counts = np.diff(starts)
    of = np.repeat(np.arange(len(wanted)), counts)
    number = np.arange(total) - starts[of]
    return Successors(of, number, after[:total] & (AGAIN - 1), after[:total] >= AGAIN)


CHECKED_AT_ONCE = 1 << 16
"""Ranks whose successors are listed together, some megabytes."""


def first_error(game: Game[Any], rules: CompiledRules, layers: U8, codes: Codes) -> int | None:
    """The first rank whose code does not follow from its successors; None if all do.

    `layers` are those of all ranks. It shares the game's kernels with the induction, but not its
    loops.
    """
    coding, out = game.coding, np.empty(rules.max_moves, np.int64)
    ends = np.array([coding.at_end(layer) for layer in range(game.layers)], np.uint8)
    for first in range(0, game.size, CHECKED_AT_ONCE):
        ranks = np.arange(first, min(first + CHECKED_AT_ONCE, game.size))
        expected, found = ends[layers[ranks]], successors(rules, ranks)
        of, starts = np.unique(found.of, return_index=True)
        of_moves = coding.of_moves(codes[found.ranks], found.again)
        expected[of] = np.maximum.reduceat(of_moves, starts)
        for place in np.setdiff1d(ranks - first, of, assume_unique=True).tolist():
            if rules.successors(first + place, rules.context, out) < 0:
                expected[place] = coding.no_entry
        wrong = np.flatnonzero(expected != codes[ranks])
        if wrong.size:
            return first + int(wrong[0])
    return None


class States(NamedTuple):
    """What the loops over states need of a game."""

    moves: Callable[..., Any]
    """The kernel, see `CompiledRules`."""
    of: Callable[[Any], U64]
    """Returns the state of a position, uint64 of shape ``(words,)``."""
    context: U64
    max_moves: int
    replies: Callable[..., Any] | None = None
    """A quicker kernel of the same arguments, which fills nothing in: its count is 0 if there is no
    move, and the larger, the more there are."""

    def empty(self, words: int, plies: int) -> U64:
        """Room for the states after the moves of each ply."""
        return np.zeros((plies, self.max_moves, words), np.uint64)

    def after(self, state: U64) -> U64:
        """The states after all legal moves in a state, shape ``(moves, words)``."""
        out = self.empty(len(state), 1)[0]
        found: U64 = out[: self.moves(state, self.context, out)]
        return found


def states_of(game: Game[Any], rules: CompiledRules) -> States:
    """The states of a game: those that it gives, or else its ranks."""
    moves, words = rules.moves, rules.state
    if moves is None or words is None:
        moves, words = by_rank(rules.successors), lambda position: [game.rank(position)]
    return States(
        moves, lambda position: np.array(words(position), np.uint64), rules.context, rules.max_moves
    )


def of_states(rules: CompiledRules, states: U64) -> CompiledRules:
    """Rules whose `successors` fills in what `moves` does, for states by their number."""
    moves: Any = rules.moves
    count, words = states.shape

    @game_kernel
    def successors(rank: int, context: U64, out: I64) -> Any:
        state, after = context[rank * words : (rank + 1) * words], out.view(np.uint64)
        return moves(state, context[count * words :], after.reshape(out.size // words, words))

    layer = game_kernel(lambda rank, context: 0)
    context = np.concatenate([states.reshape(-1), rules.context])
    return CompiledRules(successors, layer, rules.max_moves * words, context)


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
