"""How many games can be played: kernels against plain recursion, and all deals against samples."""

import json

import numpy as np
import pytest
from support import DEAL
from support.effort import sample

from reproduce.claims.collapsi.published import all_games
from tablebase import Deal, Position
from tablebase.errors import FileFormatError
from tablebase.games.collapsi.commands.count import _data
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.census import census_of
from tablebase.games.collapsi.studies.games import GameTally, count_all, number_of_games
from tablebase.study.runs import DIGEST, save


def plain(position, seen):
    """The number of games by the rules alone."""
    key = position.face_up, position.pawns, position.order
    if key not in seen:
        seen[key] = sum(plain(position.play(m), seen) for m in position.legal_moves()) or 1
    return seen[key]


def after(position, plies, pick=0):
    for _ in range(plies):
        moves = position.legal_moves()
        if moves:
            position = position.play(moves[pick % len(moves)])
    return position


@pytest.mark.parametrize("plies", [3, 6, 14])
def test_positions_under_way(plies):
    for number, deal in enumerate(random_deals(8, 3)):
        position = after(deal.start(), plies, number)
        assert number_of_games(position) == plain(position, {})


def test_jokers_that_are_not_known():
    for unknown in "A2r23/4Ab2x?/3A23/x?3A4 r", "A2r23/4Ab2xJ/3A23/x?3A4 r":
        number = number_of_games(Position.parse(unknown))
        assert number == number_of_games(Position.parse("A2r23/4Ab2xJ/3A23/xJ3A4 r"))
        assert number == plain(Position.parse(unknown), {})


def test_small_boards():
    rules = load_rules("3x4")
    for deal in random_deals(2, 1, rules):
        assert number_of_games(deal.start()) == plain(deal.start(), {})


@pytest.mark.thorough
def test_openings():
    for edition in sample(["single", "wild"], 1):
        position, seen = Position.parse(DEAL, edition), {}
        assert number_of_games(position) == plain(position, seen)
        reply = after(position, 1)
        assert number_of_games(reply) == plain(reply, seen)


@pytest.mark.parametrize("rules", ["landing", "3-players", "5x5", "shift-back"])
def test_other_rules_are_refused(rules):
    deal = next(random_deals(1, 1, load_rules(rules)))
    with pytest.raises(ValueError, match=r"expected (two players|at most 16 cells)"):
        number_of_games(deal.start())


def test_the_first_deals(tmp_path):
    """What all deals add up equals their positions counted one by one, however often continued."""
    file = tmp_path / "games.json"
    count_all(file, threads=1, deals=3)
    found = count_all(file, threads=2, deals=6)
    assert found == count_all(threads=1, deals=6)
    census, expected = census_of(), {"wild": GameTally(), "single": GameTally()}
    for number in range(6):
        deal, weights = census[number], census.sizes[number : number + 1].astype(np.int64)
        swapped = Deal(deal.cards, deal.jokers[::-1], deal.rules)
        for start in deal.start("wild"), deal.start("single"), swapped.start("single"):
            games = np.array([number_of_games(start)], np.uint64)
            expected[start.edition.name].add(games, weights, number)
    assert found.tallies == expected
    data = json.loads(file.read_text())
    data["wild"]["bins"] = 3
    save(file, {key: data[key] for key in data if key != DIGEST})
    with pytest.raises(FileFormatError, match="a count of games"):
        count_all(file, deals=6)


def test_the_claim_of_all_deals():
    """Its rows name deals with the least and the most games."""
    found = {name: _data(tally) for name, tally in count_all(deals=2).tallies.items()}
    for line, edition in zip(all_games.lines(found), ("wild", "single"), strict=True):
        name, _, _, *ends = line.strip("| ").split(" | ")
        assert name == edition
        for end in ends:
            games, deal = end.rstrip(")").split(" (")
            assert f"{number_of_games(Deal.parse(deal).start(edition)):,}" == games
