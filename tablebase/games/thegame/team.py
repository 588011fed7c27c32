"""The Game for two to five players, move by move: the rules, and what players say.

Source: the rule sheet of The Game by Steffen Benndorf (2015). The players take turns on the same
four piles. A turn lays at least two cards, or at least one when the deck is empty, and then fills
up the hand. If a player cannot, the game is lost at once. A player without cards is skipped.

Players may talk, but not name numbers. Our reading: before each turn, the others say on which piles
they could play the backwards trick, so that nobody lays there. They say nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from tablebase.games.thegame.position import Position
from tablebase.games.thegame.referee import DRAW, Move, chosen, name_of, shuffled
from tablebase.games.thegame.rules import HANDS, MOST_PLAYERS, THE_GAME, Rules


def rules_for(players: int) -> Rules:
    """The published rules for a number of players: 8 cards in hand for one, 7 for two, else 6.

    Raises `ValueError` if there are not 1 to 5 players.
    """
    if players not in HANDS:
        raise ValueError(f"{players} players: expected 1 to {MOST_PLAYERS}")
    return replace(THE_GAME, hand=HANDS[players])


class Promise(NamedTuple):
    """A player says that they can play the backwards trick on a pile's top; both from 0."""

    player: int
    pile: int
    top: int


@dataclass(frozen=True)
class TeamTurn:
    """A position during a turn of one of several players.

    Hands are in ascending order, a pile has its top last, the `deck` is in the order of drawing.
    The rules have a hand for this number of players. `player` is whose turn it is, from 0; turns
    are counted from 1. `promises` are what the others said before the turn.
    """

    hands: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    rules: Rules
    player: int = 0
    laid: int = 0
    turn: int = 1
    promises: tuple[Promise, ...] = ()

    @classmethod
    def start(cls, seed: int, number: int, players: int) -> TeamTurn:
        """The start of game `number` of a seed, as `simulator.simulate` plays it."""
        rules = rules_for(players)
        cards, hand = shuffled(seed, number, rules), rules.hand
        hands = tuple(
            tuple(sorted(cards[player * hand : (player + 1) * hand])) for player in range(players)
        )
        return cls(hands, ((),) * rules.piles, cards[players * hand :], rules)

    @property
    def position(self) -> Position:
        """What the player to move sees; other hands seem to be in the deck."""
        return Position(self.hands[self.player], self.piles, self.rules)

    @property
    def following(self) -> int:
        """The next player with cards; the same player if nobody else has any."""
        players = len(self.hands)
        others = ((self.player + step) % players for step in range(1, players))
        return next((other for other in others if self.hands[other]), self.player)

    @property
    def remaining(self) -> int:
        """How many cards are not laid."""
        return len(self.deck) + sum(map(len, self.hands))

    @property
    def minimum(self) -> int:
        """Cards to lay before the turn may end."""
        return max(0, (self.rules.minimum if self.deck else 1) - self.laid)

    @property
    def can_draw(self) -> bool:
        """Whether the player may end the turn."""
        return not self.minimum

    @property
    def kept(self) -> tuple[Promise, ...]:
        """The promises about piles that nobody has laid on since."""
        return tuple(one for one in self.promises if one in self._possible())

    def legal_moves(self) -> tuple[Move, ...]:
        """Cards to lay, ascending, for each the piles in order; then ending the turn, if allowed.

        None when the game is over: won, or lost because the player cannot lay the minimum.
        """
        if not self.remaining:
            return ()
        plays = (Move(play, name_of(play, self.rules)) for play in self.position.plays())
        return *plays, *([] if self.minimum else [Move(None, DRAW)])

    def play(self, move: Move | str) -> TeamTurn:
        """What comes after a legal move, given by itself or its name; raises `IllegalMoveError`."""
        lay = chosen(move, self.legal_moves()).lay
        if lay is None:
            return self._next()
        after = self.position.lay(lay)
        return replace(self, hands=self._with(after.hand), piles=after.piles, laid=self.laid + 1)

    def _next(self) -> TeamTurn:
        """Fill up the hand, and go on to the next player with cards."""
        hand = self.hands[self.player]
        missing = self.rules.hand - len(hand)
        hands = self._with(tuple(sorted(hand + self.deck[:missing])))
        after = replace(self, hands=hands, deck=self.deck[missing:], laid=0, turn=self.turn + 1)
        begun = replace(after, player=after.following)
        return replace(begun, promises=begun._possible())

    def _with(self, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        return *self.hands[: self.player], hand, *self.hands[self.player + 1 :]

    def _possible(self) -> tuple[Promise, ...]:
        """Where each of the others can play the backwards trick."""
        return tuple(
            Promise(player, pile, top)
            for player, hand in enumerate(self.hands)
            if player != self.player
            for pile, top in enumerate(self.position.tops)
            if any(self.rules.is_trick(card, pile, top) for card in hand)
        )
