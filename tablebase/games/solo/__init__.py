"""Solo: one pawn, two jokers; collapse every card and leave by the exit.

The designer's solitaire with the cards of Collapsi. Its published rules are incomplete, so each
open question is an option of `Rules`. Read in this order: `game` (rules, notation and
moves, and every position of a board, as the engine sees it), `kernels`, `boards` (random boards and
how hard they are), `study` (all boards counted).

Examples
--------
>>> import tablebase
>>> from tablebase.games import solo
>>> with tablebase.open() as tables:
...     probe = tables.probe(solo.Position.parse("A223/4A2Jr/3A23/J3A4"))
>>> probe.winner, probe.dte, probe.score
('player', 15, 0)
"""

from typing import TYPE_CHECKING

from tablebase.support.lazy import exports

if TYPE_CHECKING:
    from tablebase.games.solo.game import SOLO as SOLO
    from tablebase.games.solo.game import Position as Position
    from tablebase.games.solo.game import Rules as Rules

__getattr__, __dir__ = exports(__name__)
