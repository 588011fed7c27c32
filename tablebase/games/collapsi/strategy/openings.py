"""Every deal, up to symmetry, and its first plies, from a whole game that has been solved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tablebase.engine.arrays import I64, U8, U16, U32, U64
from tablebase.engine.kernels import kernel
from tablebase.games.collapsi.deck import steps_mask
from tablebase.games.collapsi.whole.geometry import Geometry, Shape, cells_of
from tablebase.games.collapsi.whole.kernels import BLOCK, Int, accumulate_minimum, code_at, finish
from tablebase.games.collapsi.whole.plan import Records, ShapePlan, reach_of
from tablebase.games.collapsi.whole.solver import Whole
from tablebase.games.collapsi.whole.words import MAX_LETTERS

NOTHING, FIRST_CELL = np.uint64(0), np.uint64(1)


@dataclass(frozen=True)
class Openings:
    """The deals whose jokers lie at the cells outside one shape, and their first plies.

    The last three arrays have shape (n, editions, 2), with an entry for each edition and each joker
    that was red's, by ascending cell. `after_red` holds the records of the positions after red's
    first move, by red's cell. `start` holds the codes of the start, and
    `winning_moves` how many of red's first moves win.
    """

    shape: Shape
    words: U32  # one of each orbit under the automorphisms that fix the shape
    weights: I64  # number of layouts of the board that are images of each deal
    after_red: Records
    start: U8
    winning_moves: U8


def deals_of(geometry: Geometry, shape: Shape) -> tuple[U32, I64]:
    """The smallest word of each orbit under the automorphisms that fix a shape, and weights."""
    words = geometry.words[shape.layer]
    shifts = [geometry.letter_shifts(shape.cells, shape, g) for g in shape.fixing]
    sizes = np.empty(words.count, np.uint16)
    orbit_sizes(words.words, words.low_bits, *words.moves(shifts), sizes)
    chosen = np.flatnonzero(sizes)
    images = len(geometry.automorphisms) // len(shape.fixing)
    return words.words[chosen], sizes[chosen].astype(np.int64) * images


def openings_of(whole: Whole) -> Iterator[Openings]:
    """All deals up to the automorphisms of the board, jokers interchangeable.

    The whole game has been solved up to its last layer.
    """
    for shape in whole.geometry.shapes[whole.geometry.top]:
        words, weights = deals_of(whole.geometry, shape)
        plan, reaches = _opening_plan(whole, shape)
        after_red = np.empty((words.size, len(reaches)), np.uint64)
        plan.run(words, whole.layers[shape.layer], after_red)
        start, winning_moves = np.empty((2, *after_red.shape), np.uint8)
        codes = np.empty(words.size, np.uint8)
        for number, reach in enumerate(reaches):
            own = np.ascontiguousarray(after_red[:, number])
            first_codes(own, np.uint64(reach), codes)
            start[:, number] = codes
            lost = ~(own >> np.uint64(48))  # a code below 8: its uppermost bit decides
            winning_moves[:, number] = np.bitwise_count(lost & np.uint64(reach))
        shaped = words.size, len(whole.rules.editions), 2
        yield Openings(
            shape, words, weights,
            after_red.reshape(shaped), start.reshape(shaped), winning_moves.reshape(shaped),
        )  # fmt: skip


def _opening_plan(whole: Whole, shape: Shape) -> tuple[ShapePlan, list[int]]:
    """The plan of the positions after red's first move, and red's destinations before it.

    One mover (blue) for each edition and each joker that was red's, by ascending cell.
    """
    geometry = whole.geometry
    everything = (1 << geometry.size) - 1
    jokers = cells_of(everything & ~shape.mask)
    plan = ShapePlan(geometry, shape)
    reaches = []
    for edition in whole.rules.editions:
        for red, blue in (jokers, jokers[::-1]):
            steps = [steps_mask(edition.joker_steps)]
            (first,) = reach_of(geometry, everything, [red], steps)
            reaches.append(first & ~(1 << blue))
            reach = reach_of(geometry, everything & ~(1 << red), [blue], steps)
            plan.add_mover(shape.mask, reach * MAX_LETTERS)
    return plan, reaches


@kernel()
def orbit_sizes(words: U32, cut: Int, high_moves: U32, low_moves: U32, sizes: U16) -> None:
    """How many images each word has under a group; 0 if one of them is smaller than the word.

    `high_moves` and `low_moves`, shape (g, patterns), say what the members of the group make of
    the words' halves; the low half has `cut` bits.
    """
    mask = (np.uint64(1) << cut) - np.uint64(1)
    order = high_moves.shape[0]
    for i in range(words.size):
        word = np.uint64(words[i])
        same = 0
        for g in range(order):
            moved = high_moves[g, word >> cut] | low_moves[g, word & mask]
            if moved < words[i]:
                same = 0
                break
            same += moved == words[i]
        sizes[i] = order // same if same else 0


@kernel()
def first_codes(records: U64, reach: Int, codes: U8) -> None:
    """Each word's code, from `records` as in `accumulate_minimum` and a mover's `reach`."""
    reaches = np.full(BLOCK, reach, np.uint64)
    best = np.empty(BLOCK, np.uint64)
    done = np.empty(BLOCK, np.uint64)
    for begin in range(0, records.size, BLOCK):
        n = min(BLOCK, records.size - begin)
        best[:] = NOTHING
        accumulate_minimum(records[begin : begin + n], reaches, NOTHING, NOTHING, best)
        finish(best[:n], FIRST_CELL, done)
        for i in range(n):
            codes[begin + i] = code_at(done[i], NOTHING)
