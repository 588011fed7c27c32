"""The fast search where rows and columns are shifted, on boards of up to 16 cells.

It asks the same questions as the search in `ordered`, with the same transposition table. What
differs is the position: a shift moves cards, so it is a word with four bits a cell, the *kind* of
its face-up card from 1 on, or 0. A card that collapses is forgotten, so positions that differ only
in their face-down cards are one. Shifts of a line are rotations of its bits.

Moves that leave the opponent few replies, and the mover many moves if the opponent then went
nowhere, come first. One after which the opponent is stuck, or of which enough is known already,
is never left.

Searches of one game can share the transposition table, and end where a table of late positions
begins.
"""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, U16, U64
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits, lowest
from tablebase.games.collapsi.search.known import probe
from tablebase.games.collapsi.search.late import CARDS as LATE_CARDS
from tablebase.games.collapsi.search.late import Late, late_score
from tablebase.games.collapsi.search.ordered import (
    ASKED,
    BEST,
    BEST_MOVE,
    CARDS,
    LOWER,
    MOVES,
    NEXT,
    NODES,
    PLY,
    ROOT_LOWER,
    ROOT_UPPER,
    UPPER,
    answer_root,
    keep,
    next_question,
)

# Rows of the array of nodes; a column a ply. The first three are those of `ordered`.
LAID, MOVER, OPPONENT, ENDS, UP = range(5)

# Columns of a shift: the line's cells as bits, by how much its bits move to the left and, at its
# other end, to the right; then the same for words of four bits a cell.
SET, WORD = np.uint64(0), np.uint64(3)

FOUR, KIND = np.uint64(4), np.uint64(15)

# Weights that order moves: for each reply that the opponent has, and against each cell that the
# mover could reach next. Found by trial on random deals.
REPLY, FUTURE = np.uint64(4), np.uint64(3)
MOST = np.uint64(256)

Node = tuple[Word, Word, Word, Word]
"""Word and set of the face-up cards, and the cells of the mover's and the opponent's pawn."""


@kernel()
def begin(
    table: U16, nodes: U64, state: I64, cells: int, laid: U64, mover: int, opponent: int
) -> None:
    """Set the state up to search a position, whose word is all of `laid`."""
    word, here, there = laid[0], np.uint64(mover), np.uint64(opponent)
    up = np.uint64(0)
    for cell in range(np.uint64(cells)):
        if word >> np.uint64(cell) * FOUR & KIND:
            up |= ONE << np.uint64(cell)
    place(table, nodes, np.uint64(cells), np.uint64(0), (word, up, here, there))
    cards, ends = np.int64(count_bits(up)), nodes[ENDS, 0]
    state[CARDS] = cards
    state[PLY] = -1
    state[NODES] = 0
    state[ROOT_LOWER] = 2 - cards if ends else -cards
    state[ROOT_UPPER] = cards - 1 if ends else -cards
    state[BEST_MOVE] = np.int64(lowest(ends)) if ends else -1


@helper(forceinline=True)
def place(table: U16, nodes: U64, cells: Word, at: Word, node: Node) -> None:
    """Make a node that of a ply."""
    laid, up, mover, opponent = node
    nodes[LAID, at] = laid
    nodes[UP, at] = up
    nodes[MOVER, at] = mover
    nodes[OPPONENT, at] = opponent
    nodes[ENDS, at] = reach(table, cells, laid, up, mover) & ~(ONE << opponent)


@helper(forceinline=True)
def node_at(nodes: U64, at: Word) -> Node:
    """Get the node of a ply."""
    return nodes[LAID, at], nodes[UP, at], nodes[MOVER, at], nodes[OPPONENT, at]


@helper(forceinline=True)
def reach(table: U16, cells: Word, laid: Word, up: Word, cell: Word) -> Word:
    """Get the cells where a pawn can end, without regard to the other pawn."""
    kind = (laid >> cell * FOUR & KIND) - ONE
    return np.uint64(table[(kind * cells + cell) << cells | up])


