"""Every published figure, computed again and compared with the page that prints it.

`claims` says, room by room, what the pages claim. `comparing` compares a claim's lines with a page,
`running` runs the commands of claims and keeps what they print, and `command` is `tablebase
reproduce`. Commands of claims run `sums` (the digests of files) and `proofs` (one of
docs/certificate.md).
"""

from reproduce.claims import claims_of
from tablebase.engine.rooms import installed

CLAIMS = tuple(claim for room in installed() for claim in claims_of(room))
"""All claims, the default game's first."""
