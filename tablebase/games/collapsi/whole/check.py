"""The independent check of a file of a whole game.

Every entry, or a sample of them, is derived anew from the layer below. That shares the rules,
the words' ranks and the units (the index) with the induction but none of its code or ideas: here
all simple paths of a card are listed, a position's successors are sought one cell at a time as
any position is in a look-up, and entries are compared with plain numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import numpy.typing as npt

from tablebase.engine.game import Codes
from tablebase.engine.induction import solve, unpack
from tablebase.engine.tables.check import TableCheck
from tablebase.engine.tables.large_file import check_pieces
from tablebase.engine.tables.store import StoredCodes
from tablebase.engine.tables.table import MemoryCodes
from tablebase.errors import FileFormatError
from tablebase.games.collapsi.deals.game import game_of
from tablebase.games.collapsi.deals.opening_check import first_bad_opening
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.walks import simple_paths
from tablebase.games.collapsi.whole.deals import DealCodes
from tablebase.games.collapsi.whole.file import Piece, WholeFile
from tablebase.games.collapsi.whole.geometry import Geometry, Shape
from tablebase.games.collapsi.whole.unit import Unit, opponents_of, unit_at, unit_of

SAMPLE = 1000  # words of each unit that are checked unless all are
WORDS_A_TIME = 1 << 18

DEALS = 10
RANKS = 50
"""Random deals, and random positions of each, that are compared with the deal's own table."""

Layer = Mapping[tuple[int, int], MemoryCodes]  # the tables of a layer, by shape and mover

LettersTo = dict[int, npt.NDArray[np.bool_]]
"""For each destination whether a mover's card with each letter leads there."""


def check_whole(whole: WholeFile, *, full: bool = False, seed: int = 0) -> Iterator[TableCheck]:
    """Check a file of a whole game: as `check_pieces`, then samples of whole deals.

    With `full` every entry is derived anew, else `SAMPLE` of each (set, mover, opponent), drawn
    with `seed`. All checksums are checked in either case.
    """
    yield from check_pieces(whole, _Entries(whole.geometry, None if full else seed))
    yield _check_deals(whole, seed)


class _Entries:
    """Checks the entries of pieces, layer by layer; keeps the layer and the one below."""

    def __init__(self, geometry: Geometry, seed: int | None) -> None:
        self._geometry = geometry
        self._rng = None if seed is None else np.random.default_rng(seed)
        self._layers: dict[int, dict[tuple[int, int], MemoryCodes]] = {}

    def __call__(self, piece: Piece, stored: StoredCodes) -> tuple[int, str]:
        shape, mover = piece
        layer = shape.layer
        here = self._layers.setdefault(layer, {})
        here[shape.mask, mover] = MemoryCodes(stored.packed(), CODING.bits)
        self._layers.pop(layer - 2, None)
        below = self._layers.get(layer - 1, {})
        return _check_table(self._geometry, shape, mover, here, below, self._rng)


def _check_table(
    geometry: Geometry,
    shape: Shape,
    mover: int,
    here: Layer,
    below: Layer,
    rng: np.random.Generator | None,
) -> tuple[int, str]:
    """Number of positions derived anew, and the first error."""
    own, count, checked = here[shape.mask, mover], geometry.words[shape.layer].count, 0
    letters_to = _letters_to(geometry, shape, mover)
    for number, opponent in enumerate(opponents_of(geometry, shape, mover)):
        unit = unit_at(shape, mover, opponent)
        for ranks in _samples(count, rng):
            found = own.at((number * count + ranks).astype(np.uint32))
            try:
                expected = _derive(geometry, unit, geometry.words[shape.layer].words[ranks],
                                   letters_to, below)  # fmt: skip
            except KeyError:
                return checked, "a table that it follows from is damaged"
            checked += ranks.size
            wrong = np.flatnonzero(found != expected)
            if wrong.size:
                rank, code = ranks[wrong[0]], found[wrong[0]]
                return checked, (
                    f"opponent {opponent}, word {rank}: code {code} does not follow from its moves"
                )
    return checked, ""


