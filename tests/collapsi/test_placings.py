"""Placings of three and four players: every concept against brute force, and what they mean.

Slow: placings of three and four players, by the oracle in more than 1,000 positions of each reading
and board. Needs some minutes of processor time.
"""

import json
import random
import re
from itertools import combinations

import pytest
from oracles import players as oracle
from oracles.placings import Oracle
from support.effort import by_effort, sample
from support.samples import rules_of

from tablebase import Board, Deal, Position, load_rules
from tablebase.compare import playout
from tablebase.errors import MissingTableError
from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.placings.opponents import concept
from tablebase.games.collapsi.placings.solved import Placings
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.studies.placings import study

OUTS = ("stays", "removed", "ends")
LETTERS = {colour[0]: colour for colour in COLOURS}


def walks(start, rng, number):
    """Positions of random games from a start, the start among them."""
    for _ in range(number):
        yield from playout(start, rng)


def check(position, placings, brute):
    """Compare every concept; a state is read from the position's notation."""
    state = oracle.parse(str(position), brute.players)
    found = placings.expected(position)
    names = [LETTERS[letter] for letter in state.order]
    assert found.alone == {
        LETTERS[letter]: brute.forced(state, letter) for letter in state.order
    }, position
    teams = combinations(state.order, 2) if len(names) == 4 else ()
    assert found.pairs == {
        (LETTERS[a], LETTERS[b]): brute.forced(state, a + b) for a, b in teams
    }, position
    possible = {
        tuple(sorted((name[0], points) for name, points in each.items())) for each in found.possible
    }
    assert possible == brute.possible(state), position
    for tie, points in found.by_tie.items():
        expected = brute.by_tie(state, tie)
        assert points == {LETTERS[letter]: expected[letter] for letter in state.order}, position


def compare(rules, deals, seed, games):
    """Compare all concepts in random games; returns the number of different positions."""
    rng, seen = random.Random(seed), set()
    for deal in random_deals(deals, seed, rules):
        edition = rng.choice(rules.editions)
        shape = rules.board.rows, rules.board.columns, rules.board.wrap
        start = deal.start(edition)
        placings = Placings(start)
        brute = Oracle(rules.players, edition.joker_steps, shape, rules.out)
        for position in walks(start, rng, games):
            if (str(position), str(deal)) not in seen:
                seen.add((str(position), str(deal)))
                check(position, placings, brute)
    return len(seen)


BOARDS = [(Board(2, 4), 3), (Board(2, 4), 4), (Board(3, 3), 3), (Board(2, 5), 4)]


@pytest.mark.parametrize("out", OUTS)
@pytest.mark.parametrize(("board", "players"), sample(BOARDS, 2), ids=str)
def test_all_concepts_by_brute_force(out, board, players):
    deals, games = by_effort(6, 40), by_effort(3, 12)
    assert compare(rules_of(board, players, out=out), deals, 1, games) > by_effort(40, 500)


def late(rules, rng, left):
    """A position of a large board with few cards left, next to each other, and all players in."""
    deal, near = Deal.random(rng, rules), rules.board.neighbours
    cells = [rng.choice([cell for cell, card in enumerate(deal.cards) if card])]
    while len(cells) < left:
        edge = {cell for at in cells for cell in near[at] if deal.cards[cell]} - {*cells}
        cells.append(rng.choice(sorted(edge)))
    pawns = tuple(rng.sample(cells, rules.players))
    face_up = sum(1 << cell for cell in cells)
    return Position(deal.cards, face_up, pawns, rules.edition("single"), rules)


