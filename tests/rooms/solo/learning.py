"""Solo as a task for learning machines, for `test_tasks` and `test_rl_environments`."""

from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.games.solo.game import Position
from tablebase.games.solo.tasks import SoloTask

SPLITS = "Jr24J/2433/A2A2/AA33", "23A3/42JJr/234A/A2A3", "A23Jr/3J42/A322/34AA"
TASK = SoloTask()


def images(start, rng):
    """The board by a random symmetry."""
    g = rng.choice(automorphisms(start.rules.board))
    cards = tuple(start.cards[g.index(cell)] for cell in range(16))
    yield Position(cards, g[start.exit], g[start.pawn], 0xFFFF, start.rules)


def paid(play, points):
    """Minus the cards left, or 1 for a cleared board and else -1."""
    left = play.position.remaining
    return {"player_0": -left if points else 1 if left == 0 else -1}
