"""Tables of one byte a position: boards of more than 16 cells, and pawns that share cards.

Slow: tables of 5x5, and published deals by search. Needs some minutes, 2 GiB of memory.
"""

import csv
import random
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support import deal_with
from support.samples import LANDING_RULES, ODD_RULES, SMALL_RULES, oracle_value, random_deal

import tablebase
from tablebase import COLLAPSI, MissingTableError, PositionError, export, search
from tablebase.engine import induction
from tablebase.engine.jobs import machine
from tablebase.engine.rooms import game_of
from tablebase.engine.tables import check, store
from tablebase.engine.tables import table as columns
from tablebase.engine.tables.store import encode_table
from tablebase.engine.tables.table import MemoryCodes, Table
from tablebase.engine.values import Result, Value
from tablebase.games.collapsi.deals.byte_solver import ByteSolver
from tablebase.games.collapsi.deals.index import DealIndex
from tablebase.games.collapsi.deals.rank_kernels import unrank_positions
from tablebase.games.collapsi.rules import BYTE_CODING, CODING
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.lab.counting import opening_values

FLAT_3X4 = replace(SMALL_RULES[3], name="landing 3x4", landing=True)
FEW = [*LANDING_RULES[:3], *(replace(rules, landing=True) for rules in ODD_RULES)]
"""Rules with landing, of a few hundred or thousand positions a deal."""

by_name = pytest.mark.parametrize("rules", FEW, ids=lambda rules: rules.name)
LARGE_5X5 = load_rules("5x5")


def byte_codes(game):
    """The codes of a game by the kernels of one byte, in rank order without the openings."""
    solver = ByteSolver(game.layout)
    for number in range(solver.steps):
        solver.step(number)
    return solver.codes()[: game.index.openings]


@pytest.fixture(scope="module")
def deal_4x5():
    return next(tablebase.random_deals(1, 7, load_rules("4x5")))


@pytest.fixture(scope="module")
def table_4x5(deal_4x5):
    return tablebase.build(deal_4x5)


# --- values -------------------------------------------------------------------------------


@by_name
def test_every_position_with_landing(rules):
    rng = random.Random(5)
    for _ in range(2):
        table = tablebase.build(random_deal(rng, rules))
        assert table.game.coding == BYTE_CODING
        memos = {edition: {} for edition in rules.editions}
        for rank, code in enumerate(table.codes()):
            position = table.game.unrank(rank)
            assert BYTE_CODING.decode(int(code)) == oracle_value(position, memos[position.edition])
        sampled = rng.sample(range(table.game.size), 20)
        lines = [table.line(table.game.unrank(rank)) for rank in sampled]
        for line in lines:
            assert [probe.dte for probe in line] == list(range(line[0].dte, -1, -1))
        assert any(probe.position.red == probe.position.blue for line in lines for probe in line)


FAR = replace(LANDING_RULES[1], name="far", deck=(0, 0, 1, 2, 3, 5, 6, 7, 9))
SAMPLED = {
    FLAT_3X4: 0,
    FAR: 0,
    replace(FAR, name="farther", deck=(0, 0, 1, 1, 1, 1, 8, 8, 8)): 0,
    load_rules("4x5"): 10,
    replace(load_rules("4x5"), name="landing 4x5", landing=True): 11,
}
"""Rules with too many positions to look at all, and a ply from which on the oracle is quick."""


@pytest.mark.parametrize("rules", SAMPLED, ids=lambda rules: rules.name)
def test_samples_agree_with_the_oracle(rules):
    rng = random.Random(9)
    table, checked = tablebase.build(random_deal(rng, rules)), 0
    game, memos = table.game, {edition: {} for edition in rules.editions}
    sampled = rng.sample(range(game.size), 500)
    if rules.landing:  # some with both pawns on a card
        sampled += rng.sample(range(game.index.shared, game.index.openings), 100)
    for position in map(game.unrank, sampled):
        if position.ply >= SAMPLED[rules]:
            assert table.value(position) == oracle_value(position, memos[position.edition])
            checked += 1
    assert checked > 50
    assert game.first_error(table.codes()) is None


