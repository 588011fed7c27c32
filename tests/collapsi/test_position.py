"""Positions: the rule of movement, play, the end, and impossible positions."""

import random
from dataclasses import replace

import pytest
from oracles import collapsi as oracle
from support.samples import (
    ALL_RULES,
    LANDING_RULES,
    ODD_RULES,
    SMALL_RULES,
    oracle_board,
    oracle_cell,
    oracle_state,
    random_deal,
    random_position,
)

from tablebase import (
    COLLAPSI,
    SINGLE,
    WILD,
    Board,
    Deal,
    Edition,
    IllegalMoveError,
    Position,
    PositionError,
    Result,
    Rules,
    Value,
)

START = "A223/4A2Jr/3A23/Jb3A4 r"
OVER = "xJ2rxJ3/4xA2bA/2343/Ax3A2 r"
"""All four cards around red have collapsed."""


def by_name(rules):
    return rules.name


@pytest.mark.parametrize(
    ("rules", "count"),
    [(COLLAPSI, 2000), *((rules, 400) for rules in SMALL_RULES + ODD_RULES)],
    ids=str,
)
def test_moves_are_the_oracles(rules, count):
    rng = random.Random(rules.name)
    for _ in range(count):
        position = random_position(rng, rules)
        ends = oracle.destinations(
            oracle_state(position), position.edition.joker_steps, **oracle_board(rules)
        )
        found = [oracle_cell(rules, move.destination) for move in position.legal_moves()]
        assert found == sorted(ends)


@pytest.mark.parametrize("rules", ALL_RULES + ODD_RULES, ids=by_name)
def test_paths_are_legal(rules):
    rng = random.Random(rules.name)
    board = rules.board
    for _ in range(300):
        position = random_position(rng, rules)
        card = position.cards[position.mover]
        steps = (card,) if card else position.edition.joker_steps
        for move in position.legal_moves():
            assert move.path[0] == position.mover
            assert move.path[-1] == move.destination != position.opponent
            assert len(move.path) - 1 in steps
            assert len(set(move.path)) == len(move.path)
            assert all(position.face_up >> cell & 1 for cell in move.path)
            for one, other in zip(move.path, move.path[1:], strict=False):
                near = oracle.neighbours(
                    oracle_cell(rules, one), board.rows, board.columns, board.wrap
                )
                assert oracle_cell(rules, other) in near


@pytest.mark.parametrize("rules", ALL_RULES + ODD_RULES + LANDING_RULES, ids=by_name)
def test_games_follow_the_oracle_to_the_end(rules):
    rng, board = random.Random(rules.name), oracle_board(rules)
    shared = kept_jokers = 0
    for _ in range(60 if rules.landing else 10):
        position = random_deal(rng, rules).start(rng.choice(rules.editions))
        steps, state, plies = position.edition.joker_steps, oracle_state(position), 0
        while moves := position.legal_moves():
            ends = oracle.destinations(state, steps, **board)
            assert [oracle_cell(rules, move.destination) for move in moves] == sorted(ends)
            landing = [move for move in moves if move.destination == position.opponent]
            move = rng.choice(landing or moves)
            after = position.play(rng.choice([move, move.name, move.destination]))
            state, plies = oracle.play(state, oracle_cell(rules, move.destination)), plies + 1
            assert oracle_state(after) == state
            assert after.sides == position.sides[::-1]
            assert (after.mover, after.opponent) == (position.opponent, move.destination)
            assert after.layer < position.layer
            assert after.ply == plies or (rules.landing and (plies - after.ply) % 2 == 0)
            assert Position.parse(str(after), after.edition, rules) == after
            assert after.deal.cards == position.deal.cards
            shared += after.red == after.blue
            kept_jokers += after.is_opening and plies > 1
            position = after
        assert position.is_terminal
        assert oracle.destinations(state, steps, **board) == set()
    assert (shared > 20, kept_jokers > 0) == (rules.landing, rules.landing)


def test_paths_are_shortest():
    start = Position.parse(START, "wild")
    lengths = {str(move): len(move.path) - 1 for move in start.legal_moves()}
    assert lengths["d1"] == lengths["a2"] == 1
    assert lengths["b2"] == lengths["d4"] == 2
    assert lengths["b4"] == 4


@pytest.mark.parametrize("move", ["d2", "a4", "z9", "", "C2", 7, 12, 16, -1, None, "r"])
def test_illegal_moves(move):
    # Red stands on d2 (cell 7), blue on a4 (cell 12).
    with pytest.raises(IllegalMoveError, match=r"is not legal in A223/.* r: expected a1, b1, "):
        Position.parse(START, "wild").play(move)


def test_a_move_of_another_position_is_judged_here():
    far = next(m for m in Position.parse(START, "wild").legal_moves() if m.name == "b2")
    with pytest.raises(IllegalMoveError, match=r"'b2' is not legal .*: expected d1, a2, c2, d3"):
        Position.parse(START, "single").play(far)


def test_the_end():
    over = Position.parse(OVER)
    assert over.is_terminal
    with pytest.raises(IllegalMoveError, match="expected no move, the game is over"):
        over.play("a1")


def mutated(**changes):
    return lambda: replace(Position.parse(START), **changes)


