"""Turns that end with a shift of a row or a column: the rule, searches, and what is refused."""

import random
import re
from dataclasses import replace

import pytest
from oracles import shift as oracle
from support.effort import by_effort
from support.samples import oracle_state, random_position
from support.solved import solved

import tablebase
from tablebase import (
    COLLAPSI,
    Board,
    Deal,
    IllegalMoveError,
    MissingTableError,
    Position,
    Rules,
    Tablebase,
)
from tablebase.engine.search.forward import search, search_moves
from tablebase.engine.values import Result
from tablebase.errors import RulesError
from tablebase.games.collapsi.answers import deals, questions
from tablebase.games.collapsi.answers.offer import Offer
from tablebase.games.collapsi.rules_file import gone_rules, load_rules, parse_rules, presets
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.collapsi.turns.shift import keeping_lines, shifts
from tablebase.web.parameters import RequestError
from tablebase.web.service import Service

DEAL = "A223/4A2J/3A23/J3A4"
LATE = "x3AxAx2/xJ2rx43/A3b2xJ/x2xA34 r"
SHIFT = load_rules("shift-back")
SHIFT_MAY = replace(SHIFT, name="shift-may", shift="may")


def small(rows, columns, deck, shift, *, wrap=True):
    return Rules(f"{rows}x{columns}", Board(rows, columns, wrap), deck, shift=shift, pushed="back")


SMALL = [
    small(2, 3, (0, 0, 1, 1, 2, 3), "must"),
    small(2, 4, (0, 0, 1, 1, 1, 2, 2, 2), "may"),
    small(3, 3, (0, 0, 1, 1, 1, 1, 2, 2, 2), "must"),
    small(3, 3, (0, 0, 1, 1, 1, 1, 2, 2, 2), "may", wrap=False),
]


def by_name(rules):
    return f"{rules.board} {rules.shift}"


# --- the rule -----------------------------------------------------------------------------


def test_a_shift_by_hand():
    position = Position.parse("A223/4A2Jr/3A23/Jb3A4 r", "single", SHIFT)
    assert [str(move) for move in position.legal_moves()] == [
        cell + shift for cell in ("d1", "a2", "c2", "d3") for shift in "LRUD"
    ]
    # Red steps to c2. Then row 2 or column c moves, with red's pawn and the collapsed joker.
    after = {str(move)[2:]: str(position.play(move)) for move in position.legal_moves()[8:12]}
    assert after == {
        "L": "A223/A2rxJ4/3A23/Jb3A4 b",
        "R": "A223/xJ4A2r/3A23/Jb3A4 b",
        "U": "A22r3/4A2xJ/3AA3/Jb324 b",
        "D": "A2A3/4A2xJ/3A2r3/Jb324 b",
    }
    # The opponent's pawn rides along too: red steps to d3, and column d moves up.
    assert str(position.play("d3U")) == "A22xJ/4A23r/3A24/Jb3A3 b"
    assert str(Position.parse("A223/4A2Jr/3A23/3A4Jb", "single", SHIFT).play("d3D")) == (
        "A22Jb/4A23/3A2xJ/3A43r b"
    )


def test_a_player_may_stay_only_where_the_rules_say_so():
    text = "A223/4A2Jr/3A23/Jb3A4 r"
    may = Position.parse(text, "single", SHIFT_MAY)
    assert [str(move) for move in may.legal_moves()[:5]] == ["d1", "d1L", "d1R", "d1U", "d1D"]
    published = Position.parse(text, "single")
    for cell in (3, 4, 6, 11):
        assert str(may.play(cell)) == str(published.play(cell))
    must = Position.parse(text, "single", SHIFT)
    for move in ("d1", 3, "d1X", "d1l"):
        with pytest.raises(IllegalMoveError, match="expected d1L, d1R, d1U"):
            must.play(move)


def test_shifts_of_lines_of_two_are_one():
    assert shifts(Board(2, 3), 4) == {
        "L": (0, 1, 2, 5, 3, 4),
        "R": (0, 1, 2, 4, 5, 3),
        "U": (0, 4, 2, 3, 1, 5),
    }
    for board, number in ((Board(4, 4), 16), (Board(2, 2), 4)):
        assert len({g for at in range(board.size) for g in shifts(board, at).values()}) == number


