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


def test_a_card_that_goes_nowhere(play):
    now, typed, stuck = Round.start(1, 0), [], set()
    while not stuck:
        typed.append(str(now.legal_moves()[-1]))
        now = now.play(typed[-1])
        stuck = set(now.position.hand) - {each.card for each in now.position.plays()}
    card = min(stuck)
    assert f"{card} goes on no pile" in play(f"{' '.join(typed)} {card} q", "thegame", "--seed", 1)


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
