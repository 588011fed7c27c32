"""The oracle itself, against facts that can be checked by hand."""

import pytest
from oracles import collapsi as oracle
from oracles.collapsi import SINGLE, WILD


def row(text):
    """A state on a board of one row without wrap-around, and the board."""
    return oracle.parse(text), {"rows": 1, "columns": 20, "wrap": False}


@pytest.mark.parametrize(
    ("text", "wrap", "ends"),
    [
        ("ArAAAb r", False, {1}),
        ("ArAAAb r", True, {1}),  # the opponent stands behind the edge
        ("ArAAbA r", True, {1, 3}),
        ("3rAAbA r", False, {3}),  # through the opponent's card
        ("2rAAbA r", True, set()),  # both ways lead to the opponent's card
        ("2rxAAbA r", False, set()),  # not through a collapsed card
        ("4rAAbA r", True, set()),  # not all the way round, back to the start
        ("5rAAbA r", True, set()),  # not over a card twice
    ],
)
def test_destinations_on_a_row(text, wrap, ends):
    found = oracle.destinations(oracle.parse(text), rows=1, columns=4, wrap=wrap)
    assert found == {(0, column) for column in ends}


def test_destinations_in_a_square():
    # Three steps round a 2x2 square, either way; four would end on the start.
    for card, ends in (("3", {(0, 1), (1, 0)}), ("4", set())):
        state = oracle.parse(f"{card}rA/AAb r")
        assert oracle.destinations(state, rows=2, columns=2, wrap=True) == ends


BLOCK = "AbAAJrAAAA r"
"""Cells a to h, red on d, blue on a: one step leads red to c or e, two to b or f."""


def test_joker_steps():
    state, board = row(BLOCK)
    assert oracle.destinations(state, SINGLE, **board) == {(0, 2), (0, 4)}
    assert oracle.destinations(state, WILD[:2], **board) == {(0, 1), (0, 2), (0, 4), (0, 5)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("ArAb r", (False, 0)),
        ("ArAAb r", (True, 1)),
        ("2rAAbA r", (False, 0)),
        # Red jumps over blue to d, blue goes to b; then c, red's only way, has collapsed.
        ("3rAAbA r", (False, 2)),
        # Apart from each other: red has 1 move to the left or 3 to the right.
        ("AArAAAxAAbAA r", (True, 5)),  # blue has 2: red goes right and outlasts them
        ("AArAAAxAAbAAA r", (False, 6)),  # blue has 3: red delays by going right
    ],
)
def test_values_on_a_row(text, value):
    state, board = row(text)
    assert oracle.solve(state, **board) == value


def test_winner_hurries():
    state, board = row(BLOCK)
    # One step: on c red blocks itself in; on e red has 3 more moves against blue's 2.
    assert oracle.solve(state, SINGLE, **board) == (True, 5)
    # Two steps: on b red wins at once.
    assert oracle.solve(state, (1, 2), **board) == (True, 1)


def test_the_papers_shortest_win():
    # "Collapsi is strongly solved", the figure "A deal where red wins in 7 plies".
    deal = oracle.parse("JrA2A/3JbA4/2323/34A2 r")
    assert oracle.solve(deal, WILD) == (True, 7)