@pytest.mark.parametrize(
    "rules", [*SMALL_RULES, *ODD_RULES, COLLAPSI], ids=lambda rules: rules.name
)
def test_the_same_as_the_kernels_of_4_bits(rules):
    for seed in range(2):
        deal = random_deal(random.Random(seed), rules)
        expected, found = tablebase.build(deal).codes(), byte_codes(game_of(deal))
        to_bytes = [BYTE_CODING.encode(CODING.decode(code)) for code in range(CODING.no_entry)]
        assert np.array_equal(found, np.array(to_bytes, np.uint8)[expected[: found.size]])


def test_4x5_agrees_with_search(table_4x5):
    rng = random.Random(8)
    game = table_4x5.game
    ranks = rng.sample(range(game.index.openings), 400)
    positions = [game.unrank(rank) for rank in ranks]
    middle = [position for position in positions if position.ply > 4]
    assert len(middle) > 300
    for position in middle:
        assert table_4x5.value(position) == search(position).value


@pytest.mark.parametrize(
    "rules", [*FEW, SMALL_RULES[0], load_rules("4x5")], ids=lambda rules: rules.name
)
def test_opening_values(rules):
    for deal in tablebase.random_deals(2, 3, rules):
        found = opening_values(deal)
        table = tablebase.build(deal)
        for edition, codes in zip(rules.editions, found, strict=True):
            for red, code in zip(deal.jokers, codes, strict=True):
                start = deal_with(deal.cards, red, rules).start(edition)
                assert BYTE_CODING.decode(int(code)) == table.value(start)


# --- ranks --------------------------------------------------------------------------------


@by_name
def test_ranks_with_landing(rules):
    game = game_of(random_deal(random.Random(13), rules))
    ranks = np.arange(game.size, dtype=np.uint32)
    positions = [game.unrank(rank) for rank in range(game.size)]
    assert [game.rank(position) for position in positions] == ranks.tolist()
    assert len(set(positions)) == game.size
    assert [position.layer for position in positions] == game.layer_of_ranks().tolist()
    rows = game.unrank_many(ranks)
    assert np.array_equal(game.rank_many(rows), ranks)
    assert [row["mover"] == row["opponent"] for row in rows] == [p.red == p.blue for p in positions]
    assert set(game.columns()["ply"]) == {position.ply for position in positions}


@by_name
def test_moves_with_landing_stay_in_the_table(rules):
    # No rank shows who is to move, so that does not matter to the rank.
    game = game_of(random_deal(random.Random(14), rules))
    kept = 0
    for rank in range(game.size):
        position = game.unrank(rank)
        for move in position.legal_moves():
            after = position.play(move)
            assert game.unrank(game.rank(after)).layer == after.layer < position.layer
            kept += after.ply > after.down
    assert kept > 0


def test_ranks_of_wide_boards(table_4x5):
    game = table_4x5.game
    rng = np.random.default_rng(15)
    ranks = rng.integers(game.size, size=2000, dtype=np.uint32)
    ranks[-200:] = np.arange(game.size - 200, game.size)
    rows = game.unrank_many(ranks)
    assert rows.dtype["face_up"] == np.uint32
    assert np.array_equal(game.rank_many(rows), ranks)
    for rank, row in zip(ranks[:300].tolist(), rows, strict=False):
        position = game.unrank(rank)
        assert game.rank(position) == rank
        assert (position.face_up, position.mover, position.opponent) == row.tolist()[:3]
    found = table_4x5.probe_many(rows)
    assert np.array_equal(found, table_4x5.codes()[ranks])


def test_arrays_of_the_wrong_type_or_place(table_4x5):
    small = np.zeros(3, tablebase.POSITION_DTYPE)
    with pytest.raises(TypeError, match="expected"):
        table_4x5.probe_many(small)
    game = game_of(random_deal(random.Random(16), FEW[1]))
    row = game.unrank_many(np.array([game.index.shared + 5], np.uint32))
    row["face_up"] &= ~(1 << row["mover"])
    with pytest.raises(PositionError, match="row 0"):
        game.rank_many(row)


