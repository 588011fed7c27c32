"""What a player of Solo gets at the end; see `test_rl_environments`."""


def paid(play, points):
    """Minus the cards left, or 1 for a cleared board and else -1."""
    left = play.position.remaining
    return {"player_0": -left if points else 1 if left == 0 else -1}
