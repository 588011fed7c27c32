"""The backward induction of a game with compiled rules: validates, allocates, calls the loops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tablebase.engine.arrays import F64, U8, Codes
from tablebase.engine.compiled import loops
from tablebase.engine.game import Game, named
from tablebase.engine.jobs.machine import check_memory
from tablebase.engine.jobs.shards import completed
from tablebase.engine.packed import pack
from tablebase.engine.position import AGAIN, CompiledRules
from tablebase.errors import KernelError

BYTES_PER_POSITION = 2
"""A code and a layer; and half as much again while 4-bit codes are packed."""

LEAST_BLOCK, BLOCKS = 1 << 18, 64
"""Threads take blocks of ranks: this many, unless they would be shorter than the least."""


class Layers:
    """The layers of all ranks of a game, and loops over them in threads.

    Raises `KernelError` if the game's kernel gives a layer that the game does not have.
    """

    def __init__(self, game: Game[Any], rules: CompiledRules) -> None:
        self._game, self.rules = game, rules
        block = max(LEAST_BLOCK, -(-game.size // BLOCKS) + 7 & ~7)
        self._blocks = [
            (first, min(first + block, game.size)) for first in range(0, game.size, block)
        ]
        self._words = np.zeros(-(-game.size // 8), np.uint64)
        if (wrong := self.each(self._find)) is not None:
            layer = rules.layer(wrong, rules.context)
            raise KernelError(
                f"{named(game, wrong)}: layer {layer}, expected at most {game.layers - 1}"
            )

    @property
    def of_ranks(self) -> U8:
        """The layer of every rank, shape ``(size,)``."""
        return self._words.view(np.uint8)[: self._game.size]

    def loop(self, loop: Callable[..., Any], layer: int, *arguments: Any) -> int | None:
        """Run a loop of `loops` over a layer; returns the first wrong rank that it finds."""

        def work(first: int, last: int) -> int:
            out = np.empty(self.rules.max_moves, np.int64)
            found: int = loop(
                self.rules.successors, self.rules.context, self._words, layer, first, last, out,
                *arguments,
            )  # fmt: skip
            return found

        return self.each(work)

    def each(self, work: Callable[[int, int], int]) -> int | None:
        """Do some work for every block; returns the lowest rank that it finds wrong."""
        done = completed(lambda block: work(*block), self._blocks)
        return min((rank for rank in done if rank is not None and rank >= 0), default=None)

    def _find(self, first: int, last: int) -> int:
        game, rules = self._game, self.rules
        found = self._words.view(np.uint8)
        return loops.find_layers(rules.layer, rules.context, first, last, game.layers, found)


class CompiledSolver:
    """The backward induction of a game with compiled rules, layer by layer, in threads.

    Raises `MemoryError` if there is not enough free memory, `BYTES_PER_POSITION`. If the kernels
    turn out to be wrong, `step` raises `KernelError`; with `check` it looks at the layer of every
    successor, too.
    """

    def __init__(self, game: Game[Any], rules: CompiledRules, check: bool = False) -> None:
        half = BYTES_PER_POSITION // 2 if game.coding.bits < 8 else 0
        check_memory(
            (BYTES_PER_POSITION + half) * game.size,
            f"a table of {game.name} {game.key}, {game.size:,} positions,",
        )
        self._game, self._rules, self._check = game, rules, check
        coding, replies = game.coding, np.full((2, 256), loops.UNSOLVED, np.uint8)
        replies[:, : coding.no_entry] = [coding.replies[:-1], coding.replies_again[:-1]]
        self._replies = replies.reshape(-1)
        self.steps = game.layers

    def step(self, number: int) -> None:
        """Solve a layer; those below it have been solved."""
        if number == 0:
            self._layers = Layers(self._game, self._rules)
            self._codes = np.full(self._game.size, self._game.coding.no_entry, np.uint8)
        end = self._game.coding.at_end(number)
        wrong = self._layers.loop(
            loops.solve_layer, number, self._replies, end, self._check, self._codes
        )
        if wrong is not None:
            raise KernelError(self._explained(wrong))

    def codes(self) -> Codes:
        """The packed codes in rank order."""
        return pack(self._codes, self._game.coding.bits)

    def _explained(self, rank: int) -> str:
        """What is wrong with the successors of a rank."""
        game, rules = self._game, self._rules
        where = named(game, rank)
        out = np.zeros(rules.max_moves, np.int64)
        count = rules.successors(rank, rules.context, out)
        if count > rules.max_moves:
            return f"{where}: {count} successors, expected at most max_moves, {rules.max_moves}"
        layers = self._layers.of_ranks
        for number, successor in enumerate(out[:count].tolist()):
            after = successor & ~AGAIN if successor >= 0 else successor
            what = f"{where}: successor {number} of {count} is "
            if not 0 <= after < game.size:
                return f"{what}rank {after}, expected 0 to {game.size - 1}"
            if layers[after] >= layers[rank]:
                return f"{what}{named(game, after)} in layer {layers[after]}, expected a lower one"
            if self._codes[after] == game.coding.no_entry:
                return f"{what}rank {after}, which is no position"
        return f"{where}: its successors differ from call to call"


def random_means(game: Game[Any], rules: CompiledRules, ends: F64) -> F64:
    """What a position is worth on average if every move is chosen at random, in rank order.

    `ends`, shape ``(size,)``, has what positions without a move are worth; it is changed.
    """
    layers = Layers(game, rules)
    for layer in range(game.layers):
        layers.loop(loops.average_layer, layer, ends)
    return ends
