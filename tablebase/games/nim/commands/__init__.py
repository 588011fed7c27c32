"""`tablebase nim`: 2D Nim on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase.errors import MissingTableError, plural
from tablebase_cli.game import Answer, GameCli
from tablebase_cli.group import GameGroup
from tablebase_cli.options import Whole, flag, whole_option

if TYPE_CHECKING:
    from rich.text import Text

    from tablebase.games.nim import Position, Rules


class Nim(GameCli):
    """2D Nim: whoever takes the last stone loses.

    Stones lie on a grid. On your turn you take 1 to 3 neighbouring stones from one row or column,
    without a gap.

    Boards and positions are rows of 1 (a stone) and 0 (a gap), 1110/1000/0000/0000; 4x4 is the
    full board. The files are the same as those of the other games: one file may hold tables of
    many.
    """

    name = "nim"
    item = "BOARD"
    notation = (
        "Boards are rows of 1 (a stone) and 0 (a gap), 1110/1000/0000/0000; 4x4 is the full "
        "board. The sides are first and second: first moves in this position."
    )
    example = "4x4"
    columns = (
        "rank, stones (how many are left). The rank is the mask of stones; the last cell is its "
        "lowest bit."
    )
    layer = "stones left"
    rule_options = (
        whole_option(
            "--take",
            Whole(1, 64),
            "The largest number of stones that may be taken in a turn.",
            3,
            metavar="K",
        ),
        flag("--normal", "Whoever takes the last stone wins, instead of losing (misère)."),
    )
    terminal = "tablebase.games.nim.commands.play:NimTerminal"
    play_help = (
        "Boards up to 5x5 are solved on the spot; larger ones are looked up in a file of who wins "
        "(`tablebase nim build 6x6 --win-loss`), by which perfect plays second, or else searched."
    )
    commands: Mapping[str, str] = {
        **GameCli.commands,
        "build": "tablebase.games.nim.commands.build",
        **dict.fromkeys(("parts", "table"), "tablebase.games.nim.commands.studies"),
    }

    def parse(self, text: str, take: int, normal: bool) -> Position:
        """Read a position, or the size of a full board."""
        from tablebase.games.nim import Position

        return Position.parse(text, take=take, misere=not normal)

    def draw(self, position: Position) -> Text:
        """Draw the grid."""
        from rich.text import Text

        rules = position.rules
        names = [rules.cell_name(column)[0] for column in range(rules.columns)]
        text = Text("   " + " ".join(names))
        for row in range(rules.rows):
            text.append(f"\n{row + 1:2}")
            for column in range(rules.columns):
                stone = position.stones & rules.bit(row, column)
                text.append(" ●" if stone else " ·", style="bold" if stone else "dim")
        return text

    def stage(self, position: Position) -> str:
        """The number of stones."""
        return plural(position.stones.bit_count(), "stone")

    def describe(self, position: Position) -> str:
        """The number of stones, and the rules."""
        rules = str(position.rules).partition(", ")[2]
        return f"{self.stage(position)}, {rules}"

    def answer(self, position: Position, file: Path | None) -> Answer:
        """Look a position up; of a board too large for distances, in its win/loss file."""
        return super().answer(position, file or _own_file(position))


def _own_file(position: Position) -> Path | None:
    """The user's own win/loss file, for boards too large for distances."""
    from tablebase.games.nim.game import of_position

    try:
        _ = of_position(position).size
    except MissingTableError as error:
        return _win_loss_file(position.rules, f"{error}; --method search looks ahead")
    return None


def _win_loss_file(rules: Rules, without: str) -> Path:
    """The user's own win/loss file, or an error that says what there is `without` it."""
    from tablebase.games.nim.winloss.file import home_file_of

    try:
        path = home_file_of(rules)
    except ValueError:  # the board is too large for that, too
        raise click.UsageError(without) from None
    if not path.exists():
        options = f" --take {rules.take}" * (rules.take != 3) + " --normal" * (not rules.misere)
        board = f"{rules.rows}x{rules.columns}{options}"
        raise click.UsageError(
            f"{without}, `tablebase nim build {board} --win-loss` stores who wins"
        )
    return path


nim = GameGroup(Nim())
