"""Codes of values: the order of results, and how a move changes a code."""

from itertools import combinations

import numpy as np
import pytest

from tablebase import Result, Value
from tablebase.engine.values import Coding, OnePlayerCoding, TeamCoding

CODINGS = [Coding(bits, end) for bits in (4, 8) for end in Result]
by_coding = pytest.mark.parametrize("coding", CODINGS, ids=lambda c: f"{c.bits} bits, end {c.end}")


def worst_to_best(coding):
    """All values that a code can hold, by the definition."""
    other = Result.WIN if coding.end is Result.LOSS else Result.LOSS
    longest = 2**coding.bits - 2
    values = [Value(coding.end, dte) for dte in range(0, longest + 1, 2)]
    values += [Value(other, dte) for dte in range(1, longest + 1, 2)]
    losses = [value for value in values if value.result is Result.LOSS]
    wins = [value for value in values if value.result is Result.WIN]
    return sorted(losses, key=lambda v: v.dte) + sorted(wins, key=lambda v: -v.dte)


def after_move(value):
    """What a successor's value means for the side that moves to it."""
    return Value(Result.LOSS if value.result is Result.WIN else Result.WIN, value.dte + 1)


def best(values, end):
    """The definition: win if any move wins, the soonest; else lose as late as possible."""
    wins = [value for value in values if value.result is Result.WIN]
    if wins:
        return min(wins, key=lambda value: value.dte)
    return max(values, key=lambda value: value.dte, default=Value(end, 0))


@by_coding
def test_every_code_has_its_value(coding):
    values = worst_to_best(coding)
    assert [coding.decode(code) for code in range(coding.no_entry)] == values
    assert [coding.encode(value) for value in values] == list(range(coding.no_entry))
    assert len(set(values)) == coding.no_entry == coding.max_dte + 1 == 2**coding.bits - 1
    assert [value.result for value in values].index(Result.WIN) == coding.first_win


def test_codes_of_four_bits_as_files_have_them():
    """The specification of the file format, version 1."""
    coding = Coding(4, Result.LOSS)
    assert coding.signed_dte == (0, -2, -4, -6, -8, -10, -12, -14, 13, 11, 9, 7, 5, 3, 1)
    assert coding.replies.tolist() == [14, 13, 12, 11, 10, 9, 8, 7, 7, 6, 5, 4, 3, 2, 1, 0]


@by_coding
def test_signed_distances(coding):
    for code in range(coding.no_entry):
        result, dte = coding.decode(code)
        assert coding.signed_dte[code] == (-dte if result is Result.LOSS else dte)
    array = coding.signed_dte_of(np.arange(coding.no_entry, dtype=np.uint8))
    assert array.tolist() == list(coding.signed_dte)
    assert array.dtype == (np.int8 if coding.bits == 4 else np.int16)


@by_coding
def test_smallest_successor_is_the_best_move(coding):
    # The longest distance has no predecessor, which would be too long for a code.
    codes = [code for code in range(coding.no_entry) if coding.decode(code).dte < coding.max_dte]
    for count in range(4 if coding.bits == 4 else 2):
        for successors in combinations(codes, count):
            expected = best([after_move(coding.decode(code)) for code in successors], coding.end)
            smallest = min(successors, default=coding.no_entry)
            assert coding.decode(coding.from_successor(smallest)) == expected
    # Whatever the successors: a larger code for the opponent is a smaller one for the mover.
    replies = [coding.from_successor(code) for code in codes]
    assert replies == sorted(replies, reverse=True)
    everything = [coding.from_successor(code) for code in range(coding.no_entry + 1)]
    assert coding.replies.tolist() == everything


@by_coding
def test_the_longest_distance_becomes_itself(coding):
    (code,) = (c for c in range(coding.no_entry) if coding.decode(c).dte == coding.max_dte)
    assert coding.from_successor(code) == code


@pytest.mark.parametrize("bits", [4, 8])
def test_the_longest_distances_become_themselves_where_sides_move_again(bits):
    coding = TeamCoding(bits, Result.LOSS)
    loss, win = coding.first_win - 1, coding.first_win
    for code, again in ((loss, True), (win, True), (win, False)):
        assert coding.from_successor(code, again) == code


