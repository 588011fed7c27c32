"""Puzzles: positions won by only moves to the very end, found along best play of random deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tablebase.engine.probe import Probe
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.studies.finder import find
from tablebase.games.collapsi.symmetry import automorphisms

Line = Sequence[Probe[Position]]

LEAST_MOVES = 3
"""The least number of moves that the first one of a puzzle is found among."""


class OnlyMoves(NamedTuple):
    """A position whose side to move wins, but only by `moves`.

    Both jokers have collapsed, so that all editions agree on it. At each turn of its side to move
    exactly one move wins, until the opponent is out of moves. The opponent defends for as long as
    possible.
    """

    position: Position
    moves: tuple[str, ...]
    """All moves, the opponent's too."""

    choices: frozenset[int]
    """Which of `moves` are to be found, from 0 on; at its other turns the side has one move."""

    def __str__(self) -> str:
        """The position and the moves, ``!`` behind those that are to be found."""
        marks = ("!" if at in self.choices else "" for at in range(len(self.moves)))
        return " ".join((str(self.position), *map("".join, zip(self.moves, marks, strict=True))))


def only_moves(line: Line) -> OnlyMoves | None:
    """The earliest puzzle on a principal variation; None if there is none."""
    winners = range(0 if line[0].result is Result.WIN else 1, len(line) - 1, 2)
    first = None
    for at in reversed(winners):
        moves = line[at].moves
        if sum(move.keeps_win for move in moves) != 1 or line[at].position.is_opening:
            break
        if len(moves) >= LEAST_MOVES:
            first = at
    if first is None:
        return None
    return OnlyMoves(
        line[first].position,
        tuple(str(probe.moves[0].move) for probe in line[first:-1]),
        frozenset(at - first for at in winners if at >= first and len(line[at].moves) > 1),
    )


def puzzles(seed: int) -> Iterator[OnlyMoves]:
    """Puzzles of the published game in random order, no two the same up to symmetry."""
    known = set()
    for found in find(seed=seed):
        line = build_table(found.deal.game).line(found.deal.start())
        puzzle = only_moves(line)
        if puzzle is not None and (form := _form(puzzle.position)) not in known:
            known.add(form)
            yield puzzle


def _form(position: Position) -> tuple[int, ...]:
    """The same for positions that differ by a symmetry, by colours or by collapsed cards."""
    seen = [
        card if position.face_up >> cell & 1 else -1 for cell, card in enumerate(position.cards)
    ]
    return min(
        (automorphism[position.mover], automorphism[position.opponent], *_moved(seen, automorphism))
        for automorphism in automorphisms(position.rules.board)
    )


def _moved(cards: list[int], automorphism: tuple[int, ...]) -> list[int]:
    moved = [0] * len(cards)
    for cell, card in zip(automorphism, cards, strict=True):
        moved[cell] = card
    return moved
