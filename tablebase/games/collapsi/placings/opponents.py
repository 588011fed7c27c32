"""Computer players for three and four: one for each concept of what to expect from others."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from tablebase.errors import quote
from tablebase.games.collapsi.deck import COLOURS

if TYPE_CHECKING:
    from tablebase.games.collapsi.moves import Move
    from tablebase.games.collapsi.placings.solved import Expected, Placings
    from tablebase.games.collapsi.position import Position

Key = tuple[int, ...]


class After(NamedTuple):
    """A position after a move: who moved, the points of those it put out, what the rest expect."""

    mover: str
    out: dict[str, int]
    expected: Expected


@dataclass(frozen=True)
class Concept:
    """A computer player that makes a move after which it expects most."""

    name: str
    words: str  # what it expects, in a sentence
    worth: Callable[[After], Key]  # of a position after its move; it prefers the largest
    players: int = 3  # the smallest number that it can play with

    def choose(self, position: Position, placings: Placings, seed: int) -> Move:
        """The move; the same for the same seed, position and concept.

        Equal moves are equally likely; raises as `best`.
        """
        best = self.best(position, placings)
        # Only `random` has a sequence that Python guarantees for a seed, as in `Deal.random`.
        return best[int(random.Random(f"{seed} {self.name} {position}").random() * len(best))]

    def best(self, position: Position, placings: Placings) -> list[Move]:
        """The moves after which it expects most.

        Raises ValueError if the game is over, or `placings` does not hold the positions after the
        moves.
        """
        moves = position.legal_moves()
        if not moves:
            raise ValueError(f"{position}: the game is over, expected a position with moves")
        worth = {move: self.worth(_after(position, move, placings)) for move in moves}
        return [move for move in moves if worth[move] == max(worth.values())]


def _after(position: Position, move: Move, placings: Placings) -> After:
    then = position.play(move)
    return After(position.side_to_move, put_out(position, then), placings.expected(then))


def put_out(before: Position, after: Position) -> dict[str, int]:
    """The points of the players whom the move between two positions has put out, in that order."""
    gone = [player for player in before.sides if player not in after.sides]
    lowest = before.rules.players - len(before.sides)
    return {player: lowest + number for number, player in enumerate(gone)}


def _alone(after: After) -> Key:
    return (after.expected.alone[after.mover],)


def _maxn(after: After) -> Key:
    points = after.expected.by_tie["hinder"] | after.out
    order = COLOURS.index(after.mover)
    others = (*COLOURS[order + 1 :], *COLOURS[:order])
    return points[after.mover], *(-points[player] for player in others if player in points)


def _pair(after: After) -> Key:
    """The points of both partners together, or the mover's own once the partner is out."""
    found, mover = after.expected, after.mover
    partner = COLOURS[(COLOURS.index(mover) + 2) % 4]
    if partner not in found.alone:
        return (after.out.get(partner, 0) + found.alone[mover],)
    for pair, points in found.pairs.items():
        if {*pair} == {mover, partner}:
            return (points,)
    others = (points for player, points in found.alone.items() if player not in (mover, partner))
    return (sum(found.possible[0].values()) - sum(others),)


CONCEPTS = (
    Concept("alone", "expects all others to play against it together", _alone),
    Concept("maxn", "expects everybody to play for themselves and to hinder the next", _maxn),
    Concept("pair", "plays with the player opposite against the two others", _pair, players=4),
)
"""The computer players."""


def concept(name: str, players: int) -> Concept:
    """The computer player with this name; ValueError if this number of players has none."""
    fitting = {each.name: each for each in CONCEPTS if each.players <= players}
    if name not in fitting:
        raise ValueError(
            f"no player {quote(name)} for {players} players: expected one of {', '.join(fitting)}"
        )
    return fitting[name]
