"""The value functions from the slides, and how the oracle's games are counted."""

import math

import numpy as np

from rooms.thegame import oracle
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import strategy


def formula(name):
    """The value function of a name, from the slides, not from the package."""
    ours = name in ("builder", "foresight")
    alpha, own, held = (5.0, True, 0.8) if ours else (3.5, False, 1.0)
    far = oracle.distance(alpha)
    known = {
        "perceived": oracle.perceived(1),
        "real": oracle.real(1),
        "weighted-perceived": oracle.perceived(0.675),
        "weighted-real": oracle.real(0.6),
        "playability": oracle.unplayable(lambda *_: math.exp(1.5)),
        "distance": oracle.unplayable(far),
        "bridges": oracle.unplayable(oracle.bridges(3.5, 1, False)),
        "amplified": oracle.unplayable(oracle.bridges(3.5, 0.2, False)),
        "fallback": oracle.unplayable(oracle.bridges(3.5, 0.2, False, far)),
        "builder": oracle.unplayable(oracle.bridges(alpha, 0.2, own, far)),
        "foresight": oracle.unplayable(oracle.bridges(alpha, 0.2, own, far)),
    }[name]
    known.scale = strategy(name).evaluation(THE_GAME).scale
    known.held = held
    return known


def counted(ends, rules):
    remaining, tricks = np.zeros((2, rules.cards + 1), int)
    for left, used in ends:
        remaining[left] += 1
        tricks[used] += left == 0
    return remaining.tolist(), tricks.tolist()
