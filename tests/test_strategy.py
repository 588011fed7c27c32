"""Strategies: features and scores against the oracle, TOML, advice, the commands."""

from __future__ import annotations

import random
from fractions import Fraction
from importlib import resources

import pytest
from oracles import collapsi
from oracles import strategies as oracle
from support import DEAL

import tablebase
from tablebase.errors import StrategyError
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.position import Position, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.strategy.advice import advise, values_of
from tablebase.games.collapsi.strategy.features import FEATURES, NUMBER
from tablebase.games.collapsi.strategy.reach import Reach
from tablebase.games.collapsi.strategy.scoring import score_whole
from tablebase.games.collapsi.strategy.strategy import (
    MAX_PREFERENCES,
    Strategy,
    load_strategy,
    parse_strategy,
    strategy_names,
)

ODD = (Edition("odd", (1, 3)),)
SMALL = [
    Rules("test", Board(2, 3), (0, 0, 1, 1, 2, 3), ODD),
    Rules("test", Board(2, 4, wrap=False), (0, 0, 1, 1, 1, 1, 2, 2)),
]
MANY_FEATURES = """
[[phases]]
cards = 5
order = [{ moves = 2, their_moves = -1 }, "least stuck_replies", "most region", "least card"]

[[phases]]
cards = 4
order = [
    { their_worst_moves = -3, walks = 1, their_walks = -1, distance = 2, even = 1 },
    { next_cards = 1, neighbours = -1 },
    "most ahead_4",
]

[[phases]]
order = ["least escapes", "most worst_moves", "most worst_walks"]
"""
SHALLOW = [f.name for f in FEATURES if not f.name.startswith("ahead") or f.name < "ahead_4"]


def game_of(rules, edition):
    board = rules.board
    return oracle.Game(board.rows, board.columns, board.wrap, edition.joker_steps)


def text_of(name):
    return (resources.files("tablebase_data") / "strategies" / f"{name}.toml").read_text()


def state_of(position):
    """A position as the oracle has it."""
    places = [divmod(cell, position.rules.board.columns) for cell in range(len(position.cards))]
    up = {
        place: card
        for cell, (place, card) in enumerate(zip(places, position.cards, strict=True))
        if position.face_up >> cell & 1
    }
    return collapsi.State(up, places[position.mover], places[position.opponent])


def walk_of(deal, edition, rng):
    """The positions of a game at random, but the last."""
    position = deal.start(edition)
    while moves := position.legal_moves():
        yield position
        position = position.play(rng.choice(moves))


def critical_probes(deals, seed, edition, most, least=0):
    """Probes of critical positions of random games, one of each deal."""
    rng = random.Random(seed)
    for deal in random_deals(deals, seed):
        tables = tablebase.Tablebase()
        found = [tables.probe(position) for position in walk_of(deal, edition, rng)]
        found = [
            probe
            for probe in found
            if len({move.keeps_win for move in probe.moves}) == 2
            and least <= probe.position.face_up.bit_count() <= most
        ]
        if found:
            yield rng.choice(found)


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: str(rules.board))
def test_scores_of_a_whole_game_agree_with_the_oracle_as_fractions(rules):
    texts = [text_of("random"), text_of("worst-case"), MANY_FEATURES]
    strategies = [parse_strategy(text, "test") for text in texts]
    critical = 0
    for text, found in zip(texts, score_whole(strategies, rules), strict=True):
        expected = oracle.score(game_of(rules, rules.editions[0]), rules.deck, text)
        assert set(found.all) == set(found.deals) == set(expected)
        for cards, counts in expected.items():
            assert (*found.all[cards], *found.deals[cards]) == counts
            critical += counts[0]
    assert critical > 0


def test_blues_first_move_agrees_with_all_deals():
    """The score of the second ply, summed over every deal by tables and the oracle's choice."""
    rules = SMALL[0]
    text = text_of("worst-case")
    critical, kept = 0, Fraction(0)
    for deal in every_deal(rules):
        start = deal.start()
        tables = tablebase.Tablebase()
        for move in start.legal_moves():
            probe = tables.probe(start.play(move))
            share = kept_by_oracle(probe, text)
            if share is not None:
                critical, kept = critical + 1, kept + share
    (found,) = score_whole([parse_strategy(text, "test")], rules)
    # The positions do not say which cell red came to from where, so each is counted once a deal.
    assert critical > 0
    assert found.second.critical == len(rules_seconds(rules))
    assert found.second.score is not None
