"""The search for boards on which an opening takes billions of positions, such as 6x6.

It asks the same questions as the search in `ordered`, in the order in which they cost least
together: who wins, and then step by step how soon. It proves nothing before it knows who wins. Two
more things differ:

- Before a move is made, its position is looked up in the transposition table. That answers many
  questions at once, and spares a tenth of all positions.
- The table (`packed`) takes half the memory for each position, and keeps what took most work.

What did not pay: the proven move first (twice the positions on 5x5), moves ordered by how often
they were best elsewhere, and by how many replies do not lose at once.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits, lowest, walk
from tablebase.games.collapsi.search.ordered import (
    ASKED,
    BEST,
    CARDS,
    ENDS,
    FACE_UP,
    FUTURE,
    LOWER,
    MOST,
    MOVER,
    MOVES,
    NEXT,
    NODES,
    OPPONENT,
    PLY,
    REPLIES,
    ROOM,
    TAKEN,
    UPPER,
    answer_root,
    can_block,
    descend,
    insert,
    next_question,
)
from tablebase.games.collapsi.search.packed import probe, store


@kernel()
def run(
    neighbours: U64,
    steps: U64,
    path: U64,
    nodes: U64,
    scores: I64,
    moves: U64,
    futures: U64,
    entered: I64,
    known: U64,
    state: I64,
    result_only: bool,
    limit: int,
) -> bool:
    """Search on until the goal is reached or `limit` positions, from the beginning, are looked at.

    Parameters
    ----------
    neighbours, steps, path : ndarray of uint64
        See `reach.ends_of`.
    entered : ndarray of int64, shape (plies,)
        State: by ply the positions looked at before its node.
    known : ndarray of uint64, shape (a power of two, SLOTS)
        The transposition table, see `packed`: zeros where nothing is known.
    nodes, scores, moves, futures, state, result_only
        As in `ordered.run`.
    """
    cells = np.uint64(neighbours.size)
    at = np.uint64(0)
    count = state[NODES]
    if state[PLY] >= 0:
        at = np.uint64(state[PLY])
    else:
        asked = next_question(state, result_only, False)
        if asked == 0:
            return True
        scores[ASKED, 0] = asked
    while True:
        if count >= limit:
            state[PLY] = np.int64(at)
            state[NODES] = count
            return False
        # A new node: not over, no win in one, and the question is open.
        entered[at] = count
        left = state[CARDS] - np.int64(at)
        up, mover, opponent = nodes[FACE_UP, at], nodes[MOVER, at], nodes[OPPONENT, at]
        asked = scores[ASKED, at]
        lower, upper = 2 - left, left - 3
        if at:  # of the root, a move is wanted
            lower, upper = probe(known, cells, up, mover, opponent, lower, upper)
        n = np.uint64(0)
        if lower >= asked:
            score = lower
        elif upper < asked:
            score = upper
        else:
            scores[LOWER, at] = lower
            scores[UPPER, at] = upper
            scores[NEXT, at] = 0
            replies = nodes[REPLIES, at]
            after = up & ~(ONE << mover)
            rest = after & ~(ONE << opponent)
            score = 2 - left  # of a move after which the opponent wins at once
            waiting = nodes[ENDS, at]
            while waiting:
                count += 1
                end = lowest(waiting)
                bit = ONE << end
                waiting ^= bit
                future = walk(neighbours, steps[end], path, rest ^ bit, end)
                if can_block(future, replies & ~bit):
                    continue
                # The opponent's score is at most that of a win in three.
                least, most = probe(known, cells, after, opponent, end, 3 - left, left - 4)
                score = max(score, -most)
                if score >= asked:
                    moves[at, 0] = end
                    scores[NEXT, at] = 1
                    n = np.uint64(0)
                    break
                if -least < asked:
                    score = max(score, -least)
                    continue
                worth = FUTURE * count_bits(future) + ROOM * count_bits(neighbours[end] & rest)
                worth += TAKEN * (replies >> end & ONE)
                insert(moves, futures, at, n, (MOST - worth) << np.uint64(8) | end, future)
                n += ONE
            scores[BEST, at] = score
            scores[MOVES, at] = np.int64(n)
            if not n:
                keep(known, cells, nodes, scores, at, score, count - entered[at])
        if n:
            descend(nodes, scores, moves, futures, at)
            at += ONE
            continue
        # The question about the node is answered: back to its predecessors.
        while at:
            at -= ONE
            score = -score
            best = max(scores[BEST, at], score)
            if best < scores[ASKED, at] and scores[NEXT, at] < scores[MOVES, at]:
                scores[BEST, at] = best
                descend(nodes, scores, moves, futures, at)
                at += ONE
                break
            keep(known, cells, nodes, scores, at, best, count - entered[at])
            score = best
        else:
            answer_root(state, scores, moves, score)
            asked = next_question(state, result_only, False)
            if asked == 0:
                state[PLY] = -1
                state[NODES] = count
                return True
            scores[ASKED, 0] = asked


@helper(forceinline=True)
def keep(known: U64, cells: Word, nodes: U64, scores: I64, at: Word, score: int, work: int) -> None:
    """Keep what has been proven of a node: that its score is at least, or at most, `score`."""
    lower, upper = scores[LOWER, at], scores[UPPER, at]
    if score >= scores[ASKED, at]:
        lower = max(lower, score)
    else:
        upper = min(upper, score)
    up, mover, opponent = nodes[FACE_UP, at], nodes[MOVER, at], nodes[OPPONENT, at]
    store(known, cells, up, mover, opponent, lower, upper, work)
