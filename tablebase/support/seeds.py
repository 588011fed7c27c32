"""Random seeds: their range, and a seed for a caller who gives none."""

from __future__ import annotations

import secrets

SEEDS = 2**32
"""A seed is a number from 0 to ``SEEDS - 1``."""


def any_seed() -> int:
    """A random seed, for a caller who gives none."""
    return secrets.randbelow(SEEDS)
