"""Certificates of who wins at Collapsi Shift, and the program that checks them on its own."""

from __future__ import annotations

import json
import random
import re
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import h5py
import numpy as np
import pytest
from certificates import accepted, forgeries, loaded, result
from oracles import collapsi, shift
from samples import oracle_state, random_deal, random_position
from support import environment, imports_of, python

from tablebase import Board, Position, Rules, load_rules, search
from tablebase.engine.searched import Limits
from tablebase.games.collapsi.search import layer_kernels, layers
from tablebase.games.collapsi.search.certificate import certify
from tablebase.games.collapsi.search.shift_proving import ShiftProver

pytestmark = pytest.mark.thorough

FOLDER = Path(__file__).parent.parent / "docs" / "certificate"
MEMORY = 1 << 16
SMALL = [
    Rules("2x3", Board(2, 3), (0, 0, 1, 1, 2, 3), shift="must"),
    Rules("2x4", Board(2, 4), (0, 0, 1, 1, 1, 2, 2, 6), shift="may"),
    Rules("3x3", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 3, 3), shift="must"),
    Rules("3x3 may", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 2, 3), shift="may"),
]
REAL = [load_rules("shift"), load_rules("shift-may")]
EVERY_BYTE = range(256)


@pytest.fixture(scope="module")
def winner():
    """The program that checks."""
    with loaded("shift_winner") as [program]:
        yield program


@pytest.fixture
def checked(winner, capsys, tmp_path):
    """What the program returns and prints for a certificate."""

    def run(certificate):
        path = tmp_path / "proof.h5"
        certificate.save(path, "tests 1")
        return result(winner, path), "".join(capsys.readouterr())

    return run


def key_of(state, rules):
    """A state's key, as the format has it."""

    def place(cell):
        return cell[0] * rules.board.columns + cell[1]

    joker, kinds = 7, {place(cell): card for cell, card in state.cards.items()}
    cards = sum((kind or joker) * 8**cell for cell, kind in kinds.items())
    return cards * 256 + place(state.mover) * 16 + place(state.opponent)


def turns(state, rules, joker_steps):
    """Each legal turn's byte, and the state after it."""
    board = rules.board
    size = board.rows, board.columns
    for end in collapsi.destinations(state, joker_steps, *size, True):
        cards = {cell: card for cell, card in state.cards.items() if cell != state.mover}
        arrived = collapsi.State(cards, state.opponent, end)
        cell = end[0] * board.columns + end[1]
        if rules.shift == "may":
            yield cell, arrived
        for number, direction in enumerate(shift.DIRECTIONS, 1):
            yield cell + 16 * number, shift.shifted(arrived, end, direction, *size)


def proves(certificate):
    """Whether a certificate proves its claim, found in the slow and obvious way."""
    position = certificate.position
    rules, steps = position.rules, position.edition.joker_steps

    def after(state):
        return dict(turns(state, rules, steps))

    def turn(states):
        """The next turn's positions, in order: not those that are won at once."""
        found = {key_of(s, rules): s for s in states}
        left = {key for key, s in found.items() if all(map(after, after(s).values()))}
        return [found[key] for key in sorted(left)]

    proven = set()
    for first, side in enumerate(position.sides):
        root = oracle_state(position)
        states, ply = turn(after(root).values() if first else [root]), first
        for moves in certificate.layers[side]:
            if not states or len(states) != len(moves):
                return False
            replies = []
            for state, move in zip(states, moves.tolist(), strict=True):
                if move not in after(state):
                    return False
                replies += after(after(state)[move]).values()
            states, ply = turn(replies), ply + 2
        wins = not states
        proven.add((side, wins, ply + wins))
    sides = {side: side == certificate.winner for side in position.sides}
    return proven == {(side, wins, certificate.plies) for side, wins in sides.items()}


def solved(position, memo):
    """Whether the mover wins, and the plies to the end, by minimax."""
    board = position.rules.board
    return shift.solve(
        oracle_state(position), position.rules.shift, position.edition.joker_steps,
        board.rows, board.columns, True, memo,
    )  # fmt: skip


def test_certificates_are_accepted_and_right(checked):
    """Of openings and later positions of small boards, by minimax and by the slow check."""
    rng, seen = random.Random(1), Counter()
    memos = {(rules, edition): {} for rules in SMALL for edition in rules.editions}
    for count in range(48):
        rules = SMALL[count % len(SMALL)]
        earliest = max(rules.board.size - 8, 0)
        position = random_position(rng, rules, ply=rng.randint(earliest, earliest + 2))
        wins, plies = solved(position, memos[rules, position.edition])
        if plies == 0:
            with pytest.raises(ValueError, match="the game is over, expected a position with a"):
                certify(position, MEMORY)
            continue
        certificate = certify(position, MEMORY)
        assert (certificate.winner, certificate.plies) == (position.sides[not wins], plies)
        assert proves(certificate)
        code, printed = checked(certificate)
        assert (code, printed.splitlines()[-1]) == (0, accepted(certificate))
        seen[rules, plies] += 1
    assert {plies for _, plies in seen} >= {1, 2, 3, 4, 5}


