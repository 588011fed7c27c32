"""Depth-first proof-number search: who wins, found in a different way, as a check of the others.

A node has two numbers: at least how many of the positions below still have to be shown won, or
lost, before it is known that the side to move wins (`proof`), or loses (`disproof`). The search
always goes on where the least is missing, until that is more than elsewhere, and keeps the numbers
in a table. It needs some five to ten times the positions of `search_vast`, and shares with it only
the rule of movement.

The disproof of a node is the largest of its moves' numbers, and one for each other move that is not
settled. A sum would count positions several times that two moves lead to.
"""

from __future__ import annotations

import numpy as np

from tablebase import Position
from tablebase.engine.arrays import U64
from tablebase.engine.kernels import helper, kernel
from tablebase.engine.searched import Limits, Searched
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits, lowest, walk
from tablebase.games.collapsi.search.destinations import arrays_of
from tablebase.games.collapsi.search.searches import SLICE, KernelSearch, latest, table_of
from tablebase.games.collapsi.search.transpositions import LEAST_MEMORY, place_of

NEVER = np.uint64(1 << 30)
"""The number of what cannot be shown."""

HALF = np.uint64(32)
"""Bits of one number in an entry."""

TWO = np.uint64(2)

# Rows of the array of nodes; a column a ply.
FACE_UP, MOVER, OPPONENT, ENDS, REPLIES, PROOF_LIMIT, DISPROOF_LIMIT = range(7)

# Places in the array of where the search stands.
PLY, NODES, NEW, PROOF, DISPROOF = range(5)


def prove_winner(
    position: Position, limits: Limits | None = None, memory: int = 1 << 30
) -> Searched[Position]:
    """Find who wins on a board of 17 to 42 cells, by proof numbers; see `search_vast`."""
    return ProofSearch(position, "result", memory).run(limits or Limits())


class ProofSearch(KernelSearch):
    """The search of `prove_winner`."""

    method = "proof"

    def __init__(self, position: Position, goal: str, memory: int = LEAST_MEMORY) -> None:
        known, (_, *board) = table_of(position, memory), arrays_of(position)
        cards = position.face_up.bit_count()
        nodes = np.empty((7, cards + 1), np.uint64)
        futures = np.empty((cards + 1, len(position.cards)), np.uint64)
        self._state = np.empty(5, np.uint64)
        self.arrays = *board, nodes, futures, known, self._state
        super().__init__(position, goal)
        here = position.face_up, position.mover, position.opponent
        start(*board, nodes, self._state, *here)
        self.lower, self.upper = -cards, cards - 1

    def cells(self) -> list[int]:
        """No move."""
        return []

    def advance(self) -> bool:
        """Continue for a slice; return whether it is known who wins."""
        before = int(self._state[NODES])
        done = prove(*self.arrays, before + self.left(SLICE))
        self.nodes += int(self._state[NODES]) - before
        loss, win = latest(self.position.face_up.bit_count())
        if done and not self._state[PROOF]:
            self.lower = win
        elif done:
            self.upper = loss
        return done


@kernel()
def start(
    neighbours: U64,
    steps: U64,
    path: U64,
    nodes: U64,
    state: U64,
    face_up: int,
    mover: int,
    opponent: int,
) -> None:
    """Set the state up to search a position; the arrays are those of `prove`."""
    up, here, there = np.uint64(face_up), np.uint64(mover), np.uint64(opponent)
    rest = up & ~(ONE << here)
    nodes[FACE_UP, 0] = up
    nodes[MOVER, 0] = here
    nodes[OPPONENT, 0] = there
    nodes[ENDS, 0] = walk(neighbours, steps[here], path, rest, here) & ~(ONE << there)
    nodes[REPLIES, 0] = walk(neighbours, steps[there], path, rest & ~(ONE << there), there)
    nodes[PROOF_LIMIT, 0] = nodes[DISPROOF_LIMIT, 0] = NEVER
    state[:] = 0
    state[NEW] = ONE


