"""Certificates of who wins, and the program that checks them without the package.

Slow: the proof of who wins an opening of 6x6. Needs 2 GiB of memory.
"""

import csv
import dataclasses
import json
import random
from collections import Counter
from pathlib import Path

import h5py
import numpy as np
import pytest
from oracles import collapsi as oracle
from support.certificates import accepted, forgeries, loaded, make_winner, result
from support.samples import (
    ODD_RULES,
    SMALL_RULES,
    oracle_board,
    oracle_state,
    random_deal,
    random_position,
    two,
)

from tablebase import COLLAPSI, Board, Deal, Rules, load_rules
from tablebase.engine.searched import Limits
from tablebase.games.collapsi.search import destinations, searches
from tablebase.games.collapsi.studies import certificate as certificates
from tablebase.games.collapsi.studies import certificate_kernels
from tablebase.games.collapsi.studies.certificate import Prover, certify
from tablebase.library import GENERATED_BY

ROOT = Path(__file__).parents[2]
MEMORY = 1 << 16
JOINED = [rules for rules in SMALL_RULES if rules.board.wrap]


def search_as_large(patch):
    """Small boards are searched as large ones are."""
    patch.setattr(destinations, "SMALL_CELLS", 0)
    for module, name in ((searches, "WINNER"), (certificates, "CERTIFICATE")):
        patch.setattr(module, name, getattr(module, name)._replace(least=0))


@pytest.fixture
def small_boards(monkeypatch):
    search_as_large(monkeypatch)


@pytest.fixture(scope="module")
def winner():
    """The program that checks."""
    with loaded("winner") as [program]:
        yield program


@pytest.fixture
def checked(winner, capsys, tmp_path):
    """What the program returns and prints for a certificate."""

    def run(certificate):
        path = tmp_path / "proof.h5"
        certificate.save(path, "tests 1")
        return result(winner, path), "".join(capsys.readouterr())

    return run


def number(state, columns):
    """A state's key, as the format has it."""
    cell = [row * columns + column for row, column in (state.mover, state.opponent)]
    up = sum(1 << row * columns + column for row, column in state.cards)
    return up << 12 | cell[0] << 6 | cell[1]


def proves(certificate):
    """Whether a certificate proves its claim, found in the slow and obvious way."""
    position = certificate.position
    steps, board = position.edition.joker_steps, oracle_board(position.rules)
    columns = board["columns"]

    def after(state):
        ends = oracle.destinations(state, steps, **board)
        return {end[0] * columns + end[1]: oracle.play(state, end) for end in ends}

    def turn(states):
        """The next turn's positions, in order: not those that are won at once."""
        states = [s for s in states if all(after(reply) for reply in after(s).values())]
        return [s for _, s in sorted({number(s, columns): s for s in states}.items())]

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


@pytest.mark.thorough
def test_certificates_of_small_boards_are_accepted_and_right(small_boards, checked):
    rng = random.Random(1)
    seen = Counter()
    for count in range(120):
        rules = JOINED[count % len(JOINED)]
        position = random_position(rng, rules, ply=rng.randint(0, 4))
        wins, plies = two(position)
        if plies == 0:
            with pytest.raises(ValueError, match="the game is over, expected a position with a"):
                certify(position, MEMORY)
            continue
        certificate = certify(position, MEMORY)
        expected = position.sides[not wins], plies
        assert (certificate.winner, certificate.plies) == expected
        assert proves(certificate)
        code, printed = checked(certificate)
        assert (code, printed.splitlines()[-1]) == (0, accepted(certificate))
        seen[plies] += 1
    assert {1, 2, 3, 4, 5, 6, 7, 8} <= set(seen)


@pytest.mark.thorough
def test_certificates_of_the_published_board(small_boards, checked):
    rng = random.Random(2)
    for edition in ("wild", "single"):
        position = random_position(rng, COLLAPSI, ply=2)
        deal = random_deal(rng)
        for start in (position, deal.start(edition)):
            certificate = certify(start, 1 << 20)
            assert checked(certificate)[0] == 0
            assert certificate.positions == sum(
                len(moves) for own in certificate.layers.values() for moves in own
            )


@pytest.mark.thorough
def test_forgeries_are_accepted_only_if_they_prove_their_claim(small_boards, checked):
    rng = random.Random(3)
    refused = Counter()
    for count in range(15):
        rules = JOINED[count % 3]
        certificate = certify(random_deal(rng, rules).start(rng.choice(rules.editions)), MEMORY)
        for kind, change in forgeries(certificate, rng, range(rules.board.size)):
            forged = dataclasses.replace(certificate, **change)
            code, printed = checked(forged)
            assert code == (not proves(forged)), (kind, printed)
            refused[kind] += code
            if kind not in ("move", "deal"):
                assert code == 1
                assert " is wrong: ValueError(" in printed
    assert refused["move"] > 30
    assert refused["deal"] > 9


def test_other_jokers_and_broken_files_are_refused(small_boards, checked, winner, tmp_path):
    certificate = certify(random_deal(random.Random(4)).start("single"), 1 << 20)
    wild = dataclasses.replace(
        certificate, position=Deal.parse("A223/4A2J/3A23/J3A4").start("wild")
    )
    assert checked(wild)[0] == 1
    path = tmp_path / "broken.h5"
    for name, value in [
        ("format", b"tablebase"), ("format-version", 2), ("joker-steps", [0]),
        ("joker-steps", [12]), ("position", b"A22/4A r"), ("position", b"A2_/4A2 b"),
        ("winner", b"green"), ("shift", b"must"),
    ]:  # fmt: skip
        certificate.save(path, "tests 1")
        with h5py.File(path, "r+") as file:
            file.attrs[name] = np.bytes_(value) if isinstance(value, bytes) else value
        with h5py.File(path) as file, pytest.raises((ValueError, KeyError)):
            winner.check(file)


