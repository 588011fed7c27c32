"""Solve single deals of Collapsi without the package, and print a digest of their codes.

Usage: python deals.py [NUMBER]

Each deal is solved set by set of face-up cards, the plainest way. Its codes lie in the order of
ranks that the page on the file format describes, and are packed two to a byte. The digest is the
SHA-256 of the packed codes of all deals, one deal after the other. A test compares it with that of
the package's own codes. The rules of the game, the code of a position and the board's automorphisms
come from `check.py` beside this file.
"""

import argparse
import hashlib
import random

import numba
import numpy as np
from check import AFTER, CELLS, DECK, EDITIONS, EVERY, FULL, NEAR, NONE, TURNS, Array, moves

JOKER = 0  # in a deal; an ace is 1
SEED = 18


def random_deals(number: int) -> list[tuple[int, ...]]:
    """Return some canonical deals, cards in reading order, always the same ones."""
    generator = random.Random(SEED)
    deck = [JOKER, JOKER, *(card + 1 for card, count in enumerate(DECK) for _ in range(count))]
    return [canonical(generator.sample(deck, CELLS)) for _ in range(number)]


def canonical(deal: list[int]) -> tuple[int, ...]:
    """Return the image whose jokers come first in reading order, then the smallest."""
    images = np.array(deal)[TURNS].tolist()
    return tuple(min(images, key=lambda image: ([card != JOKER for card in image], image)))


def paths(entered: int, cell: int, steps: int) -> list[tuple[int, int]]:
    """Return the paths of some steps that enter no cell twice: cells entered, and the last one."""
    if steps == 0:
        return [(entered, cell)]
    free = [near for near in NEAR[cell] if not entered >> near & 1]
    return [path for near in free for path in paths(entered | 1 << near, near, steps - 1)]


def paths_from(cell: int, steps: int) -> list[tuple[int, int]]:
    """Return the paths from a cell: the cells entered, without the first, and the last one."""
    return sorted({(mask & ~(1 << cell), end) for mask, end in paths(1 << cell, cell, steps)})


LONGEST = max(len(paths_from(cell, steps)) for cell in range(CELLS) for steps in (1, 2, 3, 4))
PATHS = np.zeros((CELLS, 5, LONGEST, 2), np.int64)  # [cell, card, path]: cells entered, the last
COUNTS = np.zeros((CELLS, 5), np.int64)
for _cell in range(CELLS):
    for _card in (1, 2, 3, 4):
        found = paths_from(_cell, _card)
        PATHS[_cell, _card, : len(found)] = found
        COUNTS[_cell, _card] = len(found)


@numba.njit(inline="always")
def rank_of(mover, opponent, face_up):  # type: ignore[no-untyped-def]
    """Return the rank of two slots and a set of slots."""
    low, high = min(mover, opponent), max(mover, opponent)
    others = face_up & (1 << low) - 1
    others |= face_up >> 1 & (1 << high - 1) - (1 << low)
    others |= face_up >> 2 & (1 << FULL - 2) - (1 << high - 1)
    pair = mover * (FULL - 1) + (opponent - 1 if opponent > mover else opponent)
    return (pair << FULL - 2) + others


@numba.njit
def solve(cards, cells, codes):  # type: ignore[no-untyped-def]
    """Write the codes of all positions with both jokers collapsed; `cells` are the slots' cells."""
    slot_of = np.full(CELLS, -1)
    for slot in range(FULL):
        slot_of[cells[slot]] = slot
    for face_up in range(1 << FULL):  # a set comes after its subsets
        open_cells = 0
        for slot in range(FULL):
            open_cells |= (face_up >> slot & 1) << cells[slot]
        for mover in range(FULL):
            if not face_up >> mover & 1:
                continue
            start = cells[mover]
            ends = 0
            for n in range(COUNTS[start, cards[start]]):
                entered, last = PATHS[start, cards[start], n]
                if entered & ~open_cells == 0:
                    ends |= 1 << slot_of[last]
            for opponent in range(FULL):
                if opponent == mover or not face_up >> opponent & 1:
                    continue
                smallest = NONE
                for end in range(FULL):
                    if ends >> end & 1 and end != opponent:
                        reply = codes[rank_of(opponent, end, face_up & ~(1 << mover))]
                        smallest = min(smallest, reply)
                codes[rank_of(mover, opponent, face_up)] = AFTER[smallest]


def first_plies(jokers: list[int], cells: list[int], codes: Array) -> list[int]:
    """Return the codes of the positions with a joker face up, in the order of the ranks."""
    all_slots = (1 << FULL) - 1
    found = []
    for steps in EDITIONS.values():
        for red, blue in (jokers, jokers[::-1]):
            after_red = {}
            for cell in cells:
                ends = moves(EVERY & ~(1 << red), blue, cell, *steps)
                replies = [rank_of(cells.index(cell), cells.index(e), all_slots) for e in ends]
                after_red[cell] = int(AFTER[min(codes[replies], default=NONE)])
            start = AFTER[min(after_red[cell] for cell in moves(EVERY, red, blue, *steps))]
            found += [int(start), *after_red.values()]
    return found


def codes_of(deal: tuple[int, ...]) -> Array:
    """Return the codes of all positions of a canonical deal, in the order of the ranks."""
    jokers = [cell for cell in range(CELLS) if deal[cell] == JOKER]
    cells = [cell for cell in range(CELLS) if deal[cell] != JOKER]
    codes = np.full(FULL * (FULL - 1) << FULL - 2, NONE, np.uint8)
    solve(np.array(deal), np.array(cells), codes)
    return np.concatenate([codes, np.array(first_plies(jokers, cells, codes), np.uint8)])


def main() -> None:
    """Print the digest of the codes of some deals."""
    parser = argparse.ArgumentParser(description="Print a digest of the codes of some deals.")
    parser.add_argument("number", metavar="NUMBER", type=int, nargs="?", default=1000)
    digest = hashlib.sha256()
    for deal in random_deals(parser.parse_args().number):
        codes = codes_of(deal)
        digest.update(codes[::2] | codes[1::2] << 4)
    print(digest.hexdigest())


if __name__ == "__main__":
    main()
