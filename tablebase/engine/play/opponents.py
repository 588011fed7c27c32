"""Computer opponents of different strength, made from exact values alone.

An opponent has a *sight*, a number of plies, and a *slip*, a probability. It plays the quickest
win if that ends within its sight. It plays a move that it can see loses only if all moves lose
within its sight. When it cannot see the end, it plays one of the best moves or, with the
probability of its slip, any move that it cannot see losing. Equal moves are equally likely. So
every opponent takes a win in sight, and the weaker ones make mistakes while the end is still far
off, as people do.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablebase.engine.values import Result, Value
from tablebase.errors import quote

if TYPE_CHECKING:
    from tablebase.engine.position import P
    from tablebase.engine.probe import MoveValue, Probe


@dataclass(frozen=True)
class Strength:
    """How strong a computer player is."""

    name: str
    sight: int
    """Plies that it sees ahead."""
    slip: float
    """Probability, 0 to 1, of a careless move when it does not see the end."""

    @property
    def description(self) -> str:
        """How it plays, in a sentence."""
        if not self.slip:
            return "never makes a mistake: wins as soon as it can, loses as late as it can"
        return (
            f"sees {self.sight} plies ahead; beyond that every move is careless "
            f"with probability {self.slip:g}"
        )

    def chances(self, probe: Probe[Any]) -> tuple[float, ...]:
        """The probability of each of a probe's moves, shape ``(len(probe.moves),)``.

        Examples
        --------
        >>> from tablebase import Position, Tablebase
        >>> probe = Tablebase().probe(Position.parse("A233/A24J/323A/42JA", "single"))
        >>> [str(move.value) for move in probe.moves]
        ['win in 11', 'loss in 12', 'loss in 12', 'loss in 10']
        >>> careless = Strength("careless", sight=10, slip=0.6)
        >>> [round(chance, 3) for chance in careless.chances(probe)]
        [0.6, 0.2, 0.2, 0.0]
        """
        best = [move.is_best for move in probe.moves]
        careless = [not self._sees(move.value, Result.LOSS) for move in probe.moves]
        if self._sees(probe.value, Result.WIN) or not any(careless):
            careless = best
        return tuple(
            (1 - self.slip) * is_best / sum(best) + self.slip * is_careless / sum(careless)
            for is_best, is_careless in zip(best, careless, strict=True)
        )

    def _sees(self, value: Value, result: Result) -> bool:
        return value.result is result and value.dte <= self.sight

    def choose(self, probe: Probe[P], seed: int) -> MoveValue[P]:
        """The opponent's move; always the same for the same seed, position and strength.

        One seed is enough for a whole game: it is mixed with the position. Raises `ValueError` if
        the game is over.
        """
        if not probe.moves:
            raise ValueError(f"{probe.position}: the game is over, expected a position with moves")
        # Only `random` has a sequence that Python guarantees for a seed, as in `Deal.random`.
        left = random.Random(f"{seed} {self.name} {probe.position}").random()
        chances = self.chances(probe)
        for move, chance in zip(probe.moves, chances, strict=True):
            left -= chance
            if left < 0:
                return move
        return probe.moves[0]  # the chances may add up to a rounding error less than 1


STRENGTHS = (
    Strength("perfect", sight=14, slip=0.0),
    Strength("strong", sight=8, slip=0.2),
    Strength("casual", sight=4, slip=0.4),
    Strength("beginner", sight=2, slip=0.8),
)
"""The strengths to choose from, strongest first."""


def strength(name: str) -> Strength:
    """The strength with this name; raises `ValueError` if there is none."""
    for found in STRENGTHS:
        if found.name == name:
            return found
    names = ", ".join(found.name for found in STRENGTHS)
    raise ValueError(f"unknown strength {quote(name)}: expected one of {names}")
