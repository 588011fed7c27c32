"""Whether play can reach a position, found by taking moves back in every possible way."""

from __future__ import annotations

from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.strategy.reach import reach_of


def is_reachable(position: Position) -> bool:
    """Whether play can reach a position of two players, with any assignment of the jokers.

    Examples
    --------
    >>> is_reachable(Position.parse("A323/AA24r/24A2b/3xJxJ3 r"))
    True
    >>> is_reachable(Position.parse("222A/3AbxJx4/2A3xJ/x43rA3 r"))
    False
    """
    reach = reach_of(position.rules)
    cards = position.cards
    columns = reach.columns(cards, position.edition).tolist()

    def comes(face_up: int, mover: int, opponent: int) -> bool:
        """Whether play can reach it; the opponent moved last, from a card now face down."""
        down = [cell for cell in range(len(cards)) if not face_up >> cell & 1]
        # The jokers were left first.
        left = [cell for cell in down if cards[cell] != JOKER] or down
        return not left or any(
            reach.table[face_up, columns[cell]] >> opponent & 1
            and comes(face_up | 1 << cell, cell, mover)
            for cell in left
        )

    return comes(position.face_up, position.mover, position.opponent)
