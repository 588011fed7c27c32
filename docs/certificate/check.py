"""Check a whole-game file of Collapsi, entry by entry, without the code that made it.

The file claims a value for every position of every deal once both jokers have collapsed. This
program follows the rule sheet, the paper "Collapsi is strongly solved", and the package's pages on
the rules and the file format. The proof is an induction on the number m of face-up cards:

1. Nothing is missing. `check_contents` computes the board's automorphisms, lists one triple of
   face-up cells, mover's cell and opponent's cell of each orbit, and requires exactly these.
2. Base. A position without a move is a loss in 0. With two face-up cards there is no other.
3. Step. The code of any other position follows from the codes of its successors, entries with
   m - 1 face-up cards that have been checked before. `best_successors` reads these, `count_wrong`
   compares. Words that the file leaves out get the code of the one that it holds for them.
4. Deals. `solve_deals` plays the first two plies onto the entries with 14 face-up cards.
   `print_table` prints how many deals each player wins, and how soon: the paper's Table 1.

What is left to trust: all from `NEAR` to `AFTER`, that entries are found where the format says they
are, `reading.py`, and Python, numpy, numba, h5py and zstandard.
"""

import itertools
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import h5py
import numba
import numpy as np
from reading import Parser, attributes, codes_of, opened, part, show, signed

# Cells are numbered in reading order. Sets of cells are masks. Cards are letters: 0 is an ace.
CELLS = 16
EVERY = (1 << CELLS) - 1
DECK = (4, 4, 4, 2)  # aces, 2s, 3s, 4s
FULL = sum(DECK)  # face-up cards once both jokers have collapsed
EDITIONS = {"wild": (1, 2, 3, 4), "single": (1,)}  # steps from a joker

# Code c is a loss in 2 c plies if c < 8, else a win in 29 - 2 c; so the larger, the better.
DTE = [-2 * c if c < 8 else 29 - 2 * c for c in range(15)]
NONE = 15

# Table 1 of the paper: plies, deals with one joker in the first cell.
PAPER = dict(enumerate((24, 142686, 87936, 3238032, 5505996, 23147802, 12127044, 3047730), start=7))

Array = np.ndarray[Any, Any]

# The cells next to each, four in a row; opposite edges are joined.
NEAR = [{(c + 4) & 15, (c - 4) & 15, c & 12 | c + 1 & 3, c & 12 | c - 1 & 3} for c in range(CELLS)]


@cache
def ends(free: int, cell: int, steps: int) -> set[int]:
    """Return the ends of the paths of some steps that enter only cells of `free`, none twice."""
    if steps == 0:
        return {cell}
    entered = [near for near in NEAR[cell] if free >> near & 1]
    return set().union(*(ends(free & ~(1 << near), near, steps - 1) for near in entered))


def moves(face_up: int, mover: int, opponent: int, *steps: int) -> set[int]:
    """Return where the mover's pawn can end: a path may pass the opponent, but not end there."""
    return set().union(*(ends(face_up & ~(1 << mover), mover, n) for n in steps)) - {opponent}


# A position's code by the smallest s among its successors': of the opponent's loss in 2 s comes a
# win in 2 s + 1, of their win in 29 - 2 s a loss in 30 - 2 s. No move, NONE, is a loss in 0.
AFTER = np.array([14 - s if s < 8 else 15 - s for s in range(NONE + 1)], np.uint8)


def cells_of(mask: int) -> list[int]:
    """Return the cells of a set, ascending."""
    return [cell for cell in range(CELLS) if mask >> cell & 1]


def automorphisms(images: list[int]) -> list[list[int]]:
    """Return the renumberings that keep neighbours neighbours and begin with these images."""
    if len(images) == CELLS:
        return [images]
    found = []
    for image in set(range(CELLS)).difference(images):
        if all((image in NEAR[near]) == (len(images) in NEAR[c]) for c, near in enumerate(images)):
            found += automorphisms([*images, image])
    return found


TURNS = np.array(automorphisms([]))  # [automorphism, cell]
MASKS = np.zeros((len(TURNS), 1 << CELLS), np.uint16)  # [automorphism, set of cells]
for _cell in range(CELLS):
    MASKS[:, 1 << _cell : 2 << _cell] = MASKS[:, : 1 << _cell] | 1 << TURNS[:, _cell, None]


@cache
def locate(face_up: int, mover: int, opponent: int) -> tuple[int, int, int, int]:
    """Return the image that a file holds, the smallest, and an automorphism that leads there."""
    masks = MASKS[:, face_up]
    turns = np.flatnonzero(masks == masks.min())
    turn = min(turns.tolist(), key=lambda t: (TURNS[t, mover], TURNS[t, opponent]))
    return int(masks[turn]), int(TURNS[turn, mover]), int(TURNS[turn, opponent]), turn


