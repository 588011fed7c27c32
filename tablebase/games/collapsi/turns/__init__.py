"""Turns: what a move does, who is out and who has won, a file for each variant.

turn.py     the published game, from which the others differ, and what a turn reads
landing.py  a pawn may end on the opponent's card
shift.py    after a move a row or column shifts, or may shift, and its end comes back
pushed.py   after a move a row or column shifts, or may shift, and sticks out
players.py  three and four players, and what happens when one cannot move
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tablebase.errors import quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.turns.landing import Landing
from tablebase.games.collapsi.turns.players import Ends, Removed, Stays
from tablebase.games.collapsi.turns.pushed import Pushed
from tablebase.games.collapsi.turns.shift import Shift
from tablebase.games.collapsi.turns.turn import BasePosition, Turn

__all__ = [
    "EDGES", "OUTS", "PUSHED", "SHIFTS", "BasePosition", "Ends", "Landing", "Pushed", "Removed",
    "Shift", "Stays", "Turn", "switch", "turn_of",
]  # fmt: skip

SHIFTS = ("", "may", "must")
"""Whether players shift a row or column after their move: never, if they like, or always."""

PUSHED = ("", "out", "back")
"""Where cards go that a shift pushes out: they stay there, or come back at the other end."""

EDGES = ("", "line", "board")
"""What is joined where they stay: the ends of each line, or the edges of the outer rectangle."""

MOST = MOST_SIDE, MOST_CELLS = 6, 16
"""The largest board that lines stick out of: then places have two digits of four bits each."""

OUTS: Mapping[str, type[Turn]] = {"stays": Stays, "removed": Removed, "ends": Ends}
"""What happens if one of three or four players cannot move, and the turn of each."""


def switch(option: str) -> type[Turn]:
    """The turn of an option that is on or off: module and class have the option's name."""
    name = option.title().replace("_", "")
    found: type[Turn] = getattr(import_module(f"{__name__}.{option}"), name)
    return found


def turn_of(board: Board, *, players: int, out: str, **more: Any) -> Turn:
    """The turn that the options of `Rules` name; `ValueError` if these contradict each other."""
    if out not in OUTS:
        raise ValueError(f"out {quote(out)}: expected 'stays', 'removed' or 'ends'")
    if out != "stays" and players == 2:
        raise ValueError(f"out {out!r} with two players: expected three or four")
    found = [switch(name)(players) for name, own in more.items() if own is True]
    found += [*_shift_of(board, **more), *[OUTS[out](players)] * (players > 2)]
    if len(found) > 1:
        expected = "two players" if players > 2 else "options of one turn"
        raise ValueError(f"{' and '.join(filter(more.get, more))}: expected {expected}")
    return found[0] if found else Turn(players)


def _shift_of(board: Board, shift: str, *, pushed: str, edges: str, **_: Any) -> list[Shift]:
    """The turn of two players that shift lines, if they do."""
    if shift not in SHIFTS:
        raise ValueError(f"shift {quote(shift)}: expected 'may' or 'must'")
    if pushed not in PUSHED or bool(shift) != bool(pushed):
        raise ValueError(
            f"shift {quote(shift)} with pushed {quote(pushed)}: expected both or neither, shift "
            "'may' or 'must', pushed 'out' or 'back'"
        )
    if edges not in EDGES or bool(edges) != (pushed == "out"):
        raise ValueError(
            f"edges {quote(edges)} with pushed {quote(pushed)}: expected 'line' or 'board', and "
            "only with 'out'"
        )
    if not shift:
        return []
    if min(board.rows, board.columns) < 2 or board.missing:
        raise ValueError(
            f"shift on a board {board}: expected two rows and columns or more without gaps"
        )
    if pushed == "back":
        return [Shift(2, shift == "may")]
    if max(board.rows, board.columns) > MOST_SIDE or board.size > MOST_CELLS or not board.wrap:
        raise ValueError(
            f"pushed 'out' on a board {board}: expected at most {MOST_CELLS} cells, {MOST_SIDE} in "
            "a line, and edges that are joined"
        )
    return [Pushed(2, shift == "may", board, edges != "board")]