@pytest.mark.parametrize("code", [-1, 15, 16, 255])
def test_no_such_code(code):
    with pytest.raises(ValueError, match=rf"^code {code}: expected 0 to 14$"):
        Coding(4, Result.LOSS).decode(code)


@pytest.mark.parametrize(
    ("result", "dte"),
    [(Result.LOSS, dte) for dte in (-2, 1, 16)] + [(Result.WIN, dte) for dte in (-1, 0, 2, 15)],
)
def test_no_such_value(result, dte):
    expected = "0, 2, ... 14" if result is Result.LOSS else "1, 3, ... 13"
    with pytest.raises(ValueError, match=f"^{result} in {dte}: expected a distance of {expected}$"):
        Coding(4, Result.LOSS).encode(Value(result, dte))


def test_no_such_value_where_the_end_is_a_win():
    with pytest.raises(ValueError, match=r"^win in 3: expected a distance of 0, 2, ... 254$"):
        Coding(8, Result.WIN).encode(Value(Result.WIN, 3))


def test_an_end_is_a_result():
    with pytest.raises(TypeError, match=r"^end is 'WIN': expected Result.LOSS or Result.WIN$"):
        Coding(8, "WIN")


def test_value_as_text():
    assert str(Value(Result.WIN, 7)) == "win in 7"


@pytest.mark.parametrize("bits", [4, 8])
def test_one_player(bits):
    """Wins before losses, many moves before few; a move adds one, and the side stays the same."""
    coding = OnePlayerCoding(bits, Result.LOSS, goal=2)
    values = [coding.decode(code) for code in range(coding.no_entry)]
    ranked = sorted(values, key=lambda value: (value.result is Result.WIN, value.dte))
    assert values == ranked
    assert len(set(values)) == coding.no_entry
    assert [coding.encode(value) for value in values] == list(range(coding.no_entry))
    assert values[coding.first_win] == Value(Result.WIN, 0)
    for code, (result, dte) in enumerate(values):
        if Value(result, dte + 1) in values:
            assert coding.decode(coding.from_successor(code)) == Value(result, dte + 1)
    for layer in range(5):
        end = Result.WIN if layer <= 2 else Result.LOSS
        assert coding.decode(coding.at_end(layer)) == Value(end, 0)
    with pytest.raises(ValueError, match=f"expected a distance of 0, 1, ... {coding.max_dte}"):
        coding.encode(Value(Result.WIN, coding.max_dte + 1))


@by_coding
def test_an_end_is_the_same_in_every_layer(coding):
    assert {coding.decode(coding.at_end(layer)) for layer in range(5)} == {Value(coding.end, 0)}


@pytest.mark.parametrize("bits", [4, 8])
def test_sides_that_move_again(bits):
    """Any distance for either result; a move adds a ply, and the turn passes or does not."""
    coding = TeamCoding(bits, Result.LOSS)
    values = [coding.decode(code) for code in range(coding.no_entry)]
    losses = [value for value in values if value.result is Result.LOSS]
    wins = [value for value in values if value.result is Result.WIN]
    assert values == losses + wins
    assert [value.dte for value in losses] == list(range(coding.max_dte + 1))
    assert [value.dte for value in wins] == list(range(len(wins)))[::-1]
    assert [coding.encode(value) for value in values] == list(range(coding.no_entry))
    assert wins[0] == coding.decode(coding.first_win)
    for code, (result, dte) in enumerate(values):
        for again in (False, True):
            mine = Value(result if again else result.opposite, dte + 1)
            if mine in values:
                assert coding.decode(coding.from_successor(code, again)) == mine
    assert coding.decode(coding.from_successor(coding.no_entry)) == Value(Result.LOSS, 0)
    codes = np.arange(coding.no_entry, dtype=np.uint8)
    again = codes % 2 == 0
    expected = [coding.from_successor(int(c), bool(a)) for c, a in zip(codes, again, strict=True)]
    assert coding.of_moves(codes, again).tolist() == expected
    with pytest.raises(ValueError, match=f"expected a distance of 0, 1, ... {coding.max_dte}"):
        coding.encode(Value(Result.LOSS, coding.max_dte + 1))
