"""`tablebase kayles`: Kayles on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase_cli.game import GameCli
from tablebase_cli.group import GameGroup

if TYPE_CHECKING:
    from kayles.position import Pins


class KaylesCli(GameCli):
    """Kayles: knock down one pin or two neighbours; whoever takes the last one wins."""

    name = "kayles"
    item = "ROW"
    notation = "Written as a row of pins: 1 is standing, 0 has been knocked down."
    example = "1111111"
    layer = "pins left"

    def parse(self, text: str) -> Pins:
        """Read a row."""
        from kayles.position import Pins

        return Pins.parse(text)


kayles = GameGroup(KaylesCli())
