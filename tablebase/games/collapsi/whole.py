"""The whole game: every position of every deal, solved level by level.

A position after both first moves depends on its face-up cards alone, not on the deal it came
from, so deals share their late positions. A *level* m holds all positions with m face-up
cards, all deals together, and needs only level m - 1.

A *shape* is a set S of m face-up cells, up to the automorphisms of the board: one of them
stands for all. Its *movers* are cells of S, one of each orbit under the automorphisms that fix
S. For each word (the cards on S) and each mover there is one record, the codes for all cells of
the opponent; records of the same word lie together, so that one read of a word after a move
serves many cells of the opponent at once. The number of a record within its level is

    shape.offset + rank(word) * len(shape.movers) + number of the mover
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.values import NO_ENTRY, from_successor
from tablebase.games.collapsi import whole_kernels as kernels
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.rules import COLLAPSI, JOKER, Rules
from tablebase.games.collapsi.symmetry import automorphisms

Progress = Callable[[int, float], None]
"""Called with a level and the fraction of it that is done."""

Records = npt.NDArray[np.uint64]
"""Records of a level or of several, see `whole_kernels`."""

Moves = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]
"""What permutations of letters make of the high and low halves, shape (permutations, patterns)."""

_FROM_SUCCESSOR = np.array([from_successor(code) for code in range(16)], np.uint8)

MAX_CELLS = 16
MAX_LETTERS = 4

TASK_ENTRIES = 4_000_000
"""Entries of a task for a thread: some milliseconds."""


def _letter_counts(length: int) -> npt.NDArray[np.int64]:
    """How often each letter occurs in each pattern of letters, eight bits a letter."""
    counts = np.zeros(1, np.int64)
    for _ in range(length):
        counts = np.add.outer(1 << 8 * np.arange(MAX_LETTERS), counts).ravel()
    return counts


def _fits(counts: npt.NDArray[np.int64], limit: Any) -> npt.NDArray[np.bool_]:
    """Whether no letter count is over its limit; both packed as in `_letter_counts`."""
    guard = 0x80808080
    fits: npt.NDArray[np.bool_] = ((limit | guard) - counts & guard) == guard
    return fits


class Words:
    """The words of one length: how the deck's cards can lie on that many cells.

    Parameters
    ----------
    length : int
        Number of cells.
    caps : tuple of int
        How many cards of each letter the deck has.

    Attributes
    ----------
    words : ndarray of uint32, shape (count,)
        All of them in lexicographic order.
    high : ndarray of uint64, shape (4**high_letters,)
        For each high half the number of words before the first with it, and << 32 the row of
        `low` for the letters it leaves.
    low : ndarray of uint16, shape (rows * 4**low_letters,)
        For each row and low half the number of smaller low halves that fit.
    """

    def __init__(self, length: int, caps: tuple[int, ...]) -> None:
        self.length = length
        self.low_letters = length // 2
        self.high_letters = length - self.low_letters
        limit = sum(cap << 8 * letter for letter, cap in enumerate(caps))
        used = _letter_counts(self.high_letters)
        possible = np.flatnonzero(_fits(used, limit))
        left, row = np.unique(limit - used[possible], return_inverse=True)
        fits = _fits(_letter_counts(self.low_letters), left[:, None])
        completions = [np.flatnonzero(row_fits) for row_fits in fits]
        self.low: npt.NDArray[np.uint16] = (
            (np.cumsum(fits, axis=1) - fits).astype(np.uint16).ravel()
        )
        number = np.zeros(used.size, np.uint64)
        number[possible] = np.array([rest.size for rest in completions], np.uint64)[row]
        self.high: npt.NDArray[np.uint64] = np.cumsum(number) - number
        self.high[possible] |= row.astype(np.uint64) << np.uint64(32)
        upper = possible.repeat(number[possible].astype(np.int64)) << 2 * self.low_letters
        lower = np.concatenate([completions[r] for r in row])
        self.words: npt.NDArray[np.uint32] = (upper | lower).astype(np.uint32)

    @property
    def count(self) -> int:
        """Number of words."""
        return int(self.words.size)

    def rank(self, word: int) -> int:
        """The rank of a word; ``words[rank]`` is the inverse."""
        return int(kernels.rank_word(np.uint64(word), *self.ranks))

    @property
    def low_bits(self) -> np.uint64:
        """Bits of a word's low half."""
        return np.uint64(2 * self.low_letters)

    @property
    def ranks(self) -> tuple[np.uint64, npt.NDArray[np.uint64], npt.NDArray[np.uint16]]:
        """The look-ups of `kernels.rank_word`."""
        return self.low_bits, self.high, self.low

    def moves(self, shifts: Sequence[Sequence[int]]) -> Moves:
        """Tables of permutations of letters.

        Parameters
        ----------
        shifts : sequence of sequences of int
            For each permutation the new shift of each letter, -1 if it is dropped.
        """
        high = np.empty((len(shifts), self.high.size), np.uint32)
        low = np.empty((len(shifts), 1 << 2 * self.low_letters), np.uint32)
        for number, row in enumerate(np.array(shifts, np.int64)):
            kernels.permutation_table(row[: self.high_letters], high[number])
            kernels.permutation_table(row[self.high_letters :], low[number])
        return high, low


