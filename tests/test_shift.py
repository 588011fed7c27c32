"""Collapsi Shift: the rule, the whole game against slow obvious solvers, and what is refused.

Slow: Collapsi Shift: every position of 3x4 by the oracle, 1,000 of the real board by forward
search, and 1,000 of each of its layers by their moves. Needs 7 GiB of memory, 30 minutes of
processor time.
"""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from oracles import shift as oracle
from samples import oracle_cell, oracle_state, random_deal, random_position
from support import one_line, python

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
from tablebase.engine.search.forward import search
from tablebase.engine.values import Result
from tablebase.errors import CorruptFileError, FileFormatError, RulesError
from tablebase.games.collapsi.answers import questions
from tablebase.games.collapsi.answers.offer import Offer
from tablebase.games.collapsi.rules import CODING
from tablebase.games.collapsi.rules_file import load_rules, parse_rules
from tablebase.games.collapsi.shifts import all_shifts, shifts
from tablebase.games.collapsi.studies import whole_game
from tablebase.games.collapsi.studies.census import Census, burnside, cycle_lengths
from tablebase.games.collapsi.studies.lab.kept import Lab
from tablebase.games.collapsi.studies.statistics import labelled_positions
from tablebase.games.collapsi.studies.whole_game import WholeStudy, study_whole
from tablebase.games.collapsi.symmetry import automorphisms, keeping_lines
from tablebase.games.collapsi.whole import Geometry, Whole, kernels
from tablebase.games.collapsi.whole.solver import deals_of
from tablebase.games.collapsi.whole.store import WholeStore
from tablebase.web.parameters import RequestError
from tablebase.web.service import Service

SHIFT, SHIFT_MAY = load_rules("shift"), load_rules("shift-may")


def small(rows, columns, deck, shift, *, wrap=True):
    return Rules(f"{rows}x{columns}", Board(rows, columns, wrap), deck, shift=shift)


SMALL = [
    small(2, 3, (0, 0, 1, 1, 2, 3), "must"),
    small(2, 4, (0, 0, 1, 1, 1, 2, 2, 2), "may"),
    small(3, 3, (0, 0, 1, 1, 1, 1, 2, 2, 2), "must"),
    small(3, 3, (0, 0, 1, 1, 1, 1, 2, 2, 2), "may", wrap=False),
]
LARGER = [
    small(3, 3, (0, 0, 1, 1, 1, 2, 2, 2, 3), "must"),
    small(3, 3, (0, 0, 1, 1, 1, 2, 2, 2, 3), "may"),
    small(3, 4, (0, 0, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3), "must"),
    small(3, 4, (0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2), "may"),
]


def by_name(rules):
    return f"{rules.board} {rules.shift}"


# --- the rule -----------------------------------------------------------------------------


def test_a_shift_by_hand():
    position = Position.parse("A223/4A2Jr/3A23/Jb3A4 r", "single", "shift")
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
    assert str(Position.parse("A223/4A2Jr/3A23/3A4Jb", "single", "shift").play("d3D")) == (
        "A22Jb/4A23/3A2xJ/3A43r b"
    )


def test_a_player_may_stay_only_where_the_rules_say_so():
    text = "A223/4A2Jr/3A23/Jb3A4 r"
    may = Position.parse(text, "single", "shift-may")
    assert [str(move) for move in may.legal_moves()[:5]] == ["d1", "d1L", "d1R", "d1U", "d1D"]
    published = Position.parse(text, "single")
    for cell in (3, 4, 6, 11):
        assert str(may.play(cell)) == str(published.play(cell))
    must = Position.parse(text, "single", "shift")
    for move in ("d1", 3, "d1X", "d1l"):
        with pytest.raises(IllegalMoveError, match="expected d1L, d1R, d1U"):
            must.play(move)


def test_shifts_of_lines_of_two_are_one():
    assert shifts(Board(2, 3), 4) == {
        "L": (0, 1, 2, 5, 3, 4),
        "R": (0, 1, 2, 4, 5, 3),
        "U": (0, 4, 2, 3, 1, 5),
    }
    assert len(all_shifts(Board(4, 4))) == 16
    assert len(all_shifts(Board(2, 2))) == 4


