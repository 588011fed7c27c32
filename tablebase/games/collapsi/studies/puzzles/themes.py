"""What a puzzle is about, computed from its position and solution.

A theme is a property that can be checked on the board, not an opinion:

trap
    The game ends within five plies: a trap, and the move that prepares it.
long
    The game lasts eleven plies or more.
wrap
    One of the moves to find crosses an edge of the board: without joined edges it is illegal.
quiet
    No other first move leaves the opponent more replies, and at least half of them leave fewer:
    the move that restricts most is the wrong one.
parity
    After one of the moves to find the pawns are apart: no chain of face-up cards joins them. Each
    walks alone, and whoever can still move last wins.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.puzzles.posed import Puzzle

THEMES = ("trap", "long", "wrap", "quiet", "parity")

TRAP = 5
"""The most plies to the end of a trap."""

LONG = 11
"""The fewest plies to the end of a long win."""


def themes(puzzle: Puzzle) -> tuple[str, ...]:
    """The themes of a puzzle, in the order of `THEMES`.

    Examples
    --------
    >>> from tablebase.games.collapsi.studies.puzzles.collection import collection
    >>> themes(collection()[0])
    ('trap',)
    """
    found = {
        "trap": puzzle.dte <= TRAP,
        "long": puzzle.dte >= LONG,
        "wrap": any(move not in _without_edges(position) for position, move in _choices(puzzle)),
        "quiet": _is_quiet(puzzle),
        "parity": any(_are_apart(position.play(move)) for position, move in _choices(puzzle)),
    }
    return tuple(name for name in THEMES if found[name])


def _choices(puzzle: Puzzle) -> Iterator[tuple[Position, str]]:
    """The moves to find, with the positions in which they are made."""
    position = puzzle.position
    for at, move in enumerate(puzzle.moves):
        if at in puzzle.choices:
            yield position, move
        position = position.play(move)


def _without_edges(position: Position) -> list[str]:
    """The moves that are legal if the board's edges are not joined."""
    return [*map(str, position.changed(rules=load_rules("flat")).legal_moves())]


def _is_quiet(puzzle: Puzzle) -> bool:
    def replies(move: Move | str) -> int:
        return len(puzzle.position.play(move).legal_moves())

    mine = replies(puzzle.move)
    others = [replies(move) for move in puzzle.position.legal_moves() if str(move) != puzzle.move]
    return mine >= max(others) and 2 * sum(left < mine for left in others) >= len(others)


def _are_apart(position: Position) -> bool:
    """Whether no chain of face-up cards joins the pawns."""
    start, neighbours = position.red, position.rules.board.neighbours
    found, new = {start}, [start]
    while new:
        near = [cell for cell in neighbours[new.pop()] if position.face_up >> cell & 1]
        new += [cell for cell in near if cell not in found]
        found.update(near)
    return position.blue not in found
