"""2D Nim: stones on a grid, taken in lines without gaps.

Read in this order: `rules`, `position` (notation and moves), `kernels` and `solver` (the
induction), `check` (the independent verification) and `game` (all of it as the engine sees it).
`search` looks ahead, and first asks `pairing` (with `pairing_kernels`) for a proof; `winloss`
stores who wins on large boards, and `winners` lists it. `parts` (with `parts_kernels`) is
about positions without a table.

Examples
--------
>>> import tablebase
>>> from tablebase.games import nim
>>> with tablebase.open() as tables:
...     probe = tables.probe(nim.Position.parse("1110/1000/0000/0000"))
>>> probe.winner, probe.dte, str(probe.moves[0].move)
('first', 2, 'a1-c1')
"""

from typing import TYPE_CHECKING

from tablebase.support.lazy import exports

if TYPE_CHECKING:
    from tablebase.games.nim.position import Position as Position
    from tablebase.games.nim.position import Take as Take
    from tablebase.games.nim.rules import Rules as Rules

__getattr__, __dir__ = exports(__name__)
