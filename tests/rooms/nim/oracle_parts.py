"""The parts of 2D Nim positions and players who know some of them, the slow and obvious way.

It shares nothing with the package. A position is a set of stones by (row, column), moves are those
of the module `oracle`.
"""

from fractions import Fraction
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


def chances(stones, mine, theirs, my_turn, misere, memo):
    """The probability that a player wins; `theirs` is None for a foe who minimises it."""
    if not stones:
        return Fraction(misere == my_turn)
    key = stones, my_turn
    if key not in memo:
        made = (mine if my_turn else theirs or all_moves)(stones)
        found = [chances(left, mine, theirs, not my_turn, misere, memo) for left in made]
        foe = theirs is None and not my_turn
        memo[key] = min(found) if foe else sum(found) / len(found)
    return memo[key]


def all_moves(stones):
    return after(stones, 3)


def knowing(known, careful):
    """The moves of a player who knows some lost positions."""

    def made(stones):
        found = all_moves(stones)
        leaving = [left for left in found if left in known]
        if leaving:
            return leaving
        if careful:
            safe = [left for left in found if not any(each in known for each in all_moves(left))]
            return safe or found
        return found

    return made