@dataclass(frozen=True)
class Shape:
    """A set of face-up cells that stands for all its images.

    Attributes
    ----------
    number : int
        Number among the shapes of all levels.
    mask : int
        The cells.
    cells : tuple of int
        The cells in the order of a word's letters.
    fixing : tuple of int
        Numbers of the automorphisms that fix the set.
    to_mover : dict
        For each cell the number of one of them that brings it to the mover of its orbit.
    movers : tuple of int
        One cell of each orbit of theirs.
    offset : int
        Number of the shape's first record in its level.
    """

    number: int
    mask: int
    cells: tuple[int, ...]
    fixing: tuple[int, ...]
    to_mover: dict[int, int]
    movers: tuple[int, ...]
    offset: int

    @property
    def level(self) -> int:
        """Number of cells."""
        return len(self.cells)


def _cells(mask: int) -> list[int]:
    """The cells of a mask, ascending."""
    return [cell for cell in range(mask.bit_length()) if mask >> cell & 1]


def distances(board: Board) -> npt.NDArray[np.int64]:
    """Steps between any two cells of a board with every card face up, shape (cells, cells)."""
    size = board.size
    result = np.full((size, size), size)
    result[range(size), range(size)] = 0
    for _ in range(size):
        for cell, near in enumerate(board.neighbours):
            for other in near:
                result[cell] = np.minimum(result[cell], result[other] + 1)
    return result


