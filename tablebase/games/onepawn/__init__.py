"""The first version of Collapsi: one pawn, moved by both players in turn.

This is the designer's first playtest; `Rules` has options for what is not known about it. Read in
this order: `game` (rules, notation and moves, and every position of a board, as the engine sees
it), `kernels`, `study` (how often each player wins), `tasks` (for learning machines).

Examples
--------
>>> import tablebase
>>> from tablebase.games import onepawn
>>> rules = onepawn.Rules(tablebase.Board(3, 3))
>>> with tablebase.open() as tables:
...     print(tables.probe(onepawn.Position.parse("A2J/A3A/22A", rules)).winner)
first
"""

from typing import TYPE_CHECKING

from tablebase.support.lazy import exports

if TYPE_CHECKING:
    from tablebase.games.onepawn.game import FIRST_VERSION as FIRST_VERSION
    from tablebase.games.onepawn.game import Position as Position
    from tablebase.games.onepawn.game import Rules as Rules

__getattr__, __dir__ = exports(__name__)
