"""Turns: what a move does, who is out and who has won, a file for each variant.

turn.py     the published game, from which the others differ
landing.py  a pawn may end on the opponent's card
shift.py    after a move a row or column shifts, or may shift
stays.py    three and four players: who cannot move is out, and the pawn stays
removed.py  and the pawn is removed
ends.py     and the game ends
up_to.py    a card allows up to its number of steps
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tablebase.errors import quote
from tablebase.games.collapsi.turns.ends import Ends
from tablebase.games.collapsi.turns.landing import Landing
from tablebase.games.collapsi.turns.removed import Removed
from tablebase.games.collapsi.turns.shift import Shift
from tablebase.games.collapsi.turns.stays import Stays
from tablebase.games.collapsi.turns.turn import Turn
from tablebase.games.collapsi.turns.up_to import UpTo

if TYPE_CHECKING:
    from tablebase.games.collapsi.rules import Rules

__all__ = [
    "OUTS",
    "SHIFTS",
    "Ends",
    "Landing",
    "Removed",
    "Shift",
    "Stays",
    "Turn",
    "UpTo",
    "turn_of",
]

SHIFTS = ("", "may", "must")
"""Whether players shift a row or column after their move: never, if they like, or always."""

OUTS: Mapping[str, type[Turn]] = {"stays": Stays, "removed": Removed, "ends": Ends}
"""What happens if one of three or four players cannot move, and the turn of each."""


def turn_of(rules: Rules) -> Turn:
    """The turn that the options of rules name; `ValueError` if these contradict each other."""
    if rules.shift not in SHIFTS:
        raise ValueError(f"shift {quote(rules.shift)}: expected 'may' or 'must'")
    if rules.out not in OUTS:
        raise ValueError(f"out {quote(rules.out)}: expected 'stays', 'removed' or 'ends'")
    turn: Turn
    if rules.up_to:
        turn = UpTo(rules.players)
    elif rules.shift:
        turn = Shift(rules.players, rules.shift == "may")
    elif rules.landing:
        turn = Landing(rules.players)
    elif rules.players > 2:
        turn = OUTS[rules.out](rules.players)
    else:
        turn = Turn(rules.players)
    turn.check(rules)
    return turn
