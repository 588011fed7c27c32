"""The whole game by the rules alone, and the units that its tables are made of."""

from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.whole.geometry import units_of


def minimax(rules, cards, face_up, mover, opponent, known):
    """The code of a position after both first moves, from the rules alone."""
    key = face_up, mover, opponent
    if key not in known:
        rest = face_up & ~(1 << mover)
        ends = set(paths(rules.board, face_up, mover, [cards[mover]])) - {opponent}
        best = min((minimax(rules, cards, rest, opponent, end, known) for end in ends), default=15)
        known[key] = 14 - best if best < 8 else 15 - best
    return known[key]


def units(geometry, layer):
    """The units of a layer: every position of it is the image of a position of one unit."""
    for shape in geometry.shapes[layer]:
        for mover in shape.movers:
            yield from units_of(geometry, shape, mover)