@pytest.mark.parametrize("rules", [SHIFT, SHIFT_MAY, *SMALL, LARGER[2]], ids=by_name)
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


@pytest.mark.thorough
def test_symmetries_keep_values():
    rng, rules = random.Random(3), SMALL[2]
    whole = Whole(rules)
    whole.solve()
    tables = Tablebase(WholeStore(whole))
    for _ in range(20):
        position = random_position(rng, rules)
        images = [position.image(g) for g in rules.symmetries]
        assert len(set(tables.probe_many(images).tolist())) == 1


def test_classes_are_as_many_as_burnside_counts():
    group = keeping_lines(COLLAPSI.board)
    sets = sum(2 ** len(cycle_lengths(g)) for g in group) // len(group)
    shapes = Geometry(SHIFT).shapes
    # Shapes have 0 to 14 cells; all sets of 15 cells are alike, and there is one of 16.
    assert sum(map(len, shapes)) + 2 == sets
    for rules in SMALL[:3]:
        assert len(Census(rules)) == burnside(rules)
        whole = Whole(rules)
        whole.solve()
        assert sum(openings.words.size for openings in whole.openings()) == burnside(rules)


@pytest.mark.slow
def test_deals_of_the_real_board_are_as_many_as_burnside_counts():
    geometry = Whole(SHIFT).geometry
    found = [deals_of(geometry, shape) for shape in geometry.shapes[14]]
    assert sum(words.size for words, _ in found) == burnside(SHIFT)
    assert sum(int(weights.sum()) for _, weights in found) == 378_378_000


# --- the whole game ---------------------------------------------------------------------------


LAID = 1 << 14
"""Number of ways to lay cards that are handled at once."""


