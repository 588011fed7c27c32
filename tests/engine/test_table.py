"""Tables and tablebases in memory: the answers of look-ups."""

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import deal_with, image, mini_deals, python
from support.effort import by_effort
from support.samples import LANDING_RULES, random_deal

import tablebase
from tablebase import MissingTableError, Result
from tablebase.compare import playout
from tablebase.engine.packed import pack, unpack
from tablebase.engine.rooms import game_of
from tablebase.engine.tables import tablebase as tablebase_module
from tablebase.engine.tables.table import MemoryCodes
from tablebase.games.collapsi.deck import UNKNOWN
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.symmetry import automorphisms


@pytest.fixture(scope="module")
def games(deals):
    """Random games of each real deal, under both editions and with either joker red."""
    rng = random.Random(5)
    starts = [deal.start(edition) for deal in deals for edition in ("wild", "single")]
    swapped = [
        deal_with(deal.cards, deal.blue).start(edition)
        for deal in deals
        for edition in ("wild", "single")
    ]
    return [playout(start, rng) for start in starts + swapped for _ in range(3)]


def check_probe(table, position):
    """A probe against the table's own values of the positions after each move."""
    probe = table.probe(position)
    assert probe.position == position
    assert probe.value == table.value(position) == (probe.result, probe.dte)
    assert {m.move.destination for m in probe.moves} == {
        m.destination for m in position.legal_moves()
    }
    for move in probe.moves:
        assert move.position == position.play(move.move)
        after = table.value(move.position)
        assert move.value.dte == after.dte + 1
        assert move.value.result != after.result
        assert move.keeps_win == (move.value.result is Result.WIN)
        assert move.is_best == (move.value == probe.value)
    if probe.moves:
        assert probe.moves[0].is_best
    else:
        assert probe.value == (Result.LOSS, 0)
        assert position.is_terminal
    order = [CODING.encode(move.value) for move in probe.moves]
    assert order == sorted(order, reverse=True)
    return probe


def test_every_entry_of_a_small_table_follows_from_its_moves(mini):
    # If terminal positions are right and each value is that of the best move, all values are right.
    for table in mini:
        for rank in range(table.game.size):
            check_probe(table, table.game.unrank(rank))


def test_probe_real_board(built, games, deals):
    by_cards = {deal.cards: table for deal, table in zip(deals, built, strict=True)}
    for game in games:
        for position in game:
            check_probe(by_cards[position.cards], position)


def test_probe_as_dict_says_the_same(built, deals):
    probe = built[0].probe(deals[0].start())
    data = probe.as_dict()
    assert data["position"] == str(deals[0].start())
    assert data["edition"] == "wild"
    assert (data["ply"], data["side_to_move"]) == (0, "red")
    assert (data["result"], data["dte"]) == (probe.result.value, probe.dte)
    assert (data["winner"], data["score"]) == (probe.winner, probe.score)
    assert data["table"] == game_of(deals[0]).key
    assert data["origin"] == "built"
    assert [m["move"] for m in data["moves"]] == [str(m.move) for m in probe.moves]
    assert [m["is_best"] for m in data["moves"]] == [m.is_best for m in probe.moves]
    for written in data["moves"]:
        after = tablebase.Position.parse(written["position"], "wild")
        assert built[0].value(after).dte == written["dte"] - 1


def test_line_runs_to_the_end(built, games, deals):
    by_cards = {deal.cards: table for deal, table in zip(deals, built, strict=True)}
    for game in games[::2]:
        for start in game[:3]:
            line = by_cards[start.cards].line(start)
            assert line[0].position == start
            assert len(line) == line[0].dte + 1
            assert [probe.dte for probe in line] == list(range(line[0].dte, -1, -1))
            assert len({(probe.winner, probe.score) for probe in line}) == 1
            assert line[-1].position.is_terminal
            for before, after in pairwise(line):
                assert before.moves[0].is_best
                assert after.position == before.position.play(before.moves[0].move)


def test_summary_counts_every_position_once(mini):
    table = mini[0]
    values = [table.value(table.game.unrank(rank)) for rank in range(table.game.size)]
    layers = [table.game.unrank(rank).layer for rank in range(table.game.size)]
    summary = table.summary(longest=5)
    assert summary.positions == table.game.size
    assert summary.wins == sum(value.result is Result.WIN for value in values)
    assert summary.wins + summary.losses == summary.positions
    assert summary.by_value() == {value: values.count(value) for value in set(values)}
    assert summary.longest_dte == max(value.dte for value in values)
    assert summary.by_layer() == [
        (
            layer,
            sum(n == layer and r is Result.WIN for n, (r, _) in zip(layers, values, strict=True)),
            sum(n == layer and r is Result.LOSS for n, (r, _) in zip(layers, values, strict=True)),
        )
        for layer in sorted(set(layers))
    ]
    assert 1 <= len(set(summary.longest)) == len(summary.longest) <= 5
    assert {table.value(position).dte for position in summary.longest} == {summary.longest_dte}


