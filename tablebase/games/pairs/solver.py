"""The fewest cards that one stack of up to 52 cards can leave, by a widening search.

A *round* goes down from the position, one removal a level, and keeps up to `width` positions at
each level: those with the most matching pairs near each other. For nearly every shuffle a narrow
round finds a perfect game in about a millisecond. Rounds widen until a game is perfect, or no level
was cut. In the latter case the round has visited every position that can be reached, so the fewest
cards that it found are exact. The numbers of positions by level are the certificate.

A stack that narrow rounds do not beat is searched exhaustively, by independent regions (see
`regions`). Wider rounds follow only if that takes too much memory.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tablebase.games.pairs.kernels import NO_CARD, Masks, next_level, parent_of
from tablebase.games.pairs.notation import Card
from tablebase.games.pairs.position import PERFECT, Position
from tablebase.games.pairs.regions import counts, explore, longest

FIRST_WIDTH = 8
WIDER = 4
NARROW = 8192
"""Widest rounds that are tried for a perfect game before a proof that there is none."""

BYTES_PER_STATE = 112
"""Maximum number of bytes that the tables of one level take for each position of the width."""

MEMORY = 2 << 30
SECONDS = 300.0


@dataclass(frozen=True)
class Solution:
    """What a search found: moves in order, and the position that they lead to.

    It is `proven` that no game leaves fewer cards if two are left, or the search visited all
    positions. It is `complete` if the last search left out no position. `states` are the numbers of
    positions after 0, 1, ... removals: all that can be reached if the last search is complete,
    otherwise those of the search that found the game. `searched` is the number of positions visited
    by all searches.
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
        """Whether the game is perfect: it leaves two cards."""
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


Late = Callable[[], bool]
"""Says whether a search has taken its time; asked at every level, it may also raise."""


def timer(seconds: float, check: Callable[[], object] | None = None) -> Late:
    """Whether some seconds have passed from now; calls `check` before it says so."""
    deadline = time.monotonic() + seconds

    def late() -> bool:
        if check is not None:
            check()
        return time.monotonic() > deadline

    return late


def solve(
    position: Position,
    *,
    memory: int = MEMORY,
    seconds: float = SECONDS,
    check: Callable[[], object] | None = None,
) -> Solution:
    """Find the fewest cards that can remain, and a game that leaves them, checked by the rules.

    Half of `memory`, in bytes, is for the tables of a level, which sets the largest width; half is
    for the masks of the levels. Too little to begin with is a `ValueError`. After `seconds` it
    returns the best it has found. `check` is called at every level; what it raises ends the search.

    Examples
    --------
    >>> solution = solve(Position.parse("2H 9C 2S KD 2C 2D"))
    >>> solution.left, solution.proven
    (2, True)
    """
    late = timer(seconds, check)
    searched, best, proof = 0, Attempt((), position.layer, (1,), False, 0), None
    for attempt in _attempts(position, memory, late):
        searched += attempt.searched
        if attempt.moves is not None and attempt.left < best.left:
            best = attempt
        if attempt.complete:
            proof = attempt
        complete = proof is not None and proof.left == best.left
        if complete or best.left <= PERFECT or late():
            break
    assert best.moves is not None
    end = position.replay(best.moves)[-1]
    states = proof.states if proof is not None and complete else best.states
    proven = complete or end.is_perfect
    return Solution(position, best.moves, end, proven, complete, states, searched)


class Attempt(NamedTuple):
    """What one of several searches found: a game that leaves the fewest cards, `left`.

    `moves` is None if there is such a game, but it is forgotten. `states` are the numbers of
    positions after 0, 1, ... removals, `complete` says whether these are all that can be reached,
    and `searched` is the number of positions visited.
    """

    moves: tuple[Card, ...] | None
    left: int
    states: tuple[int, ...]
    complete: bool
    searched: int


def _attempts(position: Position, memory: int, late: Late) -> Iterator[Attempt]:
    """Narrow rounds, then the exhaustive search; if its limits are too low, wide rounds."""
    widths = list(widths_for(memory))
    narrow = [width for width in widths if width <= NARROW]
    yield from _rounds(position, narrow, memory, late)
    yield _exhaust(position, memory, late)
    yield from _rounds(position, widths[len(narrow) :], memory, late)


def _rounds(position: Position, widths: list[int], memory: int, late: Late) -> Iterator[Attempt]:
    matches = match_masks(position.stack)
    for layers, complete in rounds(position.mask, matches, widths, memory, late):
        states = tuple(map(len, layers))
        moves = moves_along(position, path_to(layers, matches, layers[-1][0]))
        yield Attempt(moves, position.layer + 1 - len(layers), states, complete, sum(states))


def _exhaust(position: Position, memory: int, late: Late) -> Attempt:
    """All positions, found region by region; see the module `regions`."""
    row = Position.of(position.cards)
    matches = match_masks(row.stack)
    regions = explore(row, matches, memory, late)
    searched = sum(sum(region.sizes) for region in regions)
    if not all(region.finished for region in regions):
        return Attempt((), position.layer, (1,), False, searched)
    states = counts(regions)
    left = row.layer + 1 - len(states)
    if any(region.forgotten for region in regions):
        return Attempt(None, left, states, True, searched)
    moves = tuple(row.stack[card] for region in regions for card in longest(region))
    return Attempt(moves, left, states, True, searched)


def match_masks(stack: tuple[Card, ...]) -> Masks:
    """The array that the kernels take for a stack: for each card, the mask of its matches."""
    of_kind: dict[int, int] = defaultdict(int)
    for at, card in enumerate(stack):
        for kind in card.kinds:
            of_kind[kind] |= 1 << at
    matches = np.zeros(NO_CARD + 1, np.uint64)
    for at, card in enumerate(stack):
        rank, suit = card.kinds
        matches[at] = of_kind[rank] | of_kind[suit]
    return matches


def widths_for(memory: int) -> Iterator[int]:
    """The widths of the rounds, as far as half the memory allows; the last one uses all of it."""
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
    mask: int,
    matches: Masks,
    widths: Iterable[int],
    memory: int,
    late: Late,
) -> Iterator[tuple[list[Masks], bool]]:
    """Rounds of the given widths: the levels of each, and whether they hold all positions.

    The last round is the first that is complete or ends `late`, or else the widest.
    """
    for width in widths:
        layers, complete = one_round(mask, matches, width, memory // 2, late)
        yield layers, complete
        if complete or late():
            return


def one_round(
    mask: int, matches: Masks, width: int, room: int, late: Late
) -> tuple[list[Masks], bool]:
    """The levels of a round, and whether they hold all positions that can be reached.

    Level i has the positions after i cards are removed. The round ends early if the levels take
    more than `room` bytes, or when it is `late`.
    """
    layers, complete = [np.array([mask], np.uint64)], True
    while True:
        layer, cut = next_level(layers[-1], matches, width)
        complete &= not cut
        if not layer.size:
            return layers, complete
        layers.append(layer)
        room -= layer.nbytes
        if room < 0 or late():
            return layers, False


def path_to(layers: list[Masks], matches: Masks, mask: int) -> list[int]:
    """Masks that lead from the first layer to one of the last layer."""
    path = [np.uint64(mask)]
    for layer in layers[-2::-1]:
        path.append(np.uint64(parent_of(layer, matches, path[-1])))
    return [int(mask) for mask in path[::-1]]


def moves_along(position: Position, path: list[int]) -> tuple[Card, ...]:
    """The cards removed along a path of masks."""
    return tuple(position.stack[(mask ^ after).bit_length() - 1] for mask, after in pairwise(path))
