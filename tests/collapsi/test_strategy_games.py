"""Games between strategies and computer players: move by move as the oracle plays them."""

import json
import random
from collections import Counter
from functools import partial
from itertools import pairwise, product

import numpy as np
import pytest
from oracles import games as oracle
from oracles import strategies
from support import MINI
from support.samples import oracle_state
from support.strategies import MANY_FEATURES, game_of, text_of

from tablebase import Board, Rules, Tablebase
from tablebase.engine.play.opponents import STRENGTHS
from tablebase.games.collapsi.deck import usual_deck
from tablebase.games.collapsi.position import random_deals
from tablebase.games.collapsi.strategy.games import (
    Seats,
    play,
    play_pairings,
    score_in_play,
    share_of_groups,
)
from tablebase.games.collapsi.strategy.players import load_player
from tablebase.games.collapsi.strategy.preferences import load_strategy, parse_strategy
from tablebase.study.intervals import mean_of, wilson

MANY = parse_strategy(MANY_FEATURES, "many")
NAMED = [*STRENGTHS, *map(load_strategy, ("random", "worst-case", "safe-moves")), MANY]


def for_oracle(player):
    """A player in the oracle's form."""
    if player in STRENGTHS:
        return player.name
    return MANY_FEATURES if player is MANY else text_of(player.name)


def luck_of(seed, deal, game):
    rng = random.Random(f"{seed} {deal} {game.red.name} {game.blue.name}")
    return [(rng.random(), rng.random()) for _ in deal.cards]


def check(rules, edition, games, deals, seed):
    """Compare games with the oracle's, ply by ply; returns the number of critical positions."""
    played = play(games, deals, seed, rules=rules, edition=edition, threads=2)
    choices = 0
    for number, deal in enumerate(random_deals(deals, seed, rules)):
        start = deal.start(edition)
        board, state, memo = game_of(rules, start.edition), oracle_state(start), {}
        for at, game in enumerate(games):
            players = for_oracle(game.red), for_oracle(game.blue)
            asked = for_oracle(game.asked) if game.asked else None
            luck = luck_of(seed, deal, game)
            plies, kept = oracle.play_out(board, state, players, asked, luck, memo)
            assert played.plies[number, at] == plies, (str(deal), game)
            row = played.kept[number, at]
            found = {cards: row[cards] for cards in range(len(row)) if not np.isnan(row[cards])}
            assert found == pytest.approx(kept), (str(deal), game)
            choices += len(kept)
        assert (
            played.red_wins[number]
            == strategies.solve(state, board.joker_steps, *board.board, memo=memo)[0]
        )
    return choices


@pytest.mark.parametrize("edition", ["wild", "single"])
def test_games_on_a_small_board_agree_with_the_oracle(edition):
    games = [
        Seats(red, blue, asked)
        for (red, blue), asked in zip(
            product(NAMED, NAMED), 16 * [MANY, load_strategy("worst-case"), None, MANY], strict=True
        )
    ]
    assert check(MINI, edition, games, 3, 3) > 100


def test_games_of_strategies_on_the_published_board_agree_with_the_oracle():
    players = [load_strategy(name) for name in ("safe-moves", "weights", "look-ahead-1")]
    games = [Seats(red, blue) for red, blue in pairwise([*players, players[0]])]
    played = play(games, 2, 4)
    for number, deal in enumerate(random_deals(2, 4)):
        start = deal.start()
        board, state = game_of(deal.rules, start.edition), oracle_state(start)
        for at, game in enumerate(games):
            names = text_of(game.red.name), text_of(game.blue.name)
            luck = luck_of(4, deal, game)
            plies, _ = oracle.play_out(board, state, names, None, luck, {})
            assert played.plies[number, at] == plies


