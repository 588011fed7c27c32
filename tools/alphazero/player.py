"""The trained network as an entry of the leaderboard.

``python -m tablebase.rl score collapsi tools/alphazero/player.py:policy`` scores its moves without
any search; ``ahead`` instead of ``policy`` makes the move after which it values the other side
least.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from network import Network, inputs, turned
from search import lost

from tablebase.rl.batch import Batch

FILE = os.environ.get("WEIGHTS", Path(__file__).parent / "weights.npz")
"""The weights: those of the leaderboard, or others."""


def policy(batch: Batch) -> npt.NDArray[np.int64]:
    """The move that the network finds most likely, shape ``(n,)``."""
    found: npt.NDArray[np.int64] = _answers(batch)[0].argmax(axis=1)
    return found


def value(batch: Batch) -> npt.NDArray[np.float32]:
    """The value of each position to its side to move, shape ``(n,)``."""
    return _answers(batch)[1]


def ahead(batch: Batch) -> npt.NDArray[np.int64]:
    """The move after which the other side has the lowest value, shape ``(n,)``."""
    moves, after = batch.moves, batch.after
    values = np.where(after.legal.any(axis=1), value(after), lost(after.layers + 2))
    found = np.zeros(len(batch), np.int64)
    order = np.argsort(-values, kind="stable")  # the last assignment stays
    found[moves.of[order]] = moves.actions[order]
    return found


def _answers(batch: Batch) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    others = batch.instance.moves(turned(batch.rows))
    return _network().answers(inputs(batch.observations, batch.moves, others))


@cache
def _network() -> Network:
    torch.set_num_threads(1)
    return Network.load(FILE)
