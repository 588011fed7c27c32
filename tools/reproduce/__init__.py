"""Every published figure, computed again and compared with the page that prints it.

The rooms bring the claims. `comparing` compares a claim's lines with a page, `running` runs the
commands of claims and keeps what they print, and `command` is `tablebase reproduce`. Commands of
claims run `sums` (the digests of files), `splits` (a table of docs/lab.md) and `proofs` (one of
docs/certificate.md).
"""

from pkgutil import resolve_name

from tablebase.engine.rooms import installed

CLAIMS = tuple(
    claim
    for one in installed().values()
    if one.room.claims
    for claim in resolve_name(one.room.claims)
)
"""All claims, the default game's first."""
