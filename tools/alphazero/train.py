"""Learn Collapsi by play against oneself: ``python tools/alphazero/train.py FILE.npz``.

As in AlphaZero, the network learns from games that a search with it plays: which moves the search
tried how often, and what came of the position. No table is ever asked. Half of the games begin with
a deal of the training split, and half with a random position of one, because the leaderboard scores
random positions. What is learned is turned by a random automorphism of the board.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterator
from itertools import islice
from math import cos, pi
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
import numpy.typing as npt
import torch
from network import Network
from search import Floats, Search, lost
from torch.nn import functional

from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.rl.task import Numbers
from tablebase.rl.tasks import task_of

DEALS = 512
"""Deals of a round."""

GAMES = 4
"""Games of each deal in a round: one from its start, the others from random positions."""

TRIES = 32
"""Tries of the search before each move."""

ROUNDS_KEPT = 30
"""The latest rounds whose positions are learned from."""

BATCH, STEPS = 1024, 80
"""The positions of a step of learning, and the steps after each round."""

RATE, DECAY = 2e-3, 1e-4


class Lessons(NamedTuple):
    """What a round teaches: for each position what the network sees, and what it should say."""

    seen: npt.NDArray[np.int8]
    moves: Floats
    values: Floats


def play(network: Network, rounds: int, rng: np.random.RandomState) -> Iterator[Lessons]:
    """Play rounds of games, with whatever the network has learned by then."""
    task = task_of("collapsi")
    starts = task.starts("train", int(rng.randint(1 << 31)))
    for _ in range(rounds):
        arena = task.arena(list(islice(starts, DEALS)))
        ranks = arena.instances[0].ranks  # those of all deals
        drawn = (
            one.rows_of(ranks[rng.randint(0, len(ranks), GAMES - 1)]) for one in arena.instances
        )
        rows = np.concatenate([arena.starts, *drawn])
        deals = np.concatenate([np.arange(DEALS), np.arange(DEALS).repeat(GAMES - 1)])
        yield _round(arena, network, deals, rows, rng)


def _round(
    arena: Any,
    network: Network,
    deals: Numbers,
    rows: npt.NDArray[Any],
    rng: np.random.RandomState,
) -> Lessons:
    """Play some games to their ends."""
    plies: list[tuple[Numbers, npt.NDArray[np.int8], Floats, Floats, npt.NDArray[np.bool_]]] = []
    result = np.zeros(len(deals), np.float32)
    games = np.arange(len(deals))
    while games.size:
        search = Search(arena, network, deals[games], rows, TRIES)
        going = search.legal.any(axis=1)
        over = games[~going]
        result[over] = lost(arena.layers(deals[over], rows[~going]) + 2)
        search.run(rng)
        visits = search.visits[going]
        chances = visits / np.maximum(visits.sum(axis=1, keepdims=True), 1)
        games = games[going]
        if games.size:
            found = search.values[going]
            plies.append((games, search.seen[going], chances, found, search.searched[going]))
            chosen = (chances.cumsum(axis=1) > rng.random_sample((len(games), 1))).argmax(axis=1)
            rows = search.after[going][np.arange(len(games)), chosen]
    values: list[Floats] = []
    for playing, _, _, found, searched in reversed(plies):
        result[playing] *= -1
        played = result[playing]
        values.append(np.where(searched, (played + found) / 2, played))
    return Lessons(
        np.concatenate([seen for _, seen, *_ in plies]),
        np.concatenate([chances for _, _, chances, *_ in plies]),
        np.concatenate(values[::-1]),
    )


class Learner:
    """Learns from the latest rounds, by Adam."""

    def __init__(self, network: Network, steps: int) -> None:
        self._network, self._steps, self._done = network, steps, 0
        self._adam = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
        self._turns = np.argsort(np.array(COLLAPSI.symmetries), axis=1)

    def step(self, lessons: Lessons, rng: np.random.RandomState) -> float:
        """Learn from random positions; returns the loss."""
        for group in self._adam.param_groups:
            group["lr"] = RATE * (1 + cos(pi * self._done / self._steps)) / 2
        self._done += 1
        these = rng.randint(0, len(lessons.values), BATCH)
        turn = self._turns[rng.randint(len(self._turns))]
        seen = torch.from_numpy(lessons.seen[these][:, :, turn]).float()
        moves = torch.from_numpy(lessons.moves[these][:, turn])
        logits, values = self._network(seen)
        likely = functional.log_softmax(logits, 1).masked_fill(moves == 0, 0)
        loss = -(moves * likely).sum(1).mean() + functional.mse_loss(
            values, torch.from_numpy(lessons.values[these])
        )
        self._adam.zero_grad()
        loss.backward()
        self._adam.step()
        return loss.item()


@click.command(context_settings={"show_default": True})
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--rounds", type=click.IntRange(1), default=200)
@click.option("--seed", default=0, help="Random seed.")
def main(file: Path, rounds: int, seed: int) -> None:
    """Train the network and write its weights to FILE, which ends in .npz."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.RandomState(seed)
    network = Network()
    learner = Learner(network, rounds * STEPS)
    kept: deque[Lessons] = deque(maxlen=ROUNDS_KEPT)
    for number, lessons in enumerate(play(network, rounds, rng), 1):
        kept.append(lessons)
        together = Lessons(*map(np.concatenate, zip(*kept, strict=True)))
        losses = [learner.step(together, rng) for _ in range(STEPS)]
        network.save(file)
        click.echo(
            f"round {number}: {len(lessons.values):,} positions, loss {np.mean(losses):.4f}, "
            f"{time.process_time():.0f} s of processor"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
