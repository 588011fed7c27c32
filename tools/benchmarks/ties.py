"""How breaking ties at random changes the games of the talk's strategies of The Game, at depth 0.

    python tools/benchmarks/ties.py [STRATEGY ...] [--games 200000] [--seed 1]

Plays the same shuffles twice: as `tablebase thegame simulate` does, by the play found first of
those with the same value, and by one of them at random.
"""

from __future__ import annotations

import numpy as np
from measuring import parser

from tablebase.engine.arrays import I64
from tablebase.engine.kernels import kernel
from tablebase.games.thegame.evaluation import (
    F64,
    Evaluation,
    Int,
    KernelRules,
    Space,
    Word,
    shape_of,
    space_for,
)
from tablebase.games.thegame.kernels import SLOTS_SHIFT, ascending, search_turn, set_out, shuffle
from tablebase.games.thegame.playing import next_hand
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.simulator import Endings, simulate
from tablebase.games.thegame.strategies import Strategy, strategy

DEVIATING = "real", "weighted-real", "playability"
"""Strategies with more backwards tricks in the talk than in our games."""


@kernel()
def play_many(
    seed: Word,
    games: Int,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
    remaining: I64,
    tricks: I64,
) -> None:
    """Play games 0 to ``games - 1`` of a seed, ties broken at random; count as the simulator."""
    order = np.empty(shape.n, np.int64)
    for game in range(games):
        shuffle(seed, np.uint64(game), order)
        left, used = play(order, shape, evaluation, space)
        remaining[left] += 1
        if left == 0:
            tricks[used] += 1


@kernel()
def play(order: I64, shape: KernelRules, evaluation: Evaluation, space: Space) -> tuple[Int, Int]:
    """Play one game; returns the cards not laid in the end, and the backwards tricks."""
    drawn, tricks, key = shape.hand, 0, np.uint64(0)
    hand = ascending(order[:drawn])
    set_out(order, drawn, shape, evaluation, space)
    while len(hand):
        deck, deepest = shape.n - drawn, min(shape.minimum, len(hand))
        best = search_turn(key, hand, deck, deepest, 0, shape, evaluation, space)
        if best < 0:  # as many cards as can be laid
            last = 0
            while space.levels[last + 1] > space.levels[last]:
                last += 1
            used = space.tricks[space.levels[last] - 1]
            return len(hand) + deck - (last - 1), tricks + used
        node = one_of_the_best(space.levels[deepest], space.levels[deepest + 1], space.values)
        tricks += space.tricks[node]
        hand, drawn = next_hand(space.keys[node], hand, drawn, order, shape, evaluation, space)
        key = space.keys[node] & np.uint64((1 << SLOTS_SHIFT) - 1)
    return 0, tricks


@kernel()
def one_of_the_best(first: Int, last: Int, values: F64) -> Int:
    """One of the nodes with the highest value, each as likely as another."""
    best, ties = first, 1
    for node in range(first + 1, last):
        if values[node] > values[best]:
            best, ties = node, 1
        elif values[node] == values[best]:
            ties += 1
            if np.random.randint(ties) == 0:
                best = node
    return best


@kernel()
def start(seed: Int) -> None:
    """Seed the generator that breaks ties."""
    np.random.seed(seed)


def at_random(one: Strategy, games: int, seed: int) -> Endings:
    """Play games with ties broken at random."""
    counts = np.zeros((2, THE_GAME.cards + 1), np.int64)
    space = space_for(THE_GAME, one.search(0))
    start(seed)
    shape, evaluation = shape_of(THE_GAME), one.evaluation(THE_GAME)
    play_many(np.uint64(seed), games, shape, evaluation, space, *counts)
    return Endings(*counts)


def main() -> None:
    """Print the wins, the cards left and the tricks of both."""
    own = parser(__doc__)
    own.add_argument("strategies", nargs="*", default=DEVIATING, metavar="STRATEGY")
    own.add_argument("--games", type=int, default=200_000)
    own.add_argument("--seed", type=int, default=1)
    options = own.parse_args()
    print(f"{'strategy':24}{'ties':8}{'won %':>16}{'cards left':>16}{'tricks a win':>16}")
    for name in options.strategies:
        one = strategy(name)
        played = {
            "first": simulate(one, options.games, depth=0, seed=options.seed),
            "random": at_random(one, options.games, options.seed),
        }
        for ties, found in played.items():
            shares = found.win_rate, found.cards_remaining, found.tricks_per_win
            scales = 100, 1, 1
            cells = (
                f"{scale * mean:.2f} ± {scale * error:.2f}"
                for scale, (mean, error) in zip(scales, shares, strict=True)
            )
            print(f"{name:24}{ties:8}" + "".join(f"{cell:>16}" for cell in cells))


if __name__ == "__main__":
    main()