def test_largest_index():
    for landing in (False, True):
        index = DealIndex(24, 2, landing)
        assert index.size < 1 << 32
        assert DealIndex(25, 2, landing).size > 1 << 32
        rng = random.Random(17)
        ranks = [0, index.shared - 1, index.openings - 1, *rng.sample(range(index.openings), 500)]
        assert [int(index.rank(*index.unrank(rank))) for rank in ranks] == ranks
        wide, cells = np.array(ranks, np.uint32), np.arange(24, dtype=np.uint8)
        face_up, (mover, opponent) = wide.copy(), np.zeros((2, wide.size), np.uint8)
        unrank_positions(wide, index.openings, cells, face_up, mover, opponent)
        many = zip(face_up.tolist(), mover.tolist(), opponent.tolist(), strict=True)
        assert list(many) == [index.unrank(rank) for rank in ranks]


# --- verification -------------------------------------------------------------------------


@by_name
def test_every_changed_entry_is_found(rules):
    table = tablebase.build(random_deal(random.Random(18), rules))
    good = table.codes()
    assert table.game.first_error(good) is None
    rng = random.Random(19)
    for rank in rng.sample(range(table.game.size), min(table.game.size, 150)):
        codes = good.copy()
        codes[rank] = rng.choice([code for code in range(256) if code != good[rank]])
        found = table.game.first_error(codes)
        assert found is not None
        assert found <= rank
        position = table.game.unrank(found)
        changed = Table(table.game, MemoryCodes(codes, 8))
        moves = [changed.codes_of([position.play(move)])[0] for move in position.legal_moves()]
        assert codes[found] != BYTE_CODING.from_successor(min(moves, default=255))


# --- files, memory, limits ----------------------------------------------------------------


@pytest.fixture
def everything_is_large(monkeypatch):
    monkeypatch.setattr(induction, "LARGE_TABLE", 1)


@pytest.fixture
def landing_deals():
    return list(tablebase.random_deals(3, 21, FEW[1]))


def test_large_tables_in_a_file(tmp_path, everything_is_large, landing_deals):
    file, shares, items = tmp_path / "large.h5", [], []
    done = tablebase.append(
        file,
        [*landing_deals, landing_deals[0]],
        share=shares.append,
        progress=lambda: items.append(len(shares)),
    )
    assert (done.built, done.present) == (3, 1)
    assert shares[items[0] - 1] == 1.0
    assert len(items) == 4
    assert items[0] < items[1] < items[2] == items[3]
    assert [check.error for check in tablebase.verify(file)] == ["", "", ""]
    with tablebase.open(file) as tables:
        for deal in landing_deals:
            table = tables.table(deal)
            assert np.array_equal(table.codes(), tablebase.build(deal).codes())
            assert tables.probe(deal.start()) == replace(
                tablebase.build(deal).probe(deal.start()), origin=str(file)
            )


def test_large_tables_are_checked_one_at_a_time(
    tmp_path, everything_is_large, landing_deals, monkeypatch
):
    under_way, most, first_error = [], [], check._first_error

    def slowly(*table):
        under_way.append(table)
        time.sleep(0.02)
        most.append(len(under_way))
        under_way.pop()
        return first_error(*table)

    tablebase.append(tmp_path / "large.h5", landing_deals)
    monkeypatch.setattr(check, "_first_error", slowly)
    found = tablebase.verify(tmp_path / "large.h5", workers=3)
    assert [one.error for one in found] == ["", "", ""]
    assert most == [1, 1, 1]


def test_large_tables_are_not_built_on_the_spot(everything_is_large, landing_deals):
    with (
        tablebase.Tablebase() as tables,
        pytest.raises(MissingTableError, match="1,828 positions is not built on the spot"),
    ):
        tables.probe(landing_deals[0].start())


