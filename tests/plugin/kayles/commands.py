"""`tablebase kayles`: Kayles on the command line."""

from tablebase_cli.game import GameCli
from tablebase_cli.group import GameGroup


class KaylesCli(GameCli):
    """Kayles: knock down one pin or two neighbours; whoever takes the last one wins."""

    name = "kayles"
    item = "ROW"
    notation = "Written as a row of pins: 1 is standing, 0 has been knocked down."
    example = "1111111"
    layer = "pins left"


kayles = GameGroup(KaylesCli())
