"""Computer levels, matches and reviews: what they do, from exact values alone."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import random_position

import tablebase
from tablebase.compare import playout
from tablebase.engine.match import Match
from tablebase.engine.players import LEVELS, Level, level
from tablebase.engine.review import Turn, difficulty, given_away
from tablebase.errors import IllegalMoveError
from tablebase.games.collapsi.puzzles import draw, grade

PERFECT = LEVELS[0]


@pytest.fixture(scope="module")
def tables():
    return tablebase.Tablebase()


@given(st.randoms(use_true_random=False))
def test_chances_are_as_documented(rng):
    probe = tablebase.Tablebase().probe(random_position(rng))
    for player in (*LEVELS, Level("wild", sight=rng.randrange(15), slip=rng.random())):
        chances = player.chances(probe)
        assert len(chances) == len(probe.moves)
        if not probe.moves:
            continue
        assert math.isclose(sum(chances), 1)
        of = dict(zip(probe.moves, chances, strict=True))
        losing = [m for m in of if not m.keeps_win and m.value.dte <= player.sight]
        if len(losing) < len(of):
            assert not any(of[m] for m in losing), "a move that is seen to lose"
        else:
            assert all(m.is_best for m in of if of[m]), "all lose in sight: the longest"
        if probe.moves[0].keeps_win and probe.dte <= player.sight:
            assert all(m.is_best == (of[m] > 0) for m in of), "a win in sight is taken"
        best = [of[m] for m in of if m.is_best]
        assert min(best) == max(best) == max(of.values())
        assert sum(best) >= 1 - player.slip - 1e-9


def test_perfect_plays_best_moves_only(tables):
    deal = next(tablebase.random_deals(1, seed=8))
    for position in playout(deal.start(), random.Random(1)):
        probe = tables.probe(position)
        if probe.moves:
            assert all(PERFECT.choose(probe, seed).is_best for seed in range(20))


def test_choices_follow_the_chances_and_the_seed(tables):
    probe = tables.probe(next(tablebase.random_deals(1, seed=9)).start())
    player = level("casual")
    chosen = Counter(str(player.choose(probe, seed).move) for seed in range(4000))
    for move, chance in zip(probe.moves, player.chances(probe), strict=True):
        # Five standard deviations.
        assert abs(chosen[str(move.move)] / 4000 - chance) < 5 * math.sqrt(0.25 / 4000)
    assert player.choose(probe, 3) == player.choose(probe, 3)


def test_a_finished_game_has_no_choice(tables):
    end = playout(next(tablebase.random_deals(1, seed=9)).start(), random.Random(2))[-1]
    with pytest.raises(ValueError, match="game is over"):
        PERFECT.choose(tables.probe(end), 1)


def test_unknown_level():
    with pytest.raises(ValueError, match=r"'god'.*perfect, strong, casual, beginner"):
        level("god")


def win_share(tables, position, player):
    """How often a level, to move, beats perfect play: exactly, over all its choices."""
    probe = tables.probe(position)
    share = 0.0
    for move, chance in zip(probe.moves, player.chances(probe), strict=True):
        if chance:
            answer = tables.probe(move.position)
            after = answer.moves and win_share(tables, answer.moves[0].position, player)
            share += chance * (after if answer.moves else 1)
    return share


def test_levels_are_ordered_by_strength(tables):
    # Short games only: all of a beginner's lines are many.
    found = tablebase.find("single", plies=9, winner="red", seed=4)
    deals = [next_.deal for next_, _ in zip(found, range(4), strict=False)]
    shares = [
        sum(win_share(tables, deal.start("single"), player) for deal in deals) for player in LEVELS
    ]
    assert shares[0] == len(deals)
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == len(shares)


def test_match_and_review(tables):
    start = tablebase.Deal.parse("A223/4A2J/3A23/J3A4").start()
    match = Match(tables, start)
    with pytest.raises(IllegalMoveError, match="nothing to take back"):
        match.take_back()
    with pytest.raises(IllegalMoveError, match=r"'z9'.*expected a1, "):
        match.play("z9")
    match.play("a1")  # only a3 wins
    match.play(str(match.probe.moves[-1].move))  # and the worst reply gives it back
    assert [turn.probe.position.ply for turn in given_away(match.turns)] == [0, 1]
    match.take_back()
    assert match.probe.position == start.play("a1")
    while match.winner is None:
        match.play(str(match.probe.moves[0].move))
    assert [turn.played.move.name for turn in given_away(match.turns)] == ["a1"]
    assert match.winner == "blue"
    assert isinstance(match.turns[0], Turn)


def test_difficulty_is_the_chance_of_a_random_winner(tables):
    for deal in tablebase.random_deals(10, seed=3):
        line = tables.line(deal.start("single"))
        chance = 1.0
        for probe in line[:-1]:
            if probe.position.side_to_move == line[0].winner:
                wins = sum(tables.probe(m.position).winner == line[0].winner for m in probe.moves)
                chance *= wins / len(probe.moves)
        assert math.isclose(2 ** -difficulty(line), chance)


@pytest.mark.parametrize("edition", ["wild", "single"])
def test_drawn_deals_meet_the_filters(tables, edition):
    for seed, wanted in enumerate(("easy", "medium", "hard")):
        puzzle = draw(edition, seed=seed, winner="red", wanted=wanted)
        probe = tables.probe(puzzle.found.deal.start(edition))
        assert probe.winner == "red"
        assert puzzle.grade == wanted == grade(difficulty(tables.line(probe.position)))
        assert sum(m.keeps_win for m in probe.moves) == puzzle.found.opening.winning_moves
        assert draw(edition, seed=seed, winner="red", wanted=wanted) == puzzle
    assert draw(edition, seed=1, winner="red", winning_moves=0) is None
    with pytest.raises(ValueError, match=r"'silly'.*easy"):
        draw(edition, seed=1, wanted="silly")


def test_grades():
    assert [grade(bits) for bits in (0, 5.99, 6, 8.99, 9, 30)] == [
        "easy", "easy", "medium", "medium", "hard", "hard",
    ]  # fmt: skip


def test_orbits_add_up():
    deal = tablebase.Deal.parse("A223/4A2J/3A23/J3A4")
    from tablebase.games.collapsi.symmetry import automorphisms

    for found in (deal, tablebase.Deal.parse("JAA2/2334/A2JA/3423")):
        images = {found.image(g) for g in automorphisms(found.rules.board)}
        assert found.orbit == len(images)
