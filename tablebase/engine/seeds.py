"""Random seeds: what they are wherever one is taken, and one where none is given."""

from __future__ import annotations

import secrets

SEEDS = 2**32
"""A seed is a number from 0 to one less."""


def any_seed() -> int:
    """A seed, for where none is given."""
    return secrets.randbelow(SEEDS)
