"""The opening books of Collapsi Shift against searches, the oracle, published counts and damage.

Slow: the openings of Collapsi Shift: starts of 60 deals, and all first moves of ten, by search.
Needs ten minutes of processor time.
"""

from __future__ import annotations

import json
import random
import re
from functools import partial
from pathlib import Path

import h5py
import numpy as np
import pytest
from answers import served
from oracles import shift as oracle
from oracles.collapsi import better
from support import deal_with, python

import tablebase
from tablebase import (
    Board,
    Book,
    CorruptFileError,
    Deal,
    MissingTableError,
    Position,
    Rules,
    search,
)
from tablebase.engine.values import Result
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies import book_store
from tablebase.games.collapsi.studies.book import book, has_book, write_book
from tablebase.games.collapsi.studies.statistics import tally
from tablebase.games.collapsi.whole import Whole

RULES = ["shift", "shift-may"]
EDITIONS = ("wild", "single")
DEAL = "A223/4A2J/3A23/J3A4"
DOCS = Path(__file__).parents[1] / "docs"

SMALL = [
    Rules("3x3 must", Board(3, 3), (0, 0, 1, 1, 1, 1, 2, 2, 2), shift="must"),
    Rules("3x3 may", Board(3, 3), (0, 0, 1, 1, 1, 1, 2, 2, 2), shift="may"),
    Rules("2x4 may", Board(2, 4), (0, 0, 1, 1, 1, 2, 2, 2), shift="may"),
    Rules("2x3 must", Board(2, 3), (0, 0, 1, 1, 2, 3), shift="must"),
]


@pytest.fixture(scope="module", params=RULES)
def shift_book(request):
    return book(load_rules(request.param))


def every_position(rules):
    """The oracle's signed distances of all positions after both first moves."""
    board, kinds = rules.board, sorted(set(rules.deck) - {0})
    return oracle.every_position(
        board.rows, board.columns, board.wrap, np.array(kinds), rules.shift == "may"
    )


def solved(position, distances):
    """Whether the side to move wins, and in how many plies, by the oracle."""
    if position.is_opening:
        best = (False, 0)
        for move in position.legal_moves():
            wins, plies = solved(position.play(move), distances)
            best = better(best, (not wins, plies + 1))
        return best
    kinds = sorted(set(position.rules.deck))
    up = (cell for cell in range(len(position.cards)) if position.face_up >> cell & 1)
    laid = sum(kinds.index(position.cards[cell]) * len(kinds) ** cell for cell in up)
    distance = int(distances[laid, position.mover, position.opponent])
    return distance > 0, 0 if distance == -99 else abs(distance)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
def test_books_of_small_boards_agree_with_the_oracle(rules, tmp_path):
    whole, path = Whole(rules), tmp_path / "book.h5"
    whole.solve(keep=False)
    write_book(path, whole)
    source, distances = Book(path, rules), every_position(rules)
    census = source.census
    for number in random.Random(1).sample(range(len(census)), 5):
        deal = census[number]
        for dealt in (deal, deal_with(deal.cards, deal.blue, rules)):
            for edition in EDITIONS:
                start = dealt.start(edition)
                value, moves = source.opening(dealt, edition)
                assert (value.result is Result.WIN, value.dte) == solved(start, distances)
                after = (start.play(move) for move in start.legal_moves())
                assert moves == sum(not solved(position, distances)[0] for position in after)


def check_starts(source, deals, editions=EDITIONS):
    for deal in deals:
        for edition in editions:
            opening = source.opening(deal, edition)
            assert search(deal.start(edition)).value == opening.value
            assert (opening.value.result is Result.WIN) == (opening.winning_moves > 0)


def winning_moves(start):
    """How many of the moves win, by a search after each."""
    after = (start.play(move) for move in start.legal_moves())
    return sum(search(position, goal="result").result is Result.LOSS for position in after)


@pytest.mark.thorough
def test_a_few_starts_by_search(shift_book):
    (deal,) = tablebase.random_deals(1, seed=5, rules=shift_book.rules)
    check_starts(shift_book, [deal], ["single"])
    opening = shift_book.opening(deal, "single")
    assert winning_moves(deal.start("single")) == opening.winning_moves


@pytest.mark.slow
def test_many_starts_by_search(shift_book):
    rng, census = random.Random(6), shift_book.census
    check_starts(shift_book, tablebase.random_deals(15, seed=6, rules=shift_book.rules))
    symmetric = rng.sample(np.flatnonzero(census.sizes < 128).tolist(), 15)
    check_starts(shift_book, [census[number] for number in symmetric])


@pytest.mark.slow
def test_all_first_moves_by_search(shift_book):
    for deal in tablebase.random_deals(5, seed=7, rules=shift_book.rules):
        for dealt in (deal, deal_with(deal.cards, deal.blue, deal.rules)):
            opening = shift_book.opening(dealt, "single")
            assert winning_moves(dealt.start("single")) == opening.winning_moves
        assert winning_moves(deal.start("wild")) == shift_book.opening(deal, "wild").winning_moves