@helper(forceinline=True)
def shifted(bits: Word, shift: U64, first: Word) -> Word:
    """Get a set or a word after a shift."""
    line, left, right = shift[first], shift[first + ONE], shift[first + ONE + ONE]
    inside = bits & line
    return np.uint64((bits ^ inside) | ((inside << left | inside >> right) & line))


@helper(forceinline=True)
def after(shifts: U64, node: Node, end: Word, way: Word) -> Node:
    """Get the node after a move and one of the shifts that may follow it."""
    laid, up, mover, opponent = node
    shift = shifts[end, way]
    return (
        shifted(laid & ~(KIND << mover * FOUR), shift, WORD),
        shifted(up & ~(ONE << mover), shift, SET),
        lowest(shifted(ONE << opponent, shift, SET)),
        lowest(shifted(ONE << end, shift, SET)),
    )


@kernel()
def run(
    table: U16,
    shifts: U64,
    cells: int,
    nodes: U64,
    scores: I64,
    moves: U64,
    known: U64,
    generation: int,
    state: I64,
    result_only: bool,
    limit: int,
    late: Late | None,
) -> bool:
    """Search on until the goal is reached or `limit` positions, from the beginning, are visited.

    Parameters
    ----------
    table : ndarray of uint16, shape (kinds * cells * 2**cells,)
        The end cells for each kind of card, cell and set of face-up cells.
    shifts : ndarray of uint64, shape (cells, ways, 6)
        The shifts that may follow a move to each cell.
    nodes : ndarray of uint64, shape (5, plies)
        State: by ply the word of the face-up cards, the pawns' cells, the cells that the mover's
        moves end on, and the set of face-up cards.
    moves : ndarray of uint64, shape (plies, cells * ways)
        State: by ply the moves to be searched, in order: in the low byte the cell, and times 16 the
        number of the shift.
    scores, known, generation, state, result_only
        As in `ordered.run`.
    late : tuple, optional
        Late positions, where the search ends, see `late`; the root must have three cards more.
    """
    n_cells, generation_ = np.uint64(cells), np.uint64(generation)
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
        count += 1
        left = state[CARDS] - np.int64(at)
        if late is not None and left == LATE_CARDS + 2:
            score = expand_late(
                table, shifts, n_cells, nodes, scores, known, generation_, at, left, late
            )
        else:
            score = expand(
                table, shifts, n_cells, nodes, scores, moves, known, generation_, at, left
            )
        if scores[MOVES, at]:
            descend(table, shifts, n_cells, nodes, scores, moves, at)
            at += ONE
            continue
        # The question about the node is answered: back to its predecessors.
        while at:
            at -= ONE
            score = -score
            best = max(scores[BEST, at], score)
            if best < scores[ASKED, at] and scores[NEXT, at] < scores[MOVES, at]:
                scores[BEST, at] = best
                descend(table, shifts, n_cells, nodes, scores, moves, at)
                at += ONE
                break
            keep(known, generation_, nodes, scores, at, best)
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
def expand(
    table: U16,
    shifts: U64,
    cells: Word,
    nodes: U64,
    scores: I64,
    moves: U64,
    known: U64,
    generation: Word,
    at: Word,
    left: int,
) -> int:
    """List the moves of a node that may answer its question; if none, get the answer, and keep it.

    `left` is its number of face-up cards. It has a move, so it is lost in two plies at the soonest.
    """
    node = node_at(nodes, at)
    asked = scores[ASKED, at]
    lower, upper = 2 - left, left - 1
    if at:  # of the root, the best move is wanted as well
        lower, upper = probe(known, generation, node[0], node[2], node[3], lower, upper)
    scores[MOVES, at] = scores[NEXT, at] = 0
    scores[LOWER, at] = lower
    scores[UPPER, at] = upper
    scores[BEST, at] = 2 - left
    if lower >= asked:
        return lower
    if upper < asked:
        return upper
    n = np.uint64(0)
    waiting = nodes[ENDS, at]
    while waiting:
        end = lowest(waiting)
        waiting &= waiting - ONE
        for number in range(np.uint64(shifts.shape[1])):
            way = np.uint64(number)
            laid, up, theirs, mine = after(shifts, node, end, way)
            replies = reach(table, cells, laid, up, theirs) & ~(ONE << mine)
            if replies:
                score = -probe(known, generation, laid, theirs, mine, 3 - left, left - 2)[1]
            else:
                score = left - 1
            if score >= asked:
                moves[at, 0] = way << FOUR | end
                scores[NEXT, at] = 1
                keep(known, generation, nodes, scores, at, score)
                return score
            future = reach(table, cells, laid, up & ~(ONE << theirs), mine)
            worth = MOST + REPLY * count_bits(replies) - FUTURE * count_bits(future)
            insert(moves, at, n, worth << np.uint64(8) | way << FOUR | end)
            n += ONE
    if asked > left - 3:  # only a move that wins at once would have been enough
        keep(known, generation, nodes, scores, at, left - 3)
        return left - 3
    scores[MOVES, at] = np.int64(n)
    return 0


