"""Games that end on given cards, such as two that match."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from tablebase.games.pairs.kernels import Masks
from tablebase.games.pairs.position import Position
from tablebase.games.pairs.solver import (
    MEMORY,
    NARROW,
    SECONDS,
    Late,
    Solution,
    match_masks,
    one_round,
    rounds,
    timer,
    widths_for,
)

WIDTHS = (8, 64, 512)
"""How many positions a search for one end keeps on each level, in successive tries."""


def round_to(
    mask: int, matches: Masks, end: int, width: int, memory: int, late: Late
) -> tuple[list[Masks], bool]:
    """A round of games that never remove the cards of the mask `end`, as `solver.one_round`.

    The end was reached if it is in the last level.
    """
    leaving = matches.copy()
    for at in range(end.bit_length()):
        if end >> at & 1:
            leaving[at] = 0
    return one_round(mask, leaving, width, memory // 2, late)


def can_match(found: Solution, *, memory: int = MEMORY, seconds: float = SECONDS) -> bool | None:
    """Whether a game of a solved stack can end on two cards that match; None if undecided.

    Rounds widen until a matching pair is among the ends that they reach, or they hold all
    positions. Between narrow and wide rounds, each pair gets a round of its own that never removes
    it.

    Examples
    --------
    >>> from tablebase.games.pairs import Position
    >>> from tablebase.games.pairs.solver import solve
    >>> can_match(solve(Position.parse("2H 9C 2S KD 2C 2D")))
    True
    """
    if not found.perfect:
        return False if found.proven else None
    position, (first, last) = found.position, found.end.cards
    if first.matches(last):
        return True
    late = timer(seconds)
    matches = match_masks(position.stack)
    wanted = _matching_pairs(position)

    def by_rounds(widths: Iterable[int]) -> bool | None:
        for layers, complete in rounds(position.mask, matches, widths, memory, late):
            if np.isin(layers[-1], wanted).any():
                return True
            if complete:
                return False
        return None

    widths = list(widths_for(memory))
    narrow = [width for width in widths if width <= NARROW]
    answer = by_rounds(narrow)
    if answer is not None:
        return answer
    for end in wanted.tolist():
        layers, _ = round_to(position.mask, matches, end, WIDTHS[0], memory, late)
        if layers[-1][0] == end:
            return True
    return by_rounds(widths[len(narrow) :])


def _matching_pairs(position: Position) -> Masks:
    """The masks of all pairs of cards left that match."""
    stack = position.stack
    cards = [at for at in range(len(stack)) if position.mask >> at & 1]
    pairs = [1 << a | 1 << b for a, b in combinations(cards, 2) if stack[a].matches(stack[b])]
    return np.array(pairs, np.uint64)
