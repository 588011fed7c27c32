"""The fast search: null windows, two plies of look-ahead in two look-ups, a transposition table.

Scores are the paper's, as in `plain`. The search asks one question at a time: is the score at least
this? It asks first who wins, then step by step how soon. On large boards, where it may not finish,
it starts from the soonest end. Three things make it fast:

- The opponent's destinations do not depend on the mover's move, except that they exclude the
  mover's new cell, and the mover's next destinations do not depend on the opponent's reply. So for
  a position with known destinations of both sides, one look-up a move shows how many replies the
  opponent has, where the mover could go next, and so whether the opponent is stuck or can leave the
  mover stuck. Positions that end within two plies are never visited.
- Moves that leave the mover many moves and room, and the opponent fewer replies, come first.
- Proven bounds of positions are kept in a transposition table (`transpositions`). For a board whose
  destinations are looked up the table is small, so that both stay in the cache.

A search with a table of its own, for boards on which an opening takes billions of positions, such
as 6x6, differs in two things. It always asks first who wins. And before a move is made, its
position is looked up: that answers many questions at once, and spares a tenth of all positions.
With a small table it spares 3 %, but costs more.

What did not pay on 5x5: the proven move first (twice the positions), moves ordered by how often
they were best elsewhere, and by how many replies do not lose at once.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U16, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits, lowest
from tablebase.games.collapsi.search.destinations import ends_of
from tablebase.games.collapsi.search.transpositions import BYTE, probe, store

# Rows of the arrays of a search's state; a column a ply.
FACE_UP, MOVER, OPPONENT, ENDS, REPLIES = range(5)  # of nodes
ASKED, BEST, LOWER, UPPER, MOVES, NEXT, ENTERED = range(7)  # of scores

# Places in the array of where a search stands.
CARDS, PLY, NODES, ROOT_LOWER, ROOT_UPPER, BEST_MOVE = range(6)

# Weights that order moves: for each cell that the mover can reach next, for each free neighbour
# there, and for the reply that it takes from the opponent. Found by trial on random deals.
FUTURE, ROOM, TAKEN = np.uint64(4), np.uint64(5), np.uint64(10)
MOST = np.uint64(1023)


@kernel()
def begin(
    table: U16 | None,
    neighbours: U64,
    steps: U64,
    path: U64,
    nodes: U64,
    state: I64,
    face_up: int,
    mover: int,
    opponent: int,
) -> None:
    """Set the state up to search a position, and find whether it ends within one ply."""
    up, here, there = np.uint64(face_up), np.uint64(mover), np.uint64(opponent)
    rest = up & ~(ONE << here)
    ends = ends_of(table, neighbours, steps, path, rest, here) & ~(ONE << there)
    rest &= ~(ONE << there)
    replies = ends_of(table, neighbours, steps, path, rest, there)
    nodes[FACE_UP, 0] = up
    nodes[MOVER, 0] = here
    nodes[OPPONENT, 0] = there
    nodes[ENDS, 0] = ends
    nodes[REPLIES, 0] = replies
    cards = np.int64(count_bits(up))
    state[CARDS] = cards
    state[PLY] = -1
    state[NODES] = 0
    if not ends:
        state[ROOT_LOWER] = state[ROOT_UPPER] = -cards
        state[BEST_MOVE] = -1
    elif can_block(replies, ends):
        state[ROOT_LOWER] = state[ROOT_UPPER] = cards - 1
        state[BEST_MOVE] = np.int64(lowest(replies if replies else ends))
    else:
        state[ROOT_LOWER] = 2 - cards
        state[ROOT_UPPER] = cards - 3
        state[BEST_MOVE] = np.int64(lowest(ends))


@helper(forceinline=True)
def can_block(replies: Word, ends: Word) -> bool:
    """Whether a side that can go to `ends` can leave none of the `replies`: a win in one."""
    return bool(replies & (replies - ONE) == 0 and replies & ~ends == 0)


@kernel()
def run(
    table: U16 | None,
    neighbours: U64,
    steps: U64,
    path: U64,
    nodes: U64,
    scores: I64,
    moves: U64,
    futures: U64,
    known: U64,
    generation: int | None,
    state: I64,
    result_only: bool,
    limit: int,
) -> bool:
    """Search on until the goal is reached or `limit` positions, from the beginning, are looked at.

    Gives whether the goal is reached. All of the search is in this one loop: numba counts
    references at each call of a larger function that takes arrays, which tripled the time.

    Parameters
    ----------
    table, neighbours, steps, path : ndarray
        See `destinations.arrays_of`.
    nodes : ndarray of uint64, shape (5, plies)
        State: by ply the face-up cells, the pawns' cells, the cells that the mover's moves end on,
        and those that the opponent's next would end on if the mover went nowhere.
    scores : ndarray of int64, shape (6, plies), or (7, plies) without a generation
        State: by ply the score asked for, the best so far, the bounds known before, the number of
        moves to be searched, and of those that have been; and the positions looked at before.
    moves, futures : ndarray of uint64, shape (plies, n)
        State: by ply the moves to be searched, in order, their cells in the low byte; and the cells
        that the mover could reach next.
    known : ndarray of uint64, shape (a power of two, 4)
        The transposition table, see `transpositions`.
    generation : int or None
        Number of this search; None if the table is its own.
    state : ndarray of int64, shape (6,)
        State: face-up cards at the root, ply to go on with (-1 between two questions), positions
        looked at, bounds of the root's score, and the move that achieves the lower (-1 if there is
        no move).
    result_only : bool
        Whether it is enough to know who wins.
    """
    deepen = table is None and generation is not None
    cells = np.uint64(neighbours.size)
    at = np.uint64(0)
    count = state[NODES]
    if state[PLY] >= 0:
        at = np.uint64(state[PLY])
    elif not ask(state, scores, result_only, deepen):
        return True
    while True:
        # A new node: not over, no win in one, and the question is open.
        if count >= limit:
            state[PLY] = np.int64(at)
            state[NODES] = count
            return False
        if generation is None:
            scores[ENTERED, at] = count
        left = state[CARDS] - np.int64(at)
        up, mover, opponent = nodes[FACE_UP, at], nodes[MOVER, at], nodes[OPPONENT, at]
        asked = scores[ASKED, at]
        lower, upper = 2 - left, left - 3
        if at:  # of the root, a move is wanted
            lower, upper = probe(known, generation, cells, (up, mover, opponent), lower, upper)
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
                future = ends_of(table, neighbours, steps, path, rest, end)
                if can_block(future, replies & ~bit):
                    continue
                most = left - 4  # of the opponent's score: that of a win in three
                if generation is None:
                    child = after, opponent, end
                    least, most = probe(known, generation, cells, child, 3 - left, most)
                    if -least < asked:
                        score = max(score, -least)
                        continue
                    score = max(score, -most)
                if -most >= asked:
                    score = -most
                    moves[at, 0] = end
                    scores[NEXT, at] = 1
                    n = np.uint64(0)
                    break
                worth = FUTURE * count_bits(future) + ROOM * count_bits(neighbours[end] & rest)
                worth += TAKEN * (replies >> end & ONE)
                insert(moves, futures, at, n, (MOST - worth) << np.uint64(8) | end, future)
                n += ONE
            scores[BEST, at] = score
            scores[MOVES, at] = np.int64(n)
            if not n:
                keep(known, generation, cells, nodes, scores, at, score, count)
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
            keep(known, generation, cells, nodes, scores, at, best, count)
            score = best
        else:
            answer_root(state, scores, moves, score)
            if not ask(state, scores, result_only, deepen):
                state[PLY] = -1
                state[NODES] = count
                return True


@helper(forceinline=True)
def ask(state: I64, scores: I64, result_only: bool, deepen: bool) -> bool:
    """Ask for the next score of the root; gives whether any is left to ask for.

    To deepen is to ask in turn for the soonest win and the soonest loss not yet ruled out. It takes
    a third more nodes, but a search that is stopped has proven how long the game lasts.
    """
    lower, upper = state[ROOT_LOWER], state[ROOT_UPPER]
    if lower < 0 < upper:
        if deepen:
            scores[ASKED, 0] = upper if upper > -lower else lower + 1
        else:
            scores[ASKED, 0] = 1
        return True
    scores[ASKED, 0] = upper if upper < 0 else lower + 1
    return lower < upper and not result_only


@helper(forceinline=True)
def answer_root(state: I64, scores: I64, moves: U64, score: int) -> None:
    """Note what has been proven of the root: that its score is at least, or at most, `score`."""
    if score >= scores[ASKED, 0]:
        state[ROOT_LOWER] = max(state[ROOT_LOWER], score)
        state[BEST_MOVE] = np.int64(moves[0, np.uint64(scores[NEXT, 0] - 1)] & BYTE)
    else:
        state[ROOT_UPPER] = min(state[ROOT_UPPER], score)


@helper(forceinline=True)
def insert(moves: U64, futures: U64, at: Word, n: Word, key: Word, future: Word) -> None:
    """Put a move among the `n` before it, the smallest key first."""
    place = n
    while place and moves[at, place - ONE] > key:
        moves[at, place] = moves[at, place - ONE]
        futures[at, place] = futures[at, place - ONE]
        place -= ONE
    moves[at, place] = key
    futures[at, place] = future


@helper(forceinline=True)
def descend(nodes: U64, scores: I64, moves: U64, futures: U64, at: Word) -> None:
    """Make the next move of a node."""
    child = at + ONE
    number = np.uint64(scores[NEXT, at])
    scores[NEXT, at] += 1
    end = moves[at, number] & BYTE
    nodes[FACE_UP, child] = nodes[FACE_UP, at] & ~(ONE << nodes[MOVER, at])
    nodes[MOVER, child] = nodes[OPPONENT, at]
    nodes[OPPONENT, child] = end
    nodes[ENDS, child] = nodes[REPLIES, at] & ~(ONE << end)
    nodes[REPLIES, child] = futures[at, number]
    scores[ASKED, child] = 1 - scores[ASKED, at]


@helper(forceinline=True)
def keep(
    known: U64,
    generation: int | None,
    cells: Word,
    nodes: U64,
    scores: I64,
    at: Word,
    score: int,
    count: int,
) -> None:
    """Keep what has been proven of a node: that its score is at least, or at most, `score`."""
    lower, upper = scores[LOWER, at], scores[UPPER, at]
    if score >= scores[ASKED, at]:
        lower = max(lower, score)
    else:
        upper = min(upper, score)
    work = count - scores[ENTERED, at] if generation is None else 0
    here = nodes[FACE_UP, at], nodes[MOVER, at], nodes[OPPONENT, at]
    store(known, generation, cells, here, lower, upper, work)


@kernel()
def follow(
    table: U16 | None,
    neighbours: U64,
    steps: U64,
    path: U64,
    nodes: U64,
    known: U64,
    generation: int | None,
    score: int,
    left: int,
    line: U64,
) -> int:
    """Follow the best line from the root, as far as the transposition table shows it.

    `score` is the root's exact score, and `left` its number of face-up cards. Fills `line` with the
    cells where the moves end. Gives the number of moves found: if it is less than the distance to
    the end, the entries of the next have been overwritten.
    """
    number, cells = np.uint64(0), np.uint64(neighbours.size)
    up, mover, opponent = nodes[FACE_UP, 0], nodes[MOVER, 0], nodes[OPPONENT, 0]
    ends, replies = nodes[ENDS, 0], nodes[REPLIES, 0]
    while ends:
        after = up & ~(ONE << mover)
        rest = after & ~(ONE << opponent)
        waiting = ends
        while waiting:
            end = lowest(waiting)
            bit = ONE << end
            waiting ^= bit
            future = ends_of(table, neighbours, steps, path, rest, end)
            if not replies & ~bit:
                upper = 1 - left
            elif can_block(future, replies & ~bit):
                upper = left - 2
            else:
                child = after, opponent, end
                _, upper = probe(known, generation, cells, child, 3 - left, left - 4)
            if -upper >= score:
                break
        else:
            break
        line[number] = end
        number += ONE
        up, mover, opponent = after, opponent, end
        ends, replies = replies & ~bit, future
        score = -score
        left -= 1
    return int(number)