@pytest.mark.parametrize("rules", [*SMALL, *REAL], ids=lambda rules: rules.name)
def test_the_program_accepts_certificates(rules, checked):
    rng = random.Random(2)
    later = [random_position(rng, rules, ply=3) for _ in range(4)]
    starts = [*later, random_deal(rng, rules).start("single")]
    for start in starts:
        if start.is_terminal:
            continue
        certificate = certify(start, 1 << 24)
        code, printed = checked(certificate)
        assert (code, printed.splitlines()[-1]) == (0, accepted(certificate))
        found = search(start)
        assert (found.winner, found.value.dte) == (certificate.winner, certificate.plies)


def test_the_program_accepts_openings_of_the_real_board(checked):
    """Of both readings, where red may choose the first steps."""
    for rules in REAL:
        certificate = certify(random_deal(random.Random(8), rules).start("wild"), 1 << 26)
        code, printed = checked(certificate)
        assert (code, printed.splitlines()[-1]) == (0, accepted(certificate))


def test_forgeries_are_accepted_only_if_they_prove_their_claim(checked):
    rng = random.Random(3)
    refused = Counter()
    for count in range(12):
        rules = SMALL[count % len(SMALL)]
        certificate = certify(random_deal(rng, rules).start(rng.choice(rules.editions)), MEMORY)
        other = "may" if rules.shift == "must" else "must"
        position = replace(certificate.position, rules=replace(rules, shift=other))
        changes = [*forgeries(certificate, rng, EVERY_BYTE), ("reading", {"position": position})]
        turns_ = [cell + 16 * number for cell, number in product(range(rules.board.size), range(5))]
        changes += [change for change in forgeries(certificate, rng, turns_) if change[0] == "move"]
        for kind, change in changes:
            forged = replace(certificate, **change)
            code, printed = checked(forged)
            assert code == (not proves(forged)), (kind, printed)
            refused[kind] += code
            if kind not in ("move", "deal", "reading"):
                assert code == 1
                assert " is wrong: ValueError(" in printed
    assert refused["move"] > 60
    assert refused["deal"] > 6
    assert refused["reading"] > 6


def test_forgeries_of_the_real_board_are_refused(checked):
    rng = random.Random(4)
    for rules in REAL:
        certificate = certify(random_position(rng, rules, ply=4), 1 << 20)
        for kind, change in forgeries(certificate, rng, EVERY_BYTE[80:]):
            if kind != "deal":  # the two cards may be face down
                assert checked(replace(certificate, **change))[0] == 1, kind


def test_broken_files_are_refused(winner, tmp_path):
    certificate = certify(random_deal(random.Random(4), SMALL[0]).start("single"), MEMORY)
    path = tmp_path / "broken.h5"
    for name, value in [
        ("format", b"tablebase"), ("format-version", 2), ("joker-steps", [0]),
        ("joker-steps", [12]), ("position", b"A22/4A r"), ("position", b"A2_/4A2 b"),
        ("position", b"JrA23Jb r"), ("position", b"7A2/JrAJb r"), ("winner", b"green"),
        ("shift", b"never"),
    ]:  # fmt: skip
        certificate.save(path, "tests 1")
        with h5py.File(path, "r+") as file:
            file.attrs[name] = np.bytes_(value) if isinstance(value, bytes) else value
        with h5py.File(path) as file, pytest.raises((ValueError, KeyError)):
            winner.check(file)


@pytest.mark.parametrize("rules", [*SMALL, *REAL], ids=lambda rules: rules.name)
def test_its_rules_are_the_oracles(rules, winner):
    """Every legal turn of random positions, where it leads, and whether one wins at once."""
    rng = random.Random(5)
    for _ in range(60):
        position = random_position(rng, rules)
        steps, state = position.edition.joker_steps, oracle_state(position)
        expected = {byte: key_of(s, rules) for byte, s in turns(state, rules, steps)}
        board, key, side = winner.read_position(str(position), list(steps), rules.shift)
        assert (side, key) == (position.side_to_move, key_of(state, rules))
        ends = winner.moves_of(board, key)
        found = {
            cell + 16 * number: winner.after_turn(board, key, cell, number)
            for cell in range(rules.board.size)
            for number in range(board.first, 5)
            if ends >> cell & 1
        }
        assert found == expected
        stuck = any(not list(turns(s, rules, steps)) for _, s in turns(state, rules, steps))
        assert winner.wins_at_once(board, key) == stuck


