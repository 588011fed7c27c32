"""A small network in plain NumPy that learns who wins from exact labels: a baseline to beat.

It has layers of rectified linear units. Given the planes and the legal actions of a position, it
returns the probability that the side to move wins. Training minimises the cross-entropy with the
true winner, by Adam (Kingma and Ba 2015, arXiv:1412.6980). On a torus the board is first shifted so
that the mover stands on the first cell. As a policy it makes the move after which it considers the
mover most likely to win.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import chain, count, pairwise
from math import cos, pi
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from tablebase.engine.arrays import F32, I64
from tablebase.errors import FileFormatError
from tablebase.rl.batch import Batch
from tablebase.rl.labels import Labels, stream
from tablebase.rl.task import Task
from tablebase.support.files import replacing

RATE = 2e-3
"""The learning rate of the first step; it falls to 0 along half a cosine wave."""

DECAY, SQUARE_DECAY, SMALL = 0.9, 0.999, 1e-8
"""Adam's parameters."""

POSITIONS = 4096
"""Positions drawn from a deal."""

DEALS = 64
"""How many deals the positions of a step come from."""

STEP = 4096
"""How many positions a step uses."""

_DAMAGE = ValueError, EOFError, TypeError, AttributeError, RuntimeError, BadZipFile
"""What reading another file, or a damaged one, raises."""


@dataclass(frozen=True)
class Network:
    """A network: for each layer a matrix of weights and a bias.

    `value` is a value function and `policy` a policy, as `regret` scores them.
    """

    weights: list[F32]
    biases: list[F32]

    @classmethod
    def random(cls, sizes: list[int], seed: int) -> Network:
        """A network with random weights (He and others 2015, arXiv:1502.01852)."""
        state = np.random.RandomState(seed)
        pairs = list(pairwise(sizes))
        weights = [state.normal(0, (2 / n) ** 0.5, (n, m)).astype(np.float32) for n, m in pairs]
        return cls(weights, [np.zeros(m, np.float32) for _, m in pairs])

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Network:
        """Read a network that `save` wrote; raises `FileFormatError` for any other file."""
        try:
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as found:
                arrays = [found[name] for name in found.files]
            network = cls(arrays[::2], arrays[1::2])
            network._check()
        except _DAMAGE as error:
            raise FileFormatError(f"{path} is not a network: expected a file of save()") from error
        return network

    def _check(self) -> None:
        """Raise `ValueError` unless the layers fit together and return one number."""
        shapes = [weights.shape for weights in self.weights]
        returned = [*(shape[:1] for shape in shapes[1:]), (1,)]
        fits = [shape[1:] for shape in shapes] == returned == [bias.shape for bias in self.biases]
        if not fits or any(array.dtype != np.float32 for array in self.weights + self.biases):
            raise ValueError(f"weights of shapes {shapes}: expected layers of a network")

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the network to a ``.npz`` file, completely or not at all."""
        pairs = zip(self.weights, self.biases, strict=True)
        with replacing(Path(path)) as temporary, temporary.open("wb") as file:
            np.savez(file, *(array for pair in pairs for array in pair))

    def value(self, batch: Batch) -> F32:
        """The expected result of the sides to move, from -1 to 1, shape ``(n,)``."""
        return np.tanh(self.forward(seen(batch))[-1][:, 0] / 2)

    def policy(self, batch: Batch) -> I64:
        """The actions with the highest expected result, shape ``(n,)``."""
        moves, task = batch.moves, batch.task
        expected = self.value(batch.after) * (1 if len(task.agents) == 1 else -1)
        found = np.zeros(len(batch), np.int64)
        order = np.argsort(expected, kind="stable")  # the last assignment stays: the best move
        found[moves.of[order]] = moves.actions[order]
        return found

    def forward(self, seen: F32) -> list[F32]:
        """The input and the output of each layer; the last are the logits."""
        layers = [seen]
        for number, (weights, bias) in enumerate(zip(self.weights, self.biases, strict=True), 1):
            found = layers[-1] @ weights + bias
            layers.append(found if number == len(self.weights) else np.maximum(found, 0))
        return layers

    def gradients(self, layers: list[F32], wrong: F32) -> list[F32]:
        """The gradients of each layer's weights and biases, given that of the logits."""
        found: list[F32] = []
        for weights, seen in zip(self.weights[::-1], layers[-2::-1], strict=True):
            found += [wrong.sum(axis=0), seen.T @ wrong]
            wrong = (wrong @ weights.T) * (seen > 0)
        return found[::-1]


