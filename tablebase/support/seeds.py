"""Random seeds: their range, and a seed for a caller who gives none."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence

SEEDS = 2**32
"""A seed is a number from 0 to ``SEEDS - 1``."""


def any_seed() -> int:
    """A random seed, for a caller who gives none."""
    return secrets.randbelow(SEEDS)


def shuffled(rng: random.Random, items: Sequence[int]) -> list[int]:
    """Some numbers in random order, the same in every version, which `shuffle` may not be.

    It uses only `random.Random.random`, whose sequence Python guarantees.
    """
    found = list(items)
    for last in range(len(found) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        found[last], found[other] = found[other], found[last]
    return found
