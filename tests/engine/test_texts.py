"""Notation where a position is meant, containers, and the order of values."""

import os
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from support.heaps import Heap, HeapGame

import tablebase
from tablebase import (
    BOARD_DTYPE,
    Book,
    Deal,
    NotationError,
    Position,
    PositionError,
    Result,
    Value,
    find,
    load_rules,
)
from tablebase.engine.rooms import brought
from tablebase.engine.tables.selftest import sample_of
from tablebase.engine.tables.table import build_table
from tablebase.games.collapsi.rules import CODING

DEAL = "A223/4A2J/3A23/J3A4"
LATER = "A223/4A2rxJ/3A23/Jb3A4 b"
THREE = "JA23/A2J3/23A2/3A4J"


@pytest.fixture(scope="module")
def table():
    return tablebase.build(DEAL)


def test_a_text_is_read_wherever_a_position_is_meant(table):
    deal = Deal.parse(DEAL)
    start = deal.start()
    assert table.game is tablebase.build(deal).game
    for item in (DEAL, deal, start):
        assert table.probe(item) == tablebase.build(deal).probe(start)
        assert table.value(item) == Value(Result.WIN, 13)
        assert tablebase.search(item).position == start
        assert item in table
    tables = tablebase.open()
    assert tables.probe(LATER) == tables.probe(Position.parse(LATER))
    assert tables.line(LATER)[0].position == Position.parse(LATER)
    assert tables.outcome(LATER).winner == tables.get(LATER, None).winner
    assert tables.values([LATER, deal]) == [Value(Result.WIN, 11), Value(Result.WIN, 13)]
    assert tables.dte_many([LATER, deal]).tolist() == [11, 13]
    assert Book().opening(DEAL) == Book().opening(deal)


def test_a_table_reads_text_under_its_own_rules():
    table = tablebase.build(Deal.parse(THREE, "3-players"))
    assert table.probe(THREE).position == Position.parse(THREE, rules="3-players")


@pytest.mark.parametrize(
    ("item", "error", "words"),
    [
        (7, TypeError, "7 is no position: expected one of an installed game, or its notation"),
        ("A223/4A2J", NotationError, "'A223/4A2J' has 2 rows: expected 4"),
        (None, TypeError, "None is no position"),
    ],
)
def test_anything_else_is_refused(item, error, words):
    for ask in (tablebase.open().probe, tablebase.search):
        with pytest.raises(error, match=words):
            ask(item)


def test_a_game_that_reads_no_text(table, monkeypatch):
    rooms = tablebase.engine.rooms
    monkeypatch.setattr(rooms, "of_tables", lambda name: None)
    with pytest.raises(TypeError, match="'x' is no position: expected one of the game 'collapsi'"):
        table.probe("x")


def test_tables_are_containers(table, tmp_path):
    path = tmp_path / "deals.h5"
    other, third = "JA2A/3JA4/2323/34A2", "AAAA/2222/3333/44JJ"
    tablebase.append(path, [DEAL, other])
    with tablebase.open(path) as tables:
        assert len(tables) == 2
        assert {each.game.key for each in tables} == {
            table.game.key,
            tablebase.build(other).game.key,
        }
        assert [each.origin for each in tables] == [str(path)] * 2
        assert DEAL in tables
        assert third not in tables
        tables.probe(third)
        assert third in tables  # in memory now
    assert len(table) == table.game.size
    assert other not in table
    first = next(iter(table))
    assert table.game.rank(first) == 0
    empty = tablebase.open()
    assert (bool(empty), len(empty), list(empty), DEAL in empty) == (True, 0, [], False)


def test_moves_of_a_table_in_bulk(table):
    game, rng = table.game, np.random.default_rng(3)
    ranks = rng.integers(0, len(table), 300, dtype=np.uint32)
    found = table.moves_many(ranks)
    assert (np.diff(found.of) >= 0).all()
    for number, rank in enumerate(ranks.tolist()):
        position = game.unrank(rank)
        moves = position.legal_moves()
        of_this = found.of == number
        assert found.number[of_this].tolist() == list(range(len(moves)))
        after = [game.rank(position.play(move)) for move in moves]
        assert found.ranks[of_this].tolist() == after
    assert not found.again.any()
    signed = table.dte_many(game.unrank_many(ranks))
    assert signed.tolist() == table.columns()["dte"][ranks].tolist()
    for wrong in (-1, len(table)):
        with pytest.raises(IndexError, match=f"rank {wrong}: expected 0 to {len(table) - 1}"):
            table.moves_many(np.array([0, wrong]))