class Words(NamedTuple):
    """All words of some letters: numbers of two bits a letter, the first letter highest.

    A word's rank is that of the first one with its head, and its tail's place among those possible.
    """

    length: int
    tail: int  # length of a tail
    numbers: Array  # all words, ascending
    first: Array  # [head]
    kind: Array  # [head]: heads that leave the same letters are of one kind
    place: Array  # [kind, tail]


def letters(length: int) -> Array:
    """Return the letters of all numbers of some letters: [number, place]."""
    return np.arange(4**length)[:, None] >> 2 * np.arange(length)[::-1] & 3


def rearranged(weights: Array) -> tuple[Array, Array]:
    """Return what heads and tails become where letter l counts l * weights[n, its place]."""
    heads, tails = np.split(weights.T, [weights.shape[1] - weights.shape[1] // 2])
    return letters(len(heads)) @ heads, letters(len(tails)) @ tails


@cache
def words(length: int) -> Words:
    """Return the words of some letters."""
    tail = length // 2
    used, more = ((letters(n)[:, :, None] == range(4)).sum(axis=1) for n in (length - tail, tail))
    kinds, kind = np.unique(DECK - used, axis=0, return_inverse=True)
    possible = ((more <= kinds[:, None]) & (kinds[:, None] >= 0)).all(axis=2)
    tails = [np.flatnonzero(row) for row in possible]
    numbers = [head << 2 * tail | tails[k] for head, k in enumerate(kind.ravel())]
    first = np.cumsum([0, *map(len, numbers)])
    place = (np.cumsum(possible, axis=1) - 1).astype(np.uint16)
    return Words(length, tail, np.concatenate(numbers), first, kind.ravel(), place)


class Table(NamedTuple):
    """A table of the file: all cards that can lie on some face-up cells, with one mover's cell."""

    face_up: int
    mover: int
    opponents: list[int]
    cells: list[list[int]]  # [opponent]: the cells of a word's letters, in their order
    kept: list[Array]  # [opponent][head]: whether the file holds the words with it
    codes: Array  # of all words, two to a byte


Tables = dict[tuple[int, int], Table]  # by face-up cells and mover's cell
Move = tuple[int, int, int, list[bool]]  # the triple after it, and which cards can make it


def read_table(group: h5py.Group) -> Table:
    """Return a table; it must match its digest, and have what its face-up cells require."""
    a = signed(group)
    face_up, mover, opponents = a["face-up"], a["mover"], a["opponents"]
    cells = np.reshape(a["cells"], (len(opponents), -1)).tolist()
    for opponent, order in zip(opponents, cells, strict=True):
        if order[:2] != [opponent, mover] or sorted(order) != cells_of(face_up):
            raise ValueError(f"{group.name}: cells in another order than the format's")
    source = words(face_up.bit_count())
    turns = [turns_of(face_up, order) for order in cells]
    kept, first = zip(*(heads_kept(source.length, turn) for turn in turns), strict=True)
    entries = sum(int(ranks[-1]) for ranks in first)
    if a["code-dte"] != DTE or a["positions"] != entries:
        raise ValueError(f"{group.name}: not {entries} codes as the format describes them")
    codes = codes_of(group, a["chunk-crc32"], (entries + 1) // 2)
    every, begin = np.zeros((len(opponents) * len(source.numbers) + 1) // 2, np.uint8), 0
    for number, (turn, held, ranks) in enumerate(zip(turns, kept, first, strict=True)):
        turned = rearranged(4 ** (source.length - 1 - np.argsort(turn, axis=1)))
        expand(source, *turned, held, codes, begin + ranks, every, number * len(source.numbers))
        begin += int(ranks[-1])
    return Table(face_up, mover, opponents, cells, list(kept), every)


def turns_of(face_up: int, order: list[int]) -> tuple[tuple[int, ...], ...]:
    """Return which letter each automorphism that fixes the triple makes first, second, ..."""
    pawns = (TURNS[:, order[:2]] == order[:2]).all(axis=1)
    fixing = TURNS[pawns & (MASKS[:, face_up] == face_up)][:, order].tolist()
    return tuple(sorted({tuple(map(order.index, turned)) for turned in fixing}))


@cache
def heads_kept(length: int, turns: tuple[tuple[int, ...], ...]) -> tuple[Array, Array]:
    """Return which heads no turn is seen to make smaller, and the rank of each one's first word."""
    size = length - words(length).tail
    kept = np.ones(4**size, bool)
    for turn in turns:
        known = [*itertools.takewhile(lambda place: place < size, turn[:size])]
        weight = 4 ** np.arange(len(known))[::-1]
        kept &= letters(size)[:, known] @ weight >= letters(size)[:, : len(known)] @ weight
    return kept, np.cumsum([0, *np.diff(words(length).first) * kept])


@numba.njit(nogil=True, inline="always")
def code_at(codes, entry):  # type: ignore[no-untyped-def]
    """Return a code; the even entry is in the low half of a byte."""
    return codes[entry >> 1] >> 4 * (entry & 1) & 15


@numba.njit(nogil=True)
def expand(source, heads, tails, kept, held, first, codes, offset):  # type: ignore[no-untyped-def]
    """Write the codes of all words: its own, or where none is stored its smallest turned word's."""
    for rank, number in enumerate(source.numbers):
        head, tail = number >> 2 * source.tail, number & (1 << 2 * source.tail) - 1
        word = number
        for n in range(0 if kept[head] else heads.shape[1]):
            word = min(word, heads[head, n] + tails[tail, n])
        top = word >> 2 * source.tail
        place = source.place[source.kind[top], word & (1 << 2 * source.tail) - 1]
        entry = offset + rank
        codes[entry >> 1] |= code_at(held, first[top] + place) << 4 * (entry & 1)


def check_contents(file: h5py.File, highest: int) -> dict[int, list[h5py.Group]]:
    """Return the tables by number of face-up cards; they hold each orbit once."""
    a = attributes(file)
    if (a["format"], a["format-version"], a["contents"]) != ("tablebase", 1, "whole game"):
        raise ValueError("it does not say that it holds a whole game")
    wanted = set()
    for face_up in np.flatnonzero(MASKS.min(axis=0) == np.arange(1 << CELLS)).tolist():
        if 2 <= face_up.bit_count() <= highest:
            for mover, opponent in itertools.permutations(cells_of(face_up), 2):
                wanted.add(locate(face_up, mover, opponent)[:3])
    groups: dict[int, list[h5py.Group]] = {m: [] for m in range(2, highest + 1)}
    tables = part(part(file, "whole", h5py.Group), "collapsi", h5py.Group)
    for name in tables:
        a = attributes(group := part(tables, name, h5py.Group))
        if a["face-up"].bit_count() <= highest:
            groups[a["face-up"].bit_count()].append(group)
            for opponent in a["opponents"]:
                wanted.remove((a["face-up"], a["mover"], opponent))
    if wanted:
        raise ValueError(f"no entries for face-up cells, mover, opponent {min(wanted)}")
    return groups


@numba.njit(nogil=True)
def best_successors(source, target, heads, tails, codes, offsets, legal):  # type: ignore[no-untyped-def]
    """Return the smallest code among the successors of each word, NONE if there is none.

    After move n the word is heads[its head, n] + tails[its tail, n], and its code is among those
    from offsets[n] on. The mover's card is the second letter; legal[n, letter] says if it can move.
    """
    best = np.full(len(source.numbers), NONE, np.uint8)
    for rank, number in enumerate(source.numbers):
        head, tail = number >> 2 * source.tail, number & (1 << 2 * source.tail) - 1
        letter = number >> 2 * (source.length - 2) & 3
        for n in range(len(offsets)):
            if legal[n, letter]:
                word = heads[head, n] + tails[tail, n]
                top = word >> 2 * target.tail
                place = target.place[target.kind[top], word & (1 << 2 * target.tail) - 1]
                best[rank] = min(best[rank], code_at(codes, offsets[n] + target.first[top] + place))
    return best


@numba.njit(nogil=True)
def count_wrong(source, best, codes, offset, kept):  # type: ignore[no-untyped-def]
    """Return how many entries there are, have no move, are wrong; and the last wrong one."""
    entries, terminal, wrong, last = 0, 0, 0, -1
    for rank, number in enumerate(source.numbers):
        if kept[number >> 2 * source.tail]:
            terminal += best[rank] == NONE
            if code_at(codes, offset + rank) != AFTER[best[rank]]:
                wrong, last = wrong + 1, entries
            entries += 1
    return entries, terminal, wrong, last


def best_of(order: list[int], played: list[Move], below: Tables) -> Array:
    """Return the smallest code among the successors of each word of the cells `order`."""
    source, offsets, weights = words(len(order)), [], []
    if not played:
        return np.full(len(source.numbers), NONE, np.uint8)
    for face_up, mover, opponent, _ in played:
        mask, first, second, turn = locate(face_up, mover, opponent)
        table, target = below[mask, first], words(mask.bit_count())
        number = table.opponents.index(second)
        weight = {cell: 4**k for k, cell in enumerate(reversed(table.cells[number]))}
        offsets.append(number * len(target.numbers))
        weights.append([weight[TURNS[turn, c]] if face_up >> c & 1 else 0 for c in order])
    # The face-up cells and the next mover are the same after all moves, and so is the table.
    moved = rearranged(np.array(weights))
    where = table.codes, np.array(offsets), np.array([cards for *_, cards in played])
    return np.asarray(best_successors(source, target, *moved, *where))


def check_opponent(table: Table, opponent: int, below: Tables) -> tuple[int, int, int]:
    """Check a table's entries with one opponent: return how many there are, end, are wrong."""
    number = table.opponents.index(opponent)
    reached = [moves(table.face_up, table.mover, opponent, card) for card in (1, 2, 3, 4)]
    played = [
        (table.face_up & ~(1 << table.mover), opponent, end, [end in r for r in reached])
        for end in sorted(set().union(*reached))
    ]
    best = best_of(table.cells[number], played, below)
    where = table.codes, number * len(best), table.kept[number]
    entries, terminal, wrong, last = count_wrong(words(len(table.cells[number])), best, *where)
    if wrong:
        name = f"{table.face_up.bit_count():02}.{table.face_up:04x}.{table.mover:x}"
        show(f"{wrong:,} wrong: {name}, such as that of opponent {opponent}, word {last}")
    return entries, terminal, wrong


def check_levels(file: h5py.File, highest: int, pool: ThreadPoolExecutor) -> Tables:
    """Check all tables from two face-up cards upwards; return those with the most."""
    below: Tables = {}
    show("face up  tables        entries   without a move")
    for length, groups in check_contents(file, highest).items():
        tables = {(table.face_up, table.mover): table for table in pool.map(read_table, groups)}
        tasks = [(table, o, below) for table in tables.values() for o in table.opponents]
        results = list(pool.map(lambda task: check_opponent(*task), tasks))
        entries, terminal, wrong = np.sum(results, axis=0).tolist()
        show(f"{length:7}{len(tables):8}{entries:15,}{terminal:17,}")
        if wrong:
            raise ValueError(f"{wrong:,} entries do not follow from their successors")
        below = tables
    return below


def solve_deals(steps: tuple[int, ...], full: Tables, pool: ThreadPoolExecutor) -> Array:
    """Return how many deals with red's joker in the first cell have each code, red to move."""
    counts = np.zeros(len(DTE), np.int64)
    orbits = Counter(locate(1 | 1 << joker, 0, joker)[:3] for joker in range(1, CELLS))
    for (jokers, red, blue), size in orbits.items():
        face_up = EVERY & ~jokers
        left, cards = EVERY & ~(1 << red), [True] * 4  # a joker's move does not depend on them
        replies = [
            [(face_up, cell, end, cards) for end in moves(left, blue, cell, *steps)]
            for cell in moves(EVERY, red, blue, *steps)
        ]
        order = itertools.repeat(cells_of(face_up))
        best = list(pool.map(best_of, order, replies, itertools.repeat(full)))
        codes = AFTER[np.minimum.reduce([AFTER[smallest] for smallest in best])]
        counts += size * np.bincount(codes, minlength=len(DTE))
    return counts


def print_table(counts: Array) -> dict[int, int]:
    """Print how many deals last how long with best play; return the numbers."""
    lengths = {abs(dte): count for dte, count in zip(DTE, counts.tolist(), strict=True) if count}
    total = sum(lengths.values())
    show("plies       deals      %")
    for plies, deals in sorted(lengths.items()):
        show(f"{plies:5}{deals:12,}{100 * deals / total:7.1f}")
    red = sum(deals for plies, deals in lengths.items() if plies % 2)
    show(f"red wins {red:,} ({100 * red / total:.1f} %), blue {total - red:,} of {total:,} deals")
    return lengths


def main() -> int:
    """Return 0 if the file that the command line names is right, else 1."""
    parser = Parser(description="Check every entry of a whole-game file.")
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--highest", type=int, default=FULL, help="most face-up cards to check")
    options = parser.parse_args()
    try:
        with opened(options.file) as file, ThreadPoolExecutor(numba.get_num_threads()) as pool:
            full = check_levels(file, options.highest, pool)
            for edition, steps in EDITIONS.items() if options.highest == FULL else []:
                show(f"\nLength of games with best play, edition {edition}")
                if print_table(solve_deals(steps, full, pool)) != PAPER and edition == "wild":
                    raise ValueError("the paper's Table 1 is another")
    except Exception as error:  # whatever a file does to this program, it proves nothing
        print(f"{options.file} is wrong: {error!r:.300}", file=sys.stderr)
        return 1
    show(f"Every entry with up to {options.highest} face-up cards is right.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
