"""Pair Solitaire as a task for learning machines, for `test_tasks` and `test_rl_environments`."""

from tablebase.games.pairs.notation import RANKS
from tablebase.games.pairs.tasks import PairsTask

SPLITS = (
    "5C AC JH 3H 3D QH 4C 8H 5S 9D 10C 6D 3S 7S QD 6S JS KC 7C 4H",
    "3H 7S JH 5D 10C 5S KH QS 4C 2C 8S 4D AC 2H 6S QC 9S 7H 8H 4S",
    "QH 9H 5D 2D 6H 2S 6C 5S 7D 10S 3C AS AH JH KS QC 3D 4S 3S 3H",
)
TASK = SMALL = PairsTask(7)


def images(start, rng):
    """The stack with ranks and suits renamed, and upside down."""
    ranks, suits = rng.sample(RANKS, 13), rng.sample("SHDC", 4)
    renamed = (ranks[card.rank] + suits[card.suit] for card in start.stack)
    for cards in renamed, map(str, start.stack[::-1]):
        yield type(start).parse(" ".join(cards))


def paid(play, points):
    """Two cards that remain are a perfect game."""
    left = len(play.position.cards)
    return {"player_0": 2 - left if points else 1 if left == 2 else -1}
