"""What the players of the first version get at the end; see `test_rl_environments`."""


def paid(play, points):
    """The side without a move has lost as many points as cards are face up."""
    worth = play.position.face_up.bit_count() if points else 1
    return {f"player_{play.player}": -worth, f"player_{1 - play.player}": worth}