@pytest.mark.parametrize(("name", "left"), [("big-board-3", 9), ("big-board-4", 8)])
def test_placings_late_on_a_large_board(name, left, answer):
    """Of the board only what is left matters."""
    rules, rng, seen = load_rules(name), random.Random(4), set()
    while len(seen) < by_effort(60, 600):
        start = late(rules, rng, left).settled()
        placings = Placings(start)
        brute = Oracle(rules.players, (1,), (6, 6, True), rules.out)
        for position in walks(start, rng, 2):
            seen.add(str(position))
            check(position, placings, brute)
    asked = "placings", start, "--rules", name, "--edition", "single", "--json"
    assert json.loads(answer(*asked))["alone"] == placings.expected(start).alone
    typed = answer("play", *asked[1:-1], *PEOPLE, typed="values\nhint\n")
    assert "your points" in typed
    assert "can force" in typed
    with pytest.raises(MissingTableError, match=r"expected at most .*, later in the game"):
        Placings(late(rules, rng, 2 * left))
    then = start.changed(face_up=start.face_up & ~(1 << start.mover))
    with pytest.raises(ValueError, match="had collapsed before: expected fewer"):
        Placings(then).number(start)


def test_a_pair_and_the_other_pair_share_all_points():
    rules = rules_of(Board(2, 4), 4, out="removed")
    for deal in random_deals(5, 4, rules):
        start = deal.as_dealt()
        found = Placings(start).expected(start)
        pairs = found.pairs
        for pair, points in pairs.items():
            others = tuple(colour for colour in COLOURS if colour not in pair)
            assert points + pairs[others] == 6
        for player, points in found.alone.items():
            low, high = found.interval(player)
            assert points <= low <= high
            assert low <= min(each[player] for each in found.by_tie.values())


def test_positions_that_cannot_be_reached_are_refused():
    rules = rules_of(Board(2, 4), 3, out="stays")
    start = next(random_deals(1, 5, rules)).start()
    move, other = start.legal_moves()[:2]
    placings = Placings(start.play(move))
    placings.expected(start.play(move))
    with pytest.raises(ValueError, match="cannot be reached: expected a later position"):
        placings.expected(start.play(other))


def finished(position, seats, placings, seed):
    """The points of all players after a game between some concepts."""
    players, points = len(position.pawns), {}
    while not position.is_terminal:
        player = seats[position.side_to_move]
        chosen = concept(player, players).choose(position, placings, seed)
        after = position.play(chosen)
        gone = [each for each in position.sides if each not in after.sides]
        points |= {each: players - len(position.sides) + at for at, each in enumerate(gone)}
        position = after
    loser, winner = position.sides
    return points | {loser: players - 2, winner: players - 1}


@pytest.mark.parametrize("out", ["stays", "removed"])
@pytest.mark.parametrize("players", [3, 4])
def test_opponents_get_what_they_expect(out, players):
    """Alone, a player gets what it can force; so does a pair; and maxn's play is as predicted."""
    rules = rules_of(Board(2, 4), players, out=out)
    names, rng = COLOURS[:players], random.Random(3)
    kinds = ("alone", "maxn", "pair")[: players - 1]
    for deal in random_deals(6, 6, rules):
        start = deal.as_dealt()
        placings = Placings(start)
        if start != start.settled():
            continue
        now = placings.expected(start)
        assert finished(start, dict.fromkeys(names, "maxn"), placings, 1) == now.by_tie["hinder"]
        for hero in names:
            seats = {name: rng.choice(kinds) for name in names} | {hero: "alone"}
            assert finished(start, seats, placings, 2)[hero] >= now.alone[hero]
        for pair in [("red", "green"), ("blue", "yellow")] if players == 4 else []:
            seats = {name: rng.choice(kinds) for name in names} | dict.fromkeys(pair, "pair")
            points = finished(start, seats, placings, 3)
            assert sum(points[name] for name in pair) >= now.pairs[pair]


def test_unknown_opponents():
    with pytest.raises(ValueError, match="no player 'pair' for 3 players: expected one of alone"):
        concept("pair", 3)


def test_a_study_counts_deals_and_positions():
    rules = rules_of(Board(2, 4), 4, out="removed")
    found = study(rules, 8, 1, workers=1)
    assert found.as_dict() == study(rules, 8, 1, workers=2).as_dict()
    deals = [deal.as_dealt("wild") for deal in random_deals(8, 1, rules)]
    expected = [Placings(start).expected(start) for start in deals]
    for player in found.players:
        for least in (1, 2, 3):
            number = sum(each.alone[player] >= least for each in expected)
            assert found.forced("wild", player, least) == number
        low = sum(each.interval(player)[0] for each in expected) / 8
        assert found.mean_interval("wild", player)[0] == pytest.approx(low)
        help_ = sum(each.by_tie["help"][player] for each in expected) / 8
        assert found.mean_by_tie("wild", "help", player) == pytest.approx(help_)
    later = found.later["wild"]
    for k, number in later.positions.items():
        for place in range(k):
            assert sum(later.forced[k, place, points] for points in range(4)) == number
    assert later.certain[2] == later.positions[2]


