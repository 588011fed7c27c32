"""The game of a deal, as the engine sees it: the rules decide what a table stores.

With two players a table stores the value of every position (`deals`). With three or four it stores
what each player can force against all others together (`duels`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablebase.engine.game import Game
from tablebase.engine.tables.attributes import text
from tablebase.games.collapsi.deals import game as deals
from tablebase.games.collapsi.duels import game as duels
from tablebase.games.collapsi.position import Deal
from tablebase.games.collapsi.rules import Rules


def game_of(cards: tuple[int, ...], rules: Rules) -> Game[Any]:
    """The game of a deal, given its cards."""
    game: Game[Any] = (deals if rules.players == 2 else duels).game_of(cards, rules)
    return game


def from_attributes(attributes: Mapping[str, Any]) -> Game[Any]:
    """The game of a stored table, from the attributes that the game gave it.

    Raises `ValueError` if they do not describe a deal.
    """
    rules = Rules.from_json(text(attributes, "rules"))
    return Deal.parse(text(attributes, "deal"), rules).game
