"""How many positions a search lists in a turn, counted in whole games."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablebase.games.thegame.advice import Player, game
from tablebase.games.thegame.strategies import Strategy


class Listing(NamedTuple):
    """Averages over the turns of some games, or over those of them with a full hand.

    `listed` is the number of positions a turn, after any number of cards laid; `valued` those of
    them that get a value, because the minimum of cards is laid.
    """

    turns: int
    listed: float
    valued: float


def count(
    strategy: Strategy,
    depth: int,
    games: int,
    *,
    seed: int = 1,
    progress: Callable[[], None] | None = None,
) -> tuple[Listing, Listing]:
    """Count the positions that a strategy lists in each turn: all turns, those with a full hand.

    Plays games 0 to ``games - 1`` of the seed; `progress` is called after each.
    """
    player = Player(strategy, depth)
    hand, minimum = player.rules.hand, player.rules.minimum
    turns = []
    for number in range(games):
        for position, _ in game(player, seed, number):
            listed = player.listed
            turns.append((len(position.hand), sum(listed), sum(listed[minimum - 1 :])))
        if progress is not None:
            progress()
    return _average(turns), _average([turn for turn in turns if turn[0] == hand])


def _average(turns: list[tuple[int, int, int]]) -> Listing:
    _, listed, valued = (sum(column) / len(turns) for column in zip(*turns, strict=True))
    return Listing(len(turns), listed, valued)
