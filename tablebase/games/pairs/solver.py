"""The fewest cards that can remain of one stack of up to 52 cards, by a widening search.

A *round* goes down from the position, one removal a level, and keeps up to `width` positions at
each level: those with the most matching pairs near each other. For nearly every shuffle a narrow
round finds a perfect game in about a millisecond. Rounds widen until a game is perfect, or no level
was cut. In the latter case the round has visited every position that can be reached, so the fewest
cards that it found is exact. The numbers of positions by level are the certificate.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from tablebase.games.pairs.kernels import NO_CARD, Masks, next_level, parent_of
from tablebase.games.pairs.notation import Card
from tablebase.games.pairs.position import PERFECT, Position

FIRST_WIDTH = 8
WIDER = 4
BYTES_PER_STATE = 112
"""Most bytes that the tables of one level take for each position of the width."""

MEMORY = 2 << 30
SECONDS = 300.0


@dataclass(frozen=True)
class Solution:
    """What a search found.

    Attributes
    ----------
    moves : tuple of Card
        The cards to remove, in order.
    end : Position
        The position they lead to.
    proven : bool
        Whether no game leaves fewer cards: two are left, or the search visited all positions.
    complete : bool
        Whether the last round left out no position.
    states : tuple of int
        Number of positions after 0, 1, ... removals in the last round; if it is complete, these
        are all positions that can be reached.
    searched : int
        Number of positions in all rounds.
    """

    position: Position
    moves: tuple[Card, ...]
    end: Position
    proven: bool
    complete: bool
    states: tuple[int, ...]
    searched: int

    @property
    def left(self) -> int:
        """The cards that remain."""
        return self.end.layer

    @property
    def perfect(self) -> bool:
        """Whether two cards remain, the fewest of any stack."""
        return self.end.is_perfect

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "position": str(self.position),
            "left": self.left,
            "perfect": self.perfect,
            "proven": self.proven,
            "moves": [str(card) for card in self.moves],
            "cards_left": [str(card) for card in self.end.cards],
            "complete": self.complete,
            "states": list(self.states),
            "searched": self.searched,
        }


def solve(position: Position, *, memory: int = MEMORY, seconds: float = SECONDS) -> Solution:
    """Find the fewest cards that can remain, and a game that leaves them, checked by the rules.

    Parameters
    ----------
    memory : int
        Bytes that the search may take. Half is for the tables of a level, which
        sets the largest width, half for the masks of all levels.
    seconds : float
        Time after which it returns the best it has found.

    Raises
    ------
    ValueError
        If the memory is too little to begin with.

    Examples
    --------
    >>> solution = solve(Position.parse("2H 9C 2S KD 2C 2D"))
    >>> solution.left, solution.proven
    (2, True)
    """
    matches = match_masks(position.stack)
    searched, best = 0, [position.mask]
    deadline = time.monotonic() + seconds
    for layers, complete in rounds(position.mask, matches, memory, deadline):  # noqa: B007
        searched += sum(map(len, layers))
        if len(layers) > len(best):
            best = path_to(layers, matches, layers[-1][0])
        if position.layer + 1 - len(best) <= PERFECT:
            break
    moves = moves_along(position, best)
    end = position.replay(moves)[-1]
    return Solution(
        position,
        moves,
        end,
        complete or end.is_perfect,
        complete,
        tuple(map(len, layers)),
        searched,
    )


def match_masks(stack: tuple[Card, ...]) -> Masks:
    """The array that the kernels take for a stack: for each card, the mask of those it matches."""
    of_kind: dict[int, int] = defaultdict(int)
    for at, card in enumerate(stack):
        for kind in card.kinds:
            of_kind[kind] |= 1 << at
    matches = np.zeros(NO_CARD + 1, np.uint64)
    for at, card in enumerate(stack):
        rank, suit = card.kinds
        matches[at] = of_kind[rank] | of_kind[suit]
    return matches


def _widths(memory: int) -> Iterator[int]:
    """The widths of the rounds, as far as half the memory goes; the last one takes all of it."""
    most = memory // 2 // BYTES_PER_STATE
    if most < FIRST_WIDTH:
        raise ValueError(
            f"{memory} bytes of memory: expected at least {2 * FIRST_WIDTH * BYTES_PER_STATE}"
        )
    width = FIRST_WIDTH
    while width < most:
        yield width
        width *= WIDER
    yield most


def rounds(
    mask: int, matches: Masks, memory: int, deadline: float
) -> Iterator[tuple[list[Masks], bool]]:
    """Rounds, wider and wider: the levels of each, and whether they hold all positions.

    The last one is complete, or the first to end after the deadline, or as wide as the memory is.
    """
    for width in _widths(memory):
        layers, complete = one_round(mask, matches, width, memory // 2, deadline)
        yield layers, complete
        if complete or time.monotonic() > deadline:
            return


def one_round(
    mask: int, matches: Masks, width: int, room: int, deadline: float
) -> tuple[list[Masks], bool]:
    """The levels of a round, and whether they hold all positions that can be reached.

    It ends early when they take more than `room` bytes, or at the deadline.
    """
    layers, complete = [np.array([mask], np.uint64)], True
    while True:
        layer, cut = next_level(layers[-1], matches, width)
        complete &= not cut
        if not layer.size:
            return layers, complete
        layers.append(layer)
        room -= layer.nbytes
        if room < 0 or time.monotonic() > deadline:
            return layers, False


def path_to(layers: list[Masks], matches: Masks, mask: int) -> list[int]:
    """Masks that lead from the first layer to one of the last layer."""
    path = [np.uint64(mask)]
    for layer in layers[-2::-1]:
        path.append(parent_of(layer, matches, path[-1]))
    return [int(mask) for mask in path[::-1]]


def moves_along(position: Position, path: list[int]) -> tuple[Card, ...]:
    """The cards removed along a path of masks."""
    removed = (mask ^ after for mask, after in pairwise(path))
    return tuple(position.stack[bit.bit_length() - 1] for bit in removed)
