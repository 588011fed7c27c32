"""The loops over a game's kernels: small functions over arrays, without validation.

They are compiled once for all games: a game's function is called through a pointer. A call hands
over each array with its reference count, and to count a reference up and down takes as long as a
short kernel. Loops therefore hand over `borrowed` arrays, which are not counted; the loop's caller
keeps them alive.

Layers lie one a byte in words of eight, so that eight ranks are compared with a layer together.

`replies` has the mover's code for each code of a successor: first for successors in which the other
side moves, from place 256 on for those in which the same side moves again. For codes that no solved
position has, it is `UNSOLVED`, which is better than any code, so that one look shows that a
successor has not been solved.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from tablebase.engine.arrays import F64, I64, U8, U64
from tablebase.engine.kernels import helper, loop
from tablebase.engine.position import AGAIN

BYTES, WORDS = types.uint8[::1], types.uint64[::1]
RANKS, FLOATS = types.int64[::1], types.float64[::1]

SUCCESSORS = types.FunctionType(types.int64(types.int64, WORDS, RANKS))
"""``successors(rank, context, out) -> count``"""

LAYER = types.FunctionType(types.int64(types.int64, WORDS))
"""``layer(rank, context) -> layer``"""

UNSOLVED = 255
FINE = -1
"""What a loop returns if no rank is wrong."""

_RANK = np.uint64(AGAIN - 1)
_ONE, _BYTE, _AGAIN_BIT = np.uint64(1), np.uint64(8), np.uint64(62)
_LOW, _HIGH = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)


@intrinsic  # type: ignore[untyped-decorator]
def _borrowed(typing_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, arguments[0])
        view.meminfo = view.meminfo.type(None)
        view.parent = view.parent.type(None)
        return view._getvalue()

    return array(array), generate


def borrowed(array: Any) -> Any:
    """The same array, without a reference of its own."""
    return array


if not numba.config.DISABLE_JIT:
    borrowed = _borrowed


@loop(types.int64(LAYER, WORDS, types.int64, types.int64, types.int64, BYTES))
def find_layers(layer: Any, context: U64, first: int, last: int, layers: int, found: U8) -> int:
    """Fill in the layers of the ranks from `first` on, before `last`.

    Returns the first rank whose layer is not below `layers`, or `FINE`. A rank without a position
    may have a negative layer, and gets 0.
    """
    constants = borrowed(context)
    for rank in range(first, last):
        number = layer(rank, constants)
        if number >= layers:
            return rank
        found[rank] = max(number, 0)
    return FINE


@helper()
def places_of(layer: Any, eight: Any) -> Any:
    """The highest bit of each of the eight bytes of a word that is `layer`, and no other bit."""
    different = eight ^ layer * _LOW
    return ~((different & ~_HIGH) + ~_HIGH | different | ~_HIGH)


@helper()
def lowest(places: Any) -> int:
    """The number of the lowest byte that has a bit; LLVM turns this into one instruction."""
    below = (places & (~places + _ONE)) - _ONE
    count = 0
    while below:
        below &= below - _ONE
        count += 1
    return count >> 3


@loop(
    types.int64(
        SUCCESSORS, WORDS, WORDS, types.uint64, types.int64, types.int64,
        RANKS, BYTES, types.uint8, types.boolean, BYTES,
    )
)  # fmt: skip
def solve_layer(
    successors: Any,
    context: U64,
    layers: U64,
    layer: Any,
    first: int,
    last: int,
    out: I64,
    replies: U8,
    end: Any,
    check: bool,
    codes: U8,
) -> int:
    """Fill in the codes of the positions of a layer, of the ranks from `first` on, before `last`.

    `first` is a multiple of 8. `out` is work space; `end` is the code of a position without a move.
    Returns `FINE`, or a rank whose kernel is wrong: it returns more moves than there is room for, a
    successor that is none of the ranks, or one that has not been solved. With `check` the layer of
    every successor is looked at, because one in the same layer may have been solved.
    """
    constants, after = borrowed(context), borrowed(out)
    bytes_ = layers.view(np.uint8)
    size = np.uint64(codes.size)
    for word in range(first >> 3, (last + 7) >> 3):
        places = places_of(layer, layers[word])
        while places:
            rank = (word << 3) + lowest(places)
            places &= places - _ONE
            if rank >= last:
                break
            count = successors(rank, constants, after)
            if count < 0:
                continue
            if count > out.size:
                return rank
            # Without a way out of the loop, a processor begins with the next position early.
            best, highest, farthest = np.uint8(0) if count else end, np.uint8(0), np.uint64(0)
            for number in range(np.uint64(count)):
                successor = np.uint64(after[number])
                farthest = max(farthest, successor & _RANK)
                at = min(successor & _RANK, size - _ONE)
                best = max(best, replies[successor >> _AGAIN_BIT << _BYTE | np.uint64(codes[at])])
                if check:
                    highest = max(highest, bytes_[at])
            if farthest >= size or (count and check and highest >= layer):
                return rank
            if best == UNSOLVED:
                return rank
            codes[rank] = best
    return FINE


@loop(types.int64(SUCCESSORS, WORDS, RANKS, RANKS, RANKS, RANKS))
def list_successors(
    successors: Any, context: U64, ranks: I64, out: I64, starts: I64, after: I64
) -> int:
    """List the successors of some ranks, one position's after another's.

    Fills ``starts``, shape ``(len(ranks) + 1,)``: those of a rank are from its start to the next.
    As long as there is room for them they are put in `after`. Returns their number.
    """
    constants, found = borrowed(context), borrowed(out)
    total = 0
    for place in range(ranks.size):
        starts[place] = total
        count = max(successors(ranks[place], constants, found), 0)
        if total + count <= after.size:
            after[total : total + count] = out[:count]
        total += count
    starts[ranks.size] = total
    return total


@loop(
    types.void(
        SUCCESSORS, WORDS, WORDS, types.uint64, types.int64, types.int64, RANKS, FLOATS
    )
)  # fmt: skip
def average_layer(
    successors: Any,
    context: U64,
    layers: U64,
    layer: Any,
    first: int,
    last: int,
    out: I64,
    values: F64,
) -> None:
    """Replace the value of each position of a layer that has moves by the mean of its successors'.

    The arguments are those of `solve_layer`.
    """
    constants, after = borrowed(context), borrowed(out)
    for word in range(first >> 3, (last + 7) >> 3):
        places = places_of(layer, layers[word])
        while places:
            rank = (word << 3) + lowest(places)
            places &= places - _ONE
            if rank >= last:
                break
            count = successors(rank, constants, after)
            if count > 0:
                total = 0.0
                for number in range(np.uint64(count)):
                    total += values[np.uint64(after[number]) & _RANK]
                values[rank] = total / count
