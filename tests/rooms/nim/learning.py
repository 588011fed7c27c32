"""2D Nim as a task for learning machines, for `test_tasks` and `test_rl_environments`."""

from tablebase.games.nim.tasks import NimTask

SPLITS = "1101/1000/0010/1100", "1001/0101/0101/1000", "1000/0010/1110/0011"
TASK = SMALL = NimTask(3, 3)


def images(start, rng):
    """The position mirrored and turned."""
    rows = str(start).split("/")
    for text in (row[::-1] for row in rows), map("".join, zip(*rows[::-1], strict=True)):
        yield type(start).parse("/".join(text))


def paid(play, points):
    """In misère Nim the side without a move has won."""
    worth = play.task.rules.cells + 1 if points else 1
    return {f"player_{play.player}": worth, f"player_{1 - play.player}": -worth}
