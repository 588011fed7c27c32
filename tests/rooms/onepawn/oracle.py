"""The first version solved the slow and obvious way: walks over coordinates, recursion.

It shares nothing with the package.
"""

from oracles.collapsi import JOKER, walks


def value(cards, pawn, shape, joker_steps, memo):
    """(does the side to move win?, plies to the end). `cards` are the face-up cards by cell."""
    key = frozenset(cards), pawn
    if key not in memo:
        numbers = joker_steps if cards[pawn] == JOKER else [cards[pawn]]
        rest = {cell: card for cell, card in cards.items() if cell != pawn}
        ends = {path[-1] for steps in numbers for path in walks(rest, [pawn], steps, *shape)}
        after = [value(rest, end, shape, joker_steps, memo) for end in ends]
        won = [plies for wins, plies in after if not wins]
        if won:
            memo[key] = True, 1 + min(won)
        else:
            memo[key] = False, max((1 + plies for _, plies in after), default=0)
    return memo[key]


def by_oracle(position):
    """The same of a position of the package."""
    board = position.rules.board
    place = [divmod(place, board.columns) for place in board.places]
    up = {place[at]: card for at, card in enumerate(position.cards) if position.face_up >> at & 1}
    shape = board.rows, board.columns, board.wrap
    return value(up, place[position.pawn], shape, position.rules.joker_steps, {})
