"""The moves of the shifting board as a kernel, for the engine's common search.

A state is three words. The first has the face-up cells, and from bit 16 on the mover's cell, from
bit 24 on the opponent's. The others have four bits a cell: its column and its row. A cell keeps its
number when lines move, so nothing is sorted, and the context has the cards. The least column and
row are 0: layouts that differ by a translation are one state.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.compiled.batch import States
from tablebase.engine.kernels import game_kernel, helper
from tablebase.engine.search.by_kernels import search_by_kernels
from tablebase.engine.search.by_rules import search_by_rules
from tablebase.engine.searched import Limits, Searched
from tablebase.games.collapsi.deck import JOKER, UNKNOWN, steps_mask
from tablebase.games.collapsi.path_kernels import ONE, Word, count_bits, lowest, walk
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.turns import Pushed

ONES, CARDS, JOKER_STEPS, BY_LINE, MAY_STAY = range(5)
"""The context: the lowest bit of each cell's four, its card in four bits, the steps that a joker
allows, and two options."""

_FOUR, _MOVER, _OPPONENT = (np.uint64(bits) for bits in (4, 16, 24))
_CELL, _CELLS, _FACE = np.uint64(15), np.uint64(255), np.uint64(0xFFFF)
_ALL = np.uint64(0x1111111111111111)
_TWO, _THREE = np.uint64(2), np.uint64(3)
_SIDE = 16


@helper(forceinline=True)
def nibble(word: Word, cell: Word) -> Word:
    """Get the four bits of a cell."""
    return word >> _FOUR * cell & _CELL


@helper(forceinline=True)
def at(word: Word, number: Word, ones: Word) -> Word:
    """Find the cells whose four bits are a number: the lowest bit of each."""
    other = word ^ number * _ALL
    return ~(other | other >> ONE | other >> _TWO | other >> _THREE) & ones


@helper(forceinline=True)
def beside(line: Word, limits: Word, place: Word) -> Any:
    """Get the place to which a step towards higher places leads; -1 if there is none.

    `line` are the places with a card; from the last of `limits` a step leads to the first.
    """
    following = place + ONE
    if line >> following & ONE:
        return np.int64(following)
    if limits >> following:
        return -1
    first = lowest(limits)
    return np.int64(first) if line >> first & ONE else -1


@helper(forceinline=True)
def shifted(places: Word, line: Word, ones: Word, forwards: bool) -> Word:
    """Move the cells of a line by one place, and all so that the least place is 0."""
    if forwards:
        places += line
        return places if at(places, np.uint64(0), ones) else places - ones
    if at(places, np.uint64(0), line):
        return places + (ones ^ line)
    return places - line


@helper(forceinline=True)
def ends_of(state: U64, context: U64, lines: U64) -> Word:
    """Find the cells on which a move may end.

    At a row's number, the first row of `lines` gets the columns with a card, and the third the card
    at each, four bits a column. The second and the fourth get the same of each column.
    """
    head, near = state[0], lines[4]
    lines[:5] = 0
    rest, every_column, every_row = context[ONES], np.uint64(0), np.uint64(0)
    while rest:
        cell = lowest(rest) >> _TWO
        rest &= rest - ONE
        column, row = nibble(state[1], cell), nibble(state[2], cell)
        lines[0, row] |= ONE << column
        lines[1, column] |= ONE << row
        lines[2, row] |= cell << _FOUR * column
        lines[3, column] |= cell << _FOUR * row
        every_column |= ONE << column
        every_row |= ONE << row
    mover, opponent = head >> _MOVER & _CELLS, head >> _OPPONENT & _CELLS
    rest = head & _FACE
    while rest:
        cell = lowest(rest)
        rest &= rest - ONE
        column, row = nibble(state[1], cell), nibble(state[2], cell)
        line = lines[0, row]
        place = beside(line, line if context[BY_LINE] else every_column, column)
        if place >= 0:
            other = nibble(lines[2, row], np.uint64(place))
            near[cell] |= ONE << other
            near[other] |= ONE << cell
        line = lines[1, column]
        place = beside(line, line if context[BY_LINE] else every_row, row)
        if place >= 0:
            other = nibble(lines[3, column], np.uint64(place))
            near[cell] |= ONE << other
            near[other] |= ONE << cell
    card = nibble(context[CARDS], mover)
    allowed = context[JOKER_STEPS] if card == 0 else ONE << card - ONE
    left = head & _FACE & ~(ONE << mover)
    return np.uint64(walk(near, allowed, lines[5:], left, mover) & ~(ONE << opponent))


@game_kernel
def replies(state: U64, context: U64, out: U64) -> Any:
    """Count the cells on which a move may end: as many more as there are moves."""
    return np.int64(count_bits(ends_of(state, context, np.empty((7, _SIDE), np.uint64))))


@game_kernel
def moves(state: U64, context: U64, out: U64) -> Any:
    """Fill in the states after all moves, by the place of their ends, then by their shifts."""
    lines = np.empty((7, _SIDE), np.uint64)
    ends, ones = ends_of(state, context, lines), context[ONES]
    head, columns, rows = state[0], state[1], state[2]
    mover, opponent = head >> _MOVER & _CELLS, head >> _OPPONENT & _CELLS
    head = opponent << _MOVER | head & _FACE & ~(ONE << mover)
    count = 0
    for place in range(_SIDE):
        line = lines[0, place]
        while ends and line:
            column = lowest(line)
            line &= line - ONE
            end = nibble(lines[2, place], column)
            if not ends >> end & ONE:
                continue
            ends ^= ONE << end
            after = head | end << _OPPONENT
            for number in range(0 if context[MAY_STAY] else 1, 5):
                out[count, 0], out[count, 1], out[count, 2] = after, columns, rows
                if number > 2:
                    moving = at(columns, column, ones)
                    out[count, 2] = shifted(rows, moving, ones, number == 4)
                elif number:
                    moving = at(rows, np.uint64(place), ones)
                    out[count, 1] = shifted(columns, moving, ones, number == 2)
                count += 1
    return count


def states_of(position: Position) -> States:
    """The states of a position, in whose order its cells have their numbers, and what follows."""
    turn, cards = cast(Pushed, position.rules.turn), position.cards
    context = [
        sum(1 << 4 * cell for cell in range(len(cards))),
        sum((JOKER if card == UNKNOWN else card) << 4 * cell for cell, card in enumerate(cards)),
        steps_mask(position.edition.joker_steps),
        turn.by_line,
        turn.may_stay,
    ]
    most = len(turn.followed_by) * (len(cards) - 1)
    return States(moves, state_of, np.array(context, np.uint64), most, replies)


def state_of(position: Position) -> U64:
    """The words of a position, whose cells are numbered in its own order."""
    board, columns, rows = position.board, 0, 0
    for cell, place in enumerate(board.places):
        row, column = divmod(place, board.columns)
        columns |= column << 4 * cell
        rows |= row << 4 * cell
    head = position.face_up | position.mover << 16 | position.opponent << 24
    return np.array([head, columns, rows], np.uint64)


def fits(position: Position) -> bool:
    """Whether four bits are enough for all places while there can be moves: with three cards up.

    A ply makes the board one place wider at most, and not at all if it moves a column. If only rows
    move, none does so more often than it has cards to end on. So a search from an opening always
    fits; a game can reach layouts that do not, and those are searched by the rules.
    """
    up, board = position.face_up, position.board
    lines = ([0] * board.rows, [0] * board.columns)
    for cell, place in enumerate(board.places):
        for line, number in zip(lines, divmod(place, board.columns), strict=True):
            line[number] += up >> cell & 1
    return all(
        side + max(up.bit_count() - 4, sum(sorted(line)[-2:])) <= _SIDE
        for side, line in zip((board.columns, board.rows), lines, strict=True)
    )


def search(position: Position, method: str, goal: str, limits: Limits) -> Searched[Position]:
    """Search a position of the shifting board; see `tablebase.search`."""
    if not fits(position):
        return search_by_rules(position, method, goal, limits)
    return search_by_kernels(position, states_of(position), method, goal, limits)
