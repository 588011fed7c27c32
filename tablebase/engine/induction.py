"""Backward induction: from the terminal layer up, one step at a time.

A game solves and checks itself, or its kernels do, or else its rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Generic

import numpy as np

from tablebase.engine.arrays import Codes
from tablebase.engine.game import Game, Solver
from tablebase.engine.jobs.machine import check_memory
from tablebase.engine.packed import pack
from tablebase.engine.position import P, moves_again

MAX_LAYERS = 256
"""A layer's number is stored in a byte."""

MAX_SIZE = 1 << 32
"""Ranks have 32 bits. Larger tables, of 4 GiB and more, have files and look-ups of their own
(`tables.large_file`), whose numbers have 64."""


def solve(
    game: Game[P],
    progress: Callable[[int, int], None] | None = None,
    solver: Solver | None = None,
) -> Codes:
    """The packed codes of every position of a game, in rank order.

    `progress` is called after each step with the number of steps done and the total. An exception
    that it raises, such as `KeyboardInterrupt`, ends the induction. `solver` is by default that of
    `solver_of`.
    """
    check_fits(game)
    solver = solver or solver_of(game)
    for number in range(solver.steps):
        solver.step(number)
        if progress is not None:
            progress(number + 1, solver.steps)
    return solver.codes()


def check_fits(game: Game[Any]) -> None:
    """Raise `ValueError` if distances or layers can be too large to be stored."""
    most = game.coding.max_dte
    if game.layers - 1 > most:
        raise ValueError(
            f"{game.name} {game.key} may last {game.layers - 1} plies, but codes of "
            f"{game.coding.bits} bits hold distances up to {most}: expected a wider coding"
        )
    if game.layers > MAX_LAYERS:
        raise ValueError(f"{game.layers} layers: expected at most {MAX_LAYERS}")
    if game.size > MAX_SIZE:
        raise ValueError(f"{game.size:,} positions: expected at most {MAX_SIZE:,} in a table")


def solver_of(game: Game[P]) -> Solver:
    """A new backward induction of a game."""
    return common_solver(game) if game.solver is None else game.solver()


def common_solver(game: Game[P]) -> Solver:
    """The engine's own backward induction, by a game's kernels or else by its rules."""
    if (rules := game.compiled) is not None:
        from tablebase.engine.compiled.solver import CompiledSolver

        return CompiledSolver(game, rules)
    return RuleSolver(game)


def layers_of(game: Game[Any]) -> Codes:
    """The layer of every position of a game, shape ``(game.size,)``."""
    return common_layers(game) if game.layer_of_ranks is None else game.layer_of_ranks()


def common_layers(game: Game[Any]) -> Codes:
    """The layers by a game's kernels, or else by its rules."""
    if (rules := game.compiled) is not None:
        from tablebase.engine.compiled.solver import Layers

        return Layers(game, rules).of_ranks
    return layers_by_rules(game)


def first_error(game: Game[Any], codes: Codes) -> int | None:
    """The first rank whose code does not follow from its successors, see `Game.first_error`."""
    check = game.first_error
    return common_error(game, codes) if check is None else check(codes)


def common_error(game: Game[Any], codes: Codes) -> int | None:
    """The engine's own check of a table, by a game's kernels or else by its rules."""
    if (rules := game.compiled) is not None:
        from tablebase.engine.compiled.batch import first_error

        return first_error(game, rules, layers_of(game), codes)
    return first_error_by_rules(game, codes)


class RuleSolver(Generic[P]):
    """The backward induction of any game by its rules alone, one position after another.

    Slow but obviously right: for games without kernels, and to compare kernels with.
    """

    def __init__(self, game: Game[P]) -> None:
        check_memory(game.size, f"a table of {game.name} {game.key}, {game.size:,} positions,")
        self._game = game
        self._codes = np.full(game.size, game.coding.no_entry, dtype=np.uint8)
        self._layers = layers_by_rules(game)
        self.steps = game.layers

    def step(self, number: int) -> None:
        """Solve one layer; those below it have been solved."""
        for rank in np.flatnonzero(self._layers == number).tolist():
            self._codes[rank] = _derived(self._game, self._codes, rank)

    def codes(self) -> Codes:
        """The packed codes in rank order."""
        return pack(self._codes, self._game.coding.bits)


def layers_by_rules(game: Game[Any]) -> Codes:
    """The layer of every rank, position by position; 0 for a rank without a position."""
    found = np.zeros(game.size, np.uint8)
    for rank in range(game.size):
        with suppress(IndexError):
            found[rank] = game.unrank(rank).layer
    return found


def _derived(game: Game[P], codes: Codes, rank: int) -> int:
    """The code of a position, from the known codes of its successors."""
    try:
        position = game.unrank(rank)
    except IndexError:
        return game.coding.no_entry
    after = [position.play(move) for move in position.legal_moves()]
    for successor in after:
        if successor.layer >= position.layer:
            raise ValueError(f"{successor} follows {position}: expected a lower layer")
    found = (int(codes[game.rank(successor)]) for successor in after)
    replies = map(game.coding.from_successor, found, moves_again(position, after))
    return max(replies, default=game.coding.at_end(position.layer))


def first_error_by_rules(game: Game[Any], codes: Codes) -> int | None:
    """The first rank whose code does not follow from its successors, by the rules alone.

    Slow but obviously right, like `RuleSolver`: for games without a check of their own. `codes`
    is unpacked, shape ``(game.size,)``.
    """
    wrong = (rank for rank in range(game.size) if codes[rank] != _derived(game, codes, rank))
    return next(wrong, None)


SAMPLE = 1000
"""Positions of a table that are compared with the plain rules, of all layers alike."""


def first_error_of_sample(game: Game[Any], codes: Codes, seed: int, number: int) -> int | None:
    """As `first_error_by_rules`, of about this `number` of random ranks.

    It shares no kernel with a solver or its check, and so finds what both have wrong.
    """
    drawn = _sample(game, np.random.default_rng(seed), number)
    return next((rank for rank in drawn if codes[rank] != _derived(game, codes, rank)), None)


def _sample(game: Game[Any], rng: np.random.Generator, number: int) -> Iterator[int]:
    """Random ranks: as many of each layer, one or more, unless the table is large."""
    if is_large(game):  # the layers of all ranks take as much memory again
        yield from rng.integers(game.size, size=number).tolist()
        return
    layers, each = layers_of(game), max(1, number // game.layers)
    for layer in range(game.layers):
        ranks = np.flatnonzero(layers == layer)
        yield from (rng.choice(ranks, each, replace=False) if ranks.size > each else ranks).tolist()


LARGE_TABLE = 1 << 27
"""A table with this many bytes of packed codes, or more, is large. Its solver takes all cores and
gigabytes of memory, so it is solved alone, and only on request."""


def is_large(game: Game[Any]) -> bool:
    """Whether a game's table is large, see `LARGE_TABLE`."""
    return game.size * game.coding.bits >= 8 * LARGE_TABLE
