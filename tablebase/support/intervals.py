"""Confidence intervals for estimates from random samples."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy.typing as npt

CONFIDENCE_95 = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""


def wilson(successes: float, number: float) -> tuple[float, float]:
    """The 95% confidence interval of a share (Wilson 1927, J. Am. Stat. Assoc. 22, 209-212).

    Its coverage is close to nominal for every share and number, and it never leaves 0 to 1. The
    interval of Clopper and Pearson is wider than it needs to be (Brown, Cai and DasGupta 2001,
    Statist. Sci. 16, 101-133, who recommend Wilson's).
    """
    share, z = successes / number, CONFIDENCE_95
    middle = share + z * z / (2 * number)
    half = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    scale = 1 + z * z / number
    return max((middle - half) / scale, 0.0), min((middle + half) / scale, 1.0)


class Estimate(NamedTuple):
    """A figure from a sample and its 95% confidence interval; `number` is the number of cases."""

    number: int
    figure: float
    low: float
    high: float

    def as_dict(self) -> dict[str, Any]:
        """The estimate as plain data, for JSON."""
        return {"number": self.number, "figure": self.figure, "interval_95": [self.low, self.high]}


def share_of_groups(successes: npt.NDArray[Any], numbers: npt.NDArray[Any]) -> Estimate | None:
    """The share of successes among cases in independent groups; None without cases.

    `successes` and `numbers`, shape (groups,), are counts for each group. The interval is Wilson's,
    for the number of independent cases that would vary as much as the groups do, or the number of
    cases if that is smaller. Korn and Graubard 1998, Surv. Methodol. 24, 193-201, adapt another
    interval in this way.
    """
    number = float(numbers.sum())
    if not number:
        return None
    share = float(successes.sum()) / number
    variance = float((((successes - share * numbers) / number) ** 2).sum())
    effective = min(number, share * (1 - share) / variance) if variance else number
    return Estimate(int(number), share, *wilson(share * effective, effective))


def mean_of(values: npt.NDArray[Any]) -> Estimate:
    """The mean of independent values, shape (n,), with an interval by its standard error."""
    mean, number = float(values.mean()), values.size
    half = CONFIDENCE_95 * float(values.std()) / sqrt(number)
    return Estimate(number, mean, mean - half, mean + half)
