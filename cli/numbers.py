"""What numbers options take: each has a limit, so that no typing error runs for ever."""

from __future__ import annotations

import math
import random
from typing import Any

import click


class Finite(click.FloatRange):
    """A number in a range; not "not a number", which no comparison refuses."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


SEEDS = 2**32
"""Seeds are 0 to one less, as in the HTTP API."""

SEED = click.IntRange(0, SEEDS - 1)

MANY = click.IntRange(1, 1_000_000)
"""How many deals, games or stacks to make; all deals of the published game are fewer."""

MORE = click.IntRange(1, 10_000_000)
"""How many to count where they are made one by one and none is kept."""

PLAYS = click.IntRange(1, 100_000)
NODES = click.IntRange(1, 10**12)
SECONDS = Finite(0, 10**6, min_open=True)
GIB = Finite(0, 2**20)
THREADS = click.IntRange(1, 1024)
PROCESSES = click.IntRange(1, 61)
"""Worker processes; Windows takes no more."""


def any_seed() -> int:
    """A seed, for where none is given."""
    return random.SystemRandom().randrange(SEEDS)
