"""Solo solved the slow and obvious way: a dictionary of cards, walks over coordinates, recursion.

It shares nothing with the package.
"""

from oracles.collapsi import JOKER, walks


def destinations(cards, pawn, way_out, shape, door, joker_steps):
    """Where the pawn can go. `cards` are the face-up cards by cell, without the exit."""
    numbers = joker_steps if cards[pawn] == JOKER else [cards[pawn]]
    ends = set()
    for steps in numbers:
        for number in range(1, steps + 1) if door else [steps]:
            for path in walks({*cards, way_out}, [pawn], number, *shape):
                passes = way_out in path[:-1]
                if path[-1] == way_out and not passes:
                    ends.add(way_out)
                if number == steps and path[-1] != way_out and not (door and passes):
                    ends.add(path[-1])
    return ends


def endings(cards, pawn, way_out, shape, door, joker_steps=(1, 2, 3, 4), memo=None):
    """All ways that the game can end: (is the pawn on the exit?, cards left face up)."""
    memo = {} if memo is None else memo
    if pawn == way_out:
        return {(True, len(cards))}
    key = frozenset(cards), pawn
    if key not in memo:
        found = set()
        rest = {cell: card for cell, card in cards.items() if cell != pawn}
        for end in destinations(cards, pawn, way_out, shape, door, joker_steps):
            found |= endings(rest, end, way_out, shape, door, joker_steps, memo)
        memo[key] = found or {(False, len(cards))}
    return memo[key]


def value(cards, pawn, way_out, shape, door, any_left, joker_steps=(1, 2, 3, 4)):
    """(does the player win?, the most cards that can be collapsed then)."""
    ends = endings(cards, pawn, way_out, shape, door, joker_steps)
    wins = [left for on_exit, left in ends if on_exit and (any_left or left == 0)]
    return bool(wins), len(cards) - min(wins or [left for _, left in ends])


def clearing_chance(cards, pawn, way_out, shape, door, joker_steps=(1, 2, 3, 4)):
    """The chance that random moves clear the board."""
    if pawn == way_out:
        return float(not cards)
    rest = {cell: card for cell, card in cards.items() if cell != pawn}
    ends = destinations(cards, pawn, way_out, shape, door, joker_steps)
    chances = [clearing_chance(rest, end, way_out, shape, door, joker_steps) for end in ends]
    return sum(chances) / len(chances) if chances else 0.0


def of_oracle(position):
    """The position in the form that the oracle takes."""
    board = position.rules.board
    place = [divmod(place, board.columns) for place in board.places]
    cards = {
        place[cell]: card
        for cell, card in enumerate(position.cards)
        if position.face_up >> cell & 1 and cell != position.exit
    }
    shape = board.rows, board.columns, board.wrap
    return cards, place[position.pawn], place[position.exit], shape, position.rules.exit == "door"
