"""A baseline: random moves, as a policy."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.rl.batch import Batch, Chances


def random_moves(batch: Batch) -> Chances:
    """Every legal move is equally likely."""
    return evenly(batch.legal)


def evenly(made: npt.NDArray[Any]) -> Chances:
    """Equal probabilities for the actions marked in `made`, shape ``(n, actions)``."""
    numbers = np.maximum(made.sum(axis=1, keepdims=True), 1)
    return np.asarray(made / numbers)