class Geometry:
    """Shapes and words of all levels.

    Parameters
    ----------
    rules : Rules
        A board of at most 16 cells and a deck of at most four different cards and jokers.

    Attributes
    ----------
    distances : ndarray of int64, shape (cells, cells)
        Steps between cells with every card face up.
    automorphisms, inverses : ndarray of uint8, shape (g, cells)
        All automorphisms of the board and what undoes them.
    leads : ndarray of uint16, shape (2**cells,)
        The automorphism that brings each set of cells to its shape.
    words : list of Words
        By length.
    shapes : list of list of Shape
        By level.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.size = rules.board.size
        self.letters = tuple(sorted(set(rules.deck) - {JOKER}))
        if self.size > MAX_CELLS or len(self.letters) > MAX_LETTERS:
            raise ValueError(
                f"{self.size} cells, {len(self.letters)} different cards: expected at most "
                f"{MAX_CELLS} and {MAX_LETTERS}"
            )
        self.top = self.size - 2
        self.neighbours = np.array(rules.board.neighbour_masks, np.uint64)
        self.distances = distances(rules.board)
        self._nearness = 1 << (int(self.distances.max()) - self.distances)
        self.automorphisms = np.array(automorphisms(rules.board), np.uint8)
        self.inverses = np.argsort(self.automorphisms, axis=1).astype(np.uint8)
        self._smallest = np.empty(1 << self.size, np.uint32)
        self.leads = np.empty(1 << self.size, np.uint16)
        kernels.smallest_images(self.automorphisms, self._smallest, self.leads)
        caps = tuple(rules.deck.count(card) for card in self.letters)
        self.words = [Words(length, caps) for length in range(self.top + 1)]
        self.shapes: list[list[Shape]] = [[] for _ in self.words]
        self._shape_at: dict[int, Shape] = {}
        for mask in map(int, np.unique(self._smallest)):
            if mask.bit_count() <= self.top:
                self._add_shape(mask)

    def _add_shape(self, mask: int) -> None:
        cells = self._order(mask)
        level = self.shapes[len(cells)]
        offset = self.records(len(cells))
        fixing = np.flatnonzero(self.images_of(mask) == mask)
        images = self.automorphisms[fixing]
        to_mover = {cell: int(fixing[images[:, cell].argmin()]) for cell in cells}
        movers = sorted({int(self.automorphisms[g, cell]) for cell, g in to_mover.items()})
        shape = Shape(
            len(self._shape_at), mask, cells, tuple(map(int, fixing)), to_mover, tuple(movers),
            offset,
        )  # fmt: skip
        level.append(shape)
        self._shape_at[mask] = shape

    def _order(self, mask: int) -> tuple[int, ...]:
        """The order of a set's cells in its words.

        Cells near many face-down ones first. That is the same for a set and its images, and
        changes little when one more card collapses: so words that are neighbours on this
        level are mostly so after the move, and reading the successors' records in the order
        of the words stays within the caches.
        """
        near = self._nearness[_cells((1 << self.size) - 1 & ~mask)].sum(0)
        return tuple(sorted(_cells(mask), key=lambda cell: (-near[cell], cell)))

    def shape_of(self, mask: int) -> Shape:
        """The shape of a set of cells."""
        return self._shape_at[int(self._smallest[mask])]

    @property
    def all_shapes(self) -> Iterable[Shape]:
        """The shapes of all levels, by number."""
        return self._shape_at.values()

    def images_of(self, mask: int) -> npt.NDArray[np.int64]:
        """The image of a set under each automorphism, shape ``(g,)``."""
        cells = _cells(mask)
        images: npt.NDArray[np.int64] = (1 << self.automorphisms[:, cells].astype(np.int64)).sum(1)
        return images

    def reach(self, face_up: int, start: int, steps: Iterable[int]) -> int:
        """The cells a pawn can go to in one of some numbers of steps, as a mask."""
        mask = 0
        for number in steps:
            mask |= int(kernels.destinations(self.neighbours, face_up, start, number))
        return mask

    def letter_shifts(self, cells: tuple[int, ...], after: Shape, automorphism: int) -> list[int]:
        """Where each letter goes when a set is mapped to `after`; -1 for a cell not in it."""
        image = self.automorphisms[automorphism]
        place = {cell: 2 * (after.level - 1 - i) for i, cell in enumerate(after.cells)}
        return [place.get(int(image[cell]), -1) for cell in cells]

    def records(self, level: int) -> int:
        """Number of records of a level."""
        return self.words[level].count * sum(len(shape.movers) for shape in self.shapes[level])

    def entries(self, level: int) -> int:
        """Number of positions of a level, up to automorphisms that fix (set, mover)."""
        return self.records(level) * (level - 1)


@dataclass(frozen=True)
class Slot:
    """All positions of one (set, mover, opponent), for every word: a unit of storage.

    Attributes
    ----------
    shape : Shape
    mover : int
        One of the shape's movers.
    opponent : int
        One cell of each orbit under the automorphisms that fix the set and the mover.
    cells : tuple of int
        The set's cells in the order of the letters here: the opponent's, the mover's, then
        the shape's last to first, that is, those with the fewest face-down cells around
        first. Words are ranked lexicographically in this order, which compresses best of
        those tried (0.69 bits a position on level 10, against 0.93 by distance from the
        opponent): the letters that matter least vary fastest.
    """

    shape: Shape
    mover: int
    opponent: int
    cells: tuple[int, ...]


def slot_of(
    geometry: Geometry, face_up: int, mover: int, opponent: int
) -> tuple[Slot, npt.NDArray[np.uint8]]:
    """The slot that holds a position, and an automorphism that brings the position there.

    Parameters
    ----------
    geometry : Geometry
    face_up : int
        Mask of the face-up cells.
    mover, opponent : int
        The pawns' cells.

    Returns
    -------
    slot : Slot
    automorphism : ndarray of uint8, shape (cells,)
        The position's cell c is the slot's cell ``automorphism[c]``.
    """
    shape = geometry.shape_of(face_up)
    images = geometry.automorphisms[geometry.images_of(face_up) == shape.mask]
    pawns = images[:, mover].astype(np.int64) * geometry.size + images[:, opponent]
    image = images[pawns.argmin()]
    return _slot(shape, int(image[mover]), int(image[opponent])), image


def slots(geometry: Geometry, level: int) -> Iterator[Slot]:
    """The slots of a level: every position of it is the image of a position of one slot."""
    for shape in geometry.shapes[level]:
        images = geometry.automorphisms[list(shape.fixing)]
        for mover in shape.movers:
            fixing = images[images[:, mover] == mover]
            orbits = {int(fixing[:, cell].min()) for cell in shape.cells if cell != mover}
            for opponent in sorted(orbits):
                yield _slot(shape, mover, opponent)


def _slot(shape: Shape, mover: int, opponent: int) -> Slot:
    rest = (cell for cell in reversed(shape.cells) if cell not in (mover, opponent))
    return Slot(shape, mover, opponent, (opponent, mover, *rest))


class Plan:
    """How to solve the positions of a shape: what `kernels.solve_words` needs to know.

    Parameters
    ----------
    geometry : Geometry
    shape : Shape
        The shape whose cards are the words.
    """

    def __init__(self, geometry: Geometry, shape: Shape) -> None:
        self.geometry = geometry
        self.shape = shape
        self.words = geometry.words[shape.level]
        self._movers: list[tuple[int, int, int, int]] = []
        self._routes: list[tuple[int, int, int, int]] = []
        self._options: list[list[int]] = []
        self._reads: list[tuple[int, int, int]] = []
        self._shifts: list[list[int]] = []

    def add_mover(self, rest: int, reach: list[int], letter: int = 0) -> None:
        """Add a mover.

        Parameters
        ----------
        rest : int
            The set of face-up cells after his move.
        reach : list of int
            For each letter a mask of his destinations, the opponent's cell not excluded.
        letter : int
            Number of the letter in a word that is his.
        """
        after = self.geometry.shape_of(rest)
        first = len(self._routes)
        reach = reach + [0] * (MAX_LETTERS - len(reach))
        for number, cells in self._cover(rest, after):
            image = self.geometry.automorphisms[number]
            first_read = len(self._reads)
            for cell in cells:
                there = int(image[cell])
                self._reads.append((after.movers.index(there), 1 << there, cell))
            self._routes.append((after.offset, len(after.movers), first_read, len(self._reads)))
            self._options.append([int(kernels.image(mask, image)) for mask in reach])
            self._shifts.append(self._letter_shifts(rest, after, number))
        shift = 2 * (self.shape.level - 1 - letter)
        self._movers.append((shift, rest, first, len(self._routes)))

    def _letter_shifts(self, rest: int, after: Shape, automorphism: int) -> list[int]:
        shifts = self.geometry.letter_shifts(self.shape.cells, after, automorphism)
        return [
            shift if rest >> cell & 1 else -1
            for cell, shift in zip(self.shape.cells, shifts, strict=True)
        ]

    def _cover(self, rest: int, after: Shape) -> Iterator[tuple[int, list[int]]]:
        """Automorphisms from `rest` to its shape, and the opponents each brings to a mover.

        Greedy; every opponent's cell is brought by exactly one of them.
        """
        numbers = np.flatnonzero(self.geometry.images_of(rest) == after.mask)
        is_mover = np.isin(self.geometry.automorphisms[numbers], after.movers)
        left = np.array([rest >> cell & 1 for cell in range(self.geometry.size)], bool)
        while left.any():
            best = (is_mover & left).sum(1).argmax()
            cells = np.flatnonzero(is_mover[best] & left)
            left[cells] = False
            yield int(numbers[best]), [int(cell) for cell in cells]

    @cached_property
    def _arrays(self) -> tuple[Any, ...]:
        movers, routes, options, reads = (
            np.array(rows, np.uint64)
            for rows in (self._movers, self._routes, self._options, self._reads)
        )
        return movers, routes, self.words.moves(self._shifts), options, reads

    def ranges(self) -> Iterator[tuple[int, int]]:
        """Ranges of words, each some milliseconds of work."""
        step = TASK_ENTRIES // len(self._reads) // kernels.BLOCK * kernels.BLOCK
        for first in range(0, self.words.count, step):
            yield first, min(first + step, self.words.count)

    def run(self, words: npt.NDArray[np.uint32], source: Records, target: Records) -> None:
        """Solve some words.

        Parameters
        ----------
        words : ndarray of uint32, shape (n,)
        source : ndarray of uint64
            The records of the level of the positions after a move.
        target : ndarray of uint64, shape (n, movers)
            Output: the records of the words.
        """
        movers, routes, moves, options, reads = self._arrays
        after = self.geometry.words[int(movers[0, 1]).bit_count()]
        kernels.solve_words(
            words, self.words.low_bits, source, after.ranks, movers, routes, moves, options,
            reads, target,
        )  # fmt: skip


def level_plan(geometry: Geometry, shape: Shape) -> Plan:
    """The plan for a shape of a level: each mover's own card tells how far he may go."""
    plan = Plan(geometry, shape)
    for mover in shape.movers:
        reach = [geometry.reach(shape.mask, mover, [card]) for card in geometry.letters]
        plan.add_mover(shape.mask & ~(1 << mover), reach, shape.cells.index(mover))
    plan._arrays  # noqa: B018
    return plan


