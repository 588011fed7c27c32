"""The claims, by what they are about, and in each file in the order of its page.

A claim is a function that gets what its last command prints, from JSON where it is JSON, and writes
the lines of its page.
"""

from tablebase.reproduce.claims import Claim
from tablebase.reproduce.figures import (
    collapsi,
    designer,
    large,
    machines,
    others,
    strategies,
    variants,
)

CLAIMS = tuple(
    claim
    for module in (collapsi, large, designer, variants, strategies, others, machines)
    for claim in vars(module).values()
    if isinstance(claim, Claim)
)
"""All claims."""