def test_images_of_a_deal_have_its_value(shift_book):
    rng = random.Random(8)
    for deal in tablebase.random_deals(30, seed=8, rules=shift_book.rules):
        turned = deal.image(rng.choice(deal.rules.symmetries))
        for edition in EDITIONS:
            assert shift_book.opening(turned, edition) == shift_book.opening(deal, edition)


def test_every_entry_makes_sense(shift_book):
    most = 5 if shift_book.rules.name == "shift-may" else 4
    for edition, cells in (("wild", 14), ("single", 4)):
        for red in (0, 1):
            entries = shift_book.column(edition, red)
            code, moves = entries & 15, entries >> 4
            assert entries.size == len(shift_book.census)
            assert ((code >= 8) == (moves > 0)).all()
            assert code.max() < 15
            assert moves.max() <= cells * most
    swaps = shift_book.census.swaps
    first, second = (shift_book.column("single", red) for red in (0, 1))
    assert (first[swaps] == second[swaps]).all()


def test_published_counts(shift_book):
    """The tables in docs/shift.md, made by solving all layouts."""
    name, text = shift_book.rules.name, (DOCS / "shift.md").read_text()
    found = {edition: tally(edition, shift_book) for edition in EDITIONS}
    wild, single = found["wild"], found["single"]
    assert (wild.total.number, wild.either_red) == (47_297_250, False)
    assert (single.total.number, single.either_red) == (2 * 47_297_250, True)
    shares = re.search(rf"^\| `{name}`: \w+ shift \| ([\d.]+)% \| ([\d.]+)% \|$", text, re.M)
    assert shares.groups() == tuple(f"{100 * one.total.win_share:.2f}" for one in found.values())
    for edition, one in found.items():
        row = re.search(rf"^\| `{name}`, `{edition}` \|(.*)\|$", text, re.M)[1].split("|")
        lengths = one.by_plies()
        expected = [
            f"{100 * lengths[plies] / one.total.number:.1f}" if plies in lengths else ""
            for plies in range(7, 15)
        ]
        mean = sum(plies * deals for plies, deals in lengths.items()) / one.total.number
        assert [cell.strip() for cell in row] == [*expected, f"{mean:.2f}"]
    if name == "shift":  # "the rarest result": of all layouts, each with either joker red
        assert 2 * 8 * wild.by_plies()[11] == 1_728


# --- the files --------------------------------------------------------------------------------


def test_the_files_are_small_and_describe_themselves(shift_book):
    assert shift_book.path.stat().st_size < 4_500_000
    with h5py.File(shift_book.path) as file:
        columns = file[f"openings/{shift_book.rules.name}"]
        assert len(columns) == 8
        for dataset in columns.values():
            assert dataset.attrs["deals"] == 2_968_224
            assert dataset.attrs["meaning"]


def test_flipped_bytes(shift_book, tmp_path):
    whole, rng = shift_book.path.read_bytes(), random.Random(9)
    expected = [shift_book.opening(DEAL, edition) for edition in EDITIONS]
    path, noticed = tmp_path / "book.h5", 0
    for place in rng.sample(range(len(whole)), 15):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        try:
            opened = Book(path, shift_book.rules)
            found = [opened.opening(DEAL, edition) for edition in EDITIONS]
        except tablebase.FileFormatError:
            noticed += 1
        else:
            assert found == expected
    assert noticed > 10


def test_a_book_of_other_rules():
    with pytest.raises(CorruptFileError, match="no openings in /openings/shift-may"):
        Book(book(load_rules("shift")).path, "shift-may").opening(DEAL)
    with pytest.raises(MissingTableError, match="'flat' have no opening book: expected collapsi"):
        Book(rules="flat")
    named_alike = Rules("shift", Board(3, 3), (0, 0, 1, 1, 1, 1, 2, 2, 2), shift="must")
    assert not has_book(named_alike)


@pytest.mark.parametrize(("own", "other"), [("collapsi", "shift"), ("shift", "collapsi")])
def test_a_deal_of_other_rules(own, other):
    opened, deal = book(load_rules(own)), Deal.parse(DEAL, other)
    with pytest.raises(ValueError, match=f"a deal of rules '{other}': expected rules '{own}'"):
        opened.opening(deal)
    assert opened.opening(str(deal)) == opened.opening(Deal.parse(DEAL, own))


@pytest.mark.thorough
def test_verify(answer, monkeypatch):
    monkeypatch.setattr(book_store, "SEARCHED", 1)  # of a deal, both editions and colours
    out = answer("verify", "--seed", 1, book(load_rules("shift")).path)
    assert "8 columns verified, every checksum" in out


# --- the command line -------------------------------------------------------------------------


