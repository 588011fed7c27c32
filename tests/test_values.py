"""Codes of values: the order on results, and what a move does to it."""

from __future__ import annotations

from itertools import combinations

import pytest

from tablebase import Result, Value
from tablebase.engine.values import (
    MAX_DTE,
    NO_ENTRY,
    SIGNED_DTE,
    decode,
    encode,
    from_successor,
)

LOSSES = [Value(Result.LOSS, dte) for dte in range(0, MAX_DTE + 1, 2)]
WINS = [Value(Result.WIN, dte) for dte in range(1, MAX_DTE + 1, 2)]
WORST_TO_BEST = LOSSES + WINS[::-1]


def after_move(value):
    """What a successor's value means for the side that moves there."""
    return Value(Result.LOSS if value.result is Result.WIN else Result.WIN, value.dte + 1)


def best(values):
    """The definition: win if any move wins, the soonest; else lose as late as possible."""
    wins = [value for value in values if value.result is Result.WIN]
    if wins:
        return min(wins, key=lambda value: value.dte)
    return max(values, key=lambda value: value.dte, default=Value(Result.LOSS, 0))


def test_every_code_has_its_value():
    assert [decode(code) for code in range(NO_ENTRY)] == WORST_TO_BEST
    assert len(set(WORST_TO_BEST)) == 15


@pytest.mark.parametrize("value", WORST_TO_BEST, ids=str)
def test_decode_undoes_encode(value):
    assert decode(encode(value)) == value


def test_signed_distances():
    for code in range(NO_ENTRY):
        result, dte = decode(code)
        assert SIGNED_DTE[code] == (-dte if result is Result.LOSS else dte)
    assert len(SIGNED_DTE) == NO_ENTRY


def test_smallest_successor_is_the_best_move():
    # A loss in 14 has no predecessor: a win in 15 is beyond four bits.
    codes = [code for code in range(NO_ENTRY) if decode(code).dte < MAX_DTE]
    for count in range(4):
        for successors in combinations(codes, count):
            expected = best([after_move(decode(code)) for code in successors])
            assert decode(from_successor(min(successors, default=NO_ENTRY))) == expected


@pytest.mark.parametrize("code", [-1, NO_ENTRY, 16, 255])
def test_no_such_code(code):
    with pytest.raises(ValueError, match=rf"^code {code}: expected 0 to 14$"):
        decode(code)


@pytest.mark.parametrize(
    ("result", "dte"),
    [
        (Result.LOSS, 1),
        (Result.WIN, 0),
        (Result.WIN, 2),
        (Result.WIN, 15),
        (Result.LOSS, 16),
        (Result.LOSS, -2),
        (Result.WIN, -1),
    ],
)
def test_no_such_value(result, dte):
    with pytest.raises(ValueError, match=f"^{result.value} in {dte}: expected an even distance"):
        encode(Value(result, dte))


def test_value_as_text():
    assert str(Value(Result.WIN, 7)) == "win in 7"
