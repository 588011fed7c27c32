"""Kernels that play whole games of several players; `team` has the rules.

The player to move sees their own hand and the piles. The cards in the deck and in other hands are
*unseen*, and count as the deck in the value functions. Before a turn the others say which piles
they can take back by the trick distance; such a pile is *promised*. While nobody lays on it, it is
valued as if it were back already (`Space.promised`), whatever the value function is. With
foresight, the most promising plays are compared by the next player's turn.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U64
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
from tablebase.games.thegame.foresight import (
    chance_of,
    greatest,
    most_promising,
    reshuffle,
    seed_of,
)
from tablebase.games.thegame.kernels import (
    HEIGHTS_MASK,
    PILES,
    ascending,
    changed,
    height_of,
    joined,
    kept_of,
    lay_on,
    mixed,
    search_turn,
    set_out,
)

SOLO_HAND = 8
"""The chance of winning was fitted to games of one player, by cards in the deck."""

NOBODY, NEXT, ANOTHER = 0, 1, 2
"""Who can take a pile back."""


@kernel()
def lay_turn(
    root: Word,
    hand: I64,
    unseen: I64,
    in_deck: Int,
    following: Int,
    said: I64,
    search: Lookahead,
    foresight: Foresight | None,
    extra: float,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
    beyond: Space,
) -> tuple[Word, Int]:
    """Lay the cards of a turn: the minimum, or as many as possible if not that, then more.

    `unseen` are the indices of the unseen cards, ascending: `in_deck` of them are in the deck, and
    `following` in the next player's hand. `said` is for each pile `NOBODY`, `NEXT` or `ANOTHER`:
    who says that they can take it back. For the others see `search_turn`, `foresight.choose` and,
    for `extra`, `lay_on`. Returns the key after the plays, with the mask of the slots laid, and the
    backwards tricks.
    """
    set_out(joined(hand, unseen), len(hand), shape, evaluation, space)
    for pile in range(PILES):
        space.promised[pile] = height_of(root, pile) if said[pile] != NOBODY else 0
    turn = with_minimum(shape, in_deck, len(hand))
    deepest = min(turn.minimum + search.depth, len(hand))
    best = search_turn(root, hand, len(unseen), deepest, search.beam, turn, evaluation, space)
    if best < 0:
        last = space.levels[-1] - 1
        return space.keys[last], np.int64(space.tricks[last])
    nodes = np.full(1, space.ancestors[best], np.int64)
    if foresight is not None and following:
        nodes = most_promising(foresight.plays, turn, space)
    keys, tricks = space.keys[nodes], space.tricks[nodes].astype(np.int64)
    for place in range(len(keys)):
        keys[place], more = lay_on(keys[place], hand, len(unseen), extra, shape, evaluation, space)
        tricks[place] += more
    chosen: Int = np.int64(0)
    if foresight is not None and len(keys) > 1:
        chosen = best_for_next(
            root, keys, hand, unseen, in_deck, following, said, foresight, shape, evaluation,
            beyond,
        )  # fmt: skip
    return keys[chosen], tricks[chosen]


@helper()
def best_for_next(
    root: Word,
    keys: U64,
    hand: I64,
    unseen: I64,
    in_deck: Int,
    following: Int,
    said: I64,
    foresight: Foresight,
    shape: KernelRules,
    evaluation: Evaluation,
    beyond: Space,
) -> Int:
    """Choose the play after which the next player has the best chances; returns its place.

    The unseen cards are dealt at random, in keeping with what was said, and the same for all plays.
    Then the next player's turn is searched. As in `foresight.choose`, the better half of the plays
    goes on. `root` is the position before the turn, `keys` are those after each play; the others as
    in `lay_turn`.
    """
    dealt = unseen.copy()  # the next player's, then those of others, then the deck
    state = seed_of(root, hand, unseen)
    left, sums = np.arange(len(keys)), np.zeros(len(keys))
    while True:
        for _ in range(foresight.samples):
            state = reshuffle(dealt, state)
            keep_words(dealt, root, in_deck, following, said, state, shape)
            for place in left:
                sums[place] += chance_of_next(
                    keys[place], hand, dealt, in_deck, following, foresight, shape, evaluation,
                    beyond,
                )  # fmt: skip
        left = left[greatest(sums[left], (len(left) + 1) // 2)]
        if len(left) == 1:
            return np.int64(left[0])


@helper()
def keep_words(
    dealt: I64, root: Word, in_deck: Int, following: Int, said: I64, state: Word, shape: KernelRules
) -> None:
    """Change places so that trick cards are where they are known to be.

    A card that takes a pile back is in the hand of the player who said so; if nobody did, it is in
    the deck.
    """
    first = len(dealt) - in_deck
    ends = np.array([0, following])
    for pile in range(PILES):
        index = back_of(root, pile, shape)
        for place in range(len(dealt)):
            if index and dealt[place] == index:
                target = np.int64(place)
                if said[pile] != NOBODY:
                    target = ends[said[pile] - NEXT]
                    ends[said[pile] - NEXT] += 1
                elif place < first:
                    random = mixed(state + np.uint64(pile)) >> np.uint64(32)
                    target = first + np.int64(random * np.uint64(in_deck) >> np.uint64(32))
                dealt[place], dealt[target] = dealt[target], dealt[place]
                break


@helper()
def chance_of_next(
    key: Word,
    hand: I64,
    dealt: I64,
    in_deck: Int,
    following: Int,
    foresight: Foresight,
    shape: KernelRules,
    evaluation: Evaluation,
    beyond: Space,
) -> float:
    """The chance of winning after a play, by the next player's turn if the cards lie like this."""
    kept, first = kept_of(key, hand), len(dealt) - in_deck
    drawn = min(shape.hand - len(kept), in_deck)
    # In the hands of others: those whose turn does not come next, and the player's own.
    held = joined(dealt[following:first], joined(kept, dealt[first : first + drawn]))
    theirs, unknown = ascending(dealt[:following]), joined(held, dealt[first + drawn :])
    root = key & HEIGHTS_MASK
    set_out(joined(theirs, unknown), following, shape, evaluation, beyond)
    for pile in range(PILES):
        index = back_of(root, pile, shape)
        beyond.promised[pile] = 0
        for other in held:
            if index and other == index:
                beyond.promised[pile] = height_of(root, pile)
    turn = with_minimum(shape, in_deck - drawn, following)
    deepest = min(turn.minimum + foresight.ahead.depth, following)
    best = search_turn(
        root, theirs, len(unknown), deepest, foresight.ahead.beam, turn, evaluation, beyond
    )
    if best < 0:
        return 0.0
    alone = max(0, following + len(unknown) - SOLO_HAND)
    return chance_of(beyond.values[best], alone, evaluation.scale, foresight)


