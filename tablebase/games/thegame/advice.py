"""What a strategy plays in a position, and whole games turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from typing import NamedTuple

import numpy as np

from tablebase.engine.arrays import I64
from tablebase.games.thegame.evaluation import HEIGHTS, shape_of, space_for
from tablebase.games.thegame.position import Play, Position
from tablebase.games.thegame.referee import DRAW, Round, name_of, shuffled
from tablebase.games.thegame.rules import MAX_PILES, THE_GAME, Rules
from tablebase.games.thegame.strategies import Strategy
from tablebase.games.thegame.team import TeamTurn


class Advice(NamedTuple):
    """What a strategy plays this turn.

    `position` is the position after the plays, before cards are drawn. `value` is the value of the
    best position found, in the unit of the strategy's formula, or with foresight an estimate of the
    chance of winning. It is None if the minimum of cards cannot be laid; the plays then lay as many
    cards as possible.
    """

    plays: tuple[Play, ...]
    position: Position
    value: float | None


class Player:
    """A strategy under given rules, ready to give advice.

    `depth` is how many cards to look beyond the minimum; by default the strategy's own.
    """

    def __init__(
        self, strategy: Strategy, depth: int | None = None, rules: Rules = THE_GAME
    ) -> None:
        self.rules = rules
        self._how = strategy.search(depth)
        self._foresight = strategy.foresight
        self._extra = strategy.extra
        self._evaluation = strategy.evaluation(rules)
        self._shape = shape_of(rules)
        self._space = space_for(rules, self._how)
        ahead = self._foresight and self._foresight.ahead
        self._beyond = space_for(rules, ahead) if ahead else self._space

    def advise(self, position: Position) -> Advice:
        """What to play, by the same search as in `simulator.simulate`.

        Raises `ValueError` if the position is under other rules.
        """
        from tablebase.games.thegame.foresight import choose

        hand, deck = self._set_out(position)
        node, value = choose(
            self._key(position), hand, deck, self._how, self._foresight, self._shape,
            self._evaluation, self._space, self._beyond,
        )  # fmt: skip
        if node < 0:
            return self._last(position)
        return self._advice(
            position, int(node), float(value) if self._foresight else self._unit(value)
        )

    def in_team(self, now: TeamTurn) -> tuple[Play, ...]:
        """What to lay in the rest of a turn among several players, as in `simulator.simulate`.

        No cards if the turn should end.
        """
        from tablebase.games.thegame.kernels import height_of, lay_on
        from tablebase.games.thegame.team_kernels import ANOTHER, NEXT, lay_turn

        position = replace(now.position, rules=self.rules)
        hand, unseen = self._set_out(position)
        root, heights, following = self._key(position), self._heights(position), now.following
        said, promised = np.zeros((2, MAX_PILES), np.int64)
        for one in now.kept:
            up, height = one.pile < self.rules.ups, heights[one.pile]
            piles = range(self.rules.ups) if up else range(self.rules.ups, self.rules.piles)
            pile = next(pile for pile in piles if height_of(root, pile) == height)
            said[pile] = NEXT if one.player == following else ANOTHER
            promised[pile] = height
        how = self._extra, self._shape, self._evaluation, self._space
        if now.minimum:
            theirs = 0 if following == now.player else len(now.hands[following])
            key, _ = lay_turn(
                root, hand, unseen, len(now.deck), theirs, said, self._how, self._foresight, *how,
                self._beyond,
            )  # fmt: skip
        else:
            self._space.promised[:] = promised
            key, _ = lay_on(root, hand, unseen.size, *how)
        plays, _ = self._laid(position, int(key))
        return plays

    def options(self, position: Position, most: int) -> tuple[Advice, ...]:
        """What to play without foresight, then other ways to lay the minimum of cards, best first.

        The value of each, `most` at most, is that of the best position found by laying on. A
        position that several of them lead to counts for the best of these. Raises as `advise`.
        """
        from tablebase.games.thegame.kernels import compare, search_turn

        hand, deck = self._set_out(position)
        deepest = min(self.rules.minimum + self._how.depth, hand.size)
        best = search_turn(
            self._key(position), hand, deck.size, deepest, self._how.beam, self._shape,
            self._evaluation, self._space,
        )  # fmt: skip
        if best < 0:
            return (self._last(position),)
        nodes, values = np.empty(most, np.int64), np.empty(most)
        count = compare(best, self._shape, self._space, nodes, values)
        return tuple(
            self._advice(position, int(nodes[place]), self._unit(values[place]))
            for place in range(count)
        )

    def _set_out(self, position: Position) -> tuple[I64, I64]:
        """Make the arrays ready for a turn; returns the indices of the hand and of the deck."""
        from tablebase.games.thegame.kernels import set_out

        if position.rules != self.rules:
            raise ValueError(f"position under {position.rules}: expected {self.rules}")
        hand, deck = self._indices(position.hand), self._indices(position.deck)
        order = np.concatenate([hand, deck])
        set_out(order, hand.size, self._shape, self._evaluation, self._space)
        return hand, deck

    def _last(self, position: Position) -> Advice:
        """As many cards as possible, if the minimum cannot be laid: the last node found."""
        return self._advice(position, int(self._space.levels.max()) - 1, None)

    def _advice(self, position: Position, node: int, value: float | None) -> Advice:
        """The way to a node, and what the kernels say it is worth."""
        return Advice(*self._laid(position, int(self._space.keys[node])), value)

    def _laid(self, position: Position, key: int) -> tuple[tuple[Play, ...], Position]:
        """The first way to the position of a key."""
        from tablebase.games.thegame.kernels import find_way

        hand = self._indices(position.hand)
        way = np.empty((hand.size, 3), np.int64)
        count = find_way(
            np.uint64(key), hand, self._heights(position), self._shape,
            self._evaluation.symmetric, way,
        )  # fmt: skip
        plays = tuple(Play(position.hand[slot], int(pile)) for slot, pile, _ in way[:count])
        return plays, reduce(Position.lay, plays, position)

    def _key(self, position: Position) -> np.uint64:
        """The piles of a position, as the kernels write them before a turn."""
        from tablebase.games.thegame.kernels import key_of

        return np.uint64(key_of(self._heights(position), self._shape, self._evaluation.symmetric))

    def _indices(self, cards: tuple[int, ...]) -> I64:
        return np.array(cards, np.int64) - self.rules.lowest + 1

    def _heights(self, position: Position) -> I64:
        """How far each pile has come."""
        return np.abs(np.subtract(position.tops, self.rules.starts))

    def _unit(self, value: float) -> float:
        """A value of the kernels in the unit of the formula."""
        return float(value if self._evaluation.kind == HEIGHTS else value / self._evaluation.scale)


def opinion(
    strategy: Strategy, now: Round | TeamTurn, depth: int | None = None
) -> tuple[Play, ...]:
    """What a strategy lays in the rest of a turn; no cards means to draw, or to end the turn.

    When the deck is empty nothing is drawn by a player alone, and every turn starts again.
    """
    if isinstance(now, TeamTurn):
        rules = replace(now.rules, minimum=max(1, now.minimum))
        return Player(strategy, depth, rules).in_team(now)
    if now.can_draw:
        return ()
    rules = replace(now.position.rules, minimum=now.minimum or now.position.rules.minimum)
    return Player(strategy, depth, rules).advise(replace(now.position, rules=rules)).plays


def team_game(
    strategy: Strategy, seed: int, number: int, players: int, depth: int | None = None
) -> Iterator[tuple[TeamTurn, tuple[Play, ...]]]:
    """Play a game of several players, as `simulator.simulate` plays it.

    Yields the position before each turn, and what is laid; fewer cards than the minimum if the game
    is lost.
    """
    now = TeamTurn.start(seed, number, players)
    while now.remaining:
        plays, minimum = opinion(strategy, now, depth), now.minimum
        yield now, plays
        for play in plays:
            now = now.play(name_of(play, now.rules))
        if now.remaining and len(plays) < minimum:
            return
        if now.remaining:
            now = now.play(DRAW)


def game(player: Player, seed: int, number: int) -> Iterator[tuple[Position, Advice]]:
    """Play a game turn by turn: game `number` of a seed, as `simulator.simulate` plays it.

    Yields the position before each turn, and what is played; after the last turn no card can be
    laid. Raises as `referee.shuffled`.
    """
    rules = player.rules
    cards = shuffled(seed, number, rules)
    position = Position.start(cards[: rules.hand], rules)
    drawn = rules.hand
    while position.hand:
        advice = player.advise(position)
        yield position, advice
        if advice.value is None:
            return
        missing = rules.hand - len(advice.position.hand)
        position = advice.position.draw(cards[drawn : drawn + missing])
        drawn += missing
