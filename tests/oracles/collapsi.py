"""The oracle: Collapsi solved the slow and obvious way.

It shares nothing with the package (and imports nothing from it): a card is an entry of a
dictionary from (row, column), a move is a walk over coordinates, a value is plain minimax.
Run as a script it prints the golden file of legal-move counts:

    python tests/oracles/collapsi.py > tests/golden/perft.txt
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

JOKER = 0
WILD = (1, 2, 3, 4)
SINGLE = (1,)


class State(NamedTuple):
    """The face-up cards by (row, column), and where the two pawns stand."""

    cards: dict[tuple[int, int], int]
    mover: tuple[int, int]
    opponent: tuple[int, int]


def parse(text: str) -> State:
    """Read 'A223/4A2Jr/3A23/Jb3A4 r', with both pawns, the side to move, and no bare x.

    `_` instead of a card means that the board has no cell there.
    """
    rows, side = text.split(" ")
    cards, pawns = {}, {}
    for row, line in enumerate(rows.split("/")):
        for column, cell in enumerate(re.findall("_|x?[AJ2-9][rb]*", line)):
            if cell[0] not in "x_":
                cards[row, column] = "JA23456789".index(cell[0])
            for pawn in cell.strip("_xAJ23456789"):
                pawns[pawn] = (row, column)
    other = "b" if side == "r" else "r"
    return State(cards, pawns[side], pawns[other])


@cache
def neighbours(cell, rows=4, columns=4, wrap=True):
    """The cells above, below, left and right of a cell."""
    row, column = cell
    around = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    if wrap:
        return [(r % rows, c % columns) for r, c in around]
    return [(r, c) for r, c in around if 0 <= r < rows and 0 <= c < columns]


def walks(cards, path, steps, rows, columns, wrap):
    """Yield every simple path over `cards` with `steps` more steps."""
    if steps == 0:
        yield path
        return
    for cell in neighbours(path[-1], rows, columns, wrap):
        if cell in cards and cell not in path:
            yield from walks(cards, [*path, cell], steps - 1, rows, columns, wrap)


def destinations(state, joker_steps=WILD, rows=4, columns=4, wrap=True, landing=False):
    """The set of cells that the mover may end on; with `landing` also the opponent's."""
    card = state.cards[state.mover]
    ends = set()
    for steps in joker_steps if card == JOKER else (card,):
        paths = walks(state.cards, [state.mover], steps, rows, columns, wrap)
        ends.update(path[-1] for path in paths)
    return ends if landing else ends - {state.opponent}


def play(state, destination):
    """The state after a move, seen by the other player.

    The card that the mover leaves collapses, but not under the other pawn.
    """
    down = {state.mover} - {state.opponent}
    cards = {cell: card for cell, card in state.cards.items() if cell not in down}
    return State(cards, state.opponent, destination)


def solve(state, joker_steps=WILD, rows=4, columns=4, wrap=True, landing=False, memo=None):
    """(does the mover win?, plies to the end: the winner hurries, the loser delays)."""

    def after_moves(state):
        ends = destinations(state, joker_steps, rows, columns, wrap, landing)
        return (play(state, end) for end in ends)

    def key(state):
        return frozenset(state.cards), state.mover, state.opponent

    return minimax(state, after_moves, key, {} if memo is None else memo)


def minimax(state, after_moves, key, memo):
    """The same by any rules: the states after all moves, and what tells states apart."""
    known = key(state)
    if known not in memo:
        best = (False, 0)  # without a move, the game is lost at once
        for after in after_moves(state):
            opponent_wins, plies = minimax(after, after_moves, key, memo)
            best = better(best, (not opponent_wins, plies + 1))
        memo[known] = best
    return memo[known]


def better(one, other):
    """The better of two values: a win before a loss, the quicker win, the slower loss."""
    if one[0] != other[0]:
        return one if one[0] else other
    if one[0]:
        return one if one[1] < other[1] else other
    return one if one[1] > other[1] else other


def perft(state, depth, joker_steps=WILD, rows=4, columns=4, wrap=True):
    """The number of sequences of `depth` legal moves."""
    if depth == 0:
        return 1
    return sum(
        perft(play(state, destination), depth - 1, joker_steps, rows, columns, wrap)
        for destination in destinations(state, joker_steps, rows, columns, wrap)
    )


EDITIONS = {"wild": WILD, "single": SINGLE}
PERFT = [
    # (position, edition, deepest depth)
    ("A223/4A2Jr/3A23/Jb3A4 r", "wild", 4),
    ("A223/4A2Jr/3A23/Jb3A4 r", "single", 5),
    ("A223/4A2Jb/3A23/Jr3A4 r", "single", 5),
    ("JrA2A/3JbA4/2323/34A2 r", "wild", 4),
    ("JrA2A/3JbA4/2323/34A2 r", "single", 5),
    ("xJA2A/3JbA4r/2323/34A2 b", "single", 5),
    ("xJ224/Ar3A4/3A23b/xJ3A2 r", "wild", 5),
    ("xJA2A/3xJA4r/2b3x23/x34Ax2 b", "wild", 2),
    ("xA22x3/4xAxJ2r/3A2b3/xJ3A4 b", "wild", 7),
    ("xAx223r/4bxA2xJ/3xA23/xJx3Ax4 r", "wild", 6),
]


def main() -> None:
    print("# Perft: the number of sequences of 1, 2, 3, ... legal moves from a position.")
    print("# One position a line: position | edition | counts.")
    print("# SOURCE: computed by tests/oracles/collapsi.py, with")
    print("#     python tests/oracles/collapsi.py > tests/golden/perft.txt")
    for text, edition, deepest in PERFT:
        counts = [perft(parse(text), n, EDITIONS[edition]) for n in range(1, deepest + 1)]
        print(text, edition, " ".join(map(str, counts)), sep=" | ")


if __name__ == "__main__":
    main()
