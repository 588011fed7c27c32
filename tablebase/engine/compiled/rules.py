"""What a game gives, so that the compiled engine can solve and search it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

AGAIN = 1 << 62
"""Added to the rank of a successor in which the same side moves again."""

NO_CONTEXT = np.zeros(0, np.uint64)


@dataclass(frozen=True, eq=False)
class CompiledRules:
    """A game's rules as kernels, functions that `tablebase.engine.kernels.game_kernel` decorates.

    The plain rules remain: the self-test compares the kernels with them. A kernel must not raise,
    because a loop that calls it can't know.

    Attributes
    ----------
    successors : callable
        ``successors(rank, context, out) -> count`` fills `out`, int64, with the ranks of the
        positions after the legal moves, in the order of ``legal_moves()``, and returns their
        number: 0 if the game is over, -1 if no position has this rank. Moves lead to lower layers;
        ranks may go up or down. If the same side moves again, `AGAIN` is added to the rank; a game
        for one player may leave that out.
    layer : callable
        ``layer(rank, context) -> layer`` of a position, 0 to ``game.layers - 1``; for a rank
        without a position any number below ``game.layers``, also a negative one.
    max_moves : int
        The largest number of legal moves in any position, the length of `out`.
    context : ndarray of uint64, shape (n,)
        Constants of the game that both functions get: neighbours, cards, lines.
    moves : callable, optional
        ``moves(state, context, out) -> count`` for forward search. A state is one or more words,
        uint64 of shape ``(words,)``, which say everything about a position and whose turn it is.
        Fills `out`, shape ``(max_moves, words)``. By default a state is a rank.
    state : callable, optional
        Returns the words of a position; needed with `moves`.
    """

    successors: Callable[..., Any]
    layer: Callable[..., Any]
    max_moves: int
    context: npt.NDArray[np.uint64] = field(default_factory=lambda: NO_CONTEXT)
    moves: Callable[..., Any] | None = None
    state: Callable[[Any], Sequence[int]] | None = None

    def __post_init__(self) -> None:
        if self.max_moves < 1:
            raise ValueError(f"max_moves {self.max_moves}: expected 1 or more")
        if (self.moves is None) != (self.state is None):
            raise ValueError("expected both moves and state, or neither")
        words = np.ascontiguousarray(self.context, np.uint64).reshape(-1)
        object.__setattr__(self, "context", words)
