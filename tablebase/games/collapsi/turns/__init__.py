"""Turns: what a move does, who is out and who has won, a file for each variant.

turn.py     the published game, from which the others differ, and what a turn reads
landing.py  a pawn may end on the opponent's card
shift.py    after a move a row or column shifts, or may shift
players.py  three and four players, and what happens when one cannot move
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablebase.errors import quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.turns.landing import Landing
from tablebase.games.collapsi.turns.players import Ends, Removed, Stays
from tablebase.games.collapsi.turns.shift import Shift
from tablebase.games.collapsi.turns.turn import BasePosition, Turn

__all__ = [
    "OUTS", "SHIFTS", "BasePosition", "Ends", "Landing", "Removed", "Shift", "Stays", "Turn",
    "turn_of",
]  # fmt: skip

SHIFTS = ("", "may", "must")
"""Whether players shift a row or column after their move: never, if they like, or always."""

OUTS: Mapping[str, type[Turn]] = {"stays": Stays, "removed": Removed, "ends": Ends}
"""What happens if one of three or four players cannot move, and the turn of each."""


def turn_of(board: Board, *, landing: bool, players: int, shift: str, out: str, **_: Any) -> Turn:
    """The turn that the options of `Rules` name; `ValueError` if these contradict each other."""
    if shift not in SHIFTS:
        raise ValueError(f"shift {quote(shift)}: expected 'may' or 'must'")
    if out not in OUTS:
        raise ValueError(f"out {quote(out)}: expected 'stays', 'removed' or 'ends'")
    if out != "stays" and players == 2:
        raise ValueError(f"out {out!r} with two players: expected three or four")
    if shift:
        whole = min(board.rows, board.columns) > 1 and not board.missing
        if not whole or players > 2 or landing:
            raise ValueError(
                f"shift on a board {board}: expected two players, no landing, and two rows and "
                "columns or more without gaps"
            )
        return Shift(players, shift == "may")
    if landing:
        if players > 2:
            raise ValueError(
                f"landing with {players} players: expected two where pawns may land on each other"
            )
        return Landing(players)
    return OUTS[out](players) if players > 2 else Turn(players)
