"""The Game for several players: the kernels against slow players, the rules."""

from dataclasses import replace

import numpy as np
import pytest
from support.effort import sample

from rooms.thegame import oracle, oracle_team
from rooms.thegame.formulas import counted, formula
from tablebase.errors import FileFormatError, IllegalMoveError
from tablebase.games.thegame.advice import team_game
from tablebase.games.thegame.evaluation import HEIGHTS, Lookahead
from tablebase.games.thegame.rules import THE_GAME, Rules
from tablebase.games.thegame.simulator import simulate
from tablebase.games.thegame.strategies import STRATEGIES, strategy
from tablebase.games.thegame.team import Promise, TeamTurn, rules_for

SMALL = Rules(highest=45, hand=3, trick=5)


def both(name, rules, players, games, depth, seed=6, plays=3, samples=2):
    """The same games twice: the ends by the oracle, and the endings by the package."""
    one = replace(STRATEGIES[name], beam=0)
    if one.foresight:
        ahead = Lookahead(0, 0)
        one = replace(
            one, foresight=one.foresight._replace(plays=plays, samples=samples, ahead=ahead)
        )
    value, evaluation = formula(name), one.evaluation(rules)
    value.scale, value.symmetric = evaluation.scale, evaluation.symmetric
    value.unit = 1 if evaluation.kind == HEIGHTS else evaluation.scale
    ends = [
        oracle_team.play(rules, players, seed, number, value, depth, one.extra, one.foresight)
        for number in range(games)
    ]
    given = {"depth": depth, "seed": seed, "rules": rules, "workers": 1}
    return ends, simulate(one, games, players=players, **given)


@pytest.mark.parametrize(
    "name", sample(["real", "weighted-real", "fallback", "perceived", "foresight"], 3)
)
def test_identical_games_on_a_small_deck(name):
    for players, depth, games in ((2, 1, 2), (3, 0, 6), (5, 0, 4)):
        ends, endings = both(name, SMALL, players, games, depth)
        assert counted(ends, SMALL) == (endings.remaining.tolist(), endings.tricks.tolist())


@pytest.mark.thorough
@pytest.mark.parametrize("name", sample(["foresight", "distance", "builder", "playability"], 2))
def test_identical_games_under_other_rules(name):
    for rules, players in (
        (Rules(highest=30, hand=4, ups=1, downs=2, trick=3, minimum=1), 4),
        (Rules(lowest=5, highest=40, hand=4, ups=2, downs=1, trick=4, minimum=3), 2),
    ):
        ends, endings = both(name, rules, players, 4, 0)
        assert counted(ends, rules) == (endings.remaining.tolist(), endings.tricks.tolist())


@pytest.mark.thorough
@pytest.mark.parametrize("name", sample(["foresight", "distance", "builder", "playability"], 2))
def test_identical_games_of_the_published_rules(name):
    # Foresight takes the oracle long: a game, and it looks less far than on small decks.
    games, plays, samples = (1, 2, 1) if name == "foresight" else (4, 3, 2)
    rules = rules_for(3)
    ends, endings = both(name, rules, 3, games, 0, plays=plays, samples=samples)
    assert counted(ends, rules) == (endings.remaining.tolist(), endings.tricks.tolist())


@pytest.mark.parametrize(
    ("rules", "players"), sample([(SMALL, 3), (SMALL, 5), (rules_for(3), 3), (rules_for(5), 5)], 2)
)
def test_the_words_have_one_reading(rules, players):
    """Two other readings of docs/thegame.md, by which fewer games are won, give other games.

    They leave out a promised card that is playable on the pile it takes back, or renumber piles.
    """
    words, evaluation = formula("weighted-real"), STRATEGIES["weighted-real"].evaluation(rules)
    games = 6

    def without_the_promised_card(rules, tops, hand, before, deck):
        weights = oracle.weights(rules, 0.6)
        taken = sum(weights[pile] for pile, top in enumerate(tops) if top in deck)
        return words(rules, tops, hand, before, deck) - int(evaluation.scale * taken)

    def ends(value, symmetric=False):
        value.scale = value.unit = evaluation.scale
        value.symmetric = symmetric
        return [
            oracle_team.play(rules, players, 2030, number, value, 0, -1.0)
            for number in range(games)
        ]

    endings = simulate(
        strategy("weighted-real"), games, players=players, seed=2030, rules=rules, workers=1
    )
    given = endings.remaining.tolist(), endings.tricks.tolist()
    assert counted(ends(words), rules) == given
    assert counted(ends(without_the_promised_card), rules) != given
    assert counted(ends(words, symmetric=True), rules) != given


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "players", "games"),
    [
        ("foresight", 2, 1),
        ("builder", 3, 1),
        *sample([("weighted-real", 2, 6), ("fallback", 5, 6)], 1),
    ],
)
def test_shown_games_are_the_counted_ones(name, players, games):
    """Every card laid is legal by the rules in plain Python, and the games end the same."""
    one, left = strategy(name), []
    for number in range(games):
        *_, (now, plays) = team_game(one, 3, number, players)
        left.append(now.remaining - len(plays))
    endings = simulate(one, games, players=players, seed=3, workers=1)
    assert sorted(left) == np.repeat(np.arange(99), endings.remaining).tolist()


