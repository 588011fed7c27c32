"""2D Nim by the article's own method, in plain Python. Shares no code with the package."""

from functools import cache

import numpy as np


def moves(board, take):
    """All sets of stones that may be taken from a set: neighbours in a row or column, no gap."""
    found = set()
    for row, column in board:
        for down, right in ((0, 1), (1, 0)):
            line = []
            for step in range(take):
                cell = row + down * step, column + right * step
                if cell not in board:
                    break
                line.append(cell)
                found.add(frozenset(line))
    return found


@cache
def solve(rows, columns, take, misere):
    """For every number of a board: whether the side to move wins, and the plies to the end.

    A board's number is its rows of 1 and 0 read as one binary number. Boards are solved by
    ascending number, as in the article. A board is won if any board after a move is lost, and lost
    if all are won. The empty board is won if the player who takes the last stone loses.
    """
    cells = rows * columns
    full = read("1" * cells, columns)
    lines = [
        sum(2 ** (cells - 1 - row * columns - column) for row, column in line)
        for line in moves(full, take)
    ]
    values = [(misere, 0)]
    for number in range(1, 2**cells):
        after = [values[number - line] for line in lines if number & line == line]
        lost = [plies for wins, plies in after if not wins]
        if lost:
            values.append((True, min(lost) + 1))
        else:
            values.append((False, max(plies for _, plies in after) + 1))
    return values


def read(text, columns):
    """The set of stones of rows of 1 and 0 written one after the other."""
    return frozenset(divmod(at, columns) for at, stone in enumerate(text) if stone == "1")


def brute_force(rows, columns, take, misere):
    """The losing masks of a board, the first cell the highest bit."""
    return np.array([not wins for wins, _ in solve(rows, columns, take, misere)])
