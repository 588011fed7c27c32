"""Confidence intervals of what is estimated from random samples."""

from __future__ import annotations

from math import sqrt

CONFIDENCE_95 = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""


def wilson(successes: int, number: int, z: float = CONFIDENCE_95) -> tuple[float, float]:
    """Confidence interval of a share (Wilson 1927, J. Am. Stat. Assoc. 22, 209-212).

    Its coverage stays near the nominal one for every share and number, and it never leaves 0 to 1.
    Clopper and Pearson's covers more than it says (Brown, Cai and DasGupta 2001, Statist. Sci. 16,
    101-133, who recommend Wilson's). `z` is a quantile of the normal distribution.
    """
    share = successes / number
    middle = share + z * z / (2 * number)
    half = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number))
    scale = 1 + z * z / number
    return max((middle - half) / scale, 0.0), min((middle + half) / scale, 1.0)