def test_a_plain_probe(answer, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLEBASE_HOME", str(tmp_path))
    done = python(
        "import sys, tablebase_cli\n"
        "try: tablebase_cli.main()\n"
        "finally: print('numba' in sys.modules, file=sys.stderr)",
        "probe", "--json", "--rules", "shift", DEAL, "--edition", "single",
    )  # fmt: skip
    assert done.stderr == "False\n"
    data = json.loads(done.stdout)
    opening = book(load_rules("shift")).opening(DEAL, "single")
    assert (data["result"], data["dte"]) == (opening.value.result.value, opening.value.dte)
    assert (data["moves"], data["winning_moves"]) == (None, opening.winning_moves)
    assert data["origin"] == "opening book"
    assert "--method search finds the best line" in answer("probe", "--rules", "shift", DEAL)


def test_many_openings(answer):
    deals = list(tablebase.random_deals(3, 4, load_rules("shift")))
    typed = "".join(f"{deal}\n" for deal in deals)
    lines = answer("probe", "--json", "--rules", "shift", "-", typed=typed).splitlines()
    values = [book(deal.rules).opening(deal, "wild").value for deal in deals]
    found = [(row["result"], row["dte"]) for row in map(json.loads, lines)]
    assert found == [(value.result.value, value.dte) for value in values]


def test_a_later_position_still_needs_a_search(run):
    after = str(Position.parse(DEAL, None, "shift").play("a1L"))
    code, _, error = run("probe", "--rules", "shift", after)
    assert (code, "`probe --method search` needs none" in error) == (2, True)
    code, _, error = run("probe", "--rules", "shift", "-", typed=f"{DEAL}\n{after}\n")
    assert (code, "expected a forward search" in error) == (2, True)


@pytest.mark.parametrize("rules", RULES)
def test_stats(answer, rules):
    data = json.loads(answer("stats", "--rules", rules, "--json"))
    for edition in EDITIONS:
        found = tally(edition, book(load_rules(rules)))
        assert data[edition]["red_wins"] == found.total.wins
        counted = {one["winning_moves"]: one["deals"] for one in data[edition]["by_winning_moves"]}
        assert counted == found.by_winning_moves()


def test_deals(answer, run):
    find = partial(answer, "deals", "--rules", "shift")
    data = json.loads(find("--plies", 11, "--json"))
    assert {(one["winner"], one["plies"]) for one in data["deals"]} == {("red", 11)}
    # docs/shift.md has this example.
    canonical = {str(Deal.parse(one["deal"], "shift").canonical[0]) for one in data["deals"]}
    assert str(Deal.parse("3A3A/2242/3A3A/24JJ", "shift").canonical[0]) in canonical
    single = ("--edition", "single", "--winning-moves", 16, "--random", "--seed", 1, "--json")
    (found, *_) = json.loads(find(*single))["deals"]
    assert book(load_rules("shift")).opening(found["deal"], "single").winning_moves == 16
    code, _, error = run("deals", "--rules", "shift", "--winning-moves", 57)
    assert (code, "expected at most 56 under shift" in error) == (2, True)
    code, _, error = run("deals", "--rules", "flat")
    assert (code, "'flat' have no opening book" in error) == (2, True)


def test_writing_a_book(answer, run, tmp_path):
    rules = tmp_path / "small.toml"
    rules.write_text('name = "small"\nboard = "3x3"\nshift = "must"\n')
    path = tmp_path / "book.h5"
    answer("shift", "--rules", rules, "--book", path, "-o", tmp_path / "study.json")
    opening = Book(path, load_rules(rules)).opening("AAJ/A2A/J22")
    assert opening.value.dte > 0
    code, _, error = run("shift", "--rules", rules, "--book", path, "-o", tmp_path / "study.json")
    assert (code, "expected no --book" in error) == (2, True)
    checked = list(tablebase.verify(path))
    assert [check.unknown for check in checked] == [True]


# --- over HTTP --------------------------------------------------------------------------------


def test_probe_over_http(shift_book):
    rules = shift_book.rules.name
    for edition in EDITIONS:
        found = served("probe", {"position": DEAL, "rules": rules, "edition": edition})
        opening = shift_book.opening(DEAL, edition)
        start = Position.parse(DEAL, edition, rules)
        assert (found["result"], found["dte"]) == (opening.value.result.value, opening.value.dte)
        assert (found["winning_moves"], found["origin"]) == (opening.winning_moves, "opening book")
        assert found["score"] == start.score(opening.value)
        assert [move["move"] for move in found["moves"]] == list(map(str, start.legal_moves()))
        assert {move["result"] for move in found["moves"]} == {None}
    after = str(Position.parse(DEAL, None, rules).play("a1L"))
    assert served("probe", {"position": after, "rules": rules})["status"] == 422
    assert served("line", {"position": DEAL, "rules": rules})["status"] == 422


def test_random_deals_over_http(shift_book):
    rules = shift_book.rules.name
    filters = {"winner": "red", "length": 13, "winning_moves": 3, "edition": "single"}
    found = served("random", {**filters, "rules": rules, "seed": 2})
    opening = shift_book.opening(found["deal"], "single")
    assert (str(opening.value), opening.winning_moves) == ("win in 13", 3)
    assert (found["winner"], found["dte"], found["winning_moves"]) == ("red", 13, 3)
    assert found["difficulty"] is None
    refused = served("random", {"difficulty": "easy", "rules": rules})
    assert (refused["status"], refused["parameter"]) == (422, "difficulty")
    too_many = served("random", {"winning_moves": 20})
    assert (too_many["status"], too_many["parameter"]) == (422, "winning_moves")