@pytest.mark.thorough
@pytest.mark.parametrize(
    "rules",
    [MINI, Rules("flat", Board(3, 6, wrap=False), usual_deck(18))],
    ids=["codes of 4 bits", "codes of 8 bits"],
)
def test_perfect_games_are_as_long_as_the_table_says(rules):
    perfect = STRENGTHS[0]
    played = play([Seats(perfect, perfect)], 3, 5, rules=rules, edition="single")
    for number, deal in enumerate(random_deals(3, 5, rules)):
        probe = Tablebase().probe(deal.start("single"))
        assert played.plies[number, 0] == probe.dte
        assert played.red_wins[number] == (probe.dte % 2 == 1)


def test_a_game_depends_on_its_deal_and_players_alone():
    players = [load_player(name) for name in ("random", "beginner", "traps")]
    games = [Seats(red, blue) for red, blue in product(players, players)]
    whole = play(games, 8, 6, rules=MINI, threads=2)
    assert len({*map(tuple, whole.plies.T.tolist())}) > 6
    for at, game in enumerate(games):
        alone = play([game], 5, 6, rules=MINI, threads=1)
        assert alone.plies[:, 0].tolist() == whole.plies[:5, at].tolist()
    assert play(games, 8, 7, rules=MINI).plies.tolist() != whole.plies.tolist()


def test_pairings_count_games_by_colour_and_opening():
    names = "safe-moves", "beginner", "perfect"
    players = [load_player(name) for name in names]
    pairings = play_pairings(players, players, 40, 8, rules=MINI)
    deals = [*random_deals(40, 8, MINI)]
    for pairing, (one, other) in zip(pairings, product(players, players), strict=True):
        played = play([Seats(one, other), Seats(other, one)], 40, 8, rules=MINI)
        counts, cards = Counter(), 0
        for number in range(len(deals)):
            red, blue = (int(plies) for plies in played.plies[number])
            won = "red" if played.red_wins[number] else "blue"
            result = {"red": red % 2 == 1, "blue": blue % 2 == 0}
            for colour, wins in result.items():
                counts[colour] += wins
                counts[colour, "won"] += wins and won == colour
            counts[won, "openings"] += 1
            cards += 2 * MINI.board.size - red - blue
        assert pairing.red.figure * 40 == pytest.approx(counts["red"])
        assert pairing.blue.figure * 40 == pytest.approx(counts["blue"])
        assert pairing.all.figure * 80 == pytest.approx(counts["red"] + counts["blue"])
        for colour, found in (("red", pairing.won_red), ("blue", pairing.won_blue)):
            assert found.number == counts[colour, "openings"]
            assert found.figure * found.number == pytest.approx(counts[colour, "won"])
        both = counts["red", "won"] + counts["blue", "won"]
        assert pairing.won.figure * 40 == pytest.approx(both)
        assert (pairing.won.low, pairing.won.high) == pytest.approx(wilson(both, 40))
        assert pairing.cards.figure * 80 == pytest.approx(cards)
        assert pairing.cards.low < pairing.cards.figure < pairing.cards.high
    by_pair = {(pairing.player.name, pairing.opponent.name): pairing for pairing in pairings}
    for name in names:
        assert by_pair["perfect", name].won.figure == 1
        assert by_pair[name, name].all.figure == 0.5


def test_positions_in_play_are_those_of_the_games():
    strategy = load_strategy("worst-case")
    found = score_in_play([strategy], 30, 9, rules=MINI)["worst-case"]
    for way, name in {"random": "random", "perfect": "perfect", "itself": "worst-case"}.items():
        player = load_player(name)
        rows = play([Seats(player, player, strategy)], 30, 9, rules=MINI).kept[:, 0]
        later = rows[:, : MINI.board.size - 1]
        assert found[way].total.number == np.sum(~np.isnan(later)) > 0
        assert found[way].total.figure == pytest.approx(np.nanmean(later))
        for cards, estimate in found[way].cards.items():
            assert estimate.number == np.sum(~np.isnan(rows[:, cards])) > 0
            assert estimate.figure == pytest.approx(np.nanmean(rows[:, cards]))
            assert 0 <= estimate.low < estimate.high <= 1
            assert estimate.low - 1e-12 < estimate.figure < estimate.high + 1e-12