def test_games_without_arrays_have_ranks_and_without_kernels_say_what_to_use():
    table = tablebase.build(tablebase.Deal.parse("JA23/A2J3/23A2/3A4J", "3-players"))
    ranks = np.array([0], np.uint32)
    assert table.game.unrank_many(ranks) is ranks
    with pytest.raises(TypeError, match="expected legal_moves, one by one"):
        table.moves_many(ranks)


def test_one_large_table_has_no_list(table):
    from tablebase.engine.tables.interface import Store

    class Large(Store):
        origin = "whole.h5"

        def find(self, game):
            raise AssertionError

    with pytest.raises(TypeError, match=r"whole\.h5 is one large table"):
        len(tablebase.Tablebase(Large()))
    with pytest.raises(TypeError, match=r"whole\.h5 is one large table"):
        iter(tablebase.Tablebase(Large()))


def test_arrays_of_any_deals_need_a_whole_game():
    rows = np.zeros(1, BOARD_DTYPE)
    for ask in (tablebase.open().probe_many, tablebase.open().dte_many):
        with pytest.raises(TypeError, match="only a whole game takes one"):
            ask(rows)


def test_values_are_ordered_as_codes():
    values = [CODING.decode(code) for code in range(CODING.no_entry)]
    assert sorted({*values}) == values
    assert max(values) == Value(Result.WIN, 1)
    for low, high in pairwise(values):
        assert low < high >= low
        assert high > low <= high
        assert not high < low
    assert values[0] <= values[0]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"winner": "green"}, "winner 'green': expected 'red' or 'blue'"),
        ({"plies": 40}, "plies 40: expected 0 to 14"),
        ({"winning_moves": -1}, "winning_moves -1: expected 0 to 14"),
        ({"edition": "flat"}, "unknown edition 'flat'"),
    ],
)
def test_deals_that_cannot_be_are_refused(asked, words):
    with pytest.raises(ValueError, match=words):
        find(**asked)


RULES = 'board = "3x3"\ndeck = "JJA{}"\n'


def test_a_file_of_rules_is_read_again(tmp_path, monkeypatch):
    for folder, cards in (("one", "AAA222"), ("two", "AA2222")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "small.toml").write_text(RULES.format(cards))
    found = []
    for folder in ("one", "two"):
        monkeypatch.chdir(tmp_path / folder)
        found.append(load_rules("small.toml"))
    assert [rules.deck.count(1) for rules in found] == [4, 3]
    path = Path("small.toml")
    stamp = path.stat()
    path.write_text(RULES.format("A22222"))
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert load_rules("small.toml").deck.count(1) == 2
    assert load_rules("small.toml") is load_rules("small.toml")


def test_a_position_of_another_game():
    """Each is refused by an error that names both games."""
    deals = [Deal.parse(DEAL, rules) for rules in ("collapsi", "flat", "landing")]
    tables = [*map(tablebase.build, deals)]
    tables += [build_table(sample_of(name).game) for name in brought("samples")]
    tables += map(build_table, (HeapGame(), type("Other", (HeapGame,), {"key": "9"})(9)))
    for table in tables:
        for other in tables:
            if other is table:
                continue
            position, game = next(iter(other)), table.game
            said = f"is a position of {other.game.name} {other.game.key}: expected one of "
            asks = [table.value, table.probe, table.line]
            asks += [] if game.name in ("heap", "kayles") else [game.rank]
            if game.search is not None and game.is_searched:
                asks.append(lambda it, search=game.search: search(it, "", "", None))
            for ask in asks:
                with pytest.raises(PositionError, match=re.escape(f"{said}{game.name} {game.key}")):
                    ask(position)


def test_a_position_beyond_the_size_of_its_game(tmp_path):
    heap = Heap(7, HeapGame(5))
    for ask in (tablebase.build(heap).value, lambda heap: tablebase.append(tmp_path / "f", [heap])):
        with pytest.raises(PositionError, match="7 has rank 7 of heap 14: expected 0 to 4"):
            ask(heap)


def test_a_position_as_links_have_it():
    assert Position.parse(LATER.replace(" ", "_")) == Position.parse(LATER)
