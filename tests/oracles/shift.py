"""The oracle of Collapsi Shift, the slow and obvious way, in two forms.

`solve` is plain minimax over dictionaries, as in `collapsi`. `every_position` fills an array with
all positions of a small board, one number for each way to lay cards on any cells: no symmetry, no
index of words, no bit planes. Neither imports anything from the package.
"""

from __future__ import annotations

import numba
import numpy as np

from oracles.collapsi import State, better, destinations

DIRECTIONS = ("left", "right", "up", "down")


def shifted(state, through, direction, rows=4, columns=4):
    """The state after the row or the column through a cell has moved by one cell."""

    def there(cell):
        row, column = cell
        if direction in ("left", "right") and row == through[0]:
            return row, (column + (1 if direction == "right" else -1)) % columns
        if direction in ("up", "down") and column == through[1]:
            return (row + (1 if direction == "down" else -1)) % rows, column
        return cell

    cards = {there(cell): card for cell, card in state.cards.items()}
    return State(cards, there(state.mover), there(state.opponent))


def after_moves(state, joker_steps, rows, columns, wrap, shift):
    """Every state after a move and a shift, seen by the other player."""
    for end in destinations(state, joker_steps, rows, columns, wrap):
        cards = {cell: card for cell, card in state.cards.items() if cell != state.mover}
        arrived = State(cards, state.opponent, end)
        if shift == "may":
            yield arrived
        for direction in DIRECTIONS:
            yield shifted(arrived, end, direction, rows, columns)


def solve(state, shift, joker_steps=(1,), rows=4, columns=4, wrap=True, memo=None):
    """(does the mover win?, plies to the end: the winner hurries, the loser delays)."""
    memo = {} if memo is None else memo
    key = (frozenset(state.cards.items()), state.mover, state.opponent)
    if key not in memo:
        best = (False, 0)
        for after in after_moves(state, joker_steps, rows, columns, wrap, shift):
            wins, plies = solve(after, shift, joker_steps, rows, columns, wrap, memo)
            best = better(best, (not wins, plies + 1))
        memo[key] = best
    return memo[key]


@numba.njit
def every_position(rows, columns, wrap, kinds, may_stay):
    """The signed distance of every position: plies to the end, negative if the mover loses.

    At ``[laid, mover, opponent]``, where digit c of `laid` in base ``len(kinds) + 1`` is 0 if cell
    c is face down, or else 1 more than the number of its card among `kinds`. A loss in 0 is -99;
    entries that are no positions are 0.
    """
    size, base = rows * columns, len(kinds) + 1
    found = np.zeros((base**size, size, size), np.int8)
    digits = np.empty(size, np.int64)
    for up in range(2, size + 1):
        for laid in range(base**size):
            rest, cards = laid, 0
            for cell in range(size):
                digits[cell] = rest % base
                rest //= base
                cards += digits[cell] > 0
            if cards == up:
                for mover in range(size):
                    for opponent in range(size):
                        if mover != opponent and digits[mover] and digits[opponent]:
                            found[laid, mover, opponent] = one_position(
                                found, digits, mover, opponent, rows, columns, wrap, kinds, may_stay
                            )
    return found


@numba.njit
def one_position(found, digits, mover, opponent, rows, columns, wrap, kinds, may_stay):
    """The signed distance of one position, from those with fewer cards."""
    size, base = rows * columns, len(kinds) + 1
    ends = np.zeros(size, np.bool_)
    walk(
        digits, np.zeros(size, np.bool_), mover, kinds[digits[mover] - 1], rows, columns, wrap, ends
    )
    win, loss = 99, -1
    there = np.empty(size, np.int64)
    worth = base ** np.arange(size)  # the place values of digits in `laid`
    for end in range(size):
        if ends[end] and end != opponent:
            for direction in range(5 if may_stay else 4):
                laid = 0
                for cell in range(size):
                    row, column = cell // columns, cell % columns
                    if direction < 2 and row == end // columns:
                        column = (column + (1 if direction == 1 else columns - 1)) % columns
                    if 2 <= direction < 4 and column == end % columns:
                        row = (row + (1 if direction == 3 else rows - 1)) % rows
                    there[cell] = row * columns + column
                    if cell != mover:
                        laid += digits[cell] * worth[there[cell]]
                reply = found[laid, there[opponent], there[end]]
                if reply < 0:
                    win = min(win, 1 if reply == -99 else 1 - reply)
                else:
                    loss = max(loss, 1 + reply)
    if win < 99:
        return win
    return -99 if loss < 0 else -loss


@numba.njit
def walk(digits, visited, cell, steps, rows, columns, wrap, ends):
    """Mark the ends of all simple paths of exactly `steps` steps."""
    if steps == 0:
        ends[cell] = True
        return
    visited[cell] = True
    row, column = cell // columns, cell % columns
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        r, c = row + down, column + right
        if wrap or (0 <= r < rows and 0 <= c < columns):
            near = r % rows * columns + c % columns
            if digits[near] and not visited[near]:
                walk(digits, visited, near, steps - 1, rows, columns, wrap, ends)
    visited[cell] = False
