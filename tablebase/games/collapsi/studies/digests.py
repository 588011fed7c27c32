"""Digests of a whole game's layers, so that another program can compare what it has solved.

A layer's digest is the SHA-256 of one byte for each position, its code, in this order:

1. By the face-up cells as a mask, where cell c in reading order is bit c; then by the cell of the
   side to move; then by the other pawn's cell. Of such triples that are images of each other under
   the automorphisms that keep values, only the first counts.
2. By the cards that lie on the face-up cells, compared from the first cell on: all ways to choose
   them from the deck.

Nothing of how positions are stored here matters to it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from tablebase.engine.arrays import U8, U32, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.whole.kernels import BLOCK, Int, code_at, fetch, locate
from tablebase.games.collapsi.whole.unit import units_of

if TYPE_CHECKING:
    from tablebase.games.collapsi.whole import Geometry, Shape, Whole
    from tablebase.games.collapsi.whole.plan import Records

THREADS = 2
ROWS_A_TASK = 32  # of codes, one for each two pawns: at most 100 MB in all on the real board


def layer_digest(whole: Whole, layer: int, records: Records) -> str:
    """The digest of a layer, 64 hexadecimal digits, from its records.

    For the ``visit`` of `Whole.solve`.

    Examples
    --------
    >>> from tablebase.games.collapsi.whole import Whole
    >>> whole = Whole()
    >>> whole.solve(top=2)
    >>> layer_digest(whole, 2, whole.layers[2]) == hashlib.sha256(bytes(64)).hexdigest()
    True
    """
    geometry, digest = whole.geometry, hashlib.sha256()
    tasks = list(_tasks(geometry, layer))

    def codes_of(task: tuple[Shape, U64]) -> U8:
        return _codes(geometry, *task, records)

    with ThreadPoolExecutor(THREADS) as pool:
        for first in range(0, len(tasks), THREADS):
            for codes in pool.map(codes_of, tasks[first : first + THREADS]):
                digest.update(codes.data)
    return digest.hexdigest()


def read_digests(data: Any, layers: range) -> dict[int, str]:
    """The digests of some layers from plain data. Raises LookupError, TypeError or ValueError."""
    digests = {layer: data[str(layer)] for layer in layers}
    for layer, digest in digests.items():
        if not re.fullmatch("[0-9a-f]{64}", digest):
            raise ValueError(f"layer {layer} has the digest {digest!r}: expected 64 digits")
    return digests


def _tasks(geometry: Geometry, layer: int) -> Iterator[tuple[Shape, U64]]:
    """Shapes, and for some pawns on each the number of the mover and the opponent's cell."""
    for shape in geometry.shapes[layer]:
        pawns = [
            (number, unit.opponent)
            for number, mover in enumerate(shape.movers)
            for unit in units_of(geometry, shape, mover)
        ]
        for first in range(0, len(pawns), ROWS_A_TASK):
            yield shape, np.array(pawns[first : first + ROWS_A_TASK], np.uint64)


def _codes(geometry: Geometry, shape: Shape, pawns: U64, records: Records) -> U8:
    """The codes of a shape, shape (pawns, words), in the order of the digest."""
    words = geometry.words[shape.layer]
    codes = np.empty((len(pawns), words.count), np.uint8)
    place = {cell: 2 * (shape.layer - 1 - at) for at, cell in enumerate(shape.cells)}
    high_moves, low_moves = words.moves([[place[cell] for cell in sorted(shape.cells)]])
    _spread(
        words.words, words.low_bits, high_moves[0], low_moves[0], words.ranks, records,
        np.uint64(geometry.offsets[shape.mask]), np.uint64(len(shape.movers)), pawns, codes,
    )  # fmt: skip
    return codes


@helper()
def _codes_at(records: U64, cell: Int, codes: U8) -> None:
    """The code of one cell in each record."""
    for i in range(records.size):
        codes[i] = code_at(records[i], cell)


@kernel()
def _spread(
    words: U32,  # all words of the layer, read as letters by ascending cell
    cut: Int,  # bits of the words' low half
    high_moves: U32,  # what becomes of their halves when letters go to the shape's own order
    low_moves: U32,
    ranks: Any,  # (low_bits, high, low) of the words, see `rank_word`
    records: U64,  # of the layer
    offset: Int,  # where the shape begins
    stride: Int,  # records for each of its words
    pawns: U64,  # rows of: number of the mover, ascending, and the opponent's cell
    codes: U8,  # output, shape (pawns, words)
) -> None:
    """The codes of all words, a row for each two pawns."""
    low_bits, high, low = ranks
    where = np.empty(BLOCK, np.uint64)
    here = np.empty(BLOCK, np.uint64)
    for begin in range(0, words.size, BLOCK):
        some = words[begin : begin + BLOCK]
        n = some.size
        locate(some, cut, high_moves, low_moves, low_bits, high, low, offset, stride, where)
        for row in range(pawns.shape[0]):
            mover, opponent = pawns[row]
            if row == 0 or mover != pawns[row - 1, 0]:
                fetch(records, where[:n], mover, here)
            _codes_at(here[:n], opponent, codes[row, begin : begin + n])
