"""What the docs claim of Collapsi: a file for each subject, with claims in the order of its page.

`published` (the published game), `large` (boards too large for a table), `designer` (decks and
placings), `variants` (other rules), `strategies` (rules of thumb) and `machines` (the leaderboard
of learning machines).
"""

SUBJECTS = "published", "large", "designer", "variants", "strategies", "machines"