class Atlas:
    """How each position comes to its record: what `kernels.probe_many` needs to know.

    Parameters
    ----------
    geometry : Geometry
    """

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        shapes = list(geometry.all_shapes)
        size = geometry.size
        shape_of = np.zeros(1 << size, np.uint16)
        numbers = {shape.mask: shape.number for shape in shapes}
        smallest = geometry._smallest
        for mask, number in numbers.items():
            shape_of[smallest == mask] = number
        high_starts = list(accumulate((words.high.size for words in geometry.words), initial=0))
        low_starts = list(accumulate((words.low.size for words in geometry.words), initial=0))
        table = np.zeros((len(shapes), 6), np.uint64)
        cells = np.zeros((len(shapes), size), np.uint8)
        orbits = np.zeros((len(shapes), size), np.uint8)
        to_mover = np.zeros((len(shapes), size), np.uint16)
        for shape in shapes:
            level = shape.level
            table[shape.number] = (
                self.first_record(level) + shape.offset, len(shape.movers), level,
                geometry.words[level].low_bits, high_starts[level], low_starts[level],
            )  # fmt: skip
            cells[shape.number, :level] = shape.cells
            orbits[shape.number, list(shape.movers)] = range(len(shape.movers))
            for cell, number in shape.to_mover.items():
                to_mover[shape.number, cell] = number
        leads = np.zeros((1 << size, size), np.uint16)
        kernels.fill_leads(
            geometry.automorphisms, self._compositions(), geometry.leads, shape_of, to_mover, leads
        )
        self.tables = (
            leads, geometry.automorphisms, geometry.inverses, shape_of, table, cells, orbits,
        )  # fmt: skip
        self.ranks = (
            np.concatenate([words.high for words in geometry.words]),
            np.concatenate([words.low for words in geometry.words]),
        )

    def first_record(self, level: int) -> int:
        """Records of all levels below."""
        return sum(self.geometry.records(below) for below in range(1, level))

    def _compositions(self) -> npt.NDArray[np.uint16]:
        """Number of the automorphism "first b, then a" at [a, b]."""
        # Automorphisms are in lexicographic order, so their keys are ascending.
        images = self.geometry.automorphisms
        weights = MAX_CELLS ** np.arange(images.shape[1], dtype=np.uint64)[::-1]
        keys = images @ weights
        return np.stack([np.searchsorted(keys, row[images] @ weights) for row in images]).astype(
            np.uint16
        )


