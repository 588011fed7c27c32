"""Kernels that play whole games of The Game."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.thegame.evaluation import (
    Evaluation,
    Foresight,
    Int,
    KernelRules,
    Lookahead,
    Space,
    Word,
)
from tablebase.games.thegame.foresight import choose
from tablebase.games.thegame.kernels import (
    HEIGHTS_MASK,
    SLOTS_SHIFT,
    ascending,
    lay_on,
    set_out,
    shuffle,
    take,
)
from tablebase.games.thegame.team_kernels import play as play_together


@helper()
def play(
    order: I64,
    search: Lookahead,
    foresight: Foresight | None,
    extra: float | None,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
    beyond: Space,
) -> tuple[Int, Int]:
    """Play one game by Procedure 1 of the talk; with `extra`, a turn may lay more cards.

    `order` are the indices of the cards, shuffled: the hand, then the deck from the top. Without
    `extra`, see `lay_on`, no more than the minimum is laid, which needs fewer kernels; the others
    as in `foresight.choose`. Returns the cards not laid in the end, and the backwards tricks.
    """
    drawn, tricks = shape.hand, 0
    hand, key = ascending(order[:drawn]), np.uint64(0)
    set_out(order, drawn, shape, evaluation, space)
    while len(hand):
        in_deck = shape.n - drawn
        node, _ = choose(
            key, hand, order[drawn:], search, foresight, shape, evaluation, space, beyond
        )
        if node < 0:
            levels = space.levels
            last = 0
            while levels[last + 1] > levels[last]:
                last += 1
            return len(hand) + in_deck - (last - 1), tricks + space.tricks[levels[last] - 1]
        tricks += space.tricks[node]
        key = space.keys[node]
        if extra is not None and in_deck:
            key, more = lay_on(key, hand, in_deck, extra, shape, evaluation, space)
            tricks += more
        hand, drawn = next_hand(key, hand, drawn, order, shape, evaluation, space)
        key &= HEIGHTS_MASK
    return 0, tricks


@helper()
def next_hand(
    key: Word,
    hand: I64,
    drawn: int,
    order: I64,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
) -> tuple[I64, int]:
    """Take the laid cards of a node's key out of the hand, and draw.

    Returns the hand, ascending, and how many cards of `order` have been drawn.
    """
    laid = np.int64(key >> np.uint64(SLOTS_SHIFT))
    held = np.empty(shape.hand, np.int64)
    count = 0
    for slot in range(len(hand)):
        if laid >> slot & 1:
            space.alive[hand[slot] - 1] = 0
        else:
            held[count] = hand[slot]
            count += 1
    while count < shape.hand and drawn < shape.n:
        take(order[drawn], shape, evaluation, space)
        held[count] = order[drawn]
        count += 1
        drawn += 1
    return ascending(held[:count]), drawn


@kernel()
def play_many(
    seed: Word,
    first: Int,
    last: Int,
    players: Int | None,
    search: Lookahead,
    foresight: Foresight | None,
    extra: float | None,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
    beyond: Space,
    remaining: I64,
    tricks: I64,
) -> None:
    """Play the games `first` to ``last - 1`` of a seed and count how they end.

    Several `players` play by `team_kernels`, and need `extra`; nothing of that is compiled for one
    player, None.
    Adds to `remaining`, games by cards remaining, and to `tricks`, games won by backwards tricks;
    both of shape (n + 1,).
    """
    order = np.empty(shape.n, np.int64)
    for game in range(first, last):
        shuffle(seed, np.uint64(game), order)
        if players is None:
            left, used = play(order, search, foresight, extra, shape, evaluation, space, beyond)
        else:
            left, used = play_together(
                order, players, search, foresight, extra,  # type: ignore[arg-type]
                shape, evaluation, space, beyond,
            )  # fmt: skip
        remaining[left] += 1
        if left == 0:
            tricks[used] += 1
