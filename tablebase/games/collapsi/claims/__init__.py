"""What the docs claim of Collapsi: a file for each subject, with claims in the order of its page.

`published` (the published game), `large` (boards too large for a table), `designer` (decks and
placings), `variants` (other rules), `strategies` (rules of thumb) and `machines` (the leaderboard
of learning machines).
"""

from tablebase.claims import claims_of
from tablebase.games.collapsi.claims import (
    designer,
    large,
    machines,
    published,
    strategies,
    variants,
)

CLAIMS = tuple(
    claim
    for module in (published, large, designer, variants, strategies, machines)
    for claim in claims_of(vars(module))
)
