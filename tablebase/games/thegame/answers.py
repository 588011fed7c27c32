"""What The Game answers: at /api/thegame/ of a server, and in the same form in the browser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, TypedDict

from tablebase.games.thegame.advice import Advice as Advised
from tablebase.games.thegame.advice import Player
from tablebase.games.thegame.advice import game as turns_of
from tablebase.games.thegame.position import Play, Position
from tablebase.games.thegame.referee import name_of, shuffled
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import BUILDER
from tablebase.web.endpoints import SEED, Query, always, endpoint, seed_of
from tablebase.web.parameters import integer, text
from tablebase.web.schemas import Count
from tablebase.web.service import Service
from tablebase.web.workers import check_wanted

OPTIONS = 5
"""How many ways to play a turn are compared."""

EXAMPLE = "4 9 15 33 50 62 71 95 : 2 12 / - / 99 98 / -"

Card = Annotated[int, "a card"]
Cards = list[Card]


class Lay(TypedDict):
    """A card that is laid."""

    move: Annotated[str, "the card and the pile: 12u1 lays 12 on the first pile that goes up"]
    card: Card
    pile: Annotated[Count, "the pile, from 0; those that go up come first"]
    is_trick: Annotated[bool, "whether it is a backwards trick"]
    advance: Annotated[int, "how far the pile goes on, less than 0 for a backwards trick"]


class LegalPlay(Lay):
    """A card that may be laid."""

    position: Annotated[str, "the position after it"]


class LegalPlays(TypedDict):
    """A position."""

    position: Annotated[str, "the hand, and what lies on each pile"]
    hand: Annotated[Cards, "the cards in hand, ascending"]
    piles: Annotated[list[Annotated[Cards, "a pile"]], "the cards on each pile, the top last"]
    tops: Annotated[Cards, "the top of each pile; of an empty one the number it starts from"]
    deck: Annotated[Cards, "the cards neither laid nor in hand, ascending"]
    remaining: Annotated[Count, "how many cards are not laid"]
    plays: Annotated[list[LegalPlay], "what may be laid"]


class Option(TypedDict):
    """A way to play the turn."""

    plays: Annotated[list[Lay], "the cards to lay, in order"]
    position: Annotated[str, "the position after them, before cards are drawn"]
    value: Annotated[
        float | None, "its value, greater for better; null if the minimum cannot be laid"
    ]


class Advice(TypedDict):
    """What the strategy lays."""

    position: Annotated[str, "the position"]
    strategy: Annotated[str, "the name of the strategy, as `tablebase thegame` has it"]
    options: Annotated[
        list[Option], "ways to play on, the strategy's own first; none if it draws cards now"
    ]


class Deal(TypedDict):
    """A shuffled deck."""

    seed: Annotated[Count, "the seed that it was shuffled with"]
    cards: Annotated[Cards, "all cards, in the order of drawing"]


class Ending(TypedDict):
    """The end of a game."""

    seed: Annotated[Count, "the seed that its deck was shuffled with"]
    remaining: Annotated[Count, "how many cards the strategy cannot lay; 0 if it wins"]


POSITION = text(
    "position",
    "the hand, a colon, and all cards laid on each pile, the top last; `-` for none",
    required=True,
    parse=Position.parse,
    example=EXAMPLE,
    pattern=r"^[0-9:_/\s-]+$",
    longest=400,
)


def _lay(position: Position, play: Play) -> Lay:
    rules = position.rules
    return {
        "move": name_of(play, rules),
        "card": play.card,
        "pile": play.pile,
        "is_trick": position.is_trick(play),
        "advance": (play.card - position.tops[play.pile]) * rules.direction(play.pile),
    }


def _lays(position: Position, plays: Iterable[Play]) -> list[Lay]:
    """Plays of a turn, one after the other."""
    found = []
    for play in plays:
        found.append(_lay(position, play))
        position = position.lay(play)
    return found


@endpoint(POSITION, examples=({"position": EXAMPLE},))
def probe(_: Service, query: Query) -> LegalPlays:
    """What may be laid in a position of The Game."""
    position: Position = query["position"]
    return {
        "position": str(position),
        "hand": list(position.hand),
        "piles": list(map(list, position.piles)),
        "tops": list(position.tops),
        "deck": list(position.deck),
        "remaining": position.remaining,
        "plays": [
            {**_lay(position, play), "position": str(position.lay(play))}
            for play in position.plays()
        ],
    }


@endpoint(
    POSITION,
    integer("laid", 0, THE_GAME.hand, "how many cards are laid this turn; by default none"),
    heavy=always,
    examples=({"position": EXAMPLE},),
    warm=({"position": Position.parse(EXAMPLE)},),
)
def advice(_: Service, query: Query) -> Advice:
    """What the strongest strategy lays in a position of The Game, and what else it has seen."""
    position: Position = query["position"]
    missing = max(0, THE_GAME.minimum - query.get("laid", 0))
    found: tuple[Advised, ...] = ()
    if missing or not position.deck:
        rules = replace(THE_GAME, minimum=missing or THE_GAME.minimum)
        found = Player(BUILDER, rules=rules).options(replace(position, rules=rules), OPTIONS)
    return {
        "position": str(position),
        "strategy": BUILDER.name,
        "options": [
            {
                "plays": _lays(position, option.plays),
                "position": str(option.position),
                "value": option.value,
            }
            for option in found
        ],
    }


@endpoint(SEED, examples=({"seed": "1"},))
def deal(_: Service, query: Query) -> Deal:
    """A shuffled deck for The Game."""
    seed = seed_of(query)
    return {"seed": seed, "cards": list(shuffled(seed, 0, THE_GAME))}


@endpoint(SEED, heavy=always, examples=({"seed": "1"},))
def game(_: Service, query: Query) -> Ending:
    """How a game of The Game ends that the strongest strategy plays."""
    seed = seed_of(query)
    for _before, turn in turns_of(Player(BUILDER), seed, 0):
        check_wanted()
        last = turn.position
    return {"seed": seed, "remaining": last.remaining}


ENDPOINTS = (probe, advice, deal, game)
