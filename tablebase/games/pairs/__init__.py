"""Pair Solitaire: take cards out of a stack until two are left.

Read in this order: `notation`, `position`, `kernels`, `regions` (with `region_kernels`), `solver`
(one stack of up to 52 cards), `generators`, `difficulty`, `ends`, `score`, `study`; then `game` and
`check` (every position of a short stack, as the engine sees it).

Examples
--------
>>> from tablebase.games import pairs
>>> position = pairs.Position.parse("2H 9C 2S KD 2C 2D")
>>> [str(card) for card in position.play("KD").legal_moves()]
['2H', '9C', '2S', '2C', '2D']
"""

from typing import TYPE_CHECKING

from tablebase.support.lazy import exports

if TYPE_CHECKING:
    from tablebase.games.pairs.notation import DECK as DECK
    from tablebase.games.pairs.notation import Card as Card
    from tablebase.games.pairs.position import PERFECT as PERFECT
    from tablebase.games.pairs.position import Position as Position

__getattr__, __dir__ = exports(__name__)
