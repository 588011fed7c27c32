"""How much two goals differ: to leave few cards, and to score high."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean
from typing import Any, NamedTuple

from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.notation import DECK
from tablebase.games.pairs.score import highest_score, score_of
from tablebase.games.pairs.solver import MEMORY, SECONDS, solve


class BothGoals(NamedTuple):
    """A stack, solved for each goal.

    `left` is the fewest cards that can remain, and `score_of_fewest` the score of the game found
    that leaves them. `score` is the highest found, `bound` the bound on it, and `left_by_highest`
    the cards that remain with it.
    """

    stack: str
    left: int
    score_of_fewest: int
    score: int
    bound: int
    left_by_highest: int

    @property
    def proven(self) -> bool:
        """Whether no game scores more."""
        return self.score == self.bound

    @property
    def agree(self) -> bool:
        """Whether a game with the highest score also leaves the fewest cards."""
        return self.left_by_highest == self.left


@dataclass(frozen=True)
class Goals:
    """Random stacks solved for both goals."""

    seed: int
    stacks: tuple[BothGoals, ...]

    def as_dict(self) -> dict[str, Any]:
        """The comparison as plain data, for JSON."""
        stacks = self.stacks
        return {
            "stacks": len(stacks),
            "seed": self.seed,
            "proven": sum(stack.proven for stack in stacks),
            "agree": sum(stack.agree for stack in stacks),
            "mean_highest": mean(stack.score for stack in stacks),
            "mean_bound": mean(stack.bound for stack in stacks),
            "mean_of_fewest": mean(stack.score_of_fewest for stack in stacks),
            "differ": [stack._asdict() for stack in stacks if not stack.agree],
        }


def compare_goals(
    count: int,
    seed: int,
    *,
    cards: int = len(DECK),
    memory: int = MEMORY,
    seconds: float = SECONDS,
    progress: Callable[[], None] | None = None,
) -> Goals:
    """Solve random stacks for few cards and for a high score.

    The parameters are those of `study.study`, and so are the stacks.
    """
    rng = random.Random(seed)
    stacks = []
    for _ in range(count):
        position = shuffled(rng, cards)
        few = solve(position, memory=memory, seconds=seconds)
        high = highest_score(position, memory=memory, seconds=seconds)
        stacks.append(
            BothGoals(
                str(position),
                few.left,
                score_of(few.end),
                high.score,
                high.bound,
                high.end.layer,
            )
        )
        if progress is not None:
            progress()
    return Goals(seed, tuple(stacks))