def every_position(rules):
    """All positions by the oracle, in parts: face-up cells, pawns, cards, codes, all arrays."""
    board, kinds = rules.board, sorted(set(rules.deck) - {0})
    found = oracle.every_position(
        board.rows, board.columns, board.wrap, np.array(kinds), rules.shift == "may"
    )
    for first in range(0, len(found), LAID):
        laid, mover, opponent = np.nonzero(found[first : first + LAID])
        value = found[first + laid, mover, opponent].astype(int)
        base = len(kinds) + 1
        digits = (first + laid)[:, None] // base ** np.arange(board.size) % base
        fits = (digits > 0).sum(1) <= board.size - 2
        for number, kind in enumerate(kinds, 1):
            fits &= (digits == number).sum(1) <= rules.deck.count(kind)
        up = ((digits > 0) @ (1 << np.arange(board.size))).astype(np.uint16)
        cards = np.array([0, *kinds], np.uint8)[digits]
        # As codes: a loss in 0, 2, 4 is 0, 1, 2, and a win in 1, 3, 5 is 14, 13, 12.
        codes = np.where(value > 0, 14 - value // 2, np.where(value == -99, 0, -value // 2))
        pawns = mover.astype(np.uint8), opponent.astype(np.uint8)
        yield [column[fits] for column in (up, *pawns, cards, codes)]


def check_every_position(rules):
    whole = Whole(rules)
    whole.solve()
    checked = 0
    for up, mover, opponent, cards, codes in every_position(rules):
        found = whole.codes(up, mover, opponent, whole.letters_of(cards))
        assert np.array_equal(found, codes)
        checked += len(codes)
    layers = range(2, rules.board.size - 1)
    assert checked == sum(labelled_positions(layer, rules) for layer in layers)


@pytest.mark.parametrize("rules", SMALL, ids=by_name)
def test_every_position_of_small_boards_agrees_with_the_oracle(rules):
    check_every_position(rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", LARGER, ids=by_name)
def test_every_position_of_larger_boards_agrees_with_the_oracle(rules):
    check_every_position(rules)


def test_the_two_oracles_agree():
    rules = SMALL[1]
    board, memo, rng = rules.board, {}, random.Random(5)
    up, mover, opponent, cards, codes = next(every_position(rules))
    for at in rng.sample(np.flatnonzero(np.bitwise_count(up) <= 5).tolist(), 100):
        state = oracle.State(
            {oracle_cell(rules, c): int(cards[at, c]) for c in range(8) if up[at] >> c & 1},
            oracle_cell(rules, int(mover[at])),
            oracle_cell(rules, int(opponent[at])),
        )
        wins, plies = oracle.solve(state, "may", (), board.rows, board.columns, memo=memo)
        value = CODING.decode(int(codes[at]))
        assert (value.result is Result.WIN, value.dte) == (wins, plies)


@pytest.mark.parametrize("shift", ["must", pytest.param("may", marks=pytest.mark.slow)])
def test_every_deal_agrees_with_the_oracle(shift):
    rules = small(2, 3, (0, 0, 1, 1, 2, 2), shift)
    whole = Whole(rules)
    whole.solve()
    tables = Tablebase(WholeStore(whole))
    for study in Lab().study(rules):
        lengths, memo = {}, {}
        for cards in sorted(set(permutations(rules.deck))):
            jokers = [cell for cell, card in enumerate(cards) if not card]
            for starts in (jokers, jokers[::-1]):
                start = Deal(cards, tuple(starts), rules).start(study.edition)
                steps = study.edition.joker_steps
                wins, plies = oracle.solve(oracle_state(start), shift, steps, 2, 3, memo=memo)
                lengths[plies] = lengths.get(plies, 0) + 1
                if cards[0] == 0:
                    probe = tables.probe(start)
                    assert (probe.result is Result.WIN, probe.dte) == (wins, plies)
        assert study.exact
        assert study.lengths == lengths


def test_openings_agree_with_their_moves():
    rules = SMALL[2]
    whole = Whole(rules)
    whole.solve()
    tables = Tablebase(WholeStore(whole))
    for openings in whole.openings():
        jokers = [cell for cell in range(9) if not openings.shape.mask >> cell & 1]
        for number in range(0, openings.words.size, openings.words.size // 3):
            cards = [0] * 9
            for place, cell in enumerate(reversed(openings.shape.cells)):
                cards[cell] = whole.geometry.letters[int(openings.words[number]) >> 2 * place & 3]
            for e, edition in enumerate(rules.editions):
                for red, blue in (0, 1), (1, 0):
                    deal = Deal(tuple(cards), (jokers[red], jokers[blue]), rules)
                    start = CODING.encode(tables.probe(deal.start(edition)).value)
                    assert start == openings.start[number, e, red]
                    record = int(openings.after_red[number, e, red])
                    face_up = 0b111_111_111 & ~(1 << jokers[red])
                    for cell in openings.shape.cells:
                        pawns = cell, jokers[blue]
                        after = Position(tuple(cards), face_up, pawns, edition, rules)
                        code = sum((record >> 16 * b + cell & 1) << b for b in range(4))
                        assert code == tables.probe_many([after])[0]


def agree_with_search(most, number):
    whole, rng = Whole(SHIFT), random.Random(6)
    whole.solve(top=most)
    for _ in range(number):
        position = random_position(rng, SHIFT, 16 - rng.randint(2, most))
        code = whole.code(position.face_up, position.mover, position.opponent, position.cards)
        assert search(position).value == CODING.decode(code)


def test_positions_of_the_real_board_agree_with_forward_search():
    agree_with_search(6, 60)


@pytest.mark.slow
def test_many_positions_of_the_real_board_agree_with_forward_search():
    agree_with_search(10, 1000)


def best_of(codes):
    """The code of a position, from those of the positions after its moves."""
    return max(CODING.replies[codes].tolist(), default=0)


def codes_of(whole, layer, records, positions):
    """The codes of positions of one layer, from its records alone."""
    tables = list(whole.atlas.tables)
    tables[5] = tables[5].copy()  # where shapes begin, and in the third column their layers
    tables[5][tables[5][:, 2] == layer, 0] -= np.uint64(whole.atlas.first_record(layer))
    cards = np.array([position.cards for position in positions], np.uint8)
    codes = np.empty(len(positions), np.uint8)
    kernels.probe_many(
        np.array([position.face_up for position in positions], np.uint16),
        np.array([position.mover for position in positions], np.uint8),
        np.array([position.opponent for position in positions], np.uint8),
        whole.letters_of(cards.reshape(len(positions), -1 if positions else 1)),
        records, tuple(tables), whole.atlas.ranks, codes,
    )  # fmt: skip
    return codes


def check_layers_follow_from_their_moves(rules, number, deals):
    """By the rules alone, from layer to layer, for random positions; then for random deals."""
    rng, whole, expected = random.Random(7), Whole(rules), {}
    size = rules.board.size
    samples = {
        layer: [random_position(rng, rules, size - layer) for _ in range(number)]
        for layer in range(2, size - 1)
    }

    def visit(layer, records):
        found = codes_of(whole, layer, records, samples[layer]).tolist()
        assert found == expected.get(layer, [0] * number)
        if layer + 1 in samples:
            after = [[p.play(m) for m in p.legal_moves()] for p in samples[layer + 1]]
            codes = codes_of(whole, layer, records, [each for part in after for each in part])
            parts = np.split(codes, np.cumsum([len(part) for part in after])[:-1])
            expected[layer + 1] = [best_of(part) for part in parts]

    whole.solve(keep=False, visit=visit)
    assert sorted(expected) == list(range(3, size - 1))
    top = whole.geometry.top
    for openings in whole.openings():
        jokers = [cell for cell in range(size) if not openings.shape.mask >> cell & 1]
        for at in rng.sample(range(openings.words.size), deals):
            cards = [0] * size
            for place, cell in enumerate(reversed(openings.shape.cells)):
                cards[cell] = whole.geometry.letters[int(openings.words[at]) >> 2 * place & 3]
            for e, edition in enumerate(rules.editions):
                start = Deal(tuple(cards), tuple(jokers), rules).start(edition)
                replies = [start.play(move) for move in start.legal_moves()]
                after = ([reply.play(move) for move in reply.legal_moves()] for reply in replies)
                codes = [best_of(codes_of(whole, top, whole.layers[top], x)) for x in after]
                assert openings.start[at, e, 0] == best_of(codes)
                assert search(start).value == CODING.decode(best_of(codes))


@pytest.mark.parametrize("rules", SMALL[1:], ids=by_name)
def test_layers_follow_from_their_moves(rules):
    check_layers_follow_from_their_moves(rules, 20, 1)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [SHIFT, SHIFT_MAY], ids=by_name)
def test_layers_of_the_real_board_follow_from_their_moves(rules):
    check_layers_follow_from_their_moves(rules, 1000, 5)


# --- the study ---------------------------------------------------------------------------------


class StopError(Exception):
    pass


@pytest.mark.parametrize("rules", [SMALL[1], SMALL[2]], ids=by_name)
def test_an_example_of_each_length(rules, monkeypatch):
    found = study_whole(rules)
    for study, examples in zip(found.studies, found.examples, strict=True):
        assert examples.keys() == study.lengths.keys()
        for plies, deal in examples.items():
            value = search(deal.start(study.edition)).value
            assert (value.dte, value.result is Result.WIN) == (plies, plies % 2 == 1)
    study = found.studies[0]
    fewest = min(study.lengths.values())
    rare = [
        (plies, deals, found.examples[0][plies])
        for plies, deals in study.lengths.items()
        if deals == fewest
    ]
    monkeypatch.setattr(whole_game, "RARE", study.deals / fewest - 1e-6)
    assert found.rare(study) == rare
    monkeypatch.setattr(whole_game, "RARE", study.deals / fewest + 1e-6)
    assert found.rare(study) == []


@pytest.mark.parametrize("rules", [SMALL[2], SMALL[1], replace(SMALL[2], shift="")], ids=by_name)
@pytest.mark.parametrize("stop", [0.0, 0.3, 0.9, 1.0])
def test_a_study_resumes_where_it_stopped(rules, stop, tmp_path):
    def progress(done):
        if done >= stop:
            raise StopError

    expected = study_whole(rules)
    assert list(expected.studies) == Lab().study(rules)
    with pytest.raises(StopError):
        study_whole(rules, folder=tmp_path, progress=progress)
    kept = {path.name for path in tmp_path.iterdir()}
    assert len(kept) == 2 * (stop > 0)
    found = study_whole(rules, folder=tmp_path)
    assert found.as_dict() == expected.as_dict()
    assert WholeStudy.from_dict(found.as_dict()).as_dict() == found.as_dict()
    # All layers are in the folder now: nothing is solved again.
    assert study_whole(rules, folder=tmp_path).as_dict() == expected.as_dict()
    assert {path.name for path in tmp_path.iterdir()} == {
        "positions.json",
        f"{rules.board.size - 2:02}.layer",
    }


FULL = """
import resource, signal, sys
from pathlib import Path
import numpy as np
from tablebase import load_rules
from tablebase.games.collapsi.whole.kept import KeptLayers
kept = KeptLayers(Path(sys.argv[1]), load_rules("shift"))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
try:
    kept.write(5, np.zeros(1 << 18, np.uint64))
except OSError as error:
    print(error)
"""


@pytest.mark.thorough
def test_a_full_disk_is_named(tmp_path):
    assert f"cannot write {tmp_path / '05.layer'}: " in python(FULL, tmp_path).stdout
    assert list(tmp_path.glob("*.layer")) == []


def test_damaged_and_other_layers_are_refused(tmp_path):
    study_whole(SMALL[0], folder=tmp_path)
    with pytest.raises(FileFormatError, match="is for rules other than '2x3': expected another"):
        study_whole(replace(SMALL[0], shift="may"), folder=tmp_path)
    path = tmp_path / "04.layer"
    good = path.read_bytes()
    for bad in (good[:-1], good + b"0", good[:-9] + bytes([good[-9] ^ 1]) + good[-8:], b"", b"[]"):
        path.write_bytes(bad)
        with pytest.raises(CorruptFileError, match=r"04\.layer is damaged"):
            study_whole(SMALL[0], folder=tmp_path)
    path.write_bytes(good)
    (tmp_path / "positions.json").write_text("[1]")
    with pytest.raises(FileFormatError, match="is not a file of counts of positions"):
        study_whole(SMALL[0], folder=tmp_path)


def test_the_command_prints_and_keeps_a_study(tmp_path, run):
    (tmp_path / "tiny.toml").write_text('board = "2x3"\ndeck = "AA23JJ"\nshift = "may"')
    command = ["shift", "--rules", tmp_path / "tiny.toml", "-o", tmp_path / "out.json"]
    code, first, _ = run(*command)
    assert code == 0
    assert "every deal" in first
    assert "positions after both first moves" in first
    assert run(*command) == (0, first, "")
    code, text, _ = run(*command, "--json")
    kept = json.loads((tmp_path / "out.json").read_text())
    assert kept.pop("sha256")
    assert json.loads(text) == kept
    code, _, stderr = run("shift", "-o", tmp_path / "out.json")
    assert (code, one_line(stderr)) == (2, True)
    assert "is a study of tiny: expected shift" in stderr
    (tmp_path / "out.json").write_text("{}")
    code, _, stderr = run(*command)
    assert (code, one_line(stderr)) == (2, True)
    code, _, stderr = run("shift", "--rules", "collapsi")
    assert "rules collapsi do not shift" in stderr


# --- the options -------------------------------------------------------------------------------


def test_rules_round_trip_as_data():
    assert replace(COLLAPSI, name="shift", shift="must") == SHIFT
    assert replace(COLLAPSI, name="shift-may", shift="may") == SHIFT_MAY
    for rules in (SHIFT, SHIFT_MAY, *SMALL):
        assert Rules.from_dict(rules.as_dict()) == rules
    assert "shift" not in COLLAPSI.as_dict()
    names = {replace(rules, name="shift").table_name for rules in (SHIFT, SHIFT_MAY, COLLAPSI)}
    assert len(names) == 3
    assert parse_rules('shift = "may"\nboard = "3x3"', "mine").shift == "may"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('shift = "sometimes"', "shift 'sometimes': expected 'may' or 'must'"),
        ("shift = true", "shift is True, expected text"),
        ('shift = "must"\nplayers = 3\ndeck = "AAAA22223333JJJ4"', "expected two players"),
        ('shift = "must"\nlanding = true', "expected two players, no landing"),
        ('shift = "must"\nboard = "1x6"\ndeck = "A223JJ"', "expected two players, no landing, and"),
        ('shift = "must"\nboard = "### #_# ###"\ndeck = "AA2233JJ"', "without gaps"),
    ],
)
def test_rules_that_cannot_shift(text, message):
    with pytest.raises(RulesError, match=re.escape(message)):
        parse_rules(text, "mine")


