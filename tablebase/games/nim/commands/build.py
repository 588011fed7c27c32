"""`tablebase nim build`: boards too large for distances, and who wins on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import MissingTableError
from tablebase_cli.build import build_large, build_tables, own
from tablebase_cli.game import GameCli

if TYPE_CHECKING:
    from tablebase.games.nim import Rules


def build_boards(
    game: GameCli,
    items: Sequence[str],
    output: Path | None,
    level: int | None,
    force: bool,
    win_loss: bool,
    **rules: Any,
) -> None:
    """Build the tables of boards, or who wins on one and on all smaller ones."""
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
