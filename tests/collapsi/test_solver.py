"""The induction against the oracle, the paper and the search: values of whole tables.

Slow: every reachable position of real deals, by the oracle. Needs some minutes.
"""

import random

import numpy as np
import pytest
from support import deal_with
from support.samples import LANDING_RULES, SMALL_RULES, oracle_value, random_deal

import tablebase
from tablebase import COLLAPSI
from tablebase.engine import values
from tablebase.engine.rooms import game_of
from tablebase.games.collapsi.deals import byte_check, byte_solver, nibble_kernels
from tablebase.games.collapsi.rules import BYTE_CODING, CODING
from tablebase.games.collapsi.studies.lab.counting import opening_values


@pytest.mark.parametrize("rules", SMALL_RULES[:2] + SMALL_RULES[4:], ids=lambda rules: rules.name)
def test_every_position_of_a_small_deal(rules):
    game = game_of(random_deal(random.Random(5), rules))
    table = tablebase.build(random_deal(random.Random(5), rules))
    memos = {edition: {} for edition in rules.editions}
    for rank, code in enumerate(table.codes()):
        position = game.unrank(rank)
        # Without jokers face up both editions are one game, so they may share a memo.
        assert CODING.decode(int(code)) == oracle_value(position, memos[position.edition])


@pytest.mark.parametrize("rules", SMALL_RULES[2:4], ids=lambda rules: rules.name)
def test_3x4_positions(rules):
    rng = random.Random(8)
    table = tablebase.build(random_deal(rng, rules))
    openings = range(table.game.index.openings, table.game.size)
    for rank in (*openings, *rng.sample(range(table.game.size), 1500)):
        position = table.game.unrank(rank)
        assert table.value(position) == oracle_value(position)


@pytest.mark.thorough
def test_random_positions_of_real_deals(built):
    rng = random.Random(3)
    for table in built:
        game, memo = table.game, {}
        for rank in rng.sample(range(game.index.openings), 4000):
            position = game.unrank(rank)
            if position.ply >= 6:
                assert table.value(position) == oracle_value(position, memo)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["wild", "single"])
def test_every_reachable_position_of_real_deals(edition, built):
    for table in built:
        deal, memo = deal_with(table.game.cards, table.game.layout.jokers[0]), {}
        start = deal.start(edition)
        oracle_value(start, memo)  # fills the memo with every position reachable from the start
        for (up, mover, opponent), (wins, dte) in memo.items():
            face_up = sum(1 << 4 * row + column for row, column in up)
            ply = 16 - len(up)
            pawns = [4 * row + column for row, column in (mover, opponent)]
            pawns = tuple(pawns[::-1] if ply % 2 else pawns)
            position = tablebase.Position(deal.cards, face_up, pawns, start.edition)
            result = values.Result.WIN if wins else values.Result.LOSS
            assert table.value(position) == (result, dte)


def first_bad_rank(table):
    """By the independent check for codes of a byte, which is compiled; -1 if every entry holds.

    It is as independent of the kernels as the check of narrow codes, and takes a third of the time.
    """
    codes, layout = table.codes(), table.game.layout
    codes[codes >= CODING.first_win] += BYTE_CODING.max_dte - CODING.max_dte
    free = layout.index.free
    found = [
        byte_check.first_bad_rank(codes, byte_check.destinations(layout, mover), mover, free, False)
        for mover in range(free)
    ]
    return max(found)


@pytest.mark.thorough
def test_every_entry_of_a_hundred_deals():
    """One sweep too few over low pairs of slots left 16 of 300 deals wrong, and no test noticed."""
    deals = [tablebase.Deal.parse("2A3J/J33A/A2A2/2434"), *tablebase.random_deals(110, seed=2026)]
    for deal in deals:
        assert first_bad_rank(tablebase.build(deal)) == -1, deal


@pytest.mark.parametrize("rules", [COLLAPSI, LANDING_RULES[0]], ids=lambda rules: rules.name)
def test_a_build_in_the_callback_changes_nothing(rules):
    deal, other = tablebase.random_deals(2, 5, rules)
    expected = tablebase.build(deal).packed()
    found = tablebase.build(deal, lambda done, steps: tablebase.build(other)).packed()
    assert np.array_equal(found, expected)


@pytest.mark.parametrize(
    ("rules", "solve", "module", "name"),
    [
        (SMALL_RULES[1:3], lambda d: tablebase.build(d).packed(), nibble_kernels, "workspace"),
        ((LANDING_RULES[0], SMALL_RULES[3]), opening_values, byte_solver, "check_memory"),
    ],
)
def test_too_little_memory_changes_nothing(rules, solve, module, name, monkeypatch):
    def refuse(*_):
        raise MemoryError

    small, larger = (random_deal(random.Random(5), each) for each in rules)
    expected = solve(small)
    with monkeypatch.context() as patch:
        patch.setattr(module, name, refuse)
        with pytest.raises(MemoryError):
            solve(larger)
    assert np.array_equal(solve(small), expected)


def test_steps_of_a_solver_can_be_watched_and_stopped():
    deal = random_deal(random.Random(7))
    seen = []
    tablebase.build(deal, lambda done, steps: seen.append((done, steps)))
    assert seen == [(n, len(seen)) for n in range(1, len(seen) + 1)]

    def stop(done, steps):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tablebase.build(deal, stop)
    assert np.array_equal(tablebase.build(deal).packed(), tablebase.build(deal).packed())


def uncompiled():
    """A deal of a 3x3 board, for `test_uncompiled`."""
    deal = random_deal(random.Random(2), SMALL_RULES[0])
    table = tablebase.build(deal)
    positions = game_of(deal).unrank_many(np.arange(game_of(deal).size, dtype=np.uint32))
    assert np.array_equal(table.probe_many(positions), table.codes())
    found = [tablebase.search(deal.start(edition)).value for edition in ("wild", "single")]
    return table.packed().tolist(), found
