"""The independent check of a file of a whole game.

Every entry, or a sample, is derived again from its successors' entries in the file. The check
shares the rules with the induction, but none of its code or ideas: it lists all simple paths of a
card, and finds a position's successors in the file one cell at a time, by its own index
(`check_index`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import U32
from tablebase.engine.game import Codes
from tablebase.engine.induction import first_error_of_sample, solve
from tablebase.engine.jobs.machine import cores
from tablebase.engine.jobs.shards import completed
from tablebase.engine.packed import packed_size, unpack
from tablebase.engine.tables.interface import TableCheck
from tablebase.engine.tables.large_file import check_pieces
from tablebase.errors import FileFormatError
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.deals.opening_check import first_bad_opening
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.walks import simple_paths
from tablebase.games.collapsi.whole.check_index import Symmetry, TablePlace, Words
from tablebase.games.collapsi.whole.check_kernels import (
    DROPPED,
    derive,
    expand,
    first_difference,
    put_all,
)
from tablebase.games.collapsi.whole.file import Piece, WholeFile, pieces_of

SAMPLE = 1000
"""Words of each (set, mover, opponent) in a sample."""

DEALS = 10
RANKS = 50
"""How many random deals, and positions of each, are compared with the deals' own tables."""

Ranks = U32


LookUp = Callable[[Any, npt.NDArray[Any]], Codes]
"""The codes of an array of positions of a deal, given its game: `store.WholeStore.codes_of_rows`"""


def check_whole(
    whole: WholeFile,
    look_up: LookUp,
    *,
    full: bool = False,
    seed: int = 0,
    workers: int | None = None,
) -> Iterator[TableCheck]:
    """Check a file of a whole game, like `check_pieces`; then check samples of deals.

    With `full`, every entry is derived again; otherwise `SAMPLE` words of each (set, mover,
    opponent), chosen by `seed`. All checksums are always checked. Two layers are in memory at a
    time, 1.4 GB on the real board. Layers that a small file leaves out are always derived in full.
    """
    entries = Entries(whole, None if full else seed, workers or cores())
    yield from check_pieces(whole, entries.layers(), entries.check, workers)
    yield _check_deals(whole, look_up, seed)


class Layer(NamedTuple):
    """The packed codes of all tables of a layer, where each table is, and errors of the others.

    Tables are named by their face-up cells, as a mask, and their mover.
    """

    codes: Codes
    tables: dict[tuple[int, int], TablePlace]
    damaged: dict[tuple[int, int], Exception]
    words: Words


