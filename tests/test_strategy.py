"""Strategies: features against the oracle, TOML, exact scores, the commands."""

from __future__ import annotations

import random
from importlib import resources

import pytest
from oracles import strategies as oracle

from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.strategy.scoring import score_whole
from tablebase.games.collapsi.strategy.strategy import (
    load_strategy,
    parse_strategy,
    strategy_names,
)

SMALL = [
    Rules("test", Board(2, 3), (0, 0, 1, 1, 2, 3)),
    Rules("test", Board(2, 4, wrap=False), (0, 0, 1, 1, 1, 1, 2, 2)),
]
EVERY_FEATURE = """
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


def game_of(rules, edition="wild"):
    board = rules.board
    return oracle.Game(board.rows, board.columns, board.wrap, rules.edition(edition).joker_steps)


def text_of(name):
    return (resources.files("tablebase_data") / "strategies" / f"{name}.toml").read_text()


@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: str(rules.board))
def test_scores_of_a_whole_game_agree_with_the_oracle_as_fractions(rules):
    texts = [text_of(name) for name in ("random", "worst-case")] + [EVERY_FEATURE]
    strategies = [parse_strategy(text, "test") for text in texts]
    for text, found in zip(texts, score_whole(strategies, rules), strict=True):
        expected = oracle.score(game_of(rules), rules.deck, text)
        assert set(found.all) == set(found.deals) == set(expected)
        for cards, counts in expected.items():
            assert (*found.all[cards], *found.deals[cards]) == counts
        assert any(counts[0] for counts in expected.values())
