"""The oracle of the shifting board: cards at places (column, row) in the plane, plain minimax.

It is written from the issue's words and the rule sheet's, and shares nothing with the package. A
card is an entry of a dictionary: its value, or None if it is face down.
"""

import re
from typing import NamedTuple

from oracles.collapsi import minimax

DIRECTIONS = {"L": (-1, 0), "R": (1, 0), "U": (0, -1), "D": (0, 1)}


class State(NamedTuple):
    """All cards by place, face down ones too, and where the two pawns stand."""

    cards: dict[tuple[int, int], int | None]
    mover: tuple[int, int]
    opponent: tuple[int, int]


def parse(text):
    """Read '_A223/4A2Jr_/3A23_/Jb3A4_ r'; a face-down card is an x and perhaps its value."""
    rows, side = text.split(" ")
    cards, pawns = {}, {}
    for row, line in enumerate(rows.split("/")):
        for column, cell in enumerate(re.findall(r"_|(?:x[AJ2-9?]?|[AJ2-9])[rb]*", line)):
            if cell != "_":
                cards[column, row] = None if cell[0] == "x" else "JA23456789".index(cell[0])
            for pawn in set(cell) & {"r", "b"}:
                pawns[pawn] = (column, row)
    return State(cards, pawns[side], pawns["b" if side == "r" else "r"])


def step(cards, place, direction, edges):
    """The place of the card to which one step leads, face up or down; None if there is no step."""
    right, down = DIRECTIONS[direction]
    following = (place[0] + right, place[1] + down)
    if following in cards:
        return following
    line = [c for c in cards if (c[1] == place[1] if right else c[0] == place[0])]
    along = {c: c[0] * right + c[1] * down for c in line}
    if edges == "line":
        if any(along[c] > along[place] for c in line):
            return None  # a gap
        return min(line, key=along.get)
    # The outer rectangle of all cards.
    columns, rows = {c for c, _ in cards}, {r for _, r in cards}
    if right and min(columns) <= following[0] <= max(columns):
        return None
    if down and min(rows) <= following[1] <= max(rows):
        return None
    opposite = {
        "L": (max(columns), place[1]), "R": (min(columns), place[1]),
        "U": (place[0], max(rows)), "D": (place[0], min(rows)),
    }[direction]  # fmt: skip
    return opposite if opposite in cards else None


def walk(cards, path, steps, edges):
    """Yield the end of every path over face-up cards with so many more steps."""
    if steps == 0:
        yield path[-1]
        return
    for direction in DIRECTIONS:
        place = step(cards, path[-1], direction, edges)
        if place is not None and cards[place] is not None and place not in path:
            yield from walk(cards, [*path, place], steps - 1, edges)


def destinations(state, joker_steps, edges):
    """The places of the cards that the mover may end on."""
    card = state.cards[state.mover]
    ends = set()
    for steps in joker_steps if card == 0 else (card,):
        ends.update(walk(state.cards, [state.mover], steps, edges))
    return ends - {state.opponent}


def shifted(state, through, direction):
    """The state after the row or the column through a place has moved by one place."""
    right, down = DIRECTIONS[direction]

    def there(place):
        same = place[1] == through[1] if right else place[0] == through[0]
        return (place[0] + right, place[1] + down) if same else place

    cards = {there(place): card for place, card in state.cards.items()}
    assert len(cards) == len(state.cards)
    return State(cards, there(state.mover), there(state.opponent))


def moves(state, joker_steps, edges, shift="must"):
    """Yield every move, as (card, direction), and the state after it, seen by the other player."""
    for end in destinations(state, joker_steps, edges):
        arrived = State({**state.cards, state.mover: None}, state.opponent, end)
        if shift == "may":
            yield (end, ""), arrived
        for direction in DIRECTIONS:
            yield (end, direction), shifted(arrived, end, direction)


def key(state):
    """What two states have in common that differ by a translation."""
    left = min(column for column, _ in state.cards)
    top = min(row for _, row in state.cards)

    def home(place):
        return place[0] - left, place[1] - top

    cards = frozenset((home(place), card) for place, card in state.cards.items())
    return cards, home(state.mover), home(state.opponent)


def solve(state, joker_steps, edges, shift="must", memo=None):
    """(does the mover win?, plies to the end: the winner hurries, the loser delays)."""

    def after_moves(state):
        return (after for _, after in moves(state, joker_steps, edges, shift))

    return minimax(state, after_moves, key, {} if memo is None else memo)
