"""A game of The Game move by move, over a shuffled deck that the player does not see.

A move lays a card, or draws: it ends the turn, and fills up the hand. The player may draw once the
turn's minimum of cards is laid, and goes on without drawing when the deck is empty. The game is
over when no card can be laid and none may be drawn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.errors import IllegalMoveError, expected, quote
from tablebase.games.thegame.position import Play, Position
from tablebase.games.thegame.rules import THE_GAME, Rules

DRAW = "draw"


def check_games(games: int, seed: int, workers: int | None) -> None:
    """Refuse numbers of games, seeds and workers that are out of range, by a ValueError."""
    if games < 1 or not 0 <= seed < 2**64 or (workers is not None and workers < 1):
        raise ValueError(
            f"{games} games of seed {seed} with {workers} workers: expected 1 or more games and "
            "workers, and a seed from 0 to 2**64 - 1"
        )


def shuffled(seed: int, number: int, rules: Rules) -> tuple[int, ...]:
    """The cards of game `number` of a seed, in the order in which they are drawn.

    Raises `ValueError` if the seed or the number is not 0 to ``2**64 - 1``.
    """
    if not (0 <= seed < 2**64 and 0 <= number < 2**64):
        raise ValueError(f"game {number} of seed {seed}: expected 0 to 2**64 - 1 for both")
    from tablebase.games.thegame.kernels import shuffle

    order: I64 = np.empty(rules.cards, np.int64)
    shuffle(np.uint64(seed), np.uint64(number), order)
    return tuple(int(index) + rules.lowest - 1 for index in order)


@dataclass(frozen=True)
class Move:
    """A card laid on a pile, or None for drawing."""

    lay: Play | None
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Round:
    """A position during a turn.

    The `deck` is in the order of drawing, `laid` counts the cards laid this turn, and `turn` from
    1.
    """

    position: Position
    deck: tuple[int, ...]
    laid: int = 0
    turn: int = 1

    @classmethod
    def start(cls, seed: int, number: int, rules: Rules = THE_GAME) -> Round:
        """The start of game `number` of a seed, as `simulator.simulate` plays it."""
        cards = shuffled(seed, number, rules)
        hand, deck = cards[: rules.hand], cards[rules.hand :]
        return cls(Position.start(hand, rules), deck)

    @property
    def minimum(self) -> int:
        """Cards to lay before drawing."""
        return max(0, self.position.rules.minimum - self.laid)

    @property
    def can_draw(self) -> bool:
        """Whether the player may end the turn."""
        return not self.minimum and bool(self.deck)

    def legal_moves(self) -> tuple[Move, ...]:
        """Cards to lay, ascending, for each the piles in order; then drawing, if it is allowed."""
        rules = self.position.rules
        plays = (Move(play, name_of(play, rules)) for play in self.position.plays())
        return *plays, *([Move(None, DRAW)] if self.can_draw else [])

    def play(self, move: Move | str) -> Round:
        """What comes after a legal move, given by itself or its name; raises `IllegalMoveError`."""
        lay = chosen(move, self.legal_moves()).lay
        if lay is not None:
            return replace(self, position=self.position.lay(lay), laid=self.laid + 1)
        missing = self.position.rules.hand - len(self.position.hand)
        drawn, deck = self.deck[:missing], self.deck[missing:]
        return Round(self.position.draw(drawn), deck, 0, self.turn + 1)


def chosen(move: Move | str, legal: Iterable[Move]) -> Move:
    """The legal move that is given, or that has the name; raises `IllegalMoveError` if none is."""
    named = {str(one): one for one in legal}
    if str(move) not in named:
        raise IllegalMoveError(f"{quote(str(move))} is not legal: {expected(named)}")
    return named[str(move)]


def name_of(play: Play, rules: Rules) -> str:
    """A play's name: ``12u1`` lays 12 on the first pile that goes up."""
    up = play.pile < rules.ups
    return f"{play.card}{'u' if up else 'd'}{play.pile + 1 - (0 if up else rules.ups)}"
