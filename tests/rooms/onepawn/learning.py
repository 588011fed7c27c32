"""The first version as a task for machines, for `test_tasks` and `test_rl_environments`."""

from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.onepawn.game import Position
from tablebase.games.onepawn.tasks import FirstVersionTask

SPLITS = "Jr34A/24A3/2AA3/3224", "A322/24A2/44Jr3/A33A", "4423/32Jr3/2A4A/2A3A"
TASK = FirstVersionTask()


def images(start, rng):
    """The board by a random symmetry."""
    g = rng.choice(automorphisms(start.rules.board))
    yield Position.start(tuple(start.cards[g.index(cell)] for cell in range(16)), start.rules)


def paid(play, points):
    """The side without a move has lost as many points as cards are face up."""
    worth = play.position.face_up.bit_count() if points else 1
    return {f"player_{play.player}": -worth, f"player_{1 - play.player}": worth}
