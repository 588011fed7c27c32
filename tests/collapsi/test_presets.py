"""Every preset of data/rules against an oracle, on a board so small that all of it is solved."""

import random
from dataclasses import replace

import pytest
from oracles import collapsi
from support.samples import oracle_state, two
from support.solved import solved

from tablebase import Board, Deal, Position, load_rules, random_deals, search
from tablebase.engine.rooms import game_of
from tablebase.engine.searched import METHODS
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.engine.values import Result
from tablebase.errors import PositionError, RulesError
from tablebase.games.collapsi.duels.duel import Duel
from tablebase.games.collapsi.rules_file import presets
from tablebase.games.collapsi.search import search_vast


def small(name):
    """A preset's rules on a small board: its edges, editions and options, and low cards."""
    rules = load_rules(name)
    rows, columns = (2, 3) if rules.shift else (2, 4)
    deck = (0,) * rules.players + (1, 2, 3, 1, 2, 4)[: rows * columns - rules.players]
    board = Board(rows, columns, rules.board.wrap)
    return replace(rules, board=board, deck=deck, absent=0)  # which is for large boards


def test_players_choice_is_worth_what_choosing_is_worth():
    rules = replace(
        load_rules("players-choice"), board=Board(3, 3), deck=(0, 0, 1, 1, 2, 2, 2, 3, 3)
    )
    for deal in random_deals(4, 2, rules):
        state = oracle_state(deal.start())
        cards = {cell: card for cell, card in state.cards.items() if card}
        best = (False, 0)
        for red in cards:
            reply = (False, 0)
            for blue in {*cards} - {red}:
                wins, plies = collapsi.solve(collapsi.State(cards, red, blue), (), 3, 3)
                reply = collapsi.better(reply, (not wins, plies + 1))
            best = collapsi.better(best, (not reply[0], reply[1] + 1))
        value = search(deal.start()).value
        assert (value.result is Result.WIN, value.dte) == best


@pytest.mark.parametrize("name", presets())
def test_it_is_worth_what_an_oracle_says(name):
    rules, rng = small(name), random.Random(name)
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
                assert values == {solved(position)}, position
                position = position.play(rng.choice(position.legal_moves()))


def late(rules, seed):
    """A position of a random game that an oracle solves in no time."""
    rng = random.Random(seed)
    while True:
        position = Deal.random(rng, rules).start("single")
        while position.legal_moves() and position.face_up.bit_count() > 12:
            position = position.play(rng.choice(position.legal_moves()))
        if position.legal_moves():
            return position


@pytest.mark.parametrize("seed", range(3))
def test_starting_cards_of_absent_players_are_down(seed):
    position = late(load_rules("big-board"), seed)
    assert position.ply == position.down == 24 - 2
    assert Position.parse(str(position), "single", position.rules) == position
    values = [search(position, method).value for method in METHODS] + [search_vast(position).value]
    assert {(value.result is Result.WIN, value.dte) for value in values} == {two(position, None)}


def test_the_first_starting_cards_in_reading_order_are_used(tmp_path):
    for name, seats in (("big-board", 2), ("big-board-3", 3), ("big-board-4", 4)):
        rules = load_rules(name)
        for deal in random_deals(5, 1, rules):
            assert Deal.parse(str(deal), rules) == deal
            assert deal.starts == deal.jokers[:seats]
            start = deal.start("single")
            assert (start.ply, start.side_to_move) == (0, "red")
            absent = {*deal.jokers} - {*deal.starts}
            assert {c for c in range(36) if not start.face_up >> c & 1} == absent
            assert Position.parse(str(start), "single", rules) == start
            one = start.play(start.legal_moves()[0])
            assert (one.ply, one.deal.starts[0]) == (1, deal.starts[0])
    rules = load_rules("big-board")
    text = str(next(random_deals(1, 1, rules))).replace("A3JJ32", "A3JrJb32")
    marked = Deal.parse(text, rules)
    assert (str(marked), marked.starts) == (text, marked.jokers[2:])
    with pytest.raises(PositionError, match="4 jokers are face up: expected 2 face down"):
        Position.parse(f"{text} r", "single", rules)
    file = tmp_path / "own.toml"
    for wrong, message in (
        ("absent = 3", "absent 3: expected 0 to 0 on board 4x4"),
        ('board = "4x4"\nabsent = 1', "absent 1: expected 0 to 0 on board 4x4"),
        ('board = "6x6"\nabsent = 1', "expected three jokers"),
    ):
        file.write_text(wrong)
        with pytest.raises(RulesError, match=message):
            load_rules(file)
