"""Random boards of Solo that can be cleared, by how hard they are.

The less likely a board is to be cleared by chance, the harder it is. Its *tries* are the number of
games that a player who moves at random needs, on average, to clear the board. They are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from tablebase.games.collapsi.board import Board as Grid
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.solo.game import SOLO, Position, Rules, SoloGame
from tablebase.support.seeds import shuffled

GRADES = (30_000, 50_000, 90_000, 170_000)
"""Upper limits of grades 1 to 4, in tries; the rest is grade 5. Each grade has about a fifth of the
random boards that can be cleared with the exit as a door."""

SHEET = Rules(Grid(3, 3), joker_steps=(1,))
"""Solo as on the rule sheet, with the deck below. On `SOLO` it is played with Collapsi's."""

DECKS = {SHEET.board: (0, 0, 1, 1, 1, 2, 2, 2, 3), SOLO.board: COLLAPSI.deck}
"""The boards that are dealt, and the deck of each."""


def usual_board(text: str) -> Grid:
    """The board of a text that says no more: the rule sheet's if it has nine cards, or else 4x4."""
    cards = sum(sign in "AJaj123456789?" for sign in text)
    return SHEET.board if cards == SHEET.board.size else SOLO.board


class Board(NamedTuple):
    """A board that can be cleared."""

    start: Position
    tries: float

    @property
    def grade(self) -> int:
        """From 1 (easy) to 5 (hard)."""
        return 1 + sum(self.tries >= limit for limit in GRADES)


def random_start(rng: Random, rules: Rules = SOLO) -> Position:
    """A random board, whether it can be cleared or not; the pawn starts on either joker."""
    cards = shuffled(rng, DECKS[rules.board])
    jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
    start, exit_ = jokers if rng.random() < 1 / 2 else jokers[::-1]
    return Position(tuple(cards), exit_, start, (1 << len(cards)) - 1, rules)


def boards(
    rng: Random,
    rules: Rules = SOLO,
    grade: int | None = None,
    check: Callable[[], None] = lambda: None,
) -> Iterator[Board]:
    """Random boards that can be cleared, all equally likely; of one grade if it is given.

    Calls `check` before it tries each board; an exception from it ends the search.
    """
    while True:
        check()
        found = graded(random_start(rng, rules))
        if found is not None and grade in (None, found.grade):
            yield found


def graded(start: Position) -> Board | None:
    """How hard a start is; None if it cannot be cleared."""
    chance = SoloGame.of(start).clearing_chance()
    return Board(start, 1 / chance) if chance else None
