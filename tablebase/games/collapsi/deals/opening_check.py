"""The independent check of the first plies, while a joker is face up.

It shares the rules and the index with `openings`, but none of its code: each position's successors
are listed path by path and looked up by rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

from tablebase.engine.arrays import Codes
from tablebase.games.collapsi.deals.layout import DealLayout
from tablebase.games.collapsi.walks import simple_paths


def first_bad_opening(layout: DealLayout, codes: Codes, top: int) -> int | None:
    """The lowest rank with a joker face up whose code does not follow from its successors.

    `top` is the code that stands for no value.
    """
    ends = cache(partial(_ends, layout))
    for rank in range(layout.index.openings, layout.index.size):
        best = min((int(codes[after]) for after in _successors(layout, ends, rank)), default=top)
        if codes[rank] != (top - 1 - best if best <= top // 2 else top - best):
            return rank
    return None


def _successors(
    layout: DealLayout, ends: Callable[[int, int, int | None], set[int]], rank: int
) -> Iterator[int]:
    """The ranks of the positions that each move from a joker leads to; `ends` is `_ends`."""
    index, landing = layout.index, layout.rules.turn.pawns_share
    edition, joker, red = index.opening_unrank(rank)
    every = (1 << index.free) - 1
    if red is None:  # red leaves its joker
        for end in ends(edition, joker, None):
            if end < index.free or landing:
                yield index.opening_rank(edition, joker, end)
        return
    for end in ends(edition, 1 - joker, joker):  # blue leaves its joker
        if red == index.free:  # red shares that joker: it stays face up, and red leaves it next
            yield index.opening_rank(edition, joker, end)
        elif end != red or landing:
            yield index.rank(every, red, end)


def _ends(layout: DealLayout, edition: int, joker: int, collapsed: int | None) -> set[int]:
    """Where a pawn can go from a joker, by slot; ``index.free`` is the other joker, if face up."""
    free = layout.free
    down = None if collapsed is None else free + collapsed
    return {
        min(path[-1], free)
        for steps in layout.rules.editions[edition].joker_steps
        for path in simple_paths(layout.neighbours, (free + joker,), steps)
        if down not in path
    }