def test_a_closed_output_is_no_fault_of_the_file(winner, tmp_path, monkeypatch):
    make_winner(tmp_path / "proof.h5")
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(SystemExit, match="it is closed"):
        result(winner, tmp_path / "proof.h5")
    with pytest.raises(SystemExit, match="it is closed"):
        winner.Parser().print_help()


def test_its_rule_of_movement_is_the_oracles(winner):
    rng = random.Random(5)
    boards = [*JOINED, COLLAPSI, load_rules("4x5"), load_rules("5x5-a4")]
    for count in range(400):
        rules = boards[count % len(boards)]
        position = random_position(rng, rules)
        steps, columns = position.edition.joker_steps, rules.board.columns
        state = oracle_state(position)
        expected = {
            row * columns + column
            for row, column in oracle.destinations(state, steps, **oracle_board(rules))
        }
        board, *here, side = winner.read_position(str(position), list(steps))
        assert (side, number(state, columns)) == (
            position.side_to_move,
            here[0] << 12 | here[1] << 6 | here[2],
        )
        found = winner.ends(board, *here)
        assert {cell for cell in range(rules.board.size) if found >> cell & 1} == expected


def test_a_full_table_of_positions_and_small_batches_change_no_result(
    small_boards, checked, monkeypatch
):
    monkeypatch.setattr(searches, "LEAST_MEMORY", 0)
    rng = random.Random(6)
    for _ in range(5):
        start = random_deal(rng, SMALL_RULES[2]).start("wild")
        expected = certify(start, MEMORY)
        monkeypatch.setattr(certificates, "SPREAD", 13)
        certificate = certify(start, 1 << 7)
        assert (certificate.winner, certificate.plies) == (expected.winner, expected.plies)
        assert checked(certificate)[0] == 0
        monkeypatch.setattr(certificates, "SPREAD", 1 << 20)


def uncompiled():
    """For `test_uncompiled`."""
    with pytest.MonkeyPatch.context() as patch:
        search_as_large(patch)
        rules = Rules("3x3", Board(3, 3), (0, 0, 1, 1, 2, 2, 3, 3, 4))
        starts = (Deal.random(random.Random(seed), rules).start("wild") for seed in (1, 2))
        found = [certify(start, MEMORY) for start in starts]
    moves = [[turn.tolist() for own in each.layers.values() for turn in own] for each in found]
    return [(each.winner, each.plies) for each in found], moves


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        *(
            (rules, f"^rules '{rules.name}': expected 17 to 42 cells$")
            for rules in (COLLAPSI, SMALL_RULES[1], ODD_RULES[1])
        ),
        (
            dataclasses.replace(load_rules("4x5"), board=Board(4, 5, wrap=False)),
            "expected a board without gaps",
        ),
        (load_rules("3-players"), "^rules '3-players': expected two players, no landing, "),
    ],
)
def test_impossible_certificates(rules, message):
    start = Deal.random(random.Random(7), rules).start()
    with pytest.raises(ValueError, match=message):
        certify(start, MEMORY)


def rows(name):
    """The rows of a file of results."""
    with (ROOT / "data" / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_openings_of_5x5_by_the_command(answer, fails, tmp_path, winner, capsys):
    row, path = rows("five-a4")[0], tmp_path / "proof.h5"
    words = ["certify", row["deal"], "--rules", "5x5-a4", "--edition", "single", "-o", path]
    printed = answer(*words, "--memory", "0.1").splitlines()
    won = f"{row['single_winner']} wins in {row['single_plies']}"
    assert printed[0] == f"{won} plies, single edition"
    assert printed[1].endswith(f" positions to {path}, {path.stat().st_size:,} bytes")
    assert result(winner, path) == 0
    assert f"{row['single_winner']} wins in at most {row['single_plies']}" in capsys.readouterr()[0]
    assert f"{path} exists; --force replaces it" in fails(2, *words)
    report = json.loads(answer(*words, "--force", "--memory", "0.1", "--json"))
    assert (report["winner"], str(report["plies"])) == (row["single_winner"], row["single_plies"])
    assert f"{sum(map(sum, report['positions'].values())):,} positions" in printed[1]
    with h5py.File(path) as file:
        assert file.attrs["generated-by"] == GENERATED_BY.encode()
    assert "expected 17 to 42 cells" in fails(2, *words[:1], "A223/4A2J/3A23/J3A4", "-o", "x.h5")


def test_moves_that_the_table_does_not_know_are_searched(monkeypatch):
    """The table of positions is emptied between the search and the strategies."""
    start = Deal.parse(rows("five-a4")[1]["deal"], load_rules("5x5-a4")).start("single")
    prover = Prover(start, "distance", 1 << 24)
    found = prover.run(Limits())
    key = start.face_up << 12 | start.mover << 6 | start.opponent
    score = start.face_up.bit_count() - found.value.dte
    assert (found.winner, score > 0) == ("red", True)
    for asked in (score, score + 2):
        prover._known[:] = 0
        (move,) = prover.choose(np.array([key], np.uint64), asked)
        assert (move == certificate_kernels.NO_MOVE) == (asked > score)


@pytest.mark.slow
def test_a_6x6_opening(checked):
    row = rows("big-board")[4]
    start = Deal.parse(row["deal"], load_rules("big-board")).start(row["edition"])
    certificate = certify(start)
    assert (certificate.winner, str(certificate.plies)) == (row["winner"], row["shortest"])
    code, printed = checked(certificate)
    assert (code, printed.splitlines()[-1]) == (0, accepted(certificate))
