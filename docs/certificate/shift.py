"""Solve Collapsi Shift on its own, and compare every layer with the digests in a file.

This program knows the rules and what a digest is, and uses nothing of the package. It solves all
positions of the 4x4 board by the number of face-up cards, from two upwards:

1. A position is a *place* (face-up cells, mover's cell, opponent's cell) and the cards on these
   cells. 128 automorphisms turn lines into lines. Places that are images of each other under them
   have the same values, so only the first of them in ascending order is solved.
2. *Between* a move and the shift after it, a position has the smallest of the codes that the shifts
   of the opponent, who has just moved, lead to.
3. A position's code follows from the smallest among the positions between that its moves lead to.

The digest of a layer is the SHA-256 of the codes, a byte each: places ascending, and for each place
all ways to lay cards of the deck on its cells, compared from the first cell on. Layer 14 has every
position after both first moves. From there `--all` plays these two plies, and counts the deals.

What is left to trust: `ends`, `shifts`, `automorphisms` and `AFTER`, which are the rules, `locate`,
`smallest`, and Python, numpy and numba.
"""

import argparse
import hashlib
import itertools
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

# Cells are numbered in reading order. Sets of cells are masks. Cards are letters: 0 is an ace.
CELLS = 16
EVERY = (1 << CELLS) - 1
DECK = (4, 4, 4, 2)  # aces, 2s, 3s, 4s
FULL = sum(DECK)  # face-up cards once both jokers have collapsed
EDITIONS = {"wild": (1, 2, 3, 4), "single": (1,)}  # steps from a joker
PAGE = Path(__file__).parent.parent / "shift.md"

# Code c is a loss in 2 c plies if c < 8, else a win in 29 - 2 c; so the larger, the better. A
# position's code follows from the smallest s among its successors. None, NONE, is a loss in 0.
NONE = 15
AFTER = np.array([14 - s if s < 8 else 15 - s for s in range(NONE + 1)], np.uint8)

Array = np.ndarray[Any, Any]
Place = tuple[int, int, int]  # face-up cells, mover's cell, opponent's cell
Codes = dict[Place, Array]  # of each place in a layer, for all its words


class Option(NamedTuple):
    """A place that a move or a shift leads to."""

    place: Place
    images: tuple[int, ...]  # [cell]: where each card goes
    letters: tuple[bool, ...]  # the cards of the mover with which it can be chosen


def shifts(cell: int) -> Iterator[tuple[int, ...]]:
    """Yield where a shift of the row or the column through a cell takes each cell's content."""
    row, column = divmod(cell, 4)
    for by in (1, -1):
        yield tuple(c & 12 | (c + by) & 3 if c >> 2 == row else c for c in range(CELLS))
        yield tuple((c + 4 * by) & 15 if c & 3 == column else c for c in range(CELLS))


STAY = tuple(range(CELLS))
NEAR = [{(c + 4) & 15, (c - 4) & 15, c & 12 | c + 1 & 3, c & 12 | c - 1 & 3} for c in STAY]


@cache
def ends(free: int, cell: int, steps: int) -> frozenset[int]:
    """Return the ends of the paths of some steps that enter only cells of `free`, none twice."""
    if steps == 0:
        return frozenset([cell])
    entered = [near for near in NEAR[cell] if free >> near & 1]
    return frozenset().union(*(ends(free & ~(1 << near), near, steps - 1) for near in entered))


def automorphisms() -> Array:
    """Return the renumberings that keep neighbours neighbours and lines lines: [number, cell].

    They turn or mirror the rows, do the same to the columns, and may exchange rows and columns.
    """
    ring = [[(sign * at + by) % 4 for at in range(4)] for sign in (1, -1) for by in range(4)]
    found = [[4 * rows[c >> 2] + columns[c & 3] for c in STAY] for rows in ring for columns in ring]
    return np.array(found + [[4 * (image & 3) + (image >> 2) for image in g] for g in found])


TURNS = automorphisms()
MASKS = np.zeros((len(TURNS), 1 << CELLS), np.int64)  # [automorphism, set of cells]
for _cell in range(CELLS):
    MASKS[:, 1 << _cell : 2 << _cell] = MASKS[:, : 1 << _cell] | 1 << TURNS[:, _cell, None]


def locate(place: Place) -> tuple[Place, tuple[int, ...]]:
    """Return the first of a place's images, and an automorphism that leads there."""
    face_up, mover, opponent = place
    keys = MASKS[:, face_up] << 8 | TURNS[:, mover] << 4 | TURNS[:, opponent]
    turn = int(keys.argmin())
    key = int(keys[turn])
    return (key >> 8, key >> 4 & 15, key & 15), tuple(TURNS[turn].tolist())