@pytest.mark.parametrize("rules", [SHIFT, SHIFT_MAY, *SMALL], ids=by_name)
def test_moves_follow_the_oracle(rules):
    board, rng = rules.board, random.Random(by_name(rules))
    for _ in range(60):
        position = random_position(rng, rules)
        expected = {
            frozen(state)
            for state in oracle.after_moves(
                oracle_state(position), position.edition.joker_steps, board.rows, board.columns,
                board.wrap, rules.shift,
            )
        }  # fmt: skip
        after = [position.play(move) for move in position.legal_moves()]
        assert {frozen(oracle_state(each)) for each in after} == expected
        for each in after:
            assert Position.parse(str(each), each.edition, rules) == each
            assert each.layer == position.layer - 1


def frozen(state):
    return frozenset(state.cards.items()), state.mover, state.opponent


# --- the symmetries -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "number"),
    [(Board(4, 4), 128), (Board(3, 4), 48), (Board(3, 3, wrap=False), 8), (Board(2, 4), 16)],
    ids=str,
)
def test_symmetries_turn_lines_into_lines(board, number):
    rows = [{r * board.columns + c for c in range(board.columns)} for r in range(board.rows)]
    columns = [{r * board.columns + c for r in range(board.rows)} for c in range(board.columns)]
    lines = {frozenset(line) for line in rows + columns}
    expected = [
        g for g in automorphisms(board) if {frozenset(g[c] for c in x) for x in lines} == lines
    ]
    assert list(keeping_lines(board)) == expected
    assert len(expected) == number


# --- searches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", SMALL, ids=by_name)
def test_searches_agree_with_the_oracle(rules):
    rng, memo = random.Random(by_name(rules)), {}
    for number in range(20 if rules.board.size < 9 else by_effort(2, 6)):
        position = random_position(rng, rules)
        found = search(position, ("ordered", "plain")[number % 2])
        wins, plies = solved(position, memo)
        assert (found.value.result is Result.WIN, found.value.dte) == (wins, plies)
        for move in found.moves:
            position, wins, plies = position.play(move), not wins, plies - 1
            assert solved(position, memo) == (wins, plies)
        assert position.is_terminal


def test_every_move_is_searched():
    position = random_position(random.Random(6), SHIFT, 8)
    memo = {}
    _, moves = search_moves(position, 60)
    assert {str(move.move) for move in moves} == set(map(str, position.legal_moves()))
    for move in moves:
        wins, plies = solved(move.position, memo)
        assert (move.result is Result.WIN, move.value.dte) == (not wins, plies + 1)


# --- the options -------------------------------------------------------------------------------


def test_rules_round_trip_as_data():
    assert replace(COLLAPSI, name="shift-back", shift="must", pushed="back") == SHIFT
    for rules in (SHIFT, SHIFT_MAY, *SMALL):
        assert Rules.from_dict(rules.as_dict()) == rules
    assert "shift" not in COLLAPSI.as_dict()
    names = {replace(rules, name="shift").table_name for rules in (SHIFT, SHIFT_MAY, COLLAPSI)}
    assert len(names) == 3
    assert parse_rules('shift = "may"\npushed = "back"\nboard = "3x3"', "mine").shift == "may"


MUST = 'shift = "must"\npushed = "back"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('shift = "sometimes"', "shift 'sometimes': expected 'may' or 'must'"),
        ("shift = true", "shift is True, expected text"),
        (f'{MUST}players = 3\ndeck = "AAAA22223333JJJ4"', "expected two players"),
        (f"{MUST}landing = true", "landing and shift and pushed: expected options of"),
        (f'{MUST}board = "1x6"\ndeck = "A223JJ"', "expected two rows and columns or more"),
        (f'{MUST}board = "### #_# ###"\ndeck = "AA2233JJ"', "without gaps"),
    ],
)
def test_rules_that_cannot_shift(text, message):
    with pytest.raises(RulesError, match=re.escape(message)):
        parse_rules(text, "mine")


