"""Matches: exact chances against a walk through all scores."""

import csv
import json
import random
from fractions import Fraction
from functools import cache

import pytest

from tablebase import COLLAPSI, Board, Rules
from tablebase.games.collapsi.studies.lab.kept import Lab
from tablebase.games.collapsi.studies.lab.study import Study
from tablebase.games.collapsi.studies.match import Match, published

SMALL = Rules("small", Board(2, 3), (0, 0, 1, 1, 2, 3))
STARTS = ("alternate", "loser", "winner")


def walked(study, target, starts):
    """The starting player's chance and the mean number of rounds, tracking both players by name."""
    odds = [(plies, Fraction(deals, study.deals)) for plies, deals in study.lengths.items()]

    @cache
    def walk(first, second, first_starts):
        if first >= target or second >= target:
            return Fraction(first >= target), Fraction(0)
        chance, rounds = Fraction(0), Fraction(1)
        for plies, likely in odds:
            points = study.rules.board.size - plies
            first_wins = first_starts == (plies % 2 == 1)
            starts_next = {
                "alternate": not first_starts, "loser": not first_wins, "winner": first_wins,
            }[starts]  # fmt: skip
            after = walk(
                first + points * first_wins, second + points * (not first_wins), starts_next
            )
            chance += likely * after[0]
            rounds += likely * after[1]
        return chance, rounds

    return walk(0, 0, True)


@pytest.mark.parametrize("starts", STARTS)
@pytest.mark.parametrize("target", [1, 2, 5, 9])
def test_a_walk_through_all_scores(target, starts):
    for study in Lab().study(SMALL):
        match = Match(study, target, starts)
        assert (match.chance, match.rounds) == walked(study, target, starts)


@pytest.mark.parametrize("edition", ["wild", "single"])
@pytest.mark.parametrize("target", [1, 7, 16, 31])
def test_with_alternating_starts_perfect_rounds_are_a_perfect_match(edition, target):
    assert Match(published(edition), target).is_perfect


def test_where_it_pays_to_lose_a_round():
    """The loser starts the next round, which is worth more than losing by few points."""
    match = Match(published("single"), 16, "loser")
    assert not match.is_perfect
    better = [
        (mine, theirs)
        for mine in range(16)
        for theirs in range(14)
        if match.at((mine, theirs + 2)) > match.at((mine + 3, theirs), starting=False)
    ]
    assert better  # a round lost by two points is better there than one won by three


def test_points_and_starts():
    match = Match(published("wild"))
    assert match.worth_of_a_start == match.at((0, 0)) - match.at((0, 0), starting=False) < 0
    assert 0 < match.worth_of_a_point < Fraction(1, 10)
    assert match.at((16, 3)) == 1
    assert match.at((3, 20), starting=False) == 0


def test_a_sample_has_an_interval():
    exact = Match(published("wild"))
    assert exact.interval == (float(exact.chance),) * 2
    rng, lengths = random.Random(5), published("wild").lengths
    drawn = rng.choices(list(lengths), list(lengths.values()), k=2000)
    study = Study(COLLAPSI, COLLAPSI.edition("wild"), {n: drawn.count(n) for n in lengths}, seed=5)
    low, high = Match(study).interval
    assert low < exact.chance < high
    assert 0.001 < high - low < 0.05


@pytest.mark.parametrize(("target", "starts"), [(0, "loser"), (101, "loser"), (16, "random")])
def test_other_matches_are_refused(target, starts):
    with pytest.raises(ValueError, match="expected"):
        Match(published("wild"), target, starts)


@pytest.mark.thorough
def test_the_command(answer, tmp_path):
    (data,) = json.loads(answer("match", "--edition", "wild", "--json"))
    assert Fraction(data["starter_wins_exactly"]) == Match(published("wild")).chance
    rows = list(csv.DictReader(answer("match", "--scores", "--format", "csv").splitlines()))
    assert len(rows) == 2 * 16 * 16 * 2
    assert float(rows[1]["chance"]) == pytest.approx(1 - data["starter_wins"])
    assert answer("match", "--edition", "single", "--scores").count("your chance in %") == 2
    picture = tmp_path / "equity.svg"
    answer("match", "--plot", picture)
    assert "collapsi single: they start" in picture.read_text()