def train(
    task: Task,
    steps: int,
    hidden: list[int],
    *,
    seed: int = 0,
    report: Callable[[int, float], None] = lambda step, loss: None,
) -> Network:
    """Train a network on deals of the training split, with a new deal at each step.

    `report` is called after each step with its number and the loss.
    """
    inputs = int(np.prod(task.shape)) + task.actions
    network = Network.random([inputs, *hidden, 1], seed)
    arrays = [a for pair in zip(network.weights, network.biases, strict=True) for a in pair]
    adam, state = _Adam(arrays, steps), np.random.RandomState(seed)
    deals: deque[tuple[F32, F32]] = deque(maxlen=DEALS)
    for step, labels in zip(range(1, steps + 1), _drawn(task, seed), strict=False):
        deals.append((seen(labels.batch), labels.wins.astype(np.float32)))
        inputs_, wins = _mixed(deals, state)
        layers = network.forward(inputs_)
        chances: F32 = ((1 + np.tanh(layers[-1][:, 0] / 2)) / 2).astype(np.float32)
        wrong: F32 = chances - wins
        adam.step(network.gradients(layers, wrong[:, None] / np.float32(len(wrong))))
        report(step, float(-np.log(np.maximum(1 - abs(wrong), SMALL)).mean()))
    return network


def _drawn(task: Task, seed: int) -> Iterator[Labels]:
    """Random positions of one deal after another from the training split, without end."""
    parts = (task.instances("train", DEALS, number) for number in count(seed))
    return stream(task, chain.from_iterable(parts), POSITIONS, seed=seed, size=POSITIONS)


def _mixed(deals: Collection[tuple[F32, F32]], state: np.random.RandomState) -> tuple[F32, F32]:
    """Random positions of the latest deals: what a network sees, and 1 where the mover wins."""
    each = -(-STEP // len(deals))
    drawn = [(deal, state.randint(0, len(deal[1]), each)) for deal in deals]
    return (
        np.concatenate([deal[0][numbers] for deal, numbers in drawn]),
        np.concatenate([deal[1][numbers] for deal, numbers in drawn]),
    )


class _Adam:
    """Adam's steps for some arrays, changed in place."""

    def __init__(self, arrays: list[F32], steps: int) -> None:
        self._arrays, self._steps, self._done = arrays, steps, 0
        self._means = [np.zeros_like(array) for array in arrays]
        self._squares = [np.zeros_like(array) for array in arrays]

    def step(self, gradients: list[F32]) -> None:
        """Change the arrays by their gradients."""
        rate = RATE * (1 + cos(pi * self._done / self._steps)) / 2
        self._done += 1
        rate *= (1 - SQUARE_DECAY**self._done) ** 0.5 / (1 - DECAY**self._done)
        every = zip(self._arrays, gradients, self._means, self._squares, strict=True)
        for array, gradient, mean, square in every:
            mean += (1 - DECAY) * (gradient - mean)
            square += (1 - SQUARE_DECAY) * (gradient * gradient - square)
            array -= np.float32(rate) * mean / (np.sqrt(square) + SMALL)


def seen(batch: Batch) -> F32:
    """What a network sees: a row for each position, with its planes and its legal actions.

    On a torus, cells and actions are counted from `Task.origin`.
    """
    task, n = batch.task, len(batch)
    planes = batch.observations.reshape(n, len(task.planes), -1)
    legal = batch.legal.astype(np.int8)
    if task.origin is not None:
        rows, columns = task.shape[1:]
        row, column = np.divmod(np.arange(rows * columns), columns)
        shifted = (row[:, None] + row) % rows * columns + (column[:, None] + column) % columns
        places = shifted[planes[:, task.origin].argmax(axis=1)]
        planes = np.take_along_axis(planes, places[:, None], axis=2)
        legal = np.take_along_axis(legal, places, axis=1)
    return np.hstack([planes.reshape(n, -1), legal]).astype(np.float32)
