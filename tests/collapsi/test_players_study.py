"""Three and four players: counts, studies, and the command line."""

from __future__ import annotations

import json
from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from tablebase import Board, Result, Rules
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.table import build_table
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.duels.solver import DuelSolver
from tablebase.games.collapsi.position import Deal, random_deals
from tablebase.games.collapsi.studies.players import forced, forced_of, layouts, study

SMALL = Rules("small", Board(2, 4), (0, 0, 0, 1, 1, 2, 2, 3), players=3)
TINY = Rules("tiny", Board(2, 3), (0, 0, 0, 1, 1, 2), players=3)


def test_forced_positions_are_counted_one_by_one():
    deal = next(random_deals(1, 3, SMALL))
    game = game_of(deal)
    table = build_table(game)
    expected: Counter = Counter()
    codes = table.codes()
    for rank in range(game.size):
        duel = game.unrank(rank)
        order = duel.position.order
        if not duel.position.waiting:
            key = len(order), duel.layer
            wins = duel.value_for_hero(int(codes[rank])).result is Result.WIN
            expected[(*key, order.index(duel.hero))] += wins
            expected[(*key, "all")] += duel.hero == order[0]
    found = forced_of(table, game.layout)
    for (k, left, place), number in expected.items():
        known = found.number(k, left) if place == "all" else found.number(k, left, place)
        assert known == number
    solver = DuelSolver(game.layout)
    for number in range(solver.steps):
        solver.step(number)
    every = np.ones(int(game.index.set_counts.sum()), np.bool_)
    assert forced(game.index, solver.hero_wins(), every).counts == found.counts
    rows = found.as_dict()
    assert sum(row["nobody"] for row in rows if row["in"] == 2) == 0
    assert all(sum(row["forced_by_place"]) + row["nobody"] == row["positions"] for row in rows)


@pytest.mark.parametrize("out", ["stays", "removed", "ends"])
def test_positions_reached_are_counted_one_by_one(out):
    rules = Rules("small", Board(2, 4), (0, 0, 0, 1, 1, 2, 2, 3), players=3, out=out)
    deal = next(random_deals(1, 3, rules))
    table = build_table(game_of(deal))
    seen, waiting = set(), [deal.start(edition) for edition in rules.editions]
    while waiting:
        position = waiting.pop()
        if str(Duel.of(position, position.order[0])) not in seen or position.waiting:
            seen.add(str(Duel.of(position, position.order[0])))
            waiting += [position.play(move) for move in position.legal_moves()]
    expected: Counter = Counter()
    for text in seen:
        duel = Duel.parse(text, None, rules)
        position, order = duel.position, duel.position.order
        if not position.waiting:
            # Cards without a pawn; jokers that removed pawns have left do not count.
            left = sum(
                bool(position.face_up >> cell & 1) and card != 0 and cell not in position.pawns
                for cell, card in enumerate(position.cards)
            )
            duels = [Duel.of(position, hero) for hero in order]
            codes = table.codes_of(duels).tolist()
            wins = [
                each.value_for_hero(code).result is Result.WIN
                for each, code in zip(duels, codes, strict=True)
            ]
            expected[len(order), left, wins.index(True) if any(wins) else None] += 1
    found = study(rules, 1, 3).reached
    assert {key: number for key, number in found.counts.items() if number} == expected


def test_all_deals_of_a_board():
    """Counting by classes of images gives the same as counting one by one."""
    found = study(TINY)
    expected: dict[str, Counter] = {edition.name: Counter() for edition in TINY.editions}
    number = 0
    for cards in set(permutations(TINY.deck)):
        jokers = [cell for cell, card in enumerate(cards) if card == 0]
        for starts in permutations(jokers):
            deal = Deal(cards, starts, TINY)
            codes = build_table(game_of(deal)).codes()
            for edition in TINY.editions:
                start = deal.as_dealt(edition)
                duels = [Duel.of(start, player) for player in start.order]
                values = [
                    duel.value_for_hero(int(codes[game_of(deal).rank(duel)])) for duel in duels
                ]
                expected[edition.name][tuple(values)] += 1
            number += 1
    assert found.deals == number == layouts(TINY) * 6
    assert found.starts == expected
    assert found.seed is None
    assert found.interval(3) is None
    assert sum(found.by_winner("single").values()) == number


def test_random_deals_are_reproducible():
    found = study(SMALL, 20, 5, workers=1)
    assert found.starts == study(SMALL, 20, 5, workers=2).starts
    assert found.deals == 20
    low, high = found.interval(found.by_winner("wild")[None])
    assert 0 <= low < high <= 1
    data = found.as_dict()
    assert json.loads(json.dumps(data)) == data | {
        "editions": json.loads(json.dumps(data["editions"]))
    }
    for player in found.players:
        assert sum(found.by_value("wild", player).values()) == 20


def test_a_study_can_be_interrupted():
    def stop(share):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study(SMALL, 5, progress=stop)