def test_a_deal_has_no_table():
    for rules in (SHIFT, load_rules("shifting-board")):
        deal = Deal.parse(DEAL, rules)
        for ask in (tablebase.build, tablebase.open().probe):
            with pytest.raises(MissingTableError, match="a deal has no table of its own"):
                ask(deal.start())


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["build"], "a deal has no table of its own"),
        (["sweep", "-o", "out.csv"], "has no table"),
        (["export", "-o", "out.csv"], "has no table"),
        (["line"], "has no table"),
        (["stats"], "has no table"),
        (["compare"], "has no table"),
        (["lab"], "has no table"),
        (["learn", "score", "random"], "no landing, no shift"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_that_need_a_deals_table_say_so(command, message, tmp_path, monkeypatch, fails):
    monkeypatch.chdir(tmp_path)
    rules = ["shift-back"] if command == ["lab"] else [DEAL, "--rules", "shift-back"]
    assert message in fails(2, *command, *(rules if command[0] != "learn" else rules[1:]))


def test_probed_by_a_search(answer):
    found = search(Position.parse(LATE, None, SHIFT))
    printed = answer("probe", "--rules", "shift-back", "--method", "search", LATE)
    assert f"{found.winner} wins in {found.value.dte}" in printed


GONE = "rules 'shift' are gone, because Collapsi Shift was published with another rule: expected"


def test_rules_that_are_gone_are_refused_with_one_line(fails, tmp_path, monkeypatch):
    for name, why in gone_rules().items():
        assert name not in presets()
        with pytest.raises(FileNotFoundError, match=f"'{name}' are gone, because {re.escape(why)}"):
            load_rules(name)
    assert GONE in fails(2, "probe", "--rules", "shift", DEAL)
    service = Service(Tablebase())
    with pytest.raises(RequestError, match=f"^{GONE}") as refused:
        questions.probe.answer(service, {"position": DEAL, "rules": "shift"})
    assert (refused.value.status, refused.value.parameter) == (422, "rules")
    # A file of that name is still read, and may be offered.
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shift").write_text('board = "3x3"')
    own = load_rules("shift")
    assert Offer((own,)).rules({"rules": "shift"}) == own


def test_play_in_a_terminal(tmp_path, answer):
    (tmp_path / "tiny.toml").write_text(
        'board = "2x3"\ndeck = "AA23JJ"\nshift = "must"\npushed = "back"'
    )
    rules = load_rules(tmp_path / "tiny.toml")
    start = position = Position.parse("AJ2/3AJ", "single", rules)
    names = []
    while position.legal_moves():
        move = random.Random(str(position)).choice(position.legal_moves())
        position, names = position.play(move), [*names, str(move)]
    typed = f"hint\n{names[0].lower()} {' '.join(names[1:])}\n"
    options = ("AJ2/3AJ", "--edition", "single", "--rules", tmp_path / "tiny.toml")
    out = answer("play", *options, "--blue", "human", typed=typed)
    numbered = (f"{n} {move}" for n, move in enumerate(start.legal_moves(), start=1))
    assert f"moves: {', '.join(numbered)}" in out
    for word in names[0][:-1], f"{names[0][:-1]}x", "?":
        said = answer("play", *options, typed=word)
        expected = {names[0][:-1]: "needs a shift: expected ", "?": "shifts row 2 to the left"}
        assert expected.get(word, f"'{word}' is not legal here") in said
    assert "hint: " in out
    assert out.rstrip().splitlines()[-1] == f"moves: {' '.join(names)}"
    assert f"{position.winner} wins" in out
    out = answer("play", *options, "--red", "search", typed=typed)
    assert f"{search(start).winner} wins" in out


def test_the_server_searches_where_lines_are_shifted():
    service = Service(Tablebase(), [Offer((replace(SHIFT, name="mine"),))])
    described = {rules["name"]: rules for rules in deals.rules.answer(service, {})}
    names = "collapsi", "shift-back", "mine"
    assert [described[name]["shift"] for name in names] == ["", "must", "must"]
    assert not described["shift-back"]["tabled"]
    assert described["shift-back"]["searched"]
    query = {"position": LATE, "rules": "shift-back"}
    found, position = questions.search.answer(service, query), Position.parse(LATE, None, SHIFT)
    expected = search(position)
    assert (found["result"], found["dte"]) == (expected.result.value, expected.value.dte)
    assert {move["move"] for move in found["moves"]} == set(map(str, position.legal_moves()))
    assert questions.is_heavy(service, query)
    for asked in (questions.probe, questions.reply, questions.line):
        with pytest.raises(
            RequestError, match=r"a deal has no table of its own.*/api/search needs"
        ):
            asked.answer(service, query)
