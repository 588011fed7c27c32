"""What the kernels work on: rules, value functions and memory as plain tuples of arrays."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64, U8, U64
from tablebase.games.thegame.rules import MAX_PILES, Rules

I32 = npt.NDArray[np.int32]
F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
Word = np.uint64
Int = int | np.int64

HEIGHTS, SUM, PRODUCT = 0, 1, 2
"""How a position is valued: by the heights alone, by a sum of rows or by a product of rows."""

LARGEST_TERM = 2.0**30
"""A card's term is an integer of 32 bits."""


class KernelRules(NamedTuple):
    """The rules as the kernels need them."""

    n: int
    hand: int
    ups: int
    piles: int
    trick: int
    minimum: Int


class Evaluation(NamedTuple):
    """A value function as tables.

    `kind` is one of `HEIGHTS`, `SUM` and `PRODUCT`; `weights`, shape (4,), what a unit of
    capacity counts on each pile. For `PRODUCT` the penalty of an unplayable card ``k`` below the
    top is ``near[deck, single, double]`` if ``k < trick`` and `bridges` is set, by the number of
    cards in the deck and of bridges of which one or two cards are in it, or 1 if the trick card
    is in hand; else ``far[k]``. A bridge is a pair ``(x, x - trick)`` with
    ``top < x < top - k + reach``. A card's term is a product times `scale`, and times `held` if the
    card is in hand at the turn's start. `symmetric` says that piles of the same direction count
    the same.
    """

    kind: int
    weights: F32
    far: F32
    near: F32
    bridges: bool
    reach: int
    held: float
    scale: float
    symmetric: bool


class Lookahead(NamedTuple):
    """How a turn is searched.

    The search looks `depth` cards ahead beyond the minimum, from the best `beam` positions with the
    same number of cards laid, or from all if `beam` is 0.
    """

    depth: int
    beam: int


class Foresight(NamedTuple):
    """How the most promising plays of a turn are compared by what may be drawn after them.

    Each of the `plays` best positions after the minimum is followed by the same `samples` draws.
    After each draw the next turn is searched as `ahead` says, and the best value found gives a
    chance of winning. The better half of the plays is compared by as many more draws, until one is
    left.

    The chance is 1 / (1 + e^-z), ``z = a + b d + c d^2 - (e + f d + g d^2) log(penalty)``, with
    `chance` the six numbers, the penalty the negative of the value, and d the cards in the deck
    divided by 100.
    """

    plays: int
    samples: int
    ahead: Lookahead
    chance: tuple[float, float, float, float, float, float]


class Space(NamedTuple):
    """Arrays to work in, for any number of games under one evaluation and depth."""

    keys: U64  # of each node
    values: F64
    ancestors: I32  # the best node of level `minimum` on the way to a node
    tricks: U8  # backwards tricks on the first way found to a node
    places: I32  # of each node in the hash table
    table: I32  # node at each place; holds only if that node's place is this one
    levels: I64  # the first node of each level, and behind the last the number of nodes
    rows: F32  # shape (4, n + 1, width)
    row_keys: I64  # shape (4, n + 1)
    alive: F32  # shape (width,): what a product counts for each card not laid; else 0
    words: U64  # shape (2**hand, 2, 2): the cards of a subset of the hand, upwards and downwards
    deck: U64  # shape (1, 2, 2): the cards in the deck, upwards and downwards
    promised: I64  # shape (4,): heights from which others will bring the piles back; 0 for none


def shape_of(rules: Rules) -> KernelRules:
    """The rules as the kernels need them."""
    return KernelRules(rules.cards, rules.hand, rules.ups, rules.piles, rules.trick, rules.minimum)


def by_product(
    rules: Rules,
    far: F64,
    near: F64 | None = None,
    reach: int = 0,
    held: float = 1.0,
) -> Evaluation:
    """Value the product of penalties; see `Evaluation`.

    The penalties: `far` by distance below the top, shape (n + 2,); `near` by cards in the deck and
    bridges, shape (n + 1, trick + 1, trick + 1), or None to look for no bridges, which begin up to
    `reach` below the top. Cards in hand count `held`, those in the deck 1.

    Raises `ValueError` if a penalty is so high that a term would overflow, or is negative.
    """
    largest = max(1.0, float(far.max()), *(() if near is None else (float(near.max()),)))
    term = largest**rules.piles * max(held, 1.0)
    if float(far[1:].min()) < 0 or held < 0 or not term < LARGEST_TERM / 2**10:
        raise ValueError(
            f"penalties up to {largest:.6g}: expected 0 or more, {term:.3g} is too much"
        )
    return Evaluation(
        PRODUCT,
        np.ones(MAX_PILES, np.float32),
        far.astype(np.float32),
        np.zeros((1, 1, 1), np.float32) if near is None else near.astype(np.float32),
        near is not None,
        reach,
        held,
        # A power of two, so that it rounds nothing.
        2.0 ** np.floor(np.log2(LARGEST_TERM / term)),
        True,
    )


def by_capacity(kind: int, rules: Rules, weights: tuple[float, ...]) -> Evaluation:
    """Value the heights alone, or the number of playable cards: `HEIGHTS` or `SUM`.

    `weights` are those of the piles in each direction.
    """
    each = [*_padded(weights, rules.ups), *_padded(weights, rules.downs)]
    return Evaluation(
        kind,
        np.array(_padded(tuple(each), MAX_PILES), np.float32),
        np.zeros(rules.cards + 2, np.float32),
        near=np.zeros((1, 1, 1), np.float32),
        bridges=False,
        reach=0,
        held=1.0,
        scale=2.0**20,
        symmetric=len(set(weights)) == 1,
    )


def _padded(weights: tuple[float, ...], length: int) -> tuple[float, ...]:
    """The weights of as many piles as there are; the last one repeated."""
    return (weights + weights[-1:] * length)[:length]


def space_for(rules: Rules, search: Lookahead) -> Space:
    """Allocate the arrays to search a turn; 3 MB at depth 0, 6 MB at depth 2."""
    nodes = 0
    for laid in range(min(rules.minimum + search.depth, rules.hand) + 1):
        # The cards laid, and for each pile its top card, if any.
        level = comb(rules.hand, laid) * (laid + 1) ** rules.piles
        if search.beam and laid > rules.minimum:
            level = min(level, search.beam * rules.hand * rules.piles)
        nodes += level
    width = -(-rules.cards // 16) * 16  # whole vectors of 16 floats
    return Space(
        keys=np.zeros(nodes, np.uint64),
        values=np.zeros(nodes),
        ancestors=np.zeros(nodes, np.int32),
        tricks=np.zeros(nodes, np.uint8),
        places=np.zeros(nodes, np.int32),
        table=np.zeros(1 << (2 * nodes).bit_length(), np.int32),
        levels=np.zeros(rules.hand + 2, np.int64),
        rows=np.zeros((MAX_PILES, rules.cards + 1, width), np.float32),
        row_keys=np.full((MAX_PILES, rules.cards + 1), -1),
        alive=np.zeros(width, np.float32),
        words=np.zeros((1 << rules.hand, 2, 2), np.uint64),
        deck=np.zeros((1, 2, 2), np.uint64),
        promised=np.zeros(MAX_PILES, np.int64),
    )