@pytest.mark.thorough
def test_exactly_the_minimum():
    one = strategy("real")
    few, more = (simulate(one, 300, players=4, at_least=x, workers=1) for x in (False, None))
    assert more.wins > few.wins
    alone = [simulate(one, 100, at_least=x, workers=1).remaining.tolist() for x in (None, False)]
    assert alone[0] == alone[1]
    assert simulate(one, 100, at_least=True, workers=1).remaining.tolist() != alone[0]


def test_a_run_belongs_to_its_players(tmp_path):
    one, file = strategy("real"), tmp_path / "run.json"
    simulate(one, 5, players=3, file=file, workers=1)
    for other in ({"players": 4}, {"players": 3, "at_least": False}):
        with pytest.raises(FileFormatError, match="another run"):
            simulate(one, 6, **other, file=file, workers=1)


def test_rules():
    hands = [rules_for(players).hand for players in range(1, 6)]
    assert hands == [8, 7, 6, 6, 6]
    assert rules_for(1) == THE_GAME
    with pytest.raises(ValueError, match="6 players: expected 1 to 5"):
        rules_for(6)
    with pytest.raises(ValueError, match="5 players with 6 of 19 cards"):
        simulate(strategy("real"), 1, players=5, rules=Rules(highest=20, hand=6))


def turn(hands, piles, deck=(), **changes):
    return TeamTurn(hands, piles, deck, rules_for(len(hands)), **changes)


def names(now):
    return [str(move) for move in now.legal_moves()]


def test_turns():
    now = TeamTurn.start(1, 0, 3)
    assert [len(hand) for hand in now.hands] == [6, 6, 6]
    assert (len(now.deck), now.minimum, now.player) == (80, 2, 0)
    assert "draw" not in names(now)
    with pytest.raises(IllegalMoveError, match="'draw' is not legal"):
        now.play("draw")
    low, high = now.hands[0][0], now.hands[0][-1]
    now = now.play(f"{low}u1").play(f"{high}d1")
    assert now.minimum == 0
    drawn = now.play("draw")
    assert (drawn.player, drawn.turn, drawn.laid, len(drawn.deck)) == (1, 2, 0, 78)
    assert set(now.deck[:2]) <= set(drawn.hands[0])


def test_the_end_of_a_game_of_several():
    piles = ((50,), (60,), (), ())
    # One card is enough when the deck is empty; a player without cards is skipped.
    now = turn(((70, 80), (), (90,)), piles)
    assert now.minimum == 1
    now = now.play("70u1")
    assert "draw" in names(now)
    now = now.play("draw")
    assert (now.player, now.hands) == (2, ((80,), (), (90,)))
    # Won when the last card is laid; lost when the minimum cannot be.
    assert turn(((70,), ()), piles).play("70u1").legal_moves() == ()
    stuck = ((99,), (98,), (2,), (3,))
    assert turn(((50,), (60,)), stuck).legal_moves() == ()
    assert names(turn(((50, 89), (60,)), stuck)) == ["89u1"]
    # With a deck one card is not enough.
    assert turn(((50, 89), (60,)), stuck, (70,)).play("89u1").legal_moves() == ()


def test_promises():
    piles = ((50,), (60,), (40,), ())
    now = turn(((52, 61), (7, 8), (51, 45)), ((50,), (60,), (35,), ()), (99, 98))
    now = now.play("52u1").play("61u2").play("draw")
    # Player 3 can lay 51 on 61, and 45 on 35; player 1 has drawn 99 and 98.
    assert (now.player, now.promises) == (1, (Promise(2, 1, 61), Promise(2, 2, 35)))
    first, second = Promise(2, 0, 50), Promise(2, 1, 60)
    now = turn(((5,), (70, 71), (40, 50)), piles, player=0, promises=(first, second))
    assert now.kept == (first, second)
    for hand in (40, 50), (40, 45, 50):  # 45 could take back the new top, of which nobody spoke
        after = turn(((5, 55), (70, 71), hand), piles, promises=now.promises).play("55u1")
        assert after.kept == (second,)
