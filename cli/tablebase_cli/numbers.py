"""The ranges of options that take numbers: each has a limit, so that no typo runs for ever."""

from __future__ import annotations

import math
from typing import Any

import click

from tablebase.errors import quote
from tablebase.support.seeds import SEEDS


class Finite(click.FloatRange):
    """A number in a range; refuses NaN, which passes every comparison of a range."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a number."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{quote(value)} is not a number.", param, ctx)
        return number


SEED = click.IntRange(0, SEEDS - 1)

MANY = click.IntRange(1, 1_000_000)
"""How many deals, games or stacks to make; the published game has fewer different deals."""

MORE = click.IntRange(1, 10_000_000)
"""How many to count, if they are made one at a time and not kept."""

PLAYS = click.IntRange(1, 100_000)
NODES = click.IntRange(1, 10**12)
SECONDS = Finite(0, 10**6, min_open=True)
GIB = Finite(0, 2**20)
THREADS = click.IntRange(1, 1024)
PROCESSES = click.IntRange(1, 61)
"""Maximum number of worker processes; Windows allows no more."""
