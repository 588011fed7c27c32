"""Whole tables of deals, solved position by position: what the golden digests are made from.

It shares nothing with the package (and imports nothing from it) and follows docs/rules.md and
docs/format.md: every simple path is listed once, every position looks at each of its moves. The
loops are compiled, for 745,532 positions a deal are too many for plain Python. Run as a script it
prints the golden file, in a few minutes:

    python tests/oracles/deals.py > tests/golden/deals.txt
"""

from __future__ import annotations

import hashlib
import random
from itertools import permutations, product

import numba
import numpy as np

DECK = [0] * 2 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 2
EDITIONS = [(1, 2, 3, 4), (1,)]
DEALS, GROUP, SEED = 1000, 100, 18

RING = (0b00, 0b01, 0b11, 0b10)  # corners of a square, one after the other
CORNERS = [RING[row] << 2 | RING[column] for row, column in product(range(4), repeat=2)]


def boards():
    """The deals: the deck, shuffled; then their first image under the 4-cube's automorphisms."""
    rng, maps = random.Random(SEED), list(automorphisms())
    for _ in range(DEALS):
        cards = rng.sample(DECK, 16)
        images = ([cards[cell] for cell in image] for image in maps)
        yield min(images, key=lambda image: ([c for c in range(16) if image[c] == 0], image))


def automorphisms():
    for order in permutations(range(4)):
        for flipped in range(16):
            turned = [sum((corner >> b & 1) << n for n, b in enumerate(order)) ^ flipped
                      for corner in CORNERS]  # fmt: skip
            yield [CORNERS.index(corner) for corner in turned]


def paths(path, steps):
    """All simple paths over the cells of the torus that go on for `steps` steps."""
    if steps == 0:
        yield path
        return
    row, column = divmod(path[-1], 4)
    for r, c in (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1):
        cell = r % 4 * 4 + c % 4
        if cell not in path:
            yield from paths([*path, cell], steps - 1)


PATHS = {(cell, steps): list(paths([cell], steps)) for cell in range(16) for steps in range(1, 5)}


def solve(cards):
    """The codes of a deal as files hold them: two a byte, the first two plies last."""
    free = [cell for cell in range(16) if cards[cell] != 0]
    rows, starts = [], [0]
    for cell in free:
        rows += [
            (sum(1 << free.index(c) for c in path), free.index(path[-1]))
            for path in PATHS[cell, cards[cell]]
            if all(cards[c] != 0 for c in path)
        ]
        starts.append(len(rows))
    codes = np.full((1 << 14, 14, 14), 15, np.uint8)  # by face-up set, mover, opponent
    ranked = np.empty(14 * 13 << 12, np.uint8)
    fill(np.array(rows), np.array(starts), codes)
    rank(codes, ranked)
    every = np.append(ranked, np.array([*openings(cards, free, codes[-1].tolist())], np.uint8))
    return every[::2] | every[1::2] << 4


def reply(after):
    """The code of the side to move, given those after its moves."""
    best = min(after, default=15)
    return 14 - best if best < 8 else 15 - best


def openings(cards, free, third):
    """The first two plies; `third` are the codes with all free cards up, by mover and opponent."""
    jokers = [cell for cell in range(16) if cards[cell] == 0]
    for steps in EDITIONS:
        for red, blue in (jokers, jokers[::-1]):
            ends = {path[-1] for s in steps for path in PATHS[blue, s] if red not in path}
            second = [reply(third[i][j] for j in range(14) if j != i and free[j] in ends)
                      for i in range(14)]  # fmt: skip
            ends = {path[-1] for s in steps for path in PATHS[red, s]}
            yield from [reply(second[i] for i in range(14) if free[i] in ends), *second]


@numba.njit
def fill(rows, starts, codes):
    ends = np.empty(14, np.bool_)
    for face_up in range(codes.shape[0]):
        for mover in range(14):
            if not face_up >> mover & 1:
                continue
            ends[:] = False
            for n in range(starts[mover], starts[mover + 1]):
                if rows[n, 0] & ~face_up == 0:
                    ends[rows[n, 1]] = True
            after = codes[face_up & ~(1 << mover)]
            for opponent in range(14):
                if opponent == mover or not face_up >> opponent & 1:
                    continue
                best = 15
                for end in range(14):
                    if ends[end] and end != opponent and after[opponent, end] < best:
                        best = after[opponent, end]
                codes[face_up, mover, opponent] = 14 - best if best < 8 else 15 - best


@numba.njit
def rank(codes, ranked):
    rank = 0
    for mover in range(14):
        for opponent in range(14):
            if mover != opponent:
                for face_up in range(codes.shape[0]):  # as they ascend, so do those without both
                    if face_up >> mover & face_up >> opponent & 1:
                        ranked[rank] = codes[face_up, mover, opponent]
                        rank += 1


def digests(tables):
    """A digest for each group of tables."""
    digest = hashlib.sha256()
    for number, codes in enumerate(tables, 1):
        digest.update(codes)
        if number % GROUP == 0:
            yield digest.hexdigest()
            digest = hashlib.sha256()


def main():
    print(f"# SHA-256 of the codes of {DEALS} deals as files hold them, {GROUP} deals a line.")
    print("# SOURCE: computed by tests/oracles/deals.py, with")
    print("#     python tests/oracles/deals.py > tests/golden/deals.txt")
    for line in digests(map(solve, boards())):
        print(line, flush=True)


if __name__ == "__main__":
    main()
