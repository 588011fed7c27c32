"""`tablebase nim build`: boards too large for distances, and who wins on them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import MissingTableError
from tablebase_cli.build import build_large, own, report_large

if TYPE_CHECKING:
    from tablebase.games.nim import Rules


def check_size(board: Any) -> None:
    """Refuse a board that is too large for distances."""
    from tablebase.games.nim.game import of_position

    try:
        _ = of_position(board).size
    except MissingTableError as error:
        raise click.UsageError(
            f"{error}; --win-loss stores who wins only, one bit a position"
        ) from None


def build_win_loss(output: Path | None, rules: Rules, level: int | None, force: bool) -> None:
    """Store who wins on a board and all smaller ones."""
    from tablebase import library
    from tablebase.games.nim.winloss.file import home_file_of

    path = output or own(home_file_of(rules))
    done, seconds = build_large(
        lambda advance: library.build_large(path, rules, advance, level=level, replace=force)
    )
    what, frame = f"who wins on {done.rules}", asdict(done.rules)
    report_large(path, done, what, seconds, frame=frame)
