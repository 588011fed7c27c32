"""The kernel that plays games of a deal: strategies and strengths against each other.

A player is a strategy, with its terms as in `kernels`, or a strength with sight and slip as in
`engine.play.opponents`. Both give a set of equally likely moves; random numbers drawn beforehand
decide which one is made.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tablebase.engine.arrays import F64, I64, U8
from tablebase.engine.kernels import helper, kernel
from tablebase.games.collapsi.deals.rank_kernels import ranked
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest
from tablebase.games.collapsi.strategy.feature_kernels import Int, View, bit, count, replies
from tablebase.games.collapsi.strategy.kernels import preferred

DRAWS = 2
"""Random numbers for a ply: whether a strength slips, and which of the moves is made."""

NOBODY = -1
"""No player; the sight of a strategy."""

_0 = np.uint64(0)


@kernel()
def play_games(
    view: View,  # of the deal
    jokers: I64,  # red's cell, blue's
    slots: I64,  # of each cell
    table: U8,  # the codes of all positions, packed
    bits: Int,  # of a code
    opening: Int,  # the rank of the start
    signed: I64,  # the signed distance of each code
    terms: I64,  # of all players' strategies
    spans: I64,  # (players, 1 + cells, 3), by face-up cards: first term, last term, preferences
    sights: I64,  # of each player
    slips: F64,
    games: I64,  # rows of players: red, blue, and a strategy to score along the way
    luck: F64,  # (games, plies, DRAWS), from 0 to 1
    plies: Any,  # output, (games,): the length of each game
    kept: Any,  # output, (games, 1 + cells), by face-up cards before the move: in critical
    # positions, the probability that the scored strategy keeps the win
) -> None:
    """Play games of a deal from its start."""
    size = view.cards.size
    codes, ends = np.zeros(size, np.int64), view.ends
    keys = np.empty((size, spans[:, :, 2].max()), np.int64)
    order, classes = np.empty(size, np.int64), np.zeros(size, np.uint64)
    for game in range(games.shape[0]):
        face_up, mover, they = (ONE << np.uint64(size)) - ONE, jokers[0], jokers[1]
        for ply in range(size):
            left = face_up & ~bit(mover)
            moves = replies(view, left, they, mover)
            if moves == _0:
                break
            first = opening if ply == 0 else NOBODY
            look_up(left, they, moves, first, slots, table, bits, codes)
            winning = won(moves, codes, signed, ends)
            asked, player = games[game, 2], games[game, ply % 2]
            if asked != NOBODY and winning and winning != moves:
                span = spans[asked, size - ply]
                own = terms[span[0] : span[1]]
                made = preferred(view, left, they, moves, own, span[2], keys, order, classes)
                kept[game, size - ply] = count(made & winning) / count(made)
            if sights[player] == NOBODY:
                span = spans[player, size - ply]
                own = terms[span[0] : span[1]]
                made = preferred(view, left, they, moves, own, span[2], keys, order, classes)
            else:
                careless = luck[game, ply, 0] < slips[player]
                made = made_with_sight(moves, codes, ends, sights[player], careless)
            face_up, mover, they = left, they, np.int64(drawn(made, luck[game, ply, 1]))
            plies[game] = ply + 1


@helper()
def look_up(
    left: Any, they: Int, moves: Any, opening: Int, slots: I64, table: U8, bits: Int, codes: I64
) -> None:
    """Set the codes of the positions after moves; `opening` is NOBODY if a pawn has moved."""
    free = slots.size - 2
    face_up = 0
    for cell in range(slots.size):
        if slots[cell] < free and left & bit(cell):
            face_up |= 1 << slots[cell]
    waiting = moves
    while waiting:
        you = np.int64(lowest(waiting))
        waiting &= waiting - ONE
        i, j = slots[they], slots[you]
        rank = opening + 1 + j if opening != NOBODY else ranked(face_up, i, j, free)
        codes[you] = table[rank * bits >> 3] >> (rank * bits & 7) & (1 << bits) - 1


@helper()
def won(moves: Any, codes: I64, signed: I64, ends: I64) -> Any:
    """The winning ones of some moves; sets the signed distances after all of them."""
    found = _0
    waiting = moves
    while waiting:
        you = np.int64(lowest(waiting))
        waiting &= waiting - ONE
        ends[you] = signed[codes[you]]
        if ends[you] <= 0:
            found |= bit(you)
    return found


@helper()
def made_with_sight(moves: Any, codes: I64, ends: I64, sight: Int, careless: Any) -> Any:
    """The moves that a strength may make: the best, or if it slips, any that it can't see losing.

    It does not slip when it sees a win, or sees all moves lose.
    """
    best = unseen = _0
    least = 1 << 8
    waiting = moves
    while waiting:
        you = np.int64(lowest(waiting))
        waiting &= waiting - ONE
        if codes[you] < least:
            least, best = codes[you], _0
        if codes[you] == least:
            best |= bit(you)
        if not 0 < ends[you] < sight:
            unseen |= bit(you)
    end = ends[np.int64(lowest(best))]
    if careless and unseen and not -sight < end <= 0:
        return unseen
    return best


@helper(forceinline=True)
def drawn(moves: Any, share: Any) -> Any:
    """One of some moves, by a number from 0 to 1."""
    for _ in range(np.int64(share * np.float64(count_bits(moves)))):
        moves &= moves - ONE
    return lowest(moves)