@dataclass(frozen=True)
class Openings:
    """The deals whose jokers lie at the cells outside one shape, and their first plies.

    Attributes
    ----------
    shape : Shape
        The cells that are not jokers.
    words : ndarray of uint32, shape (n,)
        The cards on them, one word of each orbit under the automorphisms that fix the shape.
    weights : ndarray of int64, shape (n,)
        Number of layouts of the board that are images of each deal.
    after_red : ndarray of uint64, shape (n, editions, 2)
        Records of the positions after red's first move, by his cell, for each edition and each
        joker that was red's (by ascending cell).
    start : ndarray of uint8, shape (n, editions, 2)
        Codes of the start.
    """

    shape: Shape
    words: npt.NDArray[np.uint32]
    weights: npt.NDArray[np.int64]
    after_red: Records
    start: npt.NDArray[np.uint8]


class Whole:
    """The solution of every deal.

    Parameters
    ----------
    rules : Rules
        Board and deck.

    Examples
    --------
    >>> whole = Whole()
    >>> whole.solve(top=5)  # all 14 levels take half a minute and 5.4 GB
    >>> whole.code(0b10111, mover=0, opponent=4, cards=(1, 2, 3, 0, 4) + 11 * (0,))
    14
    """

    def __init__(self, rules: Rules = COLLAPSI) -> None:
        self.rules = rules
        self.geometry = Geometry(rules)
        self.levels: dict[int, Records] = {}
        self.records: Records | None = None

    @cached_property
    def atlas(self) -> Atlas:
        """What look-ups need."""
        return Atlas(self.geometry)

    def solve(
        self,
        *,
        keep: bool = True,
        threads: int = 2,
        top: int | None = None,
        progress: Progress | None = None,
        visit: Callable[[int, Records], None] | None = None,
    ) -> None:
        """Solve all levels, upwards.

        Parameters
        ----------
        keep : bool
            Whether to keep all levels, for look-ups; else only the last one is kept, and half
            the memory is needed.
        threads : int
            Number of threads.
        top : int, optional
            The last level; by default the one after both first moves.
        progress : callable, optional
            Called with a level and the fraction of it that is done, some thousand times in
            all. An exception that it raises ends the work at once.
        visit : callable, optional
            Called with each level and its records when they are complete, to store them,
            say; without `keep` the array is reused two levels later.
        """
        self.records = None
        levels = self._allocate(self.geometry.top if top is None else top, keep)
        levels[1][:] = kernels.NO_ENTRIES  # nobody to play against: no move leads there
        for level in list(levels)[1:]:
            self._solve_level(level, levels[level - 1], levels[level], threads, progress)
            if visit is not None:
                visit(level, levels[level])
        if keep:
            self.levels, self.records = levels, levels[1].base
        else:
            self.levels = {level: levels[level]}

    def _allocate(self, top: int, keep: bool) -> dict[int, Records]:
        """Room for the records of each level, one after the other or turn and turn about."""
        sizes = [self.geometry.records(level) for level in range(1, top + 1)]
        if keep:
            room = np.empty(sum(sizes), np.uint64)
            return dict(enumerate(np.split(room, np.cumsum(sizes)[:-1]), 1))
        rooms = [np.empty(max(sizes[turn::2], default=0), np.uint64) for turn in (0, 1)]
        return {level: rooms[(level - 1) % 2][:size] for level, size in enumerate(sizes, 1)}

    def _solve_level(
        self, level: int, source: Records, target: Records, threads: int, progress: Progress | None
    ) -> None:
        plans = [level_plan(self.geometry, shape) for shape in self.geometry.shapes[level]]
        tasks = [(plan, first, last) for plan in plans for first, last in plan.ranges()]

        def work(task: tuple[Plan, int, int]) -> None:
            self._solve_words(*task, source, target)

        def report(done: int) -> None:
            if progress is not None:
                progress(level, done / len(tasks))

        run_tasks(work, tasks, threads, report)

    def _solve_words(
        self, plan: Plan, first: int, last: int, source: Records, target: Records
    ) -> None:
        stride = len(plan.shape.movers)
        begin = plan.shape.offset
        own = target[begin : begin + stride * plan.words.count].reshape(-1, stride)
        plan.run(plan.words.words[first:last], source, own[first:last])

    def slot_codes(self, slot: Slot, records: Records | None = None) -> npt.NDArray[np.uint8]:
        """The codes of a slot by rank of word, two a byte, the even rank in the low half.

        Parameters
        ----------
        slot : Slot
        records : ndarray of uint64, optional
            The records of its level, if they are not kept here.
        """
        if records is None:
            records = self.levels[slot.shape.level]
        shape, geometry = slot.shape, self.geometry
        words = geometry.words[shape.level]
        place = {cell: 2 * (shape.level - 1 - i) for i, cell in enumerate(shape.cells)}
        high_moves, low_moves = words.moves([[place[cell] for cell in slot.cells]])
        packed = np.empty((words.count + 1) // 2, np.uint8)
        kernels.pack_slot(
            words.words, high_moves[0], low_moves[0], *words.ranks,
            records[shape.offset :], np.uint64(len(shape.movers)),
            np.uint64(shape.movers.index(slot.mover)), np.uint64(slot.opponent), packed,
        )  # fmt: skip
        return packed

    def openings(self) -> Iterator[Openings]:
        """All deals up to the automorphisms of the board, jokers interchangeable."""
        for shape in self.geometry.shapes[self.geometry.top]:
            words, weights = self._deals(shape)
            after_red = np.empty((words.size, len(self.rules.editions), 2), np.uint64)
            start = np.empty(after_red.shape, np.uint8)
            plan, reaches = self._opening_plan(shape)
            plan.run(words, self.levels[shape.level], after_red.reshape(words.size, -1))
            for number, reach in enumerate(reaches):
                edition, joker = divmod(number, 2)
                codes = np.empty(words.size, np.uint8)
                records = np.ascontiguousarray(after_red[:, edition, joker])
                kernels.first_codes(records, np.uint64(reach), codes)
                start[:, edition, joker] = codes
            yield Openings(shape, words, weights, after_red, start)

    def _deals(self, shape: Shape) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """The smallest word of each orbit under the automorphisms that fix a shape; weights."""
        words = self.geometry.words[shape.level]
        shifts = [self.geometry.letter_shifts(shape.cells, shape, g) for g in shape.fixing]
        sizes = np.empty(words.count, np.uint16)
        kernels.orbit_sizes(words.words, words.low_bits, *words.moves(shifts), sizes)
        chosen = np.flatnonzero(sizes)
        images = len(self.geometry.automorphisms) // len(shape.fixing)
        return words.words[chosen], sizes[chosen].astype(np.int64) * images

    def _opening_plan(self, shape: Shape) -> tuple[Plan, list[int]]:
        """The plan of the positions after red's first move, and red's destinations before it.

        One mover (blue) for each edition and each joker that was red's, by ascending cell.
        """
        geometry = self.geometry
        everything = (1 << geometry.size) - 1
        jokers = _cells(everything & ~shape.mask)
        plan = Plan(geometry, shape)
        reaches = []
        for edition in self.rules.editions:
            for red, blue in (jokers, jokers[::-1]):
                steps = edition.joker_steps
                reaches.append(geometry.reach(everything, red, steps) & ~(1 << blue))
                reach = geometry.reach(everything & ~(1 << red), blue, steps)
                plan.add_mover(shape.mask, [reach] * MAX_LETTERS)
        return plan, reaches

    def codes(
        self,
        face_up: npt.NDArray[np.uint16],
        mover: npt.NDArray[np.uint8],
        opponent: npt.NDArray[np.uint8],
        letters: npt.NDArray[np.uint32],
    ) -> npt.NDArray[np.uint8]:
        """The codes of positions after both first moves.

        Parameters
        ----------
        face_up : ndarray of uint16, shape (n,)
            Masks of the face-up cells, both pawns' among them.
        mover, opponent : ndarray of uint8, shape (n,)
            Two different cells.
        letters : ndarray of uint32, shape (n,)
            The cards, see `letters_of`; those face down do not matter.

        Raises
        ------
        RuntimeError
            If the levels have not been solved, or not been kept.
        """
        if self.records is None:
            raise RuntimeError("no levels to look up in: expected `solve` with `keep` before")
        codes = np.empty(face_up.size, np.uint8)
        kernels.probe_many(
            face_up, mover, opponent, letters, self.records, self.atlas.tables, self.atlas.ranks,
            codes,
        )  # fmt: skip
        return codes

    def code(self, face_up: int, mover: int, opponent: int, cards: Sequence[int]) -> int:
        """The code of one position; `cards` as in `Deal.cards`, any value where face down."""
        letters = self.letters_of(np.array([cards], np.uint8))
        return int(
            self.codes(
                np.array([face_up], np.uint16), np.array([mover], np.uint8),
                np.array([opponent], np.uint8), letters,
            )[0]
        )  # fmt: skip

    def first_plies(self, cards: Sequence[int]) -> npt.NDArray[np.uint8]:
        """The codes of the first two plies of a deal.

        Parameters
        ----------
        cards : sequence of int
            As in `Deal.cards`.

        Returns
        -------
        ndarray of uint8, shape (editions, 2, cells + 1)
            For each edition and each joker that is red's, by ascending cell: at [..., c] the
            position after red's first move with red on cell c, no entry for the jokers'; at
            [..., cells] the start.
        """
        size = self.geometry.size
        everything = (1 << size) - 1
        jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
        after = self._after_both(cards, everything & ~sum(1 << cell for cell in jokers))
        codes = np.full((len(self.rules.editions), 2, size + 1), NO_ENTRY, np.uint8)
        for number, edition in enumerate(self.rules.editions):
            for turn, (red, blue) in enumerate((jokers, jokers[::-1])):
                now = codes[number, turn]
                ends = self.geometry.reach(everything & ~(1 << red), blue, edition.joker_steps)
                now[:size] = _FROM_SUCCESSOR[after[:, _cells(ends)].min(1)]
                now[jokers] = NO_ENTRY
                ends = self.geometry.reach(everything, red, edition.joker_steps)
                now[size] = _FROM_SUCCESSOR[now[_cells(ends)].min()]
        return codes

    def _after_both(self, cards: Sequence[int], free: int) -> npt.NDArray[np.uint8]:
        """The codes after both first moves, by the mover's and the opponent's cell."""
        codes = np.full((self.geometry.size, self.geometry.size), NO_ENTRY, np.uint8)
        pawns = np.array(list(permutations(_cells(free), 2)), np.uint8)
        letters = self.letters_of(np.array([cards], np.uint8)).repeat(len(pawns))
        face_up = np.full(len(pawns), free, np.uint16)
        mover, opponent = np.ascontiguousarray(pawns.T)
        codes[mover, opponent] = self.codes(face_up, mover, opponent, letters)
        return codes

    def letters_of(self, cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
        """Cards, shape (n, cells), as letters, two bits each, cell 0 lowest."""
        letter_of = np.zeros(256, np.uint8)
        letter_of[list(self.geometry.letters)] = range(len(self.geometry.letters))
        letters = np.empty(len(cards), np.uint32)
        kernels.pack_letters(cards, letter_of, letters)
        return letters


def run_tasks(
    work: Callable[[Any], None],
    tasks: Sequence[Any],
    threads: int,
    report: Callable[[int], None],
) -> None:
    """Do tasks in threads; report the number done after each.

    When the report or a task raises, no further task is begun.
    """
    pool = ThreadPoolExecutor(threads)
    try:
        futures = [pool.submit(work, task) for task in tasks]
        for done, future in enumerate(as_completed(futures), 1):
            future.result()
            report(done)
    finally:
        pool.shutdown(cancel_futures=True)