def cells_of(mask: int) -> list[int]:
    """Return the cells of a set, ascending."""
    return [cell for cell in STAY if mask >> cell & 1]


def places(layer: int) -> list[Place]:
    """Return the places of a layer, of each kind the first, ascending."""
    found: set[Place] = set()
    for face_up in np.unique(MASKS.min(axis=0)).tolist():
        if face_up.bit_count() == layer:
            pawns = itertools.permutations(cells_of(face_up), 2)
            found.update(locate((face_up, *pawn))[0] for pawn in pawns)
    return sorted(found)


class Words(NamedTuple):
    """All ways to lay cards on some cells: numbers of two bits a card, the first card highest.

    A word's rank is that of the first one with its head, and its tail's place among those possible.
    """

    numbers: Array  # ascending
    tail: int  # bits of a tail
    first: Array  # [head]
    kind: Array  # [head]: heads that leave the same cards are of one kind
    place: Array  # [kind, tail]


def counts(length: int) -> Array:
    """Return how often each of four letters occurs in each word of this length."""
    numbers = np.arange(4**length)[:, None, None]
    letters = numbers >> 2 * np.arange(length)[:, None] & 3
    return np.asarray((letters == np.arange(4)).sum(axis=1))


@cache
def words(length: int) -> Words:
    """Return the words of some letters."""
    tail = length // 2
    left, kind = np.unique(DECK - counts(length - tail), axis=0, return_inverse=True)
    possible = np.all((counts(tail) <= left[:, None]) & (left[:, None] >= 0), axis=2)
    tails, kind = [np.flatnonzero(row) for row in possible], kind.ravel()
    numbers = [head << 2 * tail | tails[k] for head, k in enumerate(kind)]
    first = np.cumsum([0, *map(len, numbers)])
    ranks = (np.cumsum(possible, axis=1) - 1).astype(np.int64)
    return Words(np.concatenate(numbers), 2 * tail, first, kind, ranks)


@numba.njit(nogil=True)
def smallest(source, target, heads, tails, shift, legal, codes, best):  # type: ignore[no-untyped-def]
    """Lower `best`, a code for each word, to the codes after an option where it is legal.

    After the option a word is heads[its head] + tails[its tail]. The mover's card is the letter at
    `shift`.
    """
    low, below = (1 << source.tail) - 1, (1 << target.tail) - 1
    for rank, number in enumerate(source.numbers):
        if legal[number >> shift & 3]:
            word = heads[number >> source.tail] + tails[number & low]
            top = word >> target.tail
            code = codes[target.first[top] + target.place[target.kind[top], word & below]]
            best[rank] = min(best[rank], code)


def moved(weights: list[int]) -> Array:
    """Return what each word of this length becomes when its letters get other weights."""
    sums = np.zeros(1, np.int64)
    for weight in weights:
        sums = np.add.outer(sums, weight * np.arange(4)).ravel()
    return sums


def best_of(cells: list[int], mover: int, options: Iterable[Option], codes: Codes) -> Array:
    """Return the smallest code among the options of each word on some cells, NONE if none.

    A mover on a joker has no letter in the words; all its options are legal.
    """
    source = words(len(cells))
    best = np.full(len(source.numbers), NONE, np.uint8)
    shift = 2 * (len(cells) - 1 - cells.index(mover)) if mover in cells else 0
    for place, images, letters in options:
        there, turn = locate(place)
        order = [turn[images[cell]] if images[cell] >= 0 else -1 for cell in cells]
        kept = sorted(cell for cell in order if cell >= 0)
        weight = {cell: 4**at for at, cell in enumerate(reversed(kept))}
        weights = [weight.get(cell, 0) for cell in order]
        half = len(cells) - source.tail // 2
        turned = moved(weights[:half]), moved(weights[half:])
        legal = np.array(letters)
        smallest(source, words(len(kept)), *turned, shift, legal, codes[there], best)
    return best


ANY = (True,) * 4


def move_options(place: Place, steps: tuple[int, ...] = ()) -> Iterator[Option]:
    """Yield the places between that moves lead to: of each card, or of a joker with some steps."""
    face_up, mover, opponent = place
    left = face_up & ~(1 << mover)
    reached = [ends(left, mover, number) - {opponent} for number in steps or (1, 2, 3, 4)]
    images = tuple(-1 if cell == mover else cell for cell in STAY)
    for end in sorted(frozenset().union(*reached)):
        letters = ANY if steps else tuple(end in some for some in reached)
        yield Option((left, opponent, end), images, letters)


def shift_options(place: Place, may_stay: bool) -> Iterator[Option]:
    """Yield the places that shifts of the opponent, who has just moved, lead to."""
    face_up, mover, opponent = place
    for images in [*shifts(opponent), *[STAY][: int(may_stay)]]:
        after = sum(1 << images[cell] for cell in cells_of(face_up))
        yield Option((after, images[mover], images[opponent]), images, ANY)