class Entries:
    """Checks the entries of pieces, each against those of the layer below.

    With a `seed`, checks a sample of them. `here` is the last layer that was read or derived.
    """

    def __init__(self, whole: WholeFile, seed: int | None, workers: int) -> None:
        self._whole, self._seed, self._workers = whole, seed, workers
        self._neighbours = whole.rules.board.neighbours
        self._symmetry = Symmetry(self._neighbours)
        deck = [card for card in whole.rules.deck if card != JOKER]
        self._cards = sorted(set(deck))
        self._caps = tuple(deck.count(card) for card in self._cards)
        self.here = self._below = self._read(1, [])

    def layers(self) -> Iterator[list[Piece]]:
        """The pieces of each layer in the file, which `check` can then be called with."""
        for layer in range(2, self._whole.geometry.top + 1):
            pieces = list(pieces_of(self._whole.geometry, layer))
            self._below = self.here  # frees the layer below that
            self.here = self._read(layer, pieces)
            if layer in self._whole.table.layers:
                yield pieces

    def _read(self, layer: int, pieces: list[Piece]) -> Layer:
        words = Words(layer, self._caps)
        sizes = [
            packed_size(len(self._whole.table.units(piece)) * words.words.size, CODING.bits)
            for piece in pieces
        ]
        ends = np.cumsum([0, *sizes]).tolist()
        found = Layer(np.empty(ends[-1], np.uint8), {}, {}, words)

        def add(number: int) -> None:
            shape, mover = pieces[number]
            try:
                if layer in self._whole.table.layers:
                    stored = self._whole.read(pieces[number])
                    table = _table(ends[number], words, stored.attributes)
                    self.expand(table, words, stored.packed(), found.codes)
                else:
                    attributes = self._whole.table.attributes(pieces[number])
                    table = _table(ends[number], words, attributes)
                    for opponent in table.opponents:
                        codes = self._derive(table, shape.mask, mover, opponent, words.words)
                        put_all(codes, found.codes, np.uint64(table.unit(opponent)[0]))
            except (FileFormatError, LookupError) as error:
                found.damaged[shape.mask, mover] = error
            else:
                found.tables[shape.mask, mover] = table

        for _ in completed(add, range(len(pieces)), self._workers):
            pass
        return found

    def expand(self, table: TablePlace, words: Words, packed: Codes, codes: Codes) -> None:
        """Write the codes of all words of a table, given those that the file holds."""
        before = 0
        for opponent in table.opponents:
            first, cells = table.unit(opponent)
            turns = self._symmetry.turns(cells)
            places = np.argsort(np.array(turns, np.int64).reshape(-1, len(cells)), axis=1)
            held, rank = words.held(turns)
            expand(
                words.words, held, packed, np.uint64(before),
                (2 * (len(cells) - 1 - places)).astype(np.uint64), rank, codes, np.uint64(first),
            )  # fmt: skip
            before += held.size

    def check(self, piece: Piece) -> tuple[int, str]:
        """Number of positions derived again, and the first error; raises the error of damage."""
        face_up, mover = piece[0].mask, piece[1]
        if (face_up, mover) in self.here.damaged:
            raise self.here.damaged[face_up, mover]
        table, checked = self.here.tables[face_up, mover], 0
        for opponent in table.opponents:
            held, _ = self.here.words.held(self._symmetry.turns(table.unit(opponent)[1]))
            chosen = self._chosen(held.size, (face_up, mover, opponent))
            try:
                ranks = held[chosen]
                words = self.here.words.words[ranks]
                derived = self._derive(table, face_up, mover, opponent, words)
            except KeyError:
                return checked, "a table that it follows from is damaged"
            checked += chosen.size
            entries = np.uint64(table.unit(opponent)[0]) + ranks
            wrong = first_difference(derived, self.here.codes, entries)
            if wrong >= 0:
                return checked, (
                    f"opponent {opponent}, word {chosen[wrong]}: its code does not follow from its "
                    "moves"
                )
        return checked, ""

    def _chosen(self, count: int, unit: tuple[int, int, int]) -> Ranks:
        """The numbers of the stored words to check, ascending: all, or a sample."""
        if self._seed is None or count <= SAMPLE:
            return np.arange(count, dtype=np.uint32)
        rng = np.random.default_rng([self._seed, *unit])
        return np.sort(rng.choice(count, SAMPLE, replace=False, shuffle=False)).astype(np.uint32)

    def _derive(
        self, table: TablePlace, face_up: int, mover: int, opponent: int, words: Ranks
    ) -> Codes:
        """The codes of some words that follow from the layer below."""
        _, cells = table.unit(opponent)
        rest, below = face_up & ~(1 << mover), self._below
        tables, legal, shifts = [], [], []
        for end, letters in self._letters_to(face_up, mover).items():
            if end == opponent:
                continue
            after, order = self._symmetry.place(below.tables, rest, opponent, end)
            there = {cell: 2 * (len(order) - 1 - at) for at, cell in enumerate(order)}
            tables.append(after)
            legal.append(letters)
            shifts.append([there.get(cell, DROPPED) for cell in cells])
        found = np.empty(words.size, np.uint8)
        derive(
            words, below.codes, np.uint64(2 * (len(cells) - 1 - cells.index(mover))),
            np.array(tables, np.uint64), np.array(legal, np.uint64),
            np.array(shifts, np.uint64).reshape(-1, len(cells)), below.words.rank, found,
        )  # fmt: skip
        return found

    def _letters_to(self, face_up: int, mover: int) -> dict[int, int]:
        """For each destination, the mask of the mover's letters that lead there."""
        letters: dict[int, int] = {}
        for letter, card in enumerate(self._cards):
            for path in simple_paths(self._neighbours, (mover,), card):
                if all(face_up >> cell & 1 for cell in path):
                    letters[path[-1]] = letters.get(path[-1], 0) | 1 << letter
        return letters


def _table(begin: int, words: Words, attributes: Mapping[str, Any]) -> TablePlace:
    """A table whose codes begin at some byte of a layer's."""
    opponents, cells = tuple(attributes["opponents"]), tuple(attributes["cells"])
    return TablePlace(2 * begin, words.words.size, opponents, cells)


def _check_deals(whole: WholeFile, look_up: LookUp, seed: int) -> TableCheck:
    """Compare random positions of random deals with their own tables and with forward search."""
    from tablebase.engine.search.forward import search

    name, checked = "samples of deals", 0
    rng = np.random.default_rng(seed)
    for deal in random_deals(DEALS, seed, whole.rules):
        game = DealGame(deal.cards, whole.rules)
        ranks = np.concatenate(
            [
                rng.integers(game.index.openings, size=RANKS),
                np.arange(game.index.openings, game.size),
            ]
        ).astype(np.uint32)
        try:
            found = look_up(game, game.unrank_many(ranks))
        except (FileFormatError, LookupError) as error:
            return TableCheck(name, checked, str(error))
        checked += ranks.size
        table = unpack(solve(game), game.size, CODING.bits)
        wrong = np.flatnonzero(found != table[ranks])
        if wrong.size:
            position = game.unrank(int(ranks[wrong[0]]))
            return TableCheck(name, checked, f"{position}: not as in the table of the deal")
        # Table and file share `opening_codes`, and perhaps a mistake.
        bad = first_bad_opening(game.layout, table, CODING.no_entry)
        if bad is None:
            bad = first_error_of_sample(game, table, seed, 2 * RANKS)
        if bad is not None:
            return TableCheck(name, checked, f"{game.unrank(bad)}: does not follow from its moves")
        for at in (0, 1, 2, RANKS):
            position = game.unrank(int(ranks[at]))
            if search(position).value != CODING.decode(int(found[at])):
                return TableCheck(name, checked, f"{position}: forward search finds another value")
    return TableCheck(name, checked, "")
