"""How much the tests try: ``pytest --effort full`` takes all samples, in minutes and hours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

EFFORTS = ("quick", "full")
chosen = EFFORTS[0]
"""Set before the tests are collected."""


def by_effort(quick: int, full: int) -> int:
    """How many to try."""
    return full if chosen == "full" else quick


def sample(cases: Iterable[Any], quick: int) -> list[Any]:
    """Cases of a parametrised test: the first ones, with full effort all."""
    every = list(cases)
    return every[: by_effort(quick, len(every))]
