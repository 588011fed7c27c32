"""The induction in placings: small functions over arrays, without validation.

Slots, placements and face-up sets are those of `duels.index`; a position is a placement and a
face-up set, and its number is ``turn_starts[placement]`` plus the set's place. The numbers of
outcomes and coalitions are those of `outcomes.Outcomes`, from the view of the side to move.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U8, U32, U64, Bools
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.duels.index import Placements
from tablebase.games.collapsi.duels.kernels import position
from tablebase.games.collapsi.path_kernels import walk
from tablebase.games.collapsi.placings.outcomes import Outcomes


@kernel()
def reach_family(
    on: Placements,
    first: int,
    last: int,
    from_set: int,
    to_set: int,
    neighbours: U64,
    steps: U64,
    reached: Bools,
    ends: U32,
) -> None:
    """Mark the successors of a family's marked positions; later families are done.

    The family has the placements `first` to ``last - 1`` and the face-up sets `from_set` to
    ``to_set - 1``. Fills `ends` for the marked positions: the mask of slots where the side to move
    can end. `neighbours` and `steps` are as in `duels.kernels.solve_sets`.
    """
    free = on.after.shape[1]
    free_slots = (1 << free) - 1
    path = np.empty((2, neighbours.size), np.uint64)
    for face_up in range(to_set - 1, from_set - 1, -1):
        for number in range(first, last):
            pawns = on.held[number] & free_slots
            if pawns & ~face_up:
                continue
            here = position(on, number, face_up)
            if not reached[here]:
                continue
            mover = on.places[number, 0]
            left = (face_up | on.held[number]) & ~(1 << mover)
            found = walk(neighbours, steps[mover], path, np.uint64(left), np.uint64(mover))
            ends[here] = np.int64(found) & free_slots & ~pawns
            for slot in range(free):
                if ends[here] >> slot & 1:
                    then = position(on, on.after[number, slot], left & free_slots)
                    reached[then] = True
            if not ends[here] and on.out[number] >= 0:
                reached[position(on, on.out[number], face_up)] = True


@kernel()
def solve_family(
    on: Placements,
    first: int,
    last: int,
    from_set: int,
    to_set: int,
    reached: Bools,
    ends: U32,
    outcomes: Outcomes,
    gained: U8,  # shape (positions, coalitions)
    possible: U32,  # shape (positions,)
    chosen: U8,  # shape (positions, ties)
) -> None:
    """Solve the positions of a family that are marked, see `reach_family`.

    Earlier families have been solved. Fills `gained` with the points that each coalition can force,
    `possible` with the mask of outcomes if all play for themselves, over all ways to break ties,
    and `chosen` with the outcome for each of `outcomes.TIES`.
    """
    free = on.after.shape[1]
    free_slots = (1 << free) - 1
    children = np.empty(free, np.int64)
    for face_up in range(from_set, to_set):
        for number in range(first, last):
            if on.held[number] & free_slots & ~face_up:
                continue
            here = position(on, number, face_up)
            if not reached[here]:
                continue
            if ends[here]:
                left = face_up & ~(1 << on.places[number, 0])
                count = 0
                for slot in range(free):
                    if ends[here] >> slot & 1:
                        children[count] = position(on, on.after[number, slot], left)
                        count += 1
                moves = children[:count]
                force(here, moves, outcomes, gained)
                possible[here] = foreseen(moves, possible, outcomes)
                for tie in range(chosen.shape[1]):
                    best = preferred(moves, tie, chosen, outcomes.ranks[tie])
                    chosen[here, tie] = outcomes.turned[best]
            elif on.out[number] < 0:
                gained[here, : outcomes.at_end.size] = outcomes.at_end
                possible[here] = 1 << outcomes.end
                chosen[here] = outcomes.end
            else:
                there = position(on, on.out[number], face_up)
                go_out(here, there, outcomes, gained)
                possible[here] = renumbered(possible[there], outcomes.after_out)
                for tie in range(chosen.shape[1]):
                    chosen[here, tie] = outcomes.after_out[chosen[there, tie]]


@helper(forceinline=True)
def renumbered(mask: int, numbers: I64) -> int:
    """Get the mask of outcomes with other numbers."""
    found = 0
    for outcome in range(numbers.size):
        if mask >> outcome & 1:
            found |= 1 << numbers[outcome]
    return found


@helper(forceinline=True)
def go_out(here: int, there: int, outcomes: Outcomes, gained: U8) -> None:
    """Find what each coalition can force, given the position after the side to move is out."""
    for t in range(outcomes.coalition_out.shape[0]):
        number, is_others = outcomes.coalition_out[t]
        points = 0
        if number >= 0:
            points = int(gained[there, number])
        if is_others:
            points = outcomes.total - outcomes.lowest - points
        gained[here, t] = outcomes.lowest + points


@helper(forceinline=True)
def force(here: int, moves: I64, outcomes: Outcomes, gained: U8) -> None:
    """Find what each coalition with the side to move can force, given the positions after moves."""
    for t in range(outcomes.coalition.shape[0]):
        number, is_others = outcomes.coalition[t]
        best = 0
        for there in moves:
            points = int(gained[there, number])
            best = max(best, outcomes.total - points if is_others else points)
        gained[here, t] = best


@helper(forceinline=True)
def foreseen(moves: I64, possible: U32, outcomes: Outcomes) -> int:
    """Find the possible outcomes if ties may be broken in any way, even depending on past moves.

    A player can choose an outcome after a move if no other move is sure to be better: for every
    other move some way to break later ties gives them no more.
    """
    sure = 0
    for there in moves:
        worst = outcomes.at_least.size
        for outcome in range(outcomes.mine.size):
            if possible[there] >> outcome & 1:
                worst = min(worst, outcomes.mine[outcome])
        sure = max(sure, worst)
    after = 0
    for there in moves:
        after |= np.int64(possible[there]) & outcomes.at_least[sure]
    return renumbered(after, outcomes.turned)


@helper(forceinline=True)
def preferred(moves: I64, tie: int, chosen: U8, ranks: I64) -> int:
    """Find the outcome after the move that the side to move prefers."""
    best = chosen[moves[0], tie]
    for there in moves:
        if ranks[chosen[there, tie]] > ranks[best]:
            best = chosen[there, tie]
    return int(best)
