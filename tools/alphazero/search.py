"""Monte Carlo tree search in many games side by side: one leaf of each game at a time.

As in AlphaZero (Silver and others 2018, Science 362:1140): a network values a leaf and says which
of its moves are worth trying. Nothing is looked up in a table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from network import CELLS, Network, inputs, turned

from tablebase.rl.task import Arena, Numbers

Floats = npt.NDArray[np.float32]

EXPLORE = 1.5
"""How much the search trusts the network's choice of moves (PUCT's constant)."""

FIRST_PLAY = 0.2
"""How much lower than its position's a move that was not tried yet is valued."""

NOISE, EVEN = 0.25, 1.0
"""The share of random noise in what the root is told, and the parameter of its distribution."""


def lost(left: npt.NDArray[np.uint8]) -> Floats:
    """The value of a lost game with some cards face up: from -1/2, and -1 if none had been used.

    So a win is worth more the sooner it comes, and a loss the later.
    """
    return (-(1 + left / CELLS) / 2).astype(np.float32)


class Search:
    """A search tree for each of some positions of an arena.

    After `run`, `visits` has how often each move of a root was tried, shape ``(n, CELLS)``, and
    `values` the mean of what these tries found, shape ``(n,)``, for the sides to move. A root with
    a single move is not searched: that move counts as tried once, and the value is the network's.
    """

    def __init__(
        self, arena: Arena, network: Network, deals: Numbers, rows: npt.NDArray[Any], tries: int
    ) -> None:
        self.arena, self.network, self.deals = arena, network, deals
        n, nodes = len(rows), tries + 1
        self._tries = tries
        self._child = np.full((n, nodes, CELLS), -1, np.int32)
        self._after = np.empty((n, nodes, CELLS), rows.dtype)
        self._prior = np.zeros((n, nodes, CELLS), np.float32)
        self._legal = np.zeros((n, nodes, CELLS), np.bool_)
        self._visits = np.zeros((n, nodes, CELLS), np.float32)
        self._sums = np.zeros((n, nodes, CELLS), np.float32)
        self._value = np.zeros((n, nodes), np.float32)
        self._used = np.ones(n, np.int32)
        self.seen = self._expand(np.arange(n), np.zeros(n, np.int32), rows)

    @property
    def searched(self) -> npt.NDArray[np.bool_]:
        """Which roots have a choice, and so are searched."""
        found: npt.NDArray[np.bool_] = self.legal.sum(axis=1) > 1
        return found

    @property
    def legal(self) -> npt.NDArray[np.bool_]:
        """The legal moves of each root."""
        return self._legal[:, 0]

    @property
    def after(self) -> npt.NDArray[Any]:
        """The row after each legal move of a root."""
        return self._after[:, 0]

    @property
    def visits(self) -> Floats:
        """How often each move of a root was tried."""
        return np.where(self.searched[:, None], self._visits[:, 0], self.legal)

    @property
    def values(self) -> Floats:
        """What each root is worth to its side to move, by the search."""
        mean = self._sums[:, 0].sum(axis=1) / self._tries
        return np.where(self.searched, mean, self._value[:, 0])

    def run(self, rng: np.random.RandomState | None = None) -> None:
        """Search; with a generator, the roots are explored at random, too."""
        if rng is not None:
            noise = rng.gamma(EVEN, size=self.legal.shape) * self.legal
            noise /= np.maximum(noise.sum(axis=1, keepdims=True), 1e-9)
            self._prior[:, 0] += NOISE * (noise - self._prior[:, 0])
        games = np.flatnonzero(self.searched)
        for _ in range(self._tries):
            self._try(games)

    def _try(self, games: Numbers) -> None:
        """Walk from each root to a leaf, value it, and tell the positions on the way."""
        at = np.zeros(len(self._child), np.int32)
        steps: list[tuple[Numbers, Numbers, Numbers]] = []
        walking = games
        while walking.size:
            moves = self._choose(walking, at[walking])
            steps.append((walking, at[walking], moves))
            after = self._child[walking, at[walking], moves]
            at[walking] = after
            new = after < 0
            if new.any():
                self._add(walking[new], steps[-1][1][new], moves[new], at)
            there = at[walking]
            walking = walking[~new & self._legal[walking, there].any(axis=1)]
        values = self._value[np.arange(len(at)), at]
        for walked, nodes, moves in reversed(steps):
            values[walked] *= -1
            self._visits[walked, nodes, moves] += 1
            self._sums[walked, nodes, moves] += values[walked]

    def _choose(self, games: Numbers, nodes: Numbers) -> Numbers:
        """The move to try next in some nodes."""
        visits, sums = self._visits[games, nodes], self._sums[games, nodes]
        mean = np.where(
            visits > 0,
            sums / np.maximum(visits, 1),
            self._value[games, nodes][:, None] - np.float32(FIRST_PLAY),
        )
        total = np.sqrt(visits.sum(axis=1, keepdims=True) + 1)
        score = mean + EXPLORE * self._prior[games, nodes] * total / (1 + visits)
        found: Numbers = np.where(self._legal[games, nodes], score, -np.inf).argmax(axis=1)
        return found

    def _add(self, games: Numbers, nodes: Numbers, moves: Numbers, at: npt.NDArray[Any]) -> None:
        """Add the positions after some moves to the trees, and step on them."""
        new = self._used[games]
        self._used[games] += 1
        self._child[games, nodes, moves] = new
        at[games] = new
        self._expand(games, new, self._after[games, nodes, moves])

    def _expand(
        self, games: Numbers, nodes: npt.NDArray[Any], rows: npt.NDArray[Any]
    ) -> npt.NDArray[np.int8]:
        """Find the moves and the value of some positions; returns what the network sees of them."""
        deals = self.deals[games]
        moves = self.arena.moves(deals, rows)
        others = self.arena.moves(deals, turned(rows))
        seen = inputs(self.arena.observe(deals, rows), moves, others)
        at = games[moves.of], nodes[moves.of], moves.actions
        self._legal[at] = True
        self._after[at] = moves.after
        going = self._legal[games, nodes].any(axis=1)
        left = self.arena.layers(deals[~going], rows[~going])
        self._value[games[~going], nodes[~going]] = lost(left + 2)
        if going.any():
            logits, values = self.network.answers(seen[going])
            chances = np.exp(logits - logits.max(axis=1, keepdims=True))
            those = games[going], nodes[going]
            self._prior[those] = chances / chances.sum(axis=1, keepdims=True)
            self._value[those] = values
        return seen