def test_it_imports_nothing_of_the_package_and_is_short():
    text = (FOLDER / "shift_winner.py").read_text()
    allowed = {"h5py", "numba", "numpy", "reading"} | sys.stdlib_module_names - {"importlib"}
    assert imports_of(text) <= allowed
    assert not re.search(r"__import__|exec\(|eval\(", text)
    assert len(text.splitlines()) <= 400


def test_small_batches_change_no_result(monkeypatch):
    start = random_position(random.Random(6), REAL[0], ply=3)
    expected = certify(start, 1 << 24)
    monkeypatch.setattr(layers, "SPREAD", 131)
    found = certify(start, 1 << 24)
    assert (found.winner, found.plies) == (expected.winner, expected.plies)
    for side, own in expected.layers.items():
        assert [moves.tolist() for moves in own] == [m.tolist() for m in found.layers[side]]


def test_moves_that_the_table_does_not_know_are_searched():
    """The table of positions is emptied between the search and the strategies."""
    start = random_deal(random.Random(7), REAL[1]).start("single")
    kernel = ShiftProver(start, 1 << 24)
    found = kernel.search(Limits())
    mover_wins = found.winner == start.side_to_move
    left = start.face_up.bit_count() - found.value.dte
    score = left if mover_wins else -left
    for asked in (score, score + 1):
        kernel._known[:] = 0
        (move,) = kernel.choose(kernel.first_turn(0), asked)
        assert (move == layer_kernels.NO_MOVE) == (asked > score)


def test_uncompiled_kernels_find_the_same():
    code = """
import random, warnings
warnings.simplefilter("ignore")
from tablebase import Board, Deal, Rules
from tablebase.games.collapsi.search.certificate import certify
rules = Rules("2x3", Board(2, 3), (0, 0, 1, 1, 2, 3), shift="must")
for seed in (1, 2):
    found = certify(Deal.random(random.Random(seed), rules).start("wild"), 1 << 16)
    print(found.winner, found.plies, [[m.tolist() for m in own] for own in found.layers.values()])
"""
    plain = python(code, env={**environment(), "NUMBA_DISABLE_JIT": "1"})
    assert plain.stderr == ""
    assert plain.stdout == python(code).stdout


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (Rules("5x5", Board(5, 5), (0, 0) + (1,) * 23, shift="must"), "^rules '5x5': expected 17 "),
        (
            Rules("7s", Board(2, 3), (0, 0, 1, 1, 2, 7), shift="may"),
            "where lines shift up to 16 cells and cards up to 6$",
        ),
        (
            Rules("flat", Board(3, 3, wrap=False), (0, 0, 1, 1, 1, 2, 2, 2, 3), shift="may"),
            "a board without gaps whose edges are joined$",
        ),
    ],
    ids=lambda given: getattr(given, "name", ""),
)
def test_impossible_certificates(rules, message):
    start = random_deal(random.Random(7), rules).start()
    with pytest.raises(ValueError, match=message):
        certify(start, MEMORY)
    with pytest.raises(ValueError, match=r"^memory of 100 bytes: expected 65,536 or more$"):
        certify(random_deal(random.Random(7), REAL[0]).start(), 100)


def test_an_opening_by_the_command(answer, fails, tmp_path, winner, capsys):
    path, deal = tmp_path / "proof.h5", "A223/4A2J/3A23/J3A4"
    words = ["certify", deal, "--rules", "shift", "--edition", "single", "-o", path]
    printed = answer(*words, "--memory", "0.1").splitlines()
    found = search(Position.parse(deal, "single", REAL[0]))
    assert printed[0] == f"{found.winner} wins in {found.value.dte}"
    assert result(winner, path) == 0
    assert f"Proven: {found.winner} wins in at most" in capsys.readouterr()[0]
    report = json.loads(answer(*words, "--force", "--memory", "0.1", "--json"))
    assert (report["winner"], report["plies"]) == (found.winner, found.value.dte)
    assert f"{sum(map(sum, report['positions'].values())):,} positions" in printed[1]
    with h5py.File(path) as file:
        assert file.attrs["shift"] == b"must"
    assert "or where lines shift" in fails(2, *words[:1], deal, "-o", tmp_path / "x.h5")
    assert not (tmp_path / "x.h5").exists()
