"""Collapsi for several players by brute force, over dictionaries; shares no code with the package.

``out`` says what happens to a player who cannot move: their pawn ``stays``, or is ``removed``, or
the game ``ends``, and the player who moved last has won. Pawns are letters in turn order; cards are
a dictionary from (row, column), of face-up cards only.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from oracles.collapsi import JOKER, walks


class State(NamedTuple):
    """Face-up cards by (row, column), where the pawns stand, and who is in, side to move first."""

    cards: dict[tuple[int, int], int]
    pawns: dict[str, tuple[int, int]]
    order: str


def parse(text, players):
    """Read 'JrA2/xAbJg3 gr' or, if everybody is in, 'JrA2/xAbJg3 b'."""
    rows, order = text.split(" ")
    cards, pawns = {}, {}
    for row, line in enumerate(rows.split("/")):
        for column, cell in enumerate(re.findall("_|x?[AJ2-9][rbgy]?", line)):
            if cell[0] not in "x_":
                cards[row, column] = "JA23456789".index(cell[0])
            if cell[-1] in "rbgy":
                pawns[cell[-1]] = (row, column)
    if len(order) == 1:
        everybody = "rbgy"[:players]
        order = everybody[everybody.index(order) :] + everybody[: everybody.index(order)]
    return State(cards, pawns, order)


def destinations(state, joker_steps, shape):
    """The set of cells that the side to move may end on."""
    start = state.pawns[state.order[0]]
    card = state.cards[start]
    ends = set()
    for steps in joker_steps if card == JOKER else (card,):
        ends.update(path[-1] for path in walks(state.cards, [start], steps, *shape))
    return {end for end in ends if state.cards[end] != JOKER} - set(state.pawns.values())


def play(state, end):
    """The state after a move."""
    mover = state.order[0]
    cards = {cell: card for cell, card in state.cards.items() if cell != state.pawns[mover]}
    return State(cards, {**state.pawns, mover: end}, state.order[1:] + mover)


def without(state, out):
    """The state after the side to move is out."""
    pawns = dict(state.pawns)
    if out == "removed":
        del pawns[state.order[0]]
    return State(state.cards, pawns, state.order[1:])


def solve(state, hero, joker_steps, shape, memo, out="stays"):
    """(will the hero be last against all others?, plies until they are, or until they are out)."""
    if state.order == hero:
        return True, 0
    key = frozenset(state.cards), tuple(sorted(state.pawns.items())), state.order, hero
    if key not in memo:
        ends = destinations(state, joker_steps, shape)
        mover = state.order[0]
        if ends:
            found = [solve(play(state, end), hero, joker_steps, shape, memo, out) for end in ends]
            ranked = sorted((wins, -plies if wins else plies) for wins, plies in found)
            wins, plies = ranked[-1 if mover == hero else 0]
            memo[key] = wins, abs(plies) + 1
        elif mover == hero:
            memo[key] = False, 0
        elif out == "ends":
            memo[key] = state.order[-1] == hero, 0
        else:
            memo[key] = solve(without(state, out), hero, joker_steps, shape, memo, out)
    return memo[key]
