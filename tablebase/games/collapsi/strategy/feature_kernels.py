"""The kernels of the features: small functions of the position after a move.

A position is a `View` of the board and its cards, the mask of the face-up cells, and the cells of
`you`, who have just moved, and `they`, who are to move. `features` says in words what each feature
is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablebase.engine.arrays import I64, U64
from tablebase.engine.kernels import helper
from tablebase.games.collapsi.path_kernels import ONE, count_bits, lowest
from tablebase.games.collapsi.strategy.features import COUNTABLE, NO_REPLY, NUMBER

Int: TypeAlias = Any  # an int or a numpy integer


class View(NamedTuple):
    """A board, and cards on it, as the kernels take them; `reach.MoveTable.view` makes one."""

    reach: npt.NDArray[Any]  # (masks, columns): the cells that a pawn can go to; see `reach`
    columns: U64  # (cells,): the column of each cell and its card
    cards: I64  # (cells,): the number on each card
    near: U64  # (cells,): the cells next to each cell, as a mask
    far: I64  # (cells, cells): steps between cells
    ends: I64  # (cells,): by the cell you stand on, their distance to the end; > 0 if they win
    lying: U64  # (kinds,): the cells of the cards of each kind, as a mask; see `reach`


Look: TypeAlias = Callable[[View, Any, Int, Int, Int, Int], Any]

_0 = np.uint64(0)

# In the order of `COUNTABLE`.
(
    _MOVES, _THEIR_MOVES, _WORST_MOVES, _STUCK_REPLIES, _ESCAPES, _THEIR_WORST_MOVES, _SAFE_MOVES,
    _WALKS, _THEIR_WALKS, _WORST_WALKS, _WORST_LEAD, _REGION, _NEIGHBOURS, _CARD, _NEXT_CARDS,
    _THEIR_NEXT_CARDS, _DISTANCE, _EVEN,
) = range(len(COUNTABLE))  # fmt: skip
_AHEAD_2 = NUMBER["ahead_2"]
_BALANCE_1 = NUMBER["balance_1"]


@helper(forceinline=True, _nrt=False)
def bit(cell: Int) -> Any:
    """The mask of one cell."""
    return ONE << np.uint64(cell)


@helper(forceinline=True, _nrt=False)
def count(mask: Any) -> Any:
    """The number of cells of a mask, as a signed number."""
    return np.int64(count_bits(mask))


@helper(_nrt=False)
def lay(view: View) -> None:
    """Set where the cards of each kind lie by their columns."""
    columns, lying = view.columns, view.lying
    lying[:] = 0
    for cell in range(columns.size):
        lying[np.int64(columns[cell]) - cell * lying.size] |= bit(cell)


@helper(forceinline=True, _nrt=False)
def ends_of(view: View, face_up: Any, cell: Int) -> Any:
    """The cells that a pawn can go to, the other pawn's cell among them."""
    return np.uint64(view.reach[face_up, view.columns[cell]])


@helper(forceinline=True, _nrt=False)
def tight(view: View, face_up: Any) -> Any:
    """The cells from which a pawn can go to one cell at most."""
    table, lying = view.reach, view.lying
    first = view.columns.size * lying.size
    found = _0
    for kind in range(lying.size):
        found |= np.uint64(table[face_up, first + kind]) & lying[kind]
    return found


