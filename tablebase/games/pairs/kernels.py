"""Kernels of Pair Solitaire, over the mask of the cards left: search, random play, moves.

A stack is an array `matches` of shape ``(NO_CARD + 1,)``: entry i is the mask of the cards that
match card i. The last entry, `NO_CARD`, matches nothing; it stands where the stack has ended, so
that no bound has to be checked.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import F64, I64, U8, U16, U64
from tablebase.engine.kernels import game_kernel, helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, count_bits

Masks = U64

MAX_CARDS = 52
NO_CARD = 63
_PAD = 4  # places beyond either end of the stack that the kernels look at

# Of matching pairs at distance 0 (none), 1, 2, 3 and 4. A pair at two places is a move, one at
# three may become one; neighbours never will. Measured: see docs/pairs.md.
WEIGHTS = np.array([0, -1, 4, 2, 0], np.int64)
OFFSET = 64  # makes every score positive
SCORES = 512  # and all are smaller than this


@helper()
def lay_out(mask: np.uint64, places: U8) -> int:
    """Write the cards of a mask into `places`, from `_PAD` on; returns their number.

    `places` has shape ``(MAX_CARDS + 2 * _PAD,)`` and is padded with `NO_CARD` on both sides.
    """
    places[:_PAD] = NO_CARD
    count, card = 0, 0
    while mask:
        if mask & ONE:
            places[_PAD + count] = card
            count += 1
        mask >>= ONE
        card += 1
    places[_PAD + count : 2 * _PAD + count] = NO_CARD
    return count


@helper()
def match(matches: Masks, a: int, b: int) -> np.int64:
    """1 if cards a and b match, else 0."""
    return np.int64(matches[a] >> np.uint64(b) & ONE)


@helper()
def removable(matches: Masks, places: U8, at: int) -> np.bool_:
    """Whether the card in a place may be removed: it matches one two places away."""
    others = ONE << np.uint64(places[at - 2]) | ONE << np.uint64(places[at + 2])
    found: np.bool_ = matches[places[at]] & others != 0
    return found


@helper()
def score_of(matches: Masks, places: U8, count: int) -> int:
    """How promising a position is: its matching pairs by distance, weighted."""
    score = OFFSET
    for at in range(_PAD, _PAD + count):
        for distance in range(1, 4):
            pair = match(matches, places[at], places[at + distance])
            score += WEIGHTS[distance] * pair
    return score


@helper()
def change(matches: Masks, places: U8, at: int) -> int:
    """What removing the card in a place adds to the score."""
    added = 0
    for distance in range(1, 4):
        before = match(matches, places[at - distance], places[at])
        after = match(matches, places[at], places[at + distance])
        added -= WEIGHTS[distance] * (before + after)
    for distance in range(2, 5):  # pairs on both sides of the card come nearer
        gain = WEIGHTS[distance - 1] - WEIGHTS[distance]
        for first in range(at - distance + 1, at):
            added += gain * match(matches, places[first], places[first + distance])
    return added


@helper()
def slot_of(table: Masks, mask: np.uint64) -> np.int64:
    """Where a mask is in a hash table with linear probing, or the free slot where it belongs."""
    last = table.size - 1
    mixed = mask * np.uint64(0x9E3779B97F4A7C15)  # Fibonacci hashing (Knuth, volume 3, 6.4)
    slot = np.int64((mixed ^ mixed >> np.uint64(32)) & np.uint64(last))
    while table[slot] != 0 and table[slot] != mask:
        slot = (slot + 1) & last
    return slot


@helper()
def best_of(masks: Masks, scores: U16, count: int, width: int) -> tuple[int, int]:
    """Move the `width` best of `count` masks to the front, unless they are fewer.

    Returns their number, and the score that a mask must exceed to be among them (-1: any).
    """
    if count <= width:
        return count, -1
    histogram = np.zeros(SCORES, np.int64)
    for i in range(count):
        histogram[scores[i]] += 1
    least, spare = SCORES - 1, width
    while histogram[least] <= spare:
        spare -= histogram[least]
        least -= 1
    kept = 0
    for i in range(count):
        if scores[i] > least or (scores[i] == least and spare > 0):
            spare -= scores[i] == least
            masks[kept], scores[kept] = masks[i], scores[i]
            kept += 1
    return kept, least


@kernel()
def next_level(layer: Masks, matches: Masks, width: int) -> tuple[Masks, int]:
    """All positions one removal after those of a layer; only the `width` best if they are more.

    Returns the masks, each once as in `layer`, and 1 if any was left out, else 0.
    """
    slots = 1024
    while slots < 4 * min(width, MAX_CARDS * layer.size):
        slots *= 2
    table = np.zeros(slots, np.uint64)
    room = slots // 2
    found = np.empty(room, np.uint64)
    scores = np.empty(room, np.uint16)
    places = np.empty(MAX_CARDS + 2 * _PAD, np.uint8)
    count, over, cut = 0, -1, False
    for mask in layer:
        cards = lay_out(mask, places)
        score = score_of(matches, places, cards)
        for at in range(_PAD, _PAD + cards):
            if not removable(matches, places, at):
                continue
            after = score + change(matches, places, at)
            child = mask ^ ONE << np.uint64(places[at])
            slot = slot_of(table, child)
            if table[slot] == child:
                continue
            if after <= over:
                cut = True
                continue
            table[slot] = child
            found[count], scores[count] = child, after
            count += 1
            if count == room:
                count, over = best_of(found, scores, count, width)
                cut = True
                table[:] = 0
                for kept in found[:count]:
                    table[slot_of(table, kept)] = kept
    kept, _ = best_of(found, scores, count, width)
    return found[:kept].copy(), int(cut or kept < count)


@kernel()
def parent_of(layer: Masks, matches: Masks, child: np.uint64) -> np.uint64:
    """The first mask of a layer from which a removal leads to `child`; 0 if there is none."""
    places = np.empty(MAX_CARDS + 2 * _PAD, np.uint8)
    mask: np.uint64
    for mask in layer:
        if mask & child == child:
            cards = lay_out(mask, places)
            for at in range(_PAD, _PAD + cards):
                if mask ^ ONE << np.uint64(places[at]) == child and removable(matches, places, at):
                    return mask
    return np.uint64(0)


@helper()
def moves_of(mask: np.uint64, matches: Masks) -> np.int64:
    """How many cards may be removed."""
    places = np.empty(MAX_CARDS + 2 * _PAD, np.uint8)
    cards = lay_out(mask, places)
    moves = np.int64(0)
    for at in range(_PAD, _PAD + cards):
        moves += removable(matches, places, at)
    return moves


@kernel()
def play_out(mask: np.uint64, matches: Masks, numbers: F64, greedy: bool) -> int:
    """Play at random from a mask to the end; returns the number of cards left.

    `numbers` are random from [0, 1), one for each ply. A greedy player chooses only among the
    removals after which most cards can be removed.
    """
    places = np.empty(MAX_CARDS + 2 * _PAD, np.uint8)
    chosen = np.empty(MAX_CARDS, np.uint64)
    ply = 0
    while True:
        cards = lay_out(mask, places)
        count, most = 0, np.int64(-1)
        for at in range(_PAD, _PAD + cards):
            if removable(matches, places, at):
                child = mask ^ ONE << np.uint64(places[at])
                moves = moves_of(child, matches) if greedy else np.int64(0)
                if moves > most:
                    count, most = 0, moves
                if moves == most:
                    chosen[count] = child
                    count += 1
        if count == 0:
            return cards
        mask = chosen[np.int64(numbers[ply] * count)]
        ply += 1


@game_kernel
def successors(rank: int, context: Masks, out: I64) -> int:
    """The masks after all removals, in stack order; `context` is a stack."""
    removed, rest = np.uint64(0), np.uint64(rank)
    before, between = np.uint64(NO_CARD), np.uint64(NO_CARD)  # the last two cards
    while rest:
        bit = rest & (~rest + ONE)
        card = count_bits(bit - ONE)
        if context[card] >> before & ONE:
            removed |= bit | ONE << before
        before, between = between, card
        rest ^= bit
    count = 0
    while removed:
        bit = removed & (~removed + ONE)
        out[count] = np.int64(np.uint64(rank) ^ bit)
        removed ^= bit
        count += 1
    return count


@game_kernel
def layer(rank: int, context: Masks) -> Any:
    """The number of cards left."""
    return np.int64(count_bits(np.uint64(rank)))
