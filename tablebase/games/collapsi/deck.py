"""Cards and players, by number.

Source: rule sheet "Collapsi" by Mark S. Ball.
"""

from __future__ import annotations

from collections.abc import Iterable

JOKER = 0
"""Card value of a joker; an ace is 1, the other cards are their number."""

CARDS = range(10)
"""All cards."""

UNKNOWN = -1
"""The value of a face-down card that the notation does not show."""

GONE = -1
"""The cell of a pawn that has been removed."""

COLOURS = ("red", "blue", "green", "yellow")
"""The players in turn order."""

COUNTS = ("one", "two", "three", "four")


def turn_order(first: int, players: int) -> tuple[int, ...]:
    """All players in turn order, beginning with player `first` modulo `players`."""
    return tuple((first + turn) % players for turn in range(players))


def steps_mask(steps: Iterable[int]) -> int:
    """Numbers of steps as kernels take them: bit ``s - 1`` for ``s`` steps."""
    return sum(1 << step - 1 for step in steps)


def usual_deck(cells: int, players: int = 2) -> tuple[int, ...]:
    """The usual deck for a board: a joker for each player, and four of each card from the ace on.

    On 16 cells with two players this is the deck of the published game. Raises `ValueError` if four
    of each card up to 9 do not fill the board: at most 36 cells besides the jokers.
    """
    if not players <= cells <= players + 36:
        raise ValueError(
            f"no usual deck for {cells} cells and {players} players: expected a deck, or up to "
            f"{players + 36} cells"
        )
    return (JOKER,) * players + tuple(1 + number // 4 for number in range(cells - players))