def test_codes_are_the_callers_own(mini, tmp_path):
    deal = random_deal(random.Random(5), LANDING_RULES[0])  # of 8 bits
    tablebase.append(tmp_path / "wide.h5", [deal])
    with tablebase.open(tmp_path / "wide.h5", build_missing=False) as tables:
        for table in (mini[0], tablebase.build(deal), tables.table(deal)):
            position = table.game.unrank(0)
            before = table.value(position)
            table.codes()[:] = table.game.coding.no_entry - 1
            assert table.value(position) == before


@given(st.lists(st.integers(0, 15), max_size=40))
def test_pack_and_unpack(codes):
    array = np.array(codes, dtype=np.uint8)
    packed = pack(array, 4)
    assert packed.dtype == np.uint8
    assert packed.tolist() == [
        low | high << 4 for low, high in zip(codes[::2], [*codes[1::2], 0], strict=False)
    ]
    assert unpack(packed, len(codes), 4).tolist() == codes
    assert array.tolist() == codes, "pack must not change its argument"


@given(st.lists(st.integers(0, 15), min_size=1, max_size=40), st.data())
def test_memory_codes_at(codes, data):
    source = MemoryCodes(pack(np.array(codes, dtype=np.uint8), 4), 4, "somewhere")
    ranks = data.draw(st.lists(st.integers(0, len(codes) - 1), max_size=9))
    assert source.at(np.array(ranks, dtype=np.uint32)).tolist() == [codes[rank] for rank in ranks]
    grid = np.array([[0], [len(codes) - 1]], dtype=np.uint32)
    assert source.at(grid).tolist() == [[codes[0]], [codes[-1]]]
    assert source.origin == "somewhere"


# Tablebase


def solved(monkeypatch):
    """The keys of the tables that are built on the spot from now on."""
    keys = []
    solve = tablebase_module.solve

    def counting(game, *args):
        keys.append(game.key)
        return solve(game, *args)

    monkeypatch.setattr(tablebase_module, "solve", counting)
    return keys


def test_reads_from_the_file(real_file, built, deals, monkeypatch):
    keys = solved(monkeypatch)
    with tablebase.open(real_file) as tables:
        for deal, table in zip(deals, built, strict=True):
            probe = tables.probe(deal.start())
            assert probe.value == table.value(deal.start())
            assert probe.origin == str(real_file)
            assert tables.table(deal).codes().tobytes() == table.codes().tobytes()
            assert [p.value for p in tables.line(deal.start())] == [
                p.value for p in table.line(deal.start())
            ]
    assert keys == []


def test_tables_that_are_listed_are_not_kept(mini_file, mini):
    with tablebase.open(mini_file) as tables:
        assert [table.counts().sum() for table in tables] == [table.game.size for table in mini]
        assert tables.cached_tables == 0
        kept = tables.table(mini_deals(1)[0])
        kept.counts()
        assert sum(table.in_memory for table in tables) == tables.cached_tables == 1


def test_builds_on_the_spot(mini_file, monkeypatch):
    keys = solved(monkeypatch)
    *_, missing = mini_deals(4)
    expected = tablebase.build(missing).probe(missing.start())
    for path in (None, mini_file):
        with tablebase.open(path) as tables:
            probe = tables.probe(missing.start())
            assert (probe.value, probe.origin) == (expected.value, "built")
            assert tables.get(missing.start(), None) == probe
    assert keys == [game_of(missing).key] * 2


def test_missing_table(mini_file):
    *_, missing = mini_deals(4)
    for path in (None, mini_file):
        with tablebase.open(path, build_missing=False) as tables:
            for ask in (tables.probe, tables.line):
                with pytest.raises(MissingTableError, match=game_of(missing).key) as error:
                    ask(missing.start())
                assert isinstance(error.value, KeyError)
                assert not str(error.value).startswith("'")
            with pytest.raises(MissingTableError):
                tables.table(missing)
            with pytest.raises(MissingTableError):
                tables.probe_many([missing.start()])
            assert tables.get(missing.start(), None) is None
            assert tables.get(missing.start(), 7) == 7


