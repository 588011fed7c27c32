"""The game of a deal, as the engine sees it: the rules decide what a table stores.

With two players a table stores the value of every position (`deals`). With three or four it stores
what each player can force against all others together (`duels`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tablebase.engine.game import Game
from tablebase.engine.tables.attributes import text
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.card_game import CardGame
from tablebase.games.collapsi.deals.game import DealGame
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.duels.game import DuelGame
from tablebase.games.collapsi.position import Deal, Position
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.symmetry import automorphisms

if TYPE_CHECKING:
    from tablebase.engine.tables.selftest import Sample


def of_deal(deal: Deal) -> Game[Any]:
    """The game, and so the table, that holds every position of a deal."""
    return game_of(deal.cards, deal.rules)


def of_position(position: Position) -> Game[Any]:
    """The game, and so the table, that holds a position."""
    return game_of(position.dealt, position.rules)


def of_duel(duel: Duel) -> Game[Any]:
    """The game, and so the table, that holds a duel."""
    return _kept(DuelGame, duel.position.dealt, duel.position.rules)


def read(item: Deal | str, game: Any = None) -> Position:
    """The position that a text means, or a deal: its start under the rules' first edition."""
    if isinstance(item, Deal):
        return item.start()
    return Position.parse(item, rules=COLLAPSI if game is None else game.rules)


def game_of(cards: tuple[int, ...], rules: Rules = COLLAPSI) -> CardGame[Any]:
    """The game of a deal, given its cards."""
    return _kept(DealGame if rules.turn.two_sided else DuelGame, cards, rules)


@lru_cache(maxsize=1024)
def _kept(kind: type[CardGame[Any]], cards: tuple[int, ...], rules: Rules) -> CardGame[Any]:
    """One object for a deal, so that its look-up tables are made once."""
    return kind(cards, rules)


def from_attributes(attributes: Mapping[str, Any]) -> Game[Any]:
    """The game of a stored table, from the attributes that the game gave it.

    Raises `ValueError` if they do not describe a deal.
    """
    rules = Rules.from_json(text(attributes, "rules"))
    return of_deal(Deal.parse(text(attributes, "deal"), rules))


def sample() -> Sample[Position]:
    """A deal of a 3x3 torus with eight of its 72 images, for the engine's selftest: quick."""
    from tablebase.engine.tables.selftest import Sample

    rules = Rules("sample", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3))

    def reread(position: Position) -> Position:
        return Position.parse(str(position), position.edition, rules)

    def images(position: Position) -> Iterator[Position]:
        return map(position.image, automorphisms(rules.board)[::9])

    return Sample(of_deal(Deal.parse("JA2/A3J/2A2", rules)), reread, images)


def sample_of_duels() -> Sample[Duel]:
    """A deal of a 2x4 torus for three players with four of its 48 images."""
    from tablebase.engine.tables.selftest import Sample

    rules = Rules("sample", Board(2, 4), (0, 0, 0, 1, 1, 2, 2, 3), players=3)

    def reread(duel: Duel) -> Duel:
        return Duel.parse(str(duel), duel.position.edition, rules)

    def images(duel: Duel) -> Iterator[Duel]:
        for image in automorphisms(rules.board)[::12]:
            yield Duel.of(duel.position.image(image), duel.hero)

    return Sample(of_deal(Deal.parse("JA2J/A3J2", rules)), reread, images)
