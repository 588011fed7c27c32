"""The moves of the shifting board as a kernel, for the engine's common search.

A state is four words. The first has the face-up cells, and from bit 16 on the mover's cell, from
bit 24 on the opponent's, and from bit 32 on the steps that a joker allows. The others have four
bits a cell: its column, its row, and its card. A cell keeps its number when lines move, as in the
`origin` of a board, so nothing is sorted. The least column and row are 0: layouts that differ by a
translation are one state.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

import numpy as np

from tablebase.engine.arrays import U64
from tablebase.engine.compiled.batch import States
from tablebase.engine.kernels import game_kernel, helper
from tablebase.engine.search.by_kernels import search_by_kernels
from tablebase.engine.search.by_rules import search_by_rules
from tablebase.engine.searched import Limits, Searched
from tablebase.games.collapsi.board import LooseBoard
from tablebase.games.collapsi.deck import JOKER, UNKNOWN, steps_mask
from tablebase.games.collapsi.path_kernels import ONE, Word, lowest, walk
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.turns import Pushed

ONES, BY_LINE, MAY_STAY = range(3)
"""The context: the lowest bit of each cell's four, and two options."""

_FOUR, _MOVER, _OPPONENT, _JOKER = (np.uint64(bits) for bits in (4, 16, 24, 32))
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


@game_kernel
def moves(state: U64, context: U64, out: U64) -> Any:
    """Fill in the states after all moves, by the place of their ends, then by their shifts."""
    head, columns, rows, cards = state[0], state[1], state[2], state[3]
    ones, up = context[ONES], head & _FACE
    mover, opponent = head >> _MOVER & _CELLS, head >> _OPPONENT & _CELLS
    scratch = np.zeros((5, _SIDE), np.uint64)
    grid = np.empty((_SIDE, _SIDE), np.uint8)
    in_row, in_column, near = scratch[0], scratch[1], scratch[2]
    every_row = every_column = np.uint64(0)
    rest = ones
    while rest:
        cell = lowest(rest) >> _TWO
        rest &= rest - ONE
        column, row = nibble(columns, cell), nibble(rows, cell)
        in_row[row] |= ONE << column
        in_column[column] |= ONE << row
        every_column |= ONE << column
        every_row |= ONE << row
        grid[row, column] = cell
    rest = up
    while rest:
        cell = lowest(rest)
        rest &= rest - ONE
        column, row = nibble(columns, cell), nibble(rows, cell)
        line = in_row[row]
        place = beside(line, line if context[BY_LINE] else every_column, column)
        if place >= 0:
            other = np.uint64(grid[row, place])
            near[cell] |= ONE << other
            near[other] |= ONE << cell
        line = in_column[column]
        place = beside(line, line if context[BY_LINE] else every_row, row)
        if place >= 0:
            other = np.uint64(grid[place, column])
            near[cell] |= ONE << other
            near[other] |= ONE << cell
    card = nibble(cards, mover)
    allowed = head >> _JOKER if card == 0 else ONE << card - ONE
    left = up & ~(ONE << mover)
    ends = walk(near, allowed, scratch[3:], left, mover) & ~(ONE << opponent)
    count = 0
    head = head >> _JOKER << _JOKER | opponent << _MOVER | left
    for place in range(_SIDE):
        line = in_row[place]
        while ends and line:
            column = lowest(line)
            line &= line - ONE
            end = np.uint64(grid[place, column])
            if not ends >> end & ONE:
                continue
            ends ^= ONE << end
            after = head | end << _OPPONENT
            for number in range(0 if context[MAY_STAY] else 1, 5):
                out[count, 0], out[count, 1], out[count, 2] = after, columns, rows
                out[count, 3] = cards
                if number > 2:
                    moving = at(columns, column, ones)
                    out[count, 2] = shifted(rows, moving, ones, number == 4)
                elif number:
                    moving = at(rows, np.uint64(place), ones)
                    out[count, 1] = shifted(columns, moving, ones, number == 2)
                count += 1
    return count


def state_of(position: Position) -> list[int]:
    """The words of a position."""
    board = position.board
    origin = board.origin if isinstance(board, LooseBoard) else range(board.size)
    number = dict(enumerate(origin))
    words = [steps_mask(position.edition.joker_steps) << 32, 0, 0, 0]
    for cell, place in enumerate(board.places):
        row, column = divmod(place, board.columns)
        words[0] |= (position.face_up >> cell & 1) << number[cell]
        card = position.cards[cell]
        for word, own in enumerate((column, row, JOKER if card == UNKNOWN else card), start=1):
            words[word] |= own << 4 * number[cell]
    for pawn, first in ((position.mover, 16), (position.opponent, 24)):
        words[0] |= number[pawn] << first
    return words


@lru_cache(maxsize=64)
def _states(rules: Rules) -> States:
    turn, cells = cast(Pushed, rules.turn), rules.board.size
    context = [sum(1 << 4 * cell for cell in range(cells)), turn.by_line, turn.may_stay]
    most = len(turn.followed_by) * (cells - 1)

    def of(position: Position) -> U64:
        return np.array(state_of(position), np.uint64)

    return States(moves, of, np.array(context, np.uint64), most)


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
    return search_by_kernels(position, _states(position.rules), method, goal, limits)
