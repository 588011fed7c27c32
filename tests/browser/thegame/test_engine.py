"""The engine in the browser gives the library's answers about The Game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tablebase.errors import NotationError, PositionError
from tablebase.games.thegame import advice as thegame
from tablebase.games.thegame import referee
from tablebase.games.thegame.position import Position as GamePosition
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import BUILDER


def rounds(seed: int, rng: random.Random) -> Iterator[referee.Round]:
    """A game of The Game, some turns laid by the strategy and others at random, every position."""
    now, player = referee.Round.start(seed, 0), thegame.Player(BUILDER)
    while legal := now.legal_moves():
        yield now
        if not now.laid and rng.random() < 0.6:
            for play in player.advise(now.position).plays:
                now = now.play(referee.name_of(play, THE_GAME))
                yield now
        elif now.can_draw:
            now = now.play(referee.DRAW)
        else:
            now = now.play(rng.choice(legal))


def spoken(advice: thegame.Advice) -> tuple[Any, ...]:
    """Advice as the engine gives it."""
    return advice.plays, str(advice.position), advice.value


def test_the_adviser_of_the_game(ask_all):
    rng = random.Random(12)
    positions = [now for seed in range(9) for now in rounds(seed, rng)]
    assert len(positions) > 400
    queries = [{"position": str(now.position), "laid": now.laid} for now in positions]
    found = ask_all([["thegame/advice", query] for query in queries])
    endings, mid_turn = 0, 0
    for now, answer in zip(positions, found, strict=True):
        if now.can_draw:
            assert answer["options"] == []
            continue
        rules = replace(now.position.rules, minimum=now.minimum or now.position.rules.minimum)
        player = thegame.Player(BUILDER, rules=rules)
        expected = player.advise(replace(now.position, rules=rules))
        given = [
            (
                tuple((play["card"], play["pile"]) for play in option["plays"]),
                option["position"],
                option["value"],
            )
            for option in answer["options"]
        ]
        assert given[0] == spoken(expected)
        endings, mid_turn = endings + (expected.value is None), mid_turn + now.laid
        if not now.laid:
            assert given == list(map(spoken, player.options(now.position, 5)))
    assert endings > 3
    assert mid_turn > 50


def test_what_may_be_laid_in_the_game(ask_all):
    positions = [now.position for now in rounds(3, random.Random(5))]
    found = ask_all([["thegame/probe", {"position": str(position)}] for position in positions])
    for position, answer in zip(positions, found, strict=True):
        assert (answer["position"], answer["remaining"]) == (str(position), position.remaining)
        assert answer["tops"] == list(position.tops)
        assert answer["deck"] == list(position.deck)
        for play, shown in zip(position.plays(), answer["plays"], strict=True):
            assert shown["move"] == referee.name_of(play, THE_GAME)
            assert shown["position"] == str(position.lay(play))
            assert shown["is_trick"] == position.is_trick(play)
            direction = THE_GAME.direction(play.pile)
            assert shown["advance"] == (play.card - position.tops[play.pile]) * direction


def test_games_of_a_seed_are_the_librarys(ask_all):
    seeds = (0, 1, 7, 2**32 - 1)
    deals = ask_all([["thegame/deal", {"seed": seed}] for seed in seeds])
    games = ask_all([["thegame/game", {"seed": seed}] for seed in seeds])
    player = thegame.Player(BUILDER)
    for seed, deal, game in zip(seeds, deals, games, strict=True):
        assert tuple(deal["cards"]) == referee.shuffled(seed, 0, THE_GAME)
        *_, (_, last) = thegame.game(player, seed, 0)
        assert game == {"seed": seed, "remaining": last.position.remaining}


BAD_GAME = [
    "",
    "4 9 15",
    "4 9 : - / - / -",
    "4 x : - / - / - / -",
    " : - / - / - / -",
    "4 4 : - / - / - / -",
    "4 : 4 / - / - / -",
    "1 : - / - / - / -",
    "100 : - / - / - / -",
    "2 3 4 5 6 7 8 9 10 : - / - / - / -",
    "4 : 12 11 / - / - / -",
    "4 : - / - / 88 89 / -",
]


def test_bad_positions_of_the_game(ask_all):
    questions = [["thegame/advice", {"position": text}] for text in BAD_GAME]
    for text, answer in zip(BAD_GAME, ask_all(questions), strict=True):
        assert (answer["status"], answer["parameter"]) == (422, "position"), text
        with pytest.raises((NotationError, PositionError)) as error:
            GamePosition.parse(text)
        assert text == "" or answer["error"] == str(error.value)
