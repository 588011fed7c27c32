"""How hard a stack is for a player who does not look ahead."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tablebase.games.pairs.kernels import play_out
from tablebase.games.pairs.position import PERFECT, Position
from tablebase.games.pairs.rules import SOURCE
from tablebase.games.pairs.solver import match_masks


@dataclass(frozen=True)
class Difficulty:
    """How random and greedy players fare, and how much choice a given game left.

    Attributes
    ----------
    plays : int
        Number of games by each player.
    random_wins : int
        Perfect games of a player who removes any legal card, each with the same chance.
    greedy_wins : int
        Perfect games of a player who removes, at random, one of the cards that leave the most
        legal moves.
    forced : int
        Number of moves of the given game at which no other card could be removed.
    """

    plays: int
    random_wins: int
    greedy_wins: int
    forced: int

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return asdict(self)


def difficulty(game: list[Position], plays: int = 1000, seed: int = 0) -> Difficulty:
    """Measure how hard the start of a game is, by `plays` games of each player.

    `game` lists the positions of a game, such as the solver's, as `Position.replay` returns them.
    Raises `ValueError` for a variant of the rule.
    """
    start = game[0]
    if start.rules != SOURCE:
        raise ValueError(f"no players for the rule {start.rules.name}: expected {SOURCE.name}")
    matches = match_masks(start.stack)
    rng = np.random.default_rng(seed)

    def wins(greedy: bool) -> int:
        numbers = rng.random((plays, len(start.stack)))
        left = (play_out(np.uint64(start.mask), matches, row, greedy) for row in numbers)
        return sum(cards == PERFECT for cards in left)

    forced = sum(len(position.legal_moves()) == 1 for position in game[:-1])
    return Difficulty(plays, wins(False), wins(True), forced)
