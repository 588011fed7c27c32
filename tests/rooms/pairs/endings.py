"""How games of Pair Solitaire end, for `test_rl_environments`."""


def paid(play, points):
    """Two cards that remain are a perfect game."""
    left = len(play.position.cards)
    return {"player_0": 2 - left if points else 1 if left == 2 else -1}