CARDS = Position.parse(START).cards
IMPOSSIBLE = {
    "too few cards": (mutated(cards=CARDS[:15]), "^15 cards .*expected 16 cells"),
    "too many cards": (mutated(cards=(*CARDS, 1)), "^17 cards .*expected 16 cells"),
    "mask too wide": (mutated(face_up=1 << 16), "mask 0x10000.*expected .* 16 bits"),
    "negative mask": (mutated(face_up=-1), "mask -0x1"),
    "red off the board": (mutated(pawns=(16, 12)), "^the red pawn is on cell 16: expected 0 to 15"),
    "blue off the board": (
        mutated(pawns=(7, -1)),
        "^the blue pawn is on cell -1: expected 0 to 15",
    ),
    "both on a cell": (mutated(pawns=(12, 12)), "^two pawns are on a4: expected them on different"),
    "face up but unknown": (
        mutated(cards=(-1, *CARDS[1:])),
        "^the card on a1 is face up but unknown",
    ),
    "a card that no deck has": (
        mutated(cards=(42, *CARDS[1:])),
        "^wrong deck: 1x42, expected at most 0",
    ),
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_impossible_positions(case):
    make, message = IMPOSSIBLE[case]
    with pytest.raises(PositionError, match=message) as caught:
        make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("given", "expected"),
    [(None, WILD), ("wild", WILD), ("single", SINGLE), (WILD, WILD), (SINGLE, SINGLE)],
    ids=repr,
)
def test_editions(given, expected):
    assert Position.parse(START, given).edition == expected
    assert Deal.parse("A223/4A2J/3A23/J3A4").start(given).edition == expected
    assert COLLAPSI.edition(given) == expected


@pytest.mark.parametrize("unknown", ["Wild", "", "double", 1, Edition("wild", (2,))])
def test_unknown_editions(unknown):
    with pytest.raises(ValueError, match=r"^unknown edition .*: expected 'wild' or 'single'$"):
        Position.parse(START, unknown)


def test_editions_differ_on_jokers_only():
    rng = random.Random(4)
    for _ in range(100):
        position = random_position(rng, ply=rng.randint(2, 14))
        ends = [replace(position, edition=edition).legal_moves() for edition in (WILD, SINGLE)]
        assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("text", "value", "score"),
    [
        # 16 cards, n plies to the end: 16 - n are left, and the winner's sign.
        (START, Value(Result.WIN, 7), 9),
        (START, Value(Result.LOSS, 12), -4),
        ("A2r23/4A2xJ/3A23/Jb3A4 b", Value(Result.WIN, 7), -8),
        ("A2r23/4A2xJ/3A23/Jb3A4 b", Value(Result.LOSS, 6), 9),
        (OVER, Value(Result.LOSS, 0), -12),
    ],
)
def test_score(text, value, score):
    assert Position.parse(text).score(value) == score


@pytest.mark.parametrize("ply", [0, 1, 2, 9])
def test_deal_of_a_position(ply):
    rng = random.Random(ply)
    for _ in range(50):
        known = random_position(rng, ply=ply)
        hidden = replace(
            known,
            cards=tuple(
                card if known.face_up >> at & 1 else -1 for at, card in enumerate(known.cards)
            ),
        )
        assert known.deal.cards == known.cards
        up = [at for at in range(16) if known.face_up >> at & 1]
        assert [hidden.deal.cards[at] for at in up] == [known.cards[at] for at in up]
        if ply < 2:
            assert hidden.deal == known.deal
            assert known.blue == known.deal.blue


def test_deal_of_an_opening_keeps_the_colours():
    for text in ("A223/4A2Jr/3A23/J3A4", "A223/4A2J/3A23/Jr3A4"):
        deal = Deal.parse(text)
        start = deal.start()
        assert start.deal == deal
        assert all(start.play(move).deal == deal for move in start.legal_moves())


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ((0, 0, 1), "^deck of 3 cards: expected 5, one for each cell$"),
        ((0, 0, 1, 2, 3, 4), "^deck of 6 cards: expected 5"),
        ((0, 1, 1, 2, 3), r"^deck \(0, 1, 1, 2, 3\): expected two jokers"),
        ((0, 0, 0, 1, 2), "expected two jokers"),
        ((0, 0, 1, 2, 10), "cards from 1 to 9"),
        ((0, 0, 1, 2, -1), "cards from 1 to 9"),
    ],
)
def test_impossible_rules(deck, message):
    with pytest.raises(ValueError, match=message):
        Rules("row", Board(1, 5), deck)


@pytest.mark.parametrize("board", [Board(2, 2), Board(1, 4), Board(8, 9), Board(9, 9)])
def test_boards_too_small_or_too_large(board):
    with pytest.raises(ValueError, match=f"^board of {board.size} cells: expected 5 to 64$"):
        Rules("any", board, (0, 0) + (1,) * (board.size - 2))


def test_rules_without_editions_or_steps():
    with pytest.raises(ValueError, match="have no edition"):
        Rules("none", Board(1, 5), (0, 0, 1, 1, 1), ())
    with pytest.raises(ValueError, match="expected different names"):
        Rules("two", Board(1, 5), (0, 0, 1, 1, 1), (Edition("a", (1,)), Edition("a", (2,))))
    for steps in ((), (0,), (-1, 2), (1, 10**30)):
        with pytest.raises(ValueError, match="expected some of 1 to 9"):
            Edition("none", steps)


def test_edition_of_other_rules():
    start = Deal.parse("A223/4A2J/3A23/J3A4").start()
    with pytest.raises(PositionError, match="edition 'double' does not belong to rules 'collapsi'"):
        replace(start, edition=Edition("double", (2,)))


def test_moves_are_named_by_their_destination():
    start = Deal.parse("A223/4A2J/3A23/J3A4").start()
    move = start.legal_moves()[0]
    assert start.play(replace(move, path=move.path[::-1])) == start.play(str(move))


@pytest.mark.parametrize("rules", ALL_RULES + ODD_RULES + LANDING_RULES, ids=by_name)
def test_rules_as_data(rules):
    assert Rules.from_dict(rules.as_dict()) == rules
    assert rules.max_steps == max(4, *rules.deck)
