"""The score of a game, and the highest that a stack can give.

The article says that higher ranks are worth more points, and that a multiplier depends on how many
cards are cleared; it has no figures. Here a score is the ranks of the cards cleared (an ace counts
1, a king 13), times their number. So it depends only on the cards that are left.

A short stack is searched completely. For a long one, ends of two cards are tried, highest score
first, by a search for a perfect game in which the two cards match nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.games.pairs.ends import WIDTHS, round_to
from tablebase.games.pairs.kernels import Masks
from tablebase.games.pairs.notation import Card
from tablebase.games.pairs.position import PERFECT, Position
from tablebase.games.pairs.solver import (
    MEMORY,
    SECONDS,
    Late,
    match_masks,
    moves_along,
    path_to,
    rounds,
    timer,
    widths_for,
)

SHORT = 22
"""Number of cards in the largest stacks whose positions can all be visited."""


def score_of(position: Position) -> int:
    """The score of a game that ends in a position.

    Examples
    --------
    >>> score_of(Position.parse("2H xKS xAC 2D"))
    28
    """
    cleared = len(position.stack) - position.layer
    return (_ranks(position.stack) - _ranks(position.cards)) * cleared


def _ranks(cards: tuple[Card, ...]) -> int:
    return sum(card.rank + 1 for card in cards)


@dataclass(frozen=True)
class HighScore:
    """The highest score that a search found: moves in order, and the position that they lead to.

    No game scores more than `bound`. `searched` is the number of positions searched.
    """

    position: Position
    moves: tuple[Card, ...]
    end: Position
    bound: int
    searched: int

    @property
    def score(self) -> int:
        """The score."""
        return score_of(self.end)

    @property
    def proven(self) -> bool:
        """Whether no game scores more."""
        return self.score == self.bound

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data, for JSON."""
        return {
            "position": str(self.position),
            "score": self.score,
            "bound": self.bound,
            "proven": self.proven,
            "left": self.end.layer,
            "perfect": self.end.is_perfect,
            "moves": [str(card) for card in self.moves],
            "cards_left": [str(card) for card in self.end.cards],
            "searched": self.searched,
        }


def highest_score(
    position: Position, *, memory: int = MEMORY, seconds: float = SECONDS
) -> HighScore:
    """Find the highest score, and a game that reaches it; `memory` and `seconds` are as of `solve`.

    Examples
    --------
    >>> found = highest_score(Position.parse("2H 9C 2S KD 2C 2D"))
    >>> found.score, [str(card) for card in found.end.cards], found.proven
    (104, ['2C', '2D'], True)
    """
    late = timer(seconds)
    matches, short = match_masks(position.stack), position.layer <= SHORT
    searched = 0
    for layers, complete in rounds(position.mask, matches, widths_for(memory), memory, late):
        searched += sum(map(len, layers))
        if complete or (not short and position.layer + 1 - len(layers) <= PERFECT):
            break
    path = _best_path(position, layers, matches)
    best = int(_scores(position.stack, np.array(path[-1:], np.uint64))[0])
    bound = best
    if not complete:
        tried = _by_ends(position, matches, best, memory, late)
        path, searched = tried.path or path, searched + tried.searched
        bound = max(tried.bound, _most(position, PERFECT + 1))
    moves = moves_along(position, path)
    end = position.replay(moves)[-1]
    return HighScore(position, moves, end, max(bound, score_of(end)), searched)


def _scores(stack: tuple[Card, ...], masks: Masks) -> I64:
    """The scores of games that end in masks, shape ``(len(masks),)``."""
    cleared = [
        (~masks >> np.uint64(at) & np.uint64(1)).astype(np.int64) for at in range(len(stack))
    ]
    ranks = sum(
        (bits * (card.rank + 1) for bits, card in zip(cleared, stack, strict=True)),
        np.zeros(len(masks), np.int64),
    )
    found: I64 = ranks * np.sum(cleared, axis=0)
    return found


def _most(position: Position, left: int) -> int:
    """The highest score of a game that leaves this many cards, whether or not it is possible."""
    lowest = sorted(card.rank + 1 for card in position.cards)[:left]
    cleared = len(position.stack) - left
    return (_ranks(position.stack) - sum(lowest)) * cleared


def _best_path(position: Position, layers: list[Masks], matches: Masks) -> list[int]:
    """Masks that lead by as many moves as possible to the highest score in a round's layers."""
    tops = [int(_scores(position.stack, layer).argmax()) for layer in layers]
    scores = [
        int(_scores(position.stack, layer[top : top + 1])[0])
        for layer, top in zip(layers, tops, strict=True)
    ]
    depth = max(range(len(layers)), key=lambda depth: (scores[depth], depth))
    return path_to(layers[: depth + 1], matches, int(layers[depth][tops[depth]]))


class _Tried(NamedTuple):
    """What a search for ends of two cards has found: a path to the best, if it beats the floor.

    `bound` is the highest score with two cards left that was not proven impossible.
    """

    path: list[int] | None
    bound: int
    searched: int


def _by_ends(position: Position, matches: Masks, floor: int, memory: int, late: Late) -> _Tried:
    """Try the ends of two cards that score more than `floor`, highest score first."""
    cards = [at for at in range(len(position.stack)) if position.mask >> at & 1]
    ends = np.array([1 << a | 1 << b for a, b in combinations(cards, PERFECT)], np.uint64)
    scores = _scores(position.stack, ends)
    order = np.argsort(-scores, kind="stable")
    bound, searched = floor, 0
    for end, score in zip(ends[order].tolist(), scores[order].tolist(), strict=True):
        if score <= floor:
            break
        for width in WIDTHS:
            layers, complete = round_to(position.mask, matches, end, width, memory, late)
            searched += sum(map(len, layers))
            if layers[-1][0] == end:
                path = path_to(layers, matches, end)
                return _Tried(path, max(bound, score), searched)
            if complete:
                break
        else:
            bound = max(bound, score)
        if late():
            return _Tried(None, max(bound, score), searched)
    return _Tried(None, bound, searched)