@helper(forceinline=True, _nrt=False)
def replies(view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The cells that they can move to."""
    return ends_of(view, face_up, they) & ~bit(you)


@helper(forceinline=True, _nrt=False)
def fewest(ends: Any, taken: Any) -> Any:
    """The fewest of `ends` that are left if the other pawn goes to one of `taken`."""
    return count(ends) - np.int64(ends & taken != _0)


@helper(forceinline=True, _nrt=False)
def worst_moves(view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The moves that you have left after their worst reply."""
    taken = replies(view, face_up, you, they)
    if taken == _0:
        return NO_REPLY
    return fewest(ends_of(view, face_up & ~bit(they), you), taken)


@helper(forceinline=True, _nrt=False)
def stuck_replies(view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The replies that leave you without a move."""
    taken = replies(view, face_up, you, they)
    mine = ends_of(view, face_up & ~bit(they), you)
    if mine == _0:
        return count(taken)
    return np.int64(count(mine) == 1 and mine & taken != _0)


@helper(forceinline=True, _nrt=False)
def left_after(view: View, face_up: Any, mine: Any, cell: Int) -> Any:
    """The fewest moves that they have left after a reply to `cell` and one of your moves `mine`."""
    own = mine & ~bit(cell)
    if own == _0:
        return NO_REPLY
    return fewest(ends_of(view, face_up, cell), own)


@helper(forceinline=True, _nrt=False)
def escapes(view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The replies after which you cannot leave them without a move."""
    left = face_up & ~bit(they)
    mine = ends_of(view, left, you)
    left &= ~bit(you)
    taken = replies(view, face_up, you, they)
    found = count(taken)
    taken &= tight(view, left)
    while taken:
        found -= left_after(view, left, mine, lowest(taken)) == 0
        taken &= taken - ONE
    return found


@helper(forceinline=True, _nrt=False)
def their_worst_moves(view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The moves that they have left after the best reply and your best move."""
    left = face_up & ~bit(they)
    mine = ends_of(view, left, you)
    left &= ~bit(you)
    taken = replies(view, face_up, you, they)
    most = 0
    while taken:
        most = max(most, left_after(view, left, mine, lowest(taken)))
        taken &= taken - ONE
    return most


@helper(forceinline=True, _nrt=False)
def safe_after(view: View, face_up: Any, mine: Any, cell: Int) -> Any:
    """The moves `mine` after a reply to `cell` that do not let them leave you without a move."""
    own = mine & ~bit(cell)
    found = count(own)
    own &= tight(view, face_up & ~bit(cell))
    while own:
        found -= stuck_replies(view, face_up, lowest(own), cell) > 0
        own &= own - ONE
    return found


@helper(forceinline=True, _nrt=False)
def safe_moves(view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The moves after their worst reply that do not let them leave you without a move."""
    left = face_up & ~bit(they)
    mine = ends_of(view, left, you)
    left &= ~bit(you)
    taken = replies(view, face_up, you, they)
    worst = NO_REPLY
    while taken and worst:
        worst = min(worst, safe_after(view, left, mine, lowest(taken)))
        taken &= taken - ONE
    return worst


@helper(forceinline=True, _nrt=False)
def two_moves(view: View, face_up: Any, cell: Int, other: Int) -> Any:
    """The ways to make two moves in a row while the other pawn stays."""
    first = ends_of(view, face_up, cell) & ~bit(other)
    left = face_up & ~bit(cell)
    found = 0
    while first:
        found += count(ends_of(view, left, lowest(first)) & ~bit(other))
        first &= first - ONE
    return found


@helper(forceinline=True, _nrt=False)
def worst_walks(view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The ways to make two moves in a row after their worst reply."""
    taken = replies(view, face_up, you, they)
    worst = NO_REPLY
    while taken:
        worst = min(worst, two_moves(view, face_up & ~bit(they), you, lowest(taken)))
        taken &= taken - ONE
    return worst


@helper(forceinline=True, _nrt=False)
def worst_lead(view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The ways to make two moves in a row, minus theirs, after their worst reply."""
    left = face_up & ~bit(they)
    taken = replies(view, face_up, you, they)
    worst = NO_REPLY
    while taken:
        cell = lowest(taken)
        worst = min(worst, two_moves(view, left, you, cell) - two_moves(view, left, cell, you))
        taken &= taken - ONE
    return worst


@helper(forceinline=True, _nrt=False)
def region(view: View, face_up: Any, you: Int) -> Any:
    """The cells that a pawn can reach step by step over face-up cards."""
    found = bit(you)
    waiting = found
    while waiting:
        reached = view.near[lowest(waiting)] & face_up & ~found
        found |= reached
        waiting = waiting & (waiting - ONE) | reached
    return count(found) - 1


@helper(forceinline=True, _nrt=False)
def next_cards(view: View, face_up: Any, cell: Int, other: Int) -> Any:
    """The sum of the cards that a pawn could move to."""
    ends = ends_of(view, face_up, cell) & ~bit(other)
    total = 0
    while ends:
        total += view.cards[lowest(ends)]
        ends &= ends - ONE
    return total


@helper(forceinline=True, _nrt=False)
def ahead(view: View, you: Int, plies: Int) -> Any:
    """Who has won `plies` plies after the position before your move: 1 you, -1 they, 0 nobody."""
    end = view.ends[you]
    if abs(end) >= plies:
        return 0
    return -1 if end > 0 else 1


@helper(_nrt=False)
def balance_0(view: View, face_up: Any, mover: Int, other: Int, least: Int, most: Int) -> Any:
    """The mover's moves minus the other's; `-NO_REPLY` if the mover has none."""
    ends = replies(view, face_up, other, mover)
    if ends == _0:
        return -NO_REPLY
    return count(ends) - count(replies(view, face_up, mover, other))


def one_ply_more(look: Look) -> Look:
    """A look-ahead one ply deeper than another: Numba's cache can't hold a function of itself."""

    @helper(_nrt=False)
    def balance(view: View, face_up: Any, mover: Int, other: Int, least: Int, most: Int) -> Any:
        """The mover's moves minus the other's, some plies on, if both maximise this difference.

        `NO_REPLY` if the mover has won by then, the same negative if the other has. A value that is
        not above `least` may be less than what is returned, one not below `most` more.
        """
        ends = replies(view, face_up, other, mover)
        left = face_up & ~bit(mover)
        best = -NO_REPLY
        while ends and best < most:
            end = np.int64(lowest(ends))
            ends &= ends - ONE
            best = max(best, -look(view, left, other, end, -most, -max(least, best)))
        return best

    return balance


balance_1 = one_ply_more(balance_0)
balance_2 = one_ply_more(balance_1)
balance_3 = one_ply_more(balance_2)
balance_4 = one_ply_more(balance_3)


@helper(forceinline=True, _nrt=False)
def value(feature: Int, view: View, face_up: Any, you: Int, they: Int) -> Any:
    """The value of the feature of a number, see `features.NUMBER`."""
    if feature == _MOVES:
        return count(ends_of(view, face_up, you) & ~bit(they))
    if feature == _THEIR_MOVES:
        return count(replies(view, face_up, you, they))
    if feature == _WORST_MOVES:
        return worst_moves(view, face_up, you, they)
    if feature == _STUCK_REPLIES:
        return stuck_replies(view, face_up, you, they)
    if feature == _ESCAPES:
        return escapes(view, face_up, you, they)
    if feature == _THEIR_WORST_MOVES:
        return their_worst_moves(view, face_up, you, they)
    if feature == _SAFE_MOVES:
        return safe_moves(view, face_up, you, they)
    if feature == _WALKS:
        return two_moves(view, face_up, you, they)
    if feature == _THEIR_WALKS:
        return two_moves(view, face_up, they, you)
    if feature == _WORST_WALKS:
        return worst_walks(view, face_up, you, they)
    if feature == _WORST_LEAD:
        return worst_lead(view, face_up, you, they)
    if feature == _REGION:
        return region(view, face_up, you)
    if feature == _NEIGHBOURS:
        return count(view.near[you] & face_up)
    if feature == _CARD:
        return view.cards[you]
    if feature == _NEXT_CARDS:
        return next_cards(view, face_up, you, they)
    if feature == _THEIR_NEXT_CARDS:
        return next_cards(view, face_up, they, you)
    if feature == _DISTANCE:
        return view.far[you, they]
    if feature == _EVEN:
        return 1 - (view.far[you, they] & 1)
    if feature < _BALANCE_1:
        return ahead(view, you, feature - _AHEAD_2 + 2)
    # Their reply is the first of the plies that are left.
    if feature == _BALANCE_1:
        return -balance_0(view, face_up, they, you, -NO_REPLY, NO_REPLY)
    if feature == _BALANCE_1 + 1:
        return -balance_1(view, face_up, they, you, -NO_REPLY, NO_REPLY)
    if feature == _BALANCE_1 + 2:
        return -balance_2(view, face_up, they, you, -NO_REPLY, NO_REPLY)
    if feature == _BALANCE_1 + 3:
        return -balance_3(view, face_up, they, you, -NO_REPLY, NO_REPLY)
    return -balance_4(view, face_up, they, you, -NO_REPLY, NO_REPLY)