def test_compression_in_threads(table_4x5, monkeypatch):
    alone = encode_table(table_4x5, 1)
    monkeypatch.setattr(induction, "LARGE_TABLE", 1)
    monkeypatch.setattr(store, "CHUNKS_AT_ONCE", 3)
    assert encode_table(table_4x5, 1) == alone
    assert len(alone.chunks) == -(-table_4x5.game.size // (1 << 18))


def test_summary_in_parts(table_4x5):
    summary = table_4x5.summary()
    codes = table_4x5.codes()
    assert summary.positions == codes.size == table_4x5.game.size
    assert summary.wins == np.count_nonzero(codes >= 128)
    longest = abs(BYTE_CODING.signed_dte_of(codes)) == summary.longest_dte
    assert len(summary.longest) == min(np.count_nonzero(longest), 3)
    assert {table_4x5.value(position).dte for position in summary.longest} == {summary.longest_dte}
    counts = np.bincount(codes, minlength=255)
    assert np.array_equal(table_4x5.counts(), counts)
    assert np.array_equal(summary.histogram.sum(axis=0), counts)


def test_too_many_positions_to_export(table_4x5, tmp_path, monkeypatch):
    monkeypatch.setattr(columns, "MAX_ROWS", 1000)
    with pytest.raises(ValueError, match=r"20,054,092 positions: expected up to 1,000"):
        export.write(table_4x5, tmp_path / "rows.npz")
    assert list(tmp_path.iterdir()) == []


def test_not_enough_memory(tmp_path, monkeypatch):
    deal = next(tablebase.random_deals(1, 1, LARGE_5X5))
    monkeypatch.setattr(machine, "available_memory", lambda: 3 << 30)
    message = r"1,061,159,008 positions, needs 4\.\d GiB of memory, but only 3\.0 GiB are free"
    with pytest.raises(MemoryError, match=message):
        tablebase.build(deal)
    with pytest.raises(MemoryError, match=message):
        opening_values(deal)
    with pytest.raises(MemoryError, match=message):
        tablebase.append(tmp_path / "five.h5", [deal])
    assert list(tmp_path.iterdir()) == []


def test_too_many_cells():
    rules = load_rules("4x7")
    deal = next(tablebase.random_deals(1, 1, rules))
    message = r"28 cells would hold 10,905,190,508 positions.* up to 26 cells, or a forward search"
    for ask in (tablebase.build, opening_values):
        with pytest.raises(MissingTableError, match=message):
            ask(deal)


# --- 5x5 ----------------------------------------------------------------------------------


DATA = Path(__file__).parents[2] / "data"


def five_rows(name="five"):
    with (DATA / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(("name", "board"), [("five", "5x5"), ("five-a4", "5x5-a4")])
def test_published_5x5_deals(name, board):
    rows, deals = five_rows(name), list(tablebase.random_deals(20, 1, load_rules(board)))
    assert [row["deal"] for row in rows] == [str(deal) for deal in deals]
    for row, deal in zip(rows, deals, strict=True):
        assert int(row["positions"]) == game_of(deal).size
        assert 0 < int(row["wins"]) < game_of(deal).size
        for edition in ("wild", "single"):
            plies = int(row[f"{edition}_plies"])
            assert plies <= int(row["longest"]) <= 23
            assert row[f"{edition}_winner"] == ("red" if plies % 2 else "blue")


@pytest.mark.slow
def test_a_published_5x5_deal_by_its_table():
    rng, row = random.Random(22), five_rows()[0]
    deal = tablebase.Deal.parse(row["deal"], LARGE_5X5)
    table = tablebase.build(deal)
    codes, game = table.codes(), table.game
    assert game.first_error(codes) is None
    assert table.summary().longest_dte == int(row["longest"])
    assert table.summary().wins == int(row["wins"])
    for rank in rng.sample(range(game.index.openings), 300):
        position = game.unrank(rank)
        assert table.value(position) == search(position).value
    for edition in ("wild", "single"):
        after = deal.start(edition)
        probe = table.probe(after)
        assert (probe.winner, probe.dte) == (row[f"{edition}_winner"], int(row[f"{edition}_plies"]))
        for _ in range(3):
            after = after.play(rng.choice(after.legal_moves()))
        assert table.value(after) == search(after).value


@pytest.mark.slow
@pytest.mark.parametrize(("name", "board"), [("five", "5x5"), ("five-a4", "5x5-a4")])
def test_published_5x5_deals_by_search(name, board):
    # Another way to the same values: no table, no induction.
    for row in five_rows(name):
        deal = tablebase.Deal.parse(row["deal"], load_rules(board))
        for edition in ("wild", "single"):
            found = search(deal.start(edition))
            plies = int(row[f"{edition}_plies"])
            assert found.value == Value(Result.WIN if plies % 2 else Result.LOSS, plies)
