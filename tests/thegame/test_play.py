"""The Game in a terminal, fed from a pipe."""

import pytest
from support import last_moves

from tablebase.errors import IllegalMoveError
from tablebase.games.thegame.advice import Player, game, opinion, team_game
from tablebase.games.thegame.referee import Round, name_of
from tablebase.games.thegame.strategies import STRATEGIES


def test_the_adviser_followed_is_its_own_game(play):
    for number in range(2):
        now, typed = Round.start(5, number), []
        while moves := now.legal_moves():
            plays = opinion(STRATEGIES["real"], now)
            names = {move.lay: str(move) for move in moves}
            for lay in plays or [None]:
                name = names[lay] if lay in names else str(next(
                    move for move in now.legal_moves() if move.lay == lay
                ))  # fmt: skip
                typed.append(name)
                now = now.play(name)
        *_, (_, last) = game(Player(STRATEGIES["real"]), 5, number)
        assert now.position == last.position
        out = play(" ".join(typed), "thegame", "--seed", 5, "--game", number, "--adviser", "real")
        assert last_moves(out) == typed
        remaining = last.position.remaining
        ended = "won" if not remaining else f"over: {remaining} card"
        assert out.count(ended) == 2  # by the person, and by the adviser


def test_the_referee():
    now = Round.start(1, 0)
    assert (len(now.position.hand), len(now.deck), now.minimum) == (8, 90, 2)
    assert "draw" not in map(str, now.legal_moves())
    with pytest.raises(IllegalMoveError, match="'draw' is not legal"):
        now.play("draw")
    low, high = now.position.hand[0], now.position.hand[-1]
    now = now.play(f"{low}u1").play(f"{high}d2")
    assert now.position.tops == (low, 1, 100, high)
    assert now.can_draw
    drawn = now.play("draw")
    assert (len(drawn.position.hand), len(drawn.deck), drawn.minimum) == (8, 88, 2)
    assert (drawn.turn, drawn.laid) == (2, 0)


def test_a_strategy_begins_at_the_start(fails):
    assert "expected no STRATEGY" in fails(2, "thegame", "play", "builder", "--moves", "2u1")


def test_a_card_that_goes_nowhere(play):
    now, typed, stuck = Round.start(1, 0), [], set()
    while not stuck:
        typed.append(str(now.legal_moves()[-1]))
        now = now.play(typed[-1])
        stuck = set(now.position.hand) - {each.card for each in now.position.plays()}
    card = min(stuck)
    assert f"{card} goes on no pile" in play(f"{' '.join(typed)} {card} q", "thegame", "--seed", 1)


def test_a_turn_of_the_game(play, fails):
    out = play("2\nhint\n2u1 95d1\nundo\n95d1\nhint\nd\nu\nhint\nq", "thegame", "--seed", 1)
    assert "2 goes on 4 piles (2u1, 2u2, 2d1, 2d2): expected one of 32 moves" in out
    assert "turn 1, 90 cards in the deck: lay 2 or more" in out
    assert "hint: 2u1 95d1" in out
    assert "hint: end your turn (draw)" in out
    assert "turn 2, 88 cards in the deck: lay 2 or more" in out
    assert "nothing to take back: you have drawn" in out
    assert last_moves(out) == ["2u1", "95d1", "draw"]
    for line in "99", "99u1":
        assert "you don't hold 99" in play(line, "thegame", "--seed", 1)
    assert "lay 2 cards more before you draw" in play("d", "thegame", "--seed", 1)
    out = play("24u1\n2u1\nd", "thegame", "--seed", 1)
    assert "2 does not go on 24, which takes cards above it, and 14" in out
    assert "lay 1 card more before you draw" in out
    assert "there is no pile u3" in play("95u3", "thegame", "--seed", 1)
    assert "unknown strategy" in fails(2, "thegame", "play", "--adviser", "nobody")
    assert "expected one" in fails(2, "thegame", "play", "--json")


@pytest.mark.thorough
def test_computers_as_the_other_players(play):
    """Somebody who plays as the adviser plays the adviser's own game."""
    one, typed = STRATEGIES["fallback"], []
    turns = list(team_game(one, 1, 0, 2))
    for now, plays in turns:
        if now.player == 0:
            typed += [*(name_of(made, now.rules) for made in plays), "draw"]
    out = play("\n".join(typed), "thegame", "--players", 2, "--seed", 1, "--adviser", "fallback")
    last, plays = turns[-1]
    left = last.remaining - len(plays)
    assert out.count("won" if not left else f"over: {left} card") == 2
    assert [move for move in last_moves(out) if move != "draw"] == [
        name_of(made, now.rules) for now, plays in turns for made in plays
    ]
    assert "player 2 lays " in out
    assert 'to me, I can go back there"' in out


def test_a_turn_among_several(play):
    out = play("hint d 5u1 14u1 d u", "thegame", "--players", 3, "--seed", 3)
    assert "hint: 5u1 14u1" in out
    assert "lay 2 cards more before you draw" in out
    out = play("5u1 14u1\nhint\nd\nu\nq", "thegame", "--players", 3, "--seed", 3)
    assert "turn 1, 80 cards in the deck: end your turn (draw), or lay more" in out
    assert "turn 4" in out
    assert "nothing to take back: you have drawn" in out
    assert "to continue: tablebase thegame play --players 3 --seed 3 --moves" in out