def chosen(found: list[Place], options: Callable[[Place], Iterable[Option]], codes: Codes) -> Codes:
    """Return the smallest code among the options of each place, for all words."""
    return solved(found, options, codes, np.arange(NONE + 1, dtype=np.uint8))


def solved(
    found: list[Place],
    options: Callable[[Place], Iterable[Option]],
    codes: Codes,
    code_of: Array = AFTER,
) -> Codes:
    """Return the code of each place for all words, from the smallest code among its options."""

    def work(place: Place) -> Array:
        face_up, mover, opponent = place
        # From the first plies on, until they collapse, jokers lie where the pawns have not moved.
        jokers = {15: 1 << mover, 16: 1 << mover | 1 << opponent}.get(face_up.bit_count(), 0)
        return np.asarray(
            code_of[best_of(cells_of(face_up & ~jokers), mover, options(place), codes)]
        )

    with ThreadPoolExecutor(numba.get_num_threads()) as pool:
        return dict(zip(found, pool.map(work, found), strict=True))


def solve_layer(layer: int, below: Codes, may_stay: bool) -> tuple[Codes, str]:
    """Return the codes between of a layer, and the digest of its codes; empties those below."""
    codes = solved(places(layer), move_options, below)
    below.clear()
    digest = hashlib.sha256()
    for some in codes.values():
        digest.update(some.data)
    between = chosen(list(codes), lambda place: shift_options(place, may_stay), codes)
    return between, digest.hexdigest()


def solve_deals(steps: tuple[int, ...], full: Codes, may_stay: bool) -> Array:
    """Return how many deals have each code, red to move; each joker may be red's."""
    pawns = itertools.permutations(STAY, 3)
    found = sorted({locate((EVERY & ~(1 << hole), blue, red))[0] for hole, blue, red in pawns})
    codes = solved(found, lambda place: move_options(place, steps), full)
    between = chosen(found, lambda place: shift_options(place, may_stay), codes)
    starts = Counter(locate((EVERY, *jokers))[0] for jokers in itertools.permutations(STAY, 2))
    codes = solved(list(starts), lambda place: move_options(place, steps), between)
    counted = [starts[place] * np.bincount(some, minlength=NONE) for place, some in codes.items()]
    return np.asarray(np.sum(counted, axis=0))


def print_deals(edition: str, counts: Array) -> None:
    """Print how many deals last how long with best play."""
    lengths = {2 * c if c < 8 else 29 - 2 * c: n for c, n in enumerate(counts.tolist()) if n}
    total = sum(lengths.values())
    print(f"\n{edition}: plies, deals")
    for plies, deals in sorted(lengths.items()):
        print(f"{plies:5}{deals:13,}{100 * deals / total:7.2f} %")
    red = sum(deals for plies, deals in lengths.items() if plies % 2)
    print(f"red wins {red:,} of {total:,} deals, {100 * red / total:.2f} %")


def read_digests(path: Path, rules: str) -> dict[int, str]:
    """Return the digests by layer: from lines of the rules' name, a layer, and 64 digits."""
    lines = re.findall(rf"^{rules} +(\d+) +([0-9a-f]{{64}})$", path.read_text(), re.MULTILINE)
    return {int(layer): digest for layer, digest in lines}


def main() -> int:
    """Return 0 if all digests are those in the file that the command line names, else 1."""
    parser = argparse.ArgumentParser(description="Solve Collapsi Shift and compare digests.")
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, default=PAGE)
    parser.add_argument("--rules", choices=("shift", "shift-may"), default="shift")
    parser.add_argument("--highest", type=int, default=8, help="most face-up cards to solve")
    parser.add_argument("--all", action="store_true", help="all layers and deals; takes 8 GB")
    options = parser.parse_args()
    digests, may_stay = read_digests(options.file, options.rules), options.rules == "shift-may"
    between: Codes = {}
    for layer in range(2, 1 + (FULL if options.all else options.highest)):
        between, digest = solve_layer(layer, between, may_stay)
        right = digest == digests.get(layer)
        count = sum(map(len, between.values()))
        print(f"{layer:2}{count:15,}  {digest}  {'right' if right else 'WRONG'}", flush=True)
        if not right:
            expected = digests.get(layer, "no digest")
            print(f"{options.file} has {expected} for layer {layer}", file=sys.stderr)
            return 1
    for edition, steps in EDITIONS.items() if options.all else []:
        print_deals(edition, solve_deals(steps, between, may_stay))
    return 0


if __name__ == "__main__":
    sys.exit(main())
