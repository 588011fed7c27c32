"""Backward induction: from the terminal layer up, one step at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tablebase.engine.game import Codes, Game, P
from tablebase.engine.values import NO_ENTRY, from_successor

FROM_SUCCESSOR: Codes = np.array(
    [from_successor(code) for code in range(NO_ENTRY + 1)], dtype=np.uint8
)
"""`values.from_successor` for arrays: index it with the smallest successor's codes."""


def solve(game: Game[P], progress: Callable[[int, int], None] | None = None) -> Codes:
    """Solve every position of a game.

    Parameters
    ----------
    game : Game
        The game; its solver does the work.
    progress : callable, optional
        Called after each step with the number of steps done and of all steps. An
        exception it raises (`KeyboardInterrupt`, say) ends the induction.

    Returns
    -------
    ndarray of uint8, shape ``((game.size + 1) // 2,)``
        Packed codes in rank order.
    """
    solver = game.solver()
    for number in range(solver.steps):
        solver.step(number)
        if progress is not None:
            progress(number + 1, solver.steps)
    return solver.codes()


def pack(codes: Codes) -> Codes:
    """Put codes of one a byte two to a byte, even rank in the low half.

    An odd last code is followed by 0.
    """
    packed: Codes = codes[::2].copy()
    packed[: len(codes) // 2] |= codes[1::2] << 4
    return packed


def unpack(packed: Codes, size: int) -> Codes:
    """The inverse of `pack`: `size` codes of one a byte."""
    codes: Codes = packed.repeat(2)
    codes[::2] &= 15
    codes[1::2] >>= 4
    return codes[:size]