def test_intervals_of_groups():
    rng = random.Random(10)
    single = np.array([rng.random() < 0.3 for _ in range(200)], np.int64)
    wins = int(single.sum())
    alone = share_of_groups(single, np.ones(200, np.int64))
    assert alone == pytest.approx((200, wins / 200, *wilson(wins, 200)))
    together = share_of_groups(5 * single, np.full(200, 5))
    assert together[1:] == pytest.approx(alone[1:])  # copies of a case add no information
    assert together.number == 1000
    split = share_of_groups(np.ones(100), np.full(100, 2))
    assert split[1:] == pytest.approx((0.5, *wilson(100, 200)))  # never narrower than Wilson's
    assert share_of_groups(np.full(7, 3), np.full(7, 3))[1:] == pytest.approx((1, *wilson(21, 21)))
    assert share_of_groups(np.zeros(3), np.zeros(3)) is None
    mean = mean_of(np.array([1, 2, 3, 4]))
    assert mean.figure == 2.5
    assert mean.high - 2.5 == pytest.approx(1.96 * (5 / 4) ** 0.5 / 2, rel=1e-4)


def test_intervals_cover_the_share_in_95_of_100_samples():
    """Groups of 4 cases that depend on each other, as positions of a game do."""
    rng, hits = np.random.default_rng(11), 0
    share = np.clip(rng.normal(0.7, 0.25, 10**6), 0, 1).mean()
    for _ in range(400):
        chance = np.clip(rng.normal(0.7, 0.25, 80), 0, 1)
        numbers = rng.integers(0, 5, 80)
        found = share_of_groups(rng.binomial(numbers, chance), numbers)
        hits += found.low <= share <= found.high
    assert 0.92 < hits / 400 < 0.98


def uncompiled():
    """For `test_uncompiled`."""
    players = [load_player(name) for name in ("casual", "traps")]
    return play([Seats(*players, players[1]), Seats(*players[::-1])], 3, 2, rules=MINI)


@pytest.fixture
def learn(run, monkeypatch, tmp_path):
    """Run `tablebase learn` with the rules of a small board in tiny.toml."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.toml").write_text('board = "3x3"\ndeck = "AAA2223JJ"')
    return partial(run, "learn")


def test_games(learn, tmp_path):
    (tmp_path / "mine.toml").write_text('order = ["most ahead_2", "least distance"]')
    args = "games", "mine.toml", "traps", "--rules", "tiny.toml", "--seed", 3
    data = json.loads(learn(*args, "--against", "casual", "-n", 20, "--json")[1])
    assert (data["seed"], data["deals"], data["edition"]) == (3, 20, "wild")
    assert [(each["player"], each["opponent"]) for each in data["pairings"]] == [
        ("mine", "casual"),
        ("traps", "casual"),
    ]
    low, high = data["pairings"][0]["won"]["interval_95"]
    assert 0 <= low <= data["pairings"][0]["won"]["figure"] <= high <= 1


def test_in_play(learn):
    args = "in-play", "traps", "random", "--rules", "tiny.toml", "--edition", "single"
    code, out, err = learn(*args, "-n", 30, "--seed", 4)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "traps: wins kept, % of critical positions"
    assert out.count("after both first moves") == 2
    assert out.endswith("30 random deals, single, seed 4\n")
    data = json.loads(learn(*args, "-n", 30, "--seed", 4, "--json")[1])
    assert [each["strategy"] for each in data["strategies"]] == ["traps", "random"]
    ways = data["strategies"][0]["play"]
    assert set(ways) == {"random", "perfect", "itself"}
    numbers = [ways["random"]["cards"][cards]["number"] for cards in ways["random"]["cards"]]
    assert sum(numbers[:-2]) <= ways["random"]["total"]["number"] <= sum(numbers)
