"""`tablebase nim build`: boards too large for distances, and who wins on them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import MissingTableError
from tablebase_cli.build import (
    EXAMPLES,
    build_large,
    build_tables,
    force_option,
    level_option,
    output_option,
    own,
)
from tablebase_cli.game import GameCli
from tablebase_cli.group import game_command, item_options, items_argument
from tablebase_cli.options import flag
from tablebase_cli.output import printed

if TYPE_CHECKING:
    from tablebase.games.nim import Rules


@game_command(*EXAMPLES)
@items_argument
@output_option
@item_options
@flag(
    "--win-loss",
    "Store who wins only, one bit a position: for a board too large for distances, up to 6x6.",
)
@level_option("9; with --win-loss 1")
@force_option
@printed
def build(
    game: GameCli,
    items: tuple[str, ...],
    output: Path | None,
    win_loss: bool,
    level: int | None,
    force: bool,
    **rules: Any,
) -> None:
    """Solve every position of each {game.item} and store the tables.

    {game.notation}

    Tables that the file already holds are not built again. An interrupted or killed build loses
    no finished table: run the same command again to continue.

    With --win-loss the file shows who wins each position of the board and of all smaller boards,
    but not how soon. 6x6 takes minutes on two cores, 8.5 GiB of memory and 3 GB of disk, half of it
    only while it runs. By default the file is beside your tables.h5, under a name such as
    nim-6x6-take3-misere.h5, where `tablebase nim probe` finds it. After an interruption, the same
    command repeats the solving, which takes less than half the time, but compresses only what is
    missing.
    """
    wanted = [game.parse_item(text, **rules) for text in items]
    if not win_loss:
        for item in wanted:
            _check_size(item)
        build_tables(output, wanted, level, force)
    elif len(wanted) > 1:
        raise click.UsageError("--win-loss takes one BOARD: its file answers smaller ones")
    else:
        _build_win_loss(output, wanted[0].rules, level, force)


def _check_size(board: Any) -> None:
    """Refuse a board that is too large for distances."""
    from tablebase.games.nim.game import of_position

    try:
        _ = of_position(board).size
    except MissingTableError as error:
        raise click.UsageError(
            f"{error}; --win-loss stores who wins only, one bit a position"
        ) from None


def _build_win_loss(output: Path | None, rules: Rules, level: int | None, force: bool) -> None:
    from tablebase.games.nim.winloss.file import home_file_of

    path = output or own(home_file_of(rules))
    build_large(
        path,
        lambda done: f"who wins on {done.rules}",
        lambda done: {"frame": asdict(done.rules)},
        rules=rules,
        level=level,
        replace=force,
    )