def _samples(count: int, rng: np.random.Generator | None) -> Iterator[npt.NDArray[np.int64]]:
    """The ranks to check, some at a time: all, or a sample."""
    if rng is not None and count > SAMPLE:
        yield np.sort(rng.integers(count, size=SAMPLE))
        return
    for first in range(0, count, WORDS_A_TIME):
        yield np.arange(first, min(first + WORDS_A_TIME, count))


def _letters_to(geometry: Geometry, shape: Shape, mover: int) -> LettersTo:
    letters_to: LettersTo = {}
    for letter, card in enumerate(geometry.letters):
        for path in simple_paths(geometry.rules.board.neighbours, (mover,), card):
            if all(shape.mask >> cell & 1 for cell in path):
                letters = letters_to.setdefault(path[-1], np.zeros(4, bool))
                letters[letter] = True
    return letters_to


def _derive(
    geometry: Geometry,
    unit: Unit,
    words: npt.NDArray[np.uint32],
    letters_to: LettersTo,
    below: Layer,
) -> Codes:
    """The codes of some words of a unit, from the layer below."""
    layer = unit.shape.layer
    place = {cell: np.uint32(2 * (layer - 1 - i)) for i, cell in enumerate(unit.cells)}
    own = words >> place[unit.mover] & 3
    best = np.full(words.size, CODING.no_entry, np.uint8)
    for end, letters in letters_to.items():
        if end == unit.opponent:
            continue
        rest = unit.shape.mask & ~(1 << unit.mover)
        after, image = unit_of(geometry, rest, unit.opponent, end)
        cell_of = {int(its): cell for cell, its in enumerate(image)}
        there = np.zeros_like(words)
        for cell in after.cells:
            there = there << np.uint32(2) | words >> place[cell_of[cell]] & np.uint32(3)
        opponents = opponents_of(geometry, after.shape, after.mover)
        first = opponents.index(after.opponent) * geometry.words[layer - 1].count
        ranks = (first + geometry.words[layer - 1].rank(there)).astype(np.uint32)
        codes = below[after.shape.mask, after.mover].at(ranks)
        best = np.minimum(best, np.where(letters[own], codes, CODING.no_entry))
    return np.where(best < 8, 14 - best, 15 - best).astype(np.uint8)


def _check_deals(whole: WholeFile, seed: int) -> TableCheck:
    """Compare random positions of random deals with their own tables and with forward search."""
    from tablebase.engine.search.search import search

    name, checked = "samples of deals", 0
    rng = np.random.default_rng(seed)
    for deal in random_deals(DEALS, seed, whole.rules):
        game = game_of(deal.cards, whole.rules)
        ranks = np.concatenate(
            [
                rng.integers(game.index.openings, size=RANKS),
                np.arange(game.index.openings, game.size),
            ]
        ).astype(np.uint32)
        try:
            found = DealCodes(whole, game).at(ranks)
        except (FileFormatError, LookupError) as error:
            return TableCheck(name, checked, str(error))
        checked += ranks.size
        table = unpack(solve(game), game.size, CODING.bits)
        wrong = np.flatnonzero(found != table[ranks])
        if wrong.size:
            position = game.unrank(int(ranks[wrong[0]]))
            return TableCheck(name, checked, f"{position}: not as in the table of the deal")
        bad = first_bad_opening(game.layout, table)  # for table and file share `opening_codes`
        if bad is not None:
            return TableCheck(name, checked, f"{game.unrank(bad)}: does not follow from its moves")
        for at in (0, 1, 2, RANKS):
            position = game.unrank(int(ranks[at]))
            if search(position).value != CODING.decode(int(found[at])):
                return TableCheck(name, checked, f"{position}: forward search finds another value")
    return TableCheck(name, checked, "")