@kernel()
def prove(
    neighbours: U64,
    steps: U64,
    path: U64,
    nodes: U64,
    futures: U64,
    known: U64,
    state: U64,
    limit: int,
) -> bool:
    """Search on until it is known who wins, or `limit` positions are looked at.

    Gives whether it is known; then the proof of the root is 0 or its disproof is.

    Parameters
    ----------
    neighbours, steps, path : ndarray of uint64
        See `destinations.arrays_of`.
    nodes : ndarray of uint64, shape (7, plies)
        State: by ply the face-up cells, the pawns' cells, the cells that the mover's moves end on,
        those that the opponent's next would end on if the mover went nowhere, and the numbers at
        which the search goes on elsewhere.
    futures : ndarray of uint64, shape (plies, n)
        State: by ply and the cell that a move ends on, the cells that the mover could reach next.
    known : ndarray of uint64, shape (a power of two, 4)
        Two entries a place: a position, which is never 0, and its numbers.
    state : ndarray of uint64, shape (5,)
        State: ply, positions looked at, whether the node is new, and the root's numbers.
    """
    at, count, new = state[PLY], state[NODES], state[NEW]
    while count < np.uint64(limit):
        up, mover, opponent = nodes[FACE_UP, at], nodes[MOVER, at], nodes[OPPONENT, at]
        after = up & ~(ONE << mover)
        rest = after & ~(ONE << opponent)
        proof, second, disproof, chosen, unsettled = NEVER, NEVER, np.uint64(0), ONE, np.uint64(0)
        chosen_proof = np.uint64(0)
        waiting = nodes[ENDS, at]
        while waiting:
            end = lowest(waiting)
            bit = ONE << end
            waiting ^= bit
            if new:
                count += ONE
                futures[at, end] = walk(neighbours, steps[end], path, rest ^ bit, end)
            theirs, mine = numbers_of(
                known, after, opponent, end, nodes[REPLIES, at] & ~bit, futures[at, end]
            )
            if mine < proof:
                second, proof, chosen, chosen_proof = proof, mine, end, theirs
            elif mine < second:
                second = mine
            if theirs:
                unsettled += ONE
                disproof = max(disproof, theirs)
        if unsettled:
            disproof = min(disproof + unsettled - ONE, NEVER)
        if not proof:
            disproof = NEVER
        if proof >= nodes[PROOF_LIMIT, at] or disproof >= nodes[DISPROOF_LIMIT, at]:
            keep(known, up, mover, opponent, proof, disproof)
            if not at:
                state[NODES], state[PROOF], state[DISPROOF] = count, proof, disproof
                return True
            at -= ONE
            new = np.uint64(0)
            continue
        child = at + ONE
        nodes[FACE_UP, child] = after
        nodes[MOVER, child] = opponent
        nodes[OPPONENT, child] = chosen
        nodes[ENDS, child] = nodes[REPLIES, at] & ~(ONE << chosen)
        nodes[REPLIES, child] = futures[at, chosen]
        # A quarter more than the next best move, so that the search does not change too often.
        nodes[DISPROOF_LIMIT, child] = min(nodes[PROOF_LIMIT, at], second + (second >> TWO) + ONE)
        nodes[PROOF_LIMIT, child] = nodes[DISPROOF_LIMIT, at] - disproof + chosen_proof
        at = child
        new = ONE
    state[PLY], state[NODES], state[NEW] = at, count, new
    return False


@helper(forceinline=True)
def numbers_of(
    known: U64, up: Word, mover: Word, opponent: Word, ends: Word, future: Word
) -> tuple[Word, Word]:
    """Get proof and disproof of a position: settled, known, or estimated by the moves.

    `ends` are the cells that the mover's moves end on, `future` those that the opponent could reach
    next if the mover went nowhere.
    """
    if not ends:
        return NEVER, np.uint64(0)
    if future & ~ends == 0 and future & (future - ONE) == 0:
        return np.uint64(0), NEVER  # the mover takes the only card that the opponent could reach
    place, tag = place_of(known, (up, mover, opponent)), tag_of(up, mover, opponent)
    for slot in range(2):
        if known[place, np.uint64(2 * slot)] == tag:
            numbers = known[place, np.uint64(2 * slot + 1)]
            return numbers >> HALF, numbers & ((ONE << HALF) - ONE)
    return ONE, count_bits(ends)


@helper(forceinline=True)
def tag_of(up: Word, mover: Word, opponent: Word) -> Word:
    """Get a word that stands for a position on a board of up to 52 cells."""
    return np.uint64(up << np.uint64(12) | mover << np.uint64(6) | opponent)


@helper(forceinline=True)
def keep(known: U64, up: Word, mover: Word, opponent: Word, proof: Word, disproof: Word) -> None:
    """Keep a position's numbers; the first entry of a place for the one with more face-up cards."""
    place, tag = place_of(known, (up, mover, opponent)), tag_of(up, mover, opponent)
    slot = np.uint64(0)
    if known[place, TWO] == tag:
        slot = TWO
    elif known[place, 0] and known[place, 0] != tag:
        if count_bits(known[place, 0] >> np.uint64(12)) > count_bits(up):
            slot = TWO
        else:
            known[place, TWO] = known[place, 0]
            known[place, 3] = known[place, 1]
    known[place, slot] = tag
    known[place, slot + ONE] = proof << HALF | disproof
