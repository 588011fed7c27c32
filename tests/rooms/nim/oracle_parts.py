"""The parts of 2D Nim positions, the slow and obvious way.

It shares nothing with the package. A position is a set of stones by (row, column), moves are those
of the module `oracle`.
"""

from functools import cache
from itertools import chain, combinations

from rooms.nim.oracle import moves as lines


def positions(side):
    """All sets of stones on a square board."""
    cells = [(row, column) for row in range(side) for column in range(side)]
    subsets = chain.from_iterable(combinations(cells, n) for n in range(len(cells) + 1))
    return [frozenset(stones) for stones in subsets]


@cache
def after(stones, take):
    """The positions after all moves."""
    return [stones - line for line in lines(stones, take)]


def mex(seen):
    return next(number for number in range(len(seen) + 1) if number not in seen)


@cache
def values(stones, take):
    """The nim-values under normal and misère play."""
    if not stones:
        return 0, 1
    found = [values(left, take) for left in after(stones, take)]
    return mex({normal for normal, _ in found}), mex({misere for _, misere in found})


@cache
def tame(stones, take):
    """Whether values are those of sums of heaps, here and in all play from here."""
    normal, misere = values(stones, take)
    like_nim = normal == misere or (normal, misere) in ((0, 1), (1, 0))
    return like_nim and all(tame(left, take) for left in after(stones, take))


@cache
def parts(stones):
    """The connected parts."""
    found, left = [], set(stones)
    while left:
        part, waiting = set(), [left.pop()]
        while waiting:
            row, column = waiting.pop()
            part.add((row, column))
            for cell in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if cell in left:
                    left.remove(cell)
                    waiting.append(cell)
        found.append(frozenset(part))
    return found


def images(stones):
    """The turns and reflections of a set of stones, each shifted to the origin."""
    for turn in range(8):
        image = stones
        for _ in range(turn % 4):
            image = [(column, -row) for row, column in image]
        if turn >= 4:
            image = [(row, -column) for row, column in image]
        top, leftmost = min(row for row, _ in image), min(column for _, column in image)
        yield tuple(sorted((row - top, column - leftmost) for row, column in image))


@cache
def shape(stones):
    """A form that a set of stones shares with all its images."""
    return min(images(stones))


def is_mirrored(part, take):
    """Whether a half-turn pairs the stones, and no move takes a stone and its image."""
    rows, columns = [row for row, _ in part], [column for _, column in part]
    down, right = min(rows) + max(rows), min(columns) + max(columns)
    turned = {(down - row, right - column) for row, column in part}
    if turned != part:
        return False
    return not any(
        (down - row, right - column) in line for line in lines(part, take) for row, column in line
    )


def paired(stones, take):
    """Whether each part is mirrored or can be paired with another of its shape."""
    alone = [shape(part) for part in parts(stones) if not is_mirrored(part, take)]
    return all(alone.count(each) % 2 == 0 for each in alone)
