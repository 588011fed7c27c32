"""The search for strategies: samples, kernels against plain Python, weights, the command."""

import json
import random
import re
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from oracles import strategies as oracle
from support.samples import oracle_state
from support.strategies import MANY_FEATURES, game_of, text_of

import tablebase
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.strategy import decisions, search, search_kernels
from tablebase.games.collapsi.strategy.advice import advise
from tablebase.games.collapsi.strategy.decisions import CARDS, Decisions, draw_decisions
from tablebase.games.collapsi.strategy.features import COUNTABLE, NUMBER
from tablebase.games.collapsi.strategy.first_move import first_moves
from tablebase.games.collapsi.strategy.fitting import STARTS, fit
from tablebase.games.collapsi.strategy.preferences import (
    load_strategy,
    parse_strategy,
    rule_of,
    strategy_names,
    write_strategy,
)
from tablebase.games.collapsi.strategy.score_kernels import ALL, DEALS
from tablebase.games.collapsi.strategy.scoring import score_whole
from tablebase.games.collapsi.whole.build import solve_whole

TINY = Rules("test", Board(2, 3), (0, 0, 1, 1, 2, 3))


def made_up(seed, positions=40):
    """Decisions at random: a few moves each, small values, so that many are equal."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 6, positions)
    first = np.concatenate([[0], np.cumsum(sizes)])
    return Decisions(
        rng.integers(4, 15, positions),
        rng.random((2, positions)),
        first,
        rng.random(first[-1]) < 0.4,
        rng.integers(-2, 3, (first[-1], len(COUNTABLE))).astype(np.int16),
    )


def moves_of(sample):
    """The numbers of the moves of each position."""
    return [range(*pair) for pair in zip(sample.first, sample.first[1:], strict=False)]


def best_of(moves, sample, order):
    """The moves that an order of (feature, sign) leaves, found the obvious way."""
    for feature, sign in order:
        keys = {move: sign * int(sample.values[move, feature]) for move in moves}
        moves = [move for move in moves if keys[move] == max(keys.values())]
    return moves


def kept_of(sample, order):
    """The wins that an order keeps, by number of cards and weighting, found the obvious way."""
    kept = np.zeros((CARDS, 2))
    for position, moves in enumerate(moves_of(sample)):
        left = best_of(moves, sample, order)
        share = sum(bool(sample.wins[move]) for move in left) / len(left)
        kept[sample.cards[position]] += share * sample.weights[:, position]
    return kept


def test_kernels_agree_with_plain_python():
    sample = made_up(1)
    order = [(2, 1), (5, -1)]
    left = np.ones(len(sample.wins), np.bool_)
    for feature, sign in order:
        narrowed = np.empty_like(left)
        search_kernels.narrow(
            sample.first, left, sign * sample.values[:, feature].astype(np.int64), narrowed
        )
        left = narrowed
    expected = {move for moves in moves_of(sample) for move in best_of(moves, sample, order)}
    assert set(np.flatnonzero(left).tolist()) == expected
    kept = np.zeros((CARDS, 2))
    search_kernels.keep(sample.first, sample.wins, left, sample.cards, sample.weights, kept)
    np.testing.assert_allclose(kept, kept_of(sample, order))
    longer = np.zeros((len(COUNTABLE), 2, CARDS, 2))
    search_kernels.extend(
        sample.first, sample.wins, left, sample.values, sample.cards, sample.weights, longer
    )
    for feature in range(len(COUNTABLE)):
        for way, sign in enumerate((1, -1)):
            np.testing.assert_allclose(
                longer[feature, way], kept_of(sample, [*order, (feature, sign)])
            )


def test_decisions_are_the_critical_positions_and_their_features():
    rng = random.Random(2)
    (deal,) = random_deals(1, 2)
    rows = decisions._positions(deal, 2, rng)
    found = decisions._decisions(deal, rows)
    expected = []
    for face_up, mover, opponent in rows.tolist():
        pawns = (mover, opponent) if face_up.bit_count() % 2 == 0 else (opponent, mover)
        position = Position(deal.cards, face_up, pawns, deal.rules.editions[0])
        probe = tablebase.Tablebase().probe(position)
        moves = sorted(probe.moves, key=lambda each: each.move.destination)
        if len({move.keeps_win for move in moves}) == 2:
            expected.append((position, moves))
    assert expected
    assert found.cards.tolist() == [each.face_up.bit_count() for each, _ in expected]
    assert found.wins.tolist() == [move.keeps_win for _, moves in expected for move in moves]
    assert np.diff(found.first).tolist() == [len(moves) for _, moves in expected]
    names = ["safe_moves", "worst_lead", "their_next_cards"]
    for (position, moves), numbers in zip(expected, moves_of(found), strict=True):
        state = oracle_state(position)
        left = oracle.without(state.cards, state.mover)
        for move, number in zip(moves, numbers, strict=True):
            you = divmod(move.move.destination, 4)
            for name in names:
                value = oracle.FEATURES[name](
                    game_of(deal.rules, position.edition), left, you, state.opponent
                )
                assert found.values[number, NUMBER[name]] == value


@pytest.mark.thorough
def test_a_sample_is_weighted_as_all_positions():
    """Scores of many positions are close to the exact ones, and both weightings differ."""
    rules = Rules("test", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 3, 3))
    strategy = load_strategy("mobility")
    (exact,) = score_whole([strategy], rules)
    found = search.totals(strategy, draw_decisions(400, 3, rules=rules))
    expected = [float(total) for total in (exact.of_deal, exact.of_layers, exact.of_all)]
    assert [found.deal, found.layers, found.all] == pytest.approx(expected, abs=0.01)
    assert abs(expected[0] - expected[2]) > 0.02
    assert list(found.cards) == [*exact.deals][::-1][: len(found.cards)]


def test_search_finds_the_best_single_preference_and_better_longer_ones():
    sample, held_out = made_up(4, 300), made_up(5, 300)
    found = search.search(sample, held_out, total="deal", rules=2, words=60, phases=1)
    scores = [each.sample.deal for each in found]
    assert scores == sorted(scores)
    lengths = [each.strategy.length for each in found]
    assert lengths == sorted(set(lengths))
    assert lengths[-1] <= 60
    total = sample.sums[:, DEALS].sum()
    names = search.countable(4)
    best = max(
        kept_of(sample, [(NUMBER[name], sign)])[:, DEALS].sum() / total
        for name in names
        for sign in (1, -1)
    )
    single = search.search(sample, held_out, total="deal", rules=1, words=60, phases=1)[-1]
    assert single.sample.deal == pytest.approx(best, abs=search.LEAST_GAIN)
    assert found[-1].sample.deal > best
    for each in found:
        assert each.strategy.words == rule_of(each.strategy.phases)
        order = [
            (NUMBER[name], weight)
            for preference in each.strategy.phases[0].order
            for name, weight in preference.weights
        ]
        kept = kept_of(held_out, order)
        expected = kept[:, ALL].sum() / held_out.sums[:, ALL].sum()
        assert each.held_out.all == pytest.approx(expected)


def test_two_phases_are_scored_as_their_orders_on_their_own_cards():
    sample = made_up(6, 300)
    one, *_, best = search.search(sample, sample, total="layers", rules=3, words=90)
    assert one.strategy.phases[0].order == ()
    first, second = best.strategy.phases
    kept = [
        kept_of(
            sample,
            [(NUMBER[name], weight) for each in phase.order for name, weight in each.weights],
        )
        for phase in (first, second)
    ]
    for cards, share in best.sample.cards.items():
        expected = kept[cards < first.cards][cards, DEALS] / sample.sums[cards, DEALS]
        assert share == pytest.approx(expected)


def test_the_front_drops_what_is_longer_and_hardly_better():
    choices = [search.Choice(n, s, ()) for n, s in [(9, 0.8), (5, 0.7), (7, 0.7005), (9, 0.6)]]
    assert [(each.words, each.score) for each in search.front(choices)] == [(5, 0.7), (9, 0.8)]


def test_fitted_weights_prefer_what_wins():
    sample = made_up(7, 400)
    sample.wins[:] = sample.values[:, NUMBER["region"]] > 0
    number = np.add.reduceat(sample.wins, sample.first[:-1], dtype=np.int64)
    sample = sample.of(np.flatnonzero((number > 0) & (number < np.diff(sample.first))))
    strategy = fit(sample, ["moves", "region"], ALL)
    assert tuple(phase.cards for phase in strategy.phases) == STARTS
    for phase in strategy.phases:
        assert dict(phase.order[0].weights)["region"] == 1000
    assert search.totals(strategy, sample).all == pytest.approx(1)


def test_strategies_are_written_as_they_are_read():
    strategies = [load_strategy(name) for name in strategy_names()]
    for strategy in [*strategies, parse_strategy(MANY_FEATURES, "many")]:
        assert parse_strategy(write_strategy(strategy), strategy.name) == strategy
    rule = 'order = ["most worst_moves", { moves = 2, card = -1 }]'
    assert rule_of(parse_strategy(rule, "mine").phases) == (
        "Most moves you have left after their worst reply, then most +2 moves -1 card."
    )


@pytest.mark.thorough
def test_first_moves_agree_with_the_oracle_over_all_deals():
    text = text_of("worst-case")
    counted = {"moves": {}, "kept": []}
    game = game_of(TINY, TINY.editions[0])
    for cards in sorted(set(permutations(TINY.deck))):
        for jokers in permutations([cell for cell, card in enumerate(cards) if card == JOKER]):
            state = oracle_state(Deal(cards, jokers, TINY).start())
            left = oracle.without(state.cards, state.mover)
            for end in oracle.ends(game, state.cards, state.mover, state.opponent):
                wins = not oracle.solve(
                    oracle.play(state, end), game.joker_steps, *game.board, memo={}
                )[0]
                value = oracle.next_cards(game, left, end, state.opponent)
                number, won = counted["moves"].get(value, (0, 0))
                counted["moves"][value] = number + 1, won + wins
            counted["kept"].append(oracle.kept(game, state, text))
    whole = solve_whole(TINY, keep=False)
    strategies = [parse_strategy(text, "test")]
    found = first_moves(whole, strategies, TINY.editions[0], features=["next_cards"])
    assert found.moves["next_cards"] == counted["moves"]
    kept = [share for share in counted["kept"] if share is not None]
    assert (found.scores[0].critical, found.scores[0].kept) == (len(kept), sum(kept))
    assert kept
    assert sum(deals.number for deals in found.around.values()) == len(counted["kept"])


def test_search_command(run, tmp_path):
    file = tmp_path / "mine.toml"
    words = "-n", 10, "--seed", 1, "--weights", "-o", file, "--plot", tmp_path / "it.svg"
    code, _, _ = run("learn", "search", *words)
    assert code == 0
    assert len(load_strategy(file).phases) == len(STARTS)
    assert (tmp_path / "it.svg").exists()


@pytest.mark.thorough
def test_opening_command(answer, tmp_path):
    (tmp_path / "tiny.toml").write_text('board = "2x3"\ndeck = "AA23JJ"')
    words = "learn", "opening", "random", "--rules", tmp_path / "tiny.toml"
    assert "aces and twos around red" in answer(*words)
    wild, _ = json.loads(answer(*words, "--json"))
    expected = first_moves(
        solve_whole(TINY, keep=False), [load_strategy("random")], TINY.editions[0]
    )
    assert wild["scores"] == [share.as_dict() for share in expected.scores]


def test_the_positions_of_the_docs_have_the_answers_given():
    """In each, one move wins, the rule makes it, and counting moves does not surely find it."""
    text = (Path(__file__).parents[2] / "docs" / "strategy.md").read_text("utf-8")
    positions = re.findall(r"^\| \d+ \| `(.*)` \| (\d+) \|$", text, re.MULTILINE)
    answers = re.findall(r"\d+ ([a-d][1-4])", text.partition("Answers:")[2])
    assert len(positions) == len(answers) == 10
    for (position, cards), answer in zip(positions, answers, strict=True):
        probe = tablebase.Tablebase().probe(Position.parse(position))
        assert probe.position.face_up.bit_count() == int(cards)
        assert [str(move.move) for move in probe.moves if move.keeps_win] == [answer]
        (made,) = advise(load_strategy("safe-moves"), probe).made
        assert str(made.move) == answer
        assert advise(load_strategy("worst-case"), probe).keeps_win < 1


def test_explain_draws_the_board(answer, tmp_path):
    file = tmp_path / "board.svg"
    position = "2b233/xA3r2x4/xAxJx4xJ/x3xA2A r"
    out = answer("learn", "explain", position, "safe-moves", "--plot", file)
    assert "safe-moves: c4: wins" in out
    text = file.read_text("utf-8")
    assert text.count('stroke-dasharray="7 4"') == 3  # the frames of the losing moves
    assert text.count('stroke-width="6"') == 1
