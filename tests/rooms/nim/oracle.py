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
    """The losing masks of a board, the first cell the highest bit: from the rules, over cells."""
    return _brute_force(rows, columns, min(take, max(rows, columns)), misere)


@cache
def _brute_force(rows, columns, take, misere):
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    bit = {cell: 1 << (rows * columns - 1 - n) for n, cell in enumerate(cells)}
    lines = set()
    for r, c in cells:
        for length in range(1, take + 1):
            for dr, dc in (0, 1), (1, 0):
                line = [(r + dr * n, c + dc * n) for n in range(length)]
                if all(cell in bit for cell in line):
                    lines.add(sum(bit[cell] for cell in line))
    losing = bytearray(1 << rows * columns)
    for stones in range(1 << rows * columns):
        after = [losing[stones ^ line] for line in lines if stones & line == line]
        losing[stones] = not any(after) if after else not misere
    return np.frombuffer(losing, np.uint8).astype(bool)
