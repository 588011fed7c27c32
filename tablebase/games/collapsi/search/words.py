"""Positions and shifts as the search in `shifting` takes them: as bits, and four bits a cell."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.shifts import DIRECTIONS, Images

LETTERS = ("", *DIRECTIONS)
"""The letters of shifts, none first, by the numbers that certificates use."""


def word_of(position: Position) -> npt.NDArray[np.uint64]:
    """The kinds of a position's face-up cards, shape ``(1,)``: four bits a cell, 0 for face down.

    A card's kind is its number, and a joker's one more than the largest.
    """
    word = 0
    for cell, card in enumerate(position.cards):
        if position.face_up >> cell & 1:
            word |= (position.rules.max_steps + 1 if card == JOKER else card) << 4 * cell
    return np.array([word], np.uint64)


def letters(rules: Rules, cell: int) -> tuple[str, ...]:
    """The letters of the shifts that may follow a move to a cell, by number; none is ``""``."""
    return tuple(rules.turn.following(rules.board, cell))


@lru_cache(maxsize=16)
def shift_words(rules: Rules) -> npt.NDArray[np.uint64]:
    """The shifts that may follow a move to each cell, as `shifting.run` takes them."""
    board = rules.board
    return np.array(
        [
            [_words(images) for images in rules.turn.following(board, cell).values()]
            for cell in range(board.size)
        ],
        np.uint64,
    )


def numbered_shifts(rules: Rules) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    """The shifts that may follow a move to each cell by their number, and the numbers that exist.

    The number is that of its letter among `LETTERS`.
    """
    ways = np.array([LETTERS.index(letter) for letter in letters(rules, 0)], np.uint8)
    words = shift_words(rules)
    numbered = np.zeros((len(words), len(LETTERS), words.shape[2]), np.uint64)
    numbered[:, ways] = words
    return numbered, ways


def _words(images: Images) -> tuple[int, ...]:
    line = [cell for cell, image in enumerate(images) if image != cell]
    ways = [images[cell] - cell for cell in line] or [0]
    on, off = max(ways), -min(ways)
    bits, nibbles = (sum((1 << width) - 1 << width * cell for cell in line) for width in (1, 4))
    return bits, on, off, nibbles, 4 * on, 4 * off
