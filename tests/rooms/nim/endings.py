"""How games of 2D Nim end, for `test_rl_environments`."""


def paid(play, points):
    """In misère Nim the side without a move has won."""
    worth = play.task.rules.cells + 1 if points else 1
    return {f"player_{play.player}": worth, f"player_{1 - play.player}": -worth}