def test_files_without_a_store(mini_file, mini):
    (deal,) = mini_deals(1)
    with tablebase.open(files=[mini_file], build_missing=False) as tables:
        assert tables.probe(deal.start()).origin == str(mini_file)
        assert deal in tables


def test_keeps_the_tables_used_last(monkeypatch):
    keys = solved(monkeypatch)
    a, b, c = mini_deals(3)
    with tablebase.open(cached_tables=2) as tables:
        for deal in (a, b, a, c, a, b):
            tables.probe(deal.start())
    # c displaced b, which had gone unused for longest, and then b displaced c.
    assert keys == [game_of(deal).key for deal in (a, b, c, b)]


@pytest.mark.parametrize("cached_tables", [1, 256])
def test_threads(real_file, built, games, deals, cached_tables):
    by_cards = {deal.cards: table for deal, table in zip(deals, built, strict=True)}
    positions = [position for game in games for position in game]
    random.Random(3).shuffle(positions)
    expected = [by_cards[position.cards].value(position) for position in positions]
    with (
        tablebase.open(real_file, build_missing=False, cached_tables=cached_tables) as tables,
        ThreadPoolExecutor(8) as pool,
    ):
        assert [probe.value for probe in pool.map(tables.probe, positions)] == expected


def test_pickle(mini_file, mini):
    *held, missing = mini_deals(4)
    with tablebase.open(mini_file, build_missing=False) as tables:
        tables.probe(held[0].start())  # a tablebase that has been used can be pickled as well
        copy = pickle.loads(pickle.dumps(tables))
    with copy:
        assert copy.probe(held[1].start()).value == mini[1].value(held[1].start())
        with pytest.raises(MissingTableError):
            copy.probe(missing.start())
    copy = pickle.loads(pickle.dumps(tablebase.open()))
    assert copy.probe(held[0].start()).value == mini[0].value(held[0].start())


FORK_WHILE_READING = """
import os, signal, sys, threading, time, warnings
import tablebase
warnings.simplefilter("ignore")
tables = tablebase.open(sys.argv[1], build_missing=False, cached_tables=1)
starts = [deal.start() for deal in tablebase.random_deals(3, 2024)]
values = [tables.probe(start).value for start in starts]
going = True

def read():
    while going:
        for start in starts:
            tables.probe(start)

sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=read) for _ in range(3)]
for thread in threads:
    thread.start()
for _ in range(int(sys.argv[2])):
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(3)
        os._exit([tables.probe(start).value for start in starts] != values)
    status = os.waitpid(child, 0)[1]
    if status:
        break
going = False
for thread in threads:
    thread.join()
sys.exit(f"child ended with {status}" if status else 0)
"""


@pytest.mark.thorough
def test_fork_while_threads_are_reading(real_file):
    done = python(FORK_WHILE_READING, real_file, by_effort(40, 200))
    assert done.returncode == 0, done.stderr


def test_all_images_of_a_deal_share_its_table(real_file, built, deals):
    deal, table = deals[0], built[0]
    rng = random.Random(8)
    wild, single = playout(deal.start("wild"), rng), playout(deal.start("single"), rng)
    asked = [wild[0], single[0], wild[1], single[1], wild[4]]
    every = automorphisms(deal.rules.board)
    assert len(every) == 384
    with tablebase.open(real_file, build_missing=False) as tables:
        for position in asked:
            expected = table.probe(position)
            moves = {move.move.destination: move.value for move in expected.moves}
            for g in every:
                probe = tables.probe(image(position, g))
                assert probe.value == expected.value
                assert probe.score == expected.score
                assert {m.move.destination: m.value for m in probe.moves} == {
                    g[cell]: value for cell, value in moves.items()
                }


def test_probe_many(real_file, built, games, deals):
    by_cards = {deal.cards: table for deal, table in zip(deals, built, strict=True)}
    positions = [position for game in games for position in game]
    random.Random(4).shuffle(positions)
    expected = [CODING.encode(by_cards[position.cards].value(position)) for position in positions]
    with tablebase.open(real_file, build_missing=False) as tables:
        codes = tables.probe_many(positions)
        assert codes.dtype == np.uint8
        assert codes.tolist() == expected
        assert tables.probe_many([]).shape == (0,)
        g = automorphisms(deals[0].rules.board)[100]
        assert tables.probe_many([image(p, g) for p in positions]).tolist() == expected


def test_face_down_cards_do_not_matter(built, games):
    position = games[0][5]
    cards = tuple(
        card if position.face_up >> cell & 1 else UNKNOWN
        for cell, card in enumerate(position.cards)
    )
    blank = replace(position, cards=cards)
    with tablebase.open() as tables:
        assert tables.probe(blank).value == built[0].value(position)