@kernel(inline="always")
def back_of(key: Word, pile: Int, shape: KernelRules) -> Int:
    """The index of the card that takes a pile back; 0 if there is none."""
    height = height_of(key, pile) - shape.trick
    if height < 1:
        return 0
    return height if pile < shape.ups else shape.n + 1 - height


@kernel(inline="always")
def with_minimum(shape: KernelRules, in_deck: Int, held: Int) -> KernelRules:
    """The rules of a turn: at least one card if the deck is empty, and no more than are in hand."""
    minimum = min(shape.minimum if in_deck else np.int64(1), held)
    return changed(shape, minimum)


@helper()
def listen(root: Word, hands: I64, player: Int, following: Int, shape: KernelRules) -> I64:
    """What the others say; see `lay_turn`.

    `hands` are the indices of the cards in each hand, 0 for none, shape (players, hand); `player`
    and `following` are whose turn it is, and whose is next.
    """
    said = np.zeros(PILES, np.int64)
    for pile in range(PILES):
        index = back_of(root, pile, shape)
        for other in range(len(hands)):
            for place in range(shape.hand):
                if index and other != player and hands[other, place] == index:
                    said[pile] = NEXT if other == following else ANOTHER
    return said


@helper()
def play(
    order: I64,
    players: Int,
    search: Lookahead,
    foresight: Foresight | None,
    extra: float,
    shape: KernelRules,
    evaluation: Evaluation,
    space: Space,
    beyond: Space,
) -> tuple[Int, Int]:
    """Play one game; the first player has the first cards and begins.

    `order` are the indices of the cards, shuffled: the hands in turn, then the deck from the top.
    The others as in `lay_turn`. Returns the cards not laid in the end, and the backwards tricks.
    """
    hands = np.zeros((players, shape.hand), np.int64)
    for number in range(players):
        hands[number] = order[number * shape.hand : (number + 1) * shape.hand]
    drawn, remaining, tricks = players * shape.hand, shape.n, np.int64(0)
    key = np.uint64(0)
    player: Int = 0
    while True:
        hand = ascending(hands[player][hands[player] > 0])
        following = next_player(hands, player)
        theirs = 0 if following == player else np.count_nonzero(hands[following])
        others = hands.copy()
        others[player] = 0
        in_deck = shape.n - drawn
        unseen = ascending(joined(others.ravel()[others.ravel() > 0], order[drawn:]))
        said = listen(key, hands, player, following, shape)
        key, used = lay_turn(
            key, hand, unseen, in_deck, theirs, said, search, foresight, extra, shape, evaluation,
            space, beyond,
        )  # fmt: skip
        kept = kept_of(key, hand)
        key &= HEIGHTS_MASK
        laid = len(hand) - len(kept)
        tricks += used
        remaining -= laid
        if remaining == 0 or laid < with_minimum(shape, in_deck, len(hand)).minimum:
            return np.int64(remaining), tricks
        missing = min(shape.hand - len(kept), in_deck)
        hands[player] = 0
        hands[player, : len(kept)] = kept
        hands[player, len(kept) : len(kept) + missing] = order[drawn : drawn + missing]
        drawn += missing
        player = next_player(hands, player)


@helper()
def next_player(hands: I64, player: Int) -> Int:
    """The next player who has cards; the same one if nobody else has."""
    following: Int = (player + 1) % len(hands)
    while following != player and not hands[following].any():
        following = (following + 1) % len(hands)
    return following