def test_a_deal_has_no_table():
    deal = Deal.parse("A223/4A2J/3A23/J3A4", "shift")
    for ask in (
        lambda: tablebase.build(deal),
        lambda: tablebase.open().probe(deal.start()),
        lambda: (
            tablebase.solve_game(rules=SMALL[0])
            .table(random_deal(random.Random(1), SMALL[0]))
            .codes()
        ),
    ):
        with pytest.raises(MissingTableError, match="a deal has no table of its own"):
            ask()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["build", "--rules", "shift", "A223/4A2J/3A23/J3A4"], "a deal has no table of its own"),
        (["show", "--rules", "shift", "A223/4A2J/3A23/J3A4"], None),
        (["sweep", "--rules", "shift", "A223/4A2J/3A23/J3A4", "-o", "out.csv"], "has no table"),
        (["export", "--rules", "shift", "A223/4A2J/3A23/J3A4", "-o", "out.csv"], "has no table"),
        (["line", "--rules", "shift", "A223/4A2J/3A23/J3A4"], "has no table"),
        (["stats", "--rules", "shift", "A223/4A2J/3A23/J3A4"], "has no table"),
        (["compare", "--rules", "shift", "A223/4A2J/3A23/J3A4"], "has no table"),
        (["learn", "score", "--rules", "shift", "random"], "no landing and no shift"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands_that_need_a_deals_table_say_so(command, message, tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    code, _, stderr = run(*command)
    if message is None:
        assert code == 0
    else:
        assert code == 2
        assert message in stderr
        assert one_line(stderr)


def test_play_in_a_terminal(tmp_path, answer):
    (tmp_path / "tiny.toml").write_text('board = "2x3"\ndeck = "AA23JJ"\nshift = "must"')
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
    described = {rules["name"]: rules for rules in questions.rules(service, {})}
    assert [described[name]["shift"] for name in ("collapsi", "shift", "shift-may", "mine")] == [
        "", "must", "may", "must",
    ]  # fmt: skip
    assert not described["shift"]["tabled"]
    assert described["shift"]["searched"]
    text = "x3AxAx2/xJ2rx43/A3b2xJ/x2xA34 r"
    query = {"position": text, "rules": "shift"}
    found, position = questions.search(service, query), Position.parse(text, None, SHIFT)
    expected = search(position)
    assert (found["result"], found["dte"]) == (expected.result.value, expected.value.dte)
    assert {move["move"] for move in found["moves"]} == set(map(str, position.legal_moves()))
    assert questions.is_heavy(service, query)
    for ask in (questions.probe, questions.reply, questions.line):
        with pytest.raises(
            RequestError, match=r"a deal has no table of its own.*/api/search needs"
        ):
            ask(service, query)


def test_a_picture_shows_the_best_move_to_each_cell():
    rules, rng = SMALL[2], random.Random(9)
    tables = tablebase.solve_game(rules=rules)
    position = random_position(rng, rules, 2)
    moves = tables.probe(position).moves
    ends = {move.move.destination for move in moves}
    assert len(ends) < len(moves)
    shown = re.findall("(wins|loses) in ([0-9]+)", position.svg(moves))
    assert len(shown) == len(ends)
    assert (str(moves[0].value.dte)) == shown[0][1]
