"""The claims: a file for each subject, with claims in the order of the page.

A claim is a function that receives what its commands print, as data if it is JSON, and writes the
lines of its page.
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
