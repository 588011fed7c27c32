"""Deals, positions and games of any rules: those of two players, or of three and four."""

from __future__ import annotations

from collections.abc import Iterator

from tablebase.games.collapsi import deal, position
from tablebase.games.collapsi.deals import game
from tablebase.games.collapsi.duels import deal as players_deal
from tablebase.games.collapsi.duels import game as players_game
from tablebase.games.collapsi.duels import position as players_position
from tablebase.games.collapsi.rules import Edition, Rules

AnyDeal = deal.Deal | players_deal.Deal
AnyPosition = position.Position | players_position.Position
AnyGame = game.CollapsiGame | players_game.PlayersGame


def game_of(cards: tuple[int, ...], rules: Rules) -> AnyGame:
    """The game of a deal, given its cards."""
    if rules.players > 2:
        return players_game.game_of(cards, rules)
    return game.game_of(cards, rules)


def parse_deal(text: str, rules: Rules) -> AnyDeal:
    """Read a deal; raises as `Deal.parse` of either."""
    if rules.players > 2:
        return players_deal.Deal.parse(text, rules)
    return deal.Deal.parse(text, rules)


def parse_position(text: str, edition: Edition | str | None, rules: Rules) -> AnyPosition:
    """Read a position; raises as `Position.parse` of either."""
    if rules.players > 2:
        return players_position.Position.parse(text, edition, rules)
    return position.Position.parse(text, edition, rules)


def random_deals(count: int, seed: int, rules: Rules) -> Iterator[AnyDeal]:
    """Yield random deals, the same for the same seed, as `random_deals` of either."""
    if rules.players > 2:
        return players_deal.random_deals(count, seed, rules)
    return deal.random_deals(count, seed, rules)