@helper(forceinline=True)
def expand_late(
    table: U16,
    shifts: U64,
    cells: Word,
    nodes: U64,
    scores: I64,
    known: U64,
    generation: Word,
    at: Word,
    left: int,
    late: Late,
) -> int:
    """Answer the question about a node with two cards more than the late positions, and keep it."""
    node = node_at(nodes, at)
    asked = scores[ASKED, at]
    lower, upper = probe(known, generation, node[0], node[2], node[3], 2 - left, left - 1)
    scores[MOVES, at] = 0
    scores[LOWER, at] = lower
    scores[UPPER, at] = upper
    if lower >= asked:
        return lower
    if upper < asked:
        return upper
    best = 2 - left
    waiting = nodes[ENDS, at]
    while waiting and best < asked:
        end = lowest(waiting)
        waiting &= waiting - ONE
        for number in range(np.uint64(shifts.shape[1])):
            laid, up, theirs, mine = after(shifts, node, end, np.uint64(number))
            replies = reach(table, cells, laid, up, theirs) & ~(ONE << mine)
            score = left - 1
            if replies:
                score = -late_score(late, laid, up, theirs, mine, replies)
            best = max(best, score)
            if best >= asked:
                break
    keep(known, generation, nodes, scores, at, best)
    return best


@helper(forceinline=True)
def insert(moves: U64, at: Word, n: Word, key: Word) -> None:
    """Put a move among the `n` before it, the smallest key first."""
    place = n
    while place and moves[at, place - ONE] > key:
        moves[at, place] = moves[at, place - ONE]
        place -= ONE
    moves[at, place] = key


@helper(forceinline=True)
def descend(
    table: U16, shifts: U64, cells: Word, nodes: U64, scores: I64, moves: U64, at: Word
) -> None:
    """Make the next move of a node."""
    move = moves[at, np.uint64(scores[NEXT, at])]
    scores[NEXT, at] += 1
    child = after(shifts, node_at(nodes, at), move & KIND, move >> FOUR & KIND)
    place(table, nodes, cells, at + ONE, child)
    scores[ASKED, at + ONE] = 1 - scores[ASKED, at]


@kernel()
def follow(
    table: U16,
    shifts: U64,
    cells: int,
    nodes: U64,
    known: U64,
    generation: int,
    score: int,
    left: int,
    line: U64,
) -> int:
    """Follow the best line from the root, as `ordered.follow`; fills `line` with moves of `run`."""
    n_cells = np.uint64(cells)
    node, ends = node_at(nodes, np.uint64(0)), nodes[ENDS, 0]
    number = np.uint64(0)
    while ends:
        found = False
        waiting = ends
        while waiting and not found:
            end = lowest(waiting)
            waiting &= waiting - ONE
            for way in range(np.uint64(shifts.shape[1])):
                child = after(shifts, node, end, np.uint64(way))
                laid, up, theirs, mine = child
                replies = reach(table, n_cells, laid, up, theirs) & ~(ONE << mine)
                upper = 1 - left
                if replies:
                    upper = probe(
                        known, np.uint64(generation), laid, theirs, mine, 3 - left, left - 2
                    )[1]
                if -upper >= score:
                    found = True
                    line[number] = np.uint64(way) << FOUR | end
                    node, ends = child, replies
                    break
        if not found:
            break
        number += ONE
        score = -score
        left -= 1
    return int(number)