def test_kingmakers_are_counted_one_by_one():
    rules = rules_of(Board(2, 4), 3, out="removed")
    deal = next(random_deals(1, 8, rules))
    start = deal.as_dealt("wild")
    placings, seen, waiting = Placings(start), {}, [start.settled()]
    while waiting:
        position = waiting.pop()
        if str(position) not in seen:
            seen[str(position)] = position
            waiting += [position.play(move) for move in position.legal_moves()]
    # Colours do not matter: positions that differ only in them are one.
    kingmakers = set()
    for position in seen.values():
        found = placings.expected(position)
        low, high = found.interval(position.side_to_move)
        if not position.waiting and low == high and len(found.possible) > 1:
            pawns = tuple(position.pawns[player] for player in position.order)
            kingmakers.add((position.face_up, pawns))
    assert sum(study(rules, 1, 8, edition="wild").later["wild"].kingmakers.values()) == len(
        kingmakers
    )


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text('board = "2x4"\ndeck = "JJJ AA 22 3"\nplayers = 3\nout = "removed"\n')
    return path


PEOPLE = "--red", "human", "--blue", "human", "--green", "human"


@pytest.mark.parametrize("rules", ["5x5-a4-3-draft", "big-board-3"])
def test_boards_too_large_for_placings_are_played_by_people_and_at_random(answer, fails, rules):
    large = "play", "--rules", rules, "--seed", 1
    assert "or human and random for the players" in fails(2, *large, "--blue", "alone")
    out = answer(*large, *PEOPLE, typed="values\nhint\n1\nq\n")
    assert out.count("would hold") == 2
    assert out.splitlines()[-1].startswith("moves: ")
    assert out.splitlines()[-1] != "moves: none"
    ended = answer(*large, typed="1\n" * 30)
    assert ended.startswith("red: human, blue: random, green: random, seed 1")
    assert "green plays" in ended
    assert re.search("has no legal move: (red|blue|green) wins\n", ended)


def test_a_joker_whose_player_is_out_is_no_pawn(answer, tmp_path):
    rules = tmp_path / "line.toml"
    rules.write_text(
        'board = "1x7"\nwrap = false\nplayers = 3\nout = "removed"\ndeck = "JJJAA22"\n'
    )
    given = "play", "JJgAJbA22 bg", "--rules", rules, "--edition", "single", *PEOPLE
    out = answer(*given, typed="a1\nq\n")  # red is out
    assert "nobody ends on the joker on a1, whose player is out" in out


def test_play(answer, fails, small):
    game = "play", "JA2J/A3J2", "--rules", small, "--seed", 1
    out = answer(*game, "--red", "maxn", "--blue", "alone")
    assert out.startswith("red: maxn, blue: alone, green: alone, seed 1")
    assert "points that each player could force at the start: red " in out
    typed = answer(*game, typed="values\nhint\n1\nq\n")
    assert "your points" in typed
    assert "alone 0, max^n" in typed
    assert "hint: " in typed
    ended = answer(*game, typed="1\n" * 9).splitlines()
    winner, loser = (ended[-5].split()[at] for at in (-2, 0))
    (out,) = {"red", "blue", "green"} - {winner, loser}
    assert f"{out} has no legal move and is out" in ended
    assert ended[-4] == f"points: {winner} 2, {loser} 1, {out} 0"
    assert "--yellow: rules small are for three players" in fails(2, *game, "--yellow", "alone")
    assert "expected human, alone, maxn" in fails(2, *game, "--red", "pair")
    assert "expected human, alone, maxn" in fails(2, *game, "--red", "casual")
    assert "expected rules for three or four" in fails(2, "play", "--blue", "alone")
    assert "expected rules for three or four" in fails(2, "play", "--green", "alone")
