"""Every preset of data/rules against an oracle, on a board so small that all of it is solved.

A preset with an option that no oracle here knows fails: write its oracle first.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from oracles import collapsi, players, shift
from samples import oracle_state

from tablebase import Board, load_rules, random_deals, search
from tablebase.engine.rooms import game_of
from tablebase.engine.searched import METHODS
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.engine.values import Result
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.rules import DEFAULTS
from tablebase.games.collapsi.rules_file import preset_names


def small(name):
    """A preset's rules on a small board: its edges, editions and options, and low cards."""
    rules = load_rules(name)
    rows, columns = (2, 3) if rules.shift else (2, 4)
    deck = (0,) * rules.players + (1, 2, 3, 1, 2, 4)[: rows * columns - rules.players]
    return replace(rules, board=Board(rows, columns, rules.board.wrap), deck=deck)


def options(rules):
    """The options that differ from the published game's."""
    return frozenset(name for name, own in rules.options.items() if own != DEFAULTS[name])


def shape(rules):
    return rules.board.rows, rules.board.columns, rules.board.wrap


def two(position):
    rules = position.rules
    steps = position.edition.joker_steps
    return collapsi.solve(oracle_state(position), steps, *shape(rules), landing=rules.landing)


def shifting(position):
    rules = position.rules
    steps = position.edition.joker_steps
    return shift.solve(oracle_state(position), rules.shift, steps, *shape(rules))


def up_to(position):
    @cache
    def solve(cards, mover, opponent):
        card = dict(cards)[mover]
        allowed = position.edition.joker_steps if card == 0 else range(1, card + 1)
        best = (False, 0)
        for steps in allowed:
            for end in collapsi.walk(dict(cards), [mover], steps, *shape(position.rules)):
                if end != opponent:
                    left = tuple(each for each in cards if each[0] != mover)
                    wins, plies = solve(left, opponent, end)
                    best = collapsi.better(best, (not wins, plies + 1))
        return best

    state = oracle_state(position)
    return solve(tuple(state.cards.items()), state.mover, state.opponent)


def against_all(position):
    """What the side to move forces against all others."""
    rules = position.rules
    text, hero = str(Duel(position, position.order[0])).rsplit(" ", 1)
    state = players.parse(text, rules.players)
    steps = position.edition.joker_steps
    return players.solve(state, hero, steps, shape(rules), {}, rules.out)


ORACLES = {
    (): two,
    ("landing",): two,
    ("up_to",): up_to,
    ("shift",): shifting,
    ("players",): against_all,
    ("out", "players"): against_all,
}


@pytest.mark.parametrize("name", preset_names())
def test_it_is_worth_what_an_oracle_says(name):
    rules, rng = small(name), random.Random(name)
    solve = ORACLES[tuple(sorted(options(rules)))]
    with Tablebase() as tables:
        for deal in random_deals(3, 1, rules):
            position = deal.start(rng.choice(rules.editions))
            while position.legal_moves():
                found = []
                if rules.players == 2:
                    found += [search(position, method).value for method in METHODS]
                if not rules.shift:  # a game then leads from deal to deal
                    item = position if rules.players == 2 else Duel(position, position.order[0])
                    code = tables.table(deal).codes_of([item])[0]
                    found.append(game_of(item).coding.decode(int(code)))
                values = {(each.result is Result.WIN, each.dte) for each in found}
                assert values == {solve(position)}, position
                position = position.play(rng.choice(position.legal_moves()))
