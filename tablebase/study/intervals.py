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


def mean_of(values: npt.NDArray[Any]) -> Estimate:
    """The mean of independent values, shape (n,), with an interval by its standard error."""
    mean, number = float(values.mean()), values.size
    half = CONFIDENCE_95 * float(values.std()) / sqrt(number)
    return Estimate(number, mean, mean - half, mean + half)
