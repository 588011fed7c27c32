"""`tablebase serve`: the explorer, a web page and an HTTP API."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase.errors import quote
from tablebase.games.collapsi.commands.options import added_rules_option
from tablebase_cli.common import examples, in_option, progress_share
from tablebase_cli.game import GameCli
from tablebase_cli.group import pass_game

if TYPE_CHECKING:
    from tablebase.engine.tables.tablebase import Tablebase


def _check_host(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Refuse what is not a host name: an empty one would mean every address of this machine."""
    try:
        value.encode("idna")
    except UnicodeError as error:
        raise click.BadParameter(f"{quote(value)} is not a host name: {error}") from None
    if not value:
        raise click.BadParameter("expected an address such as 127.0.0.1, or 0.0.0.0 for all")
    return value


@click.command(
    epilog=examples(
        "# Serve the page on another port",
        "tablebase serve --port 8080",
    ),
)
@click.option(
    "--host",
    callback=_check_host,
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; by default only this machine can reach it.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@in_option
@added_rules_option
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Solve the whole game in memory first: about ten seconds, 6 GiB.",
)
@pass_game
def serve(
    game: GameCli,
    host: str,
    port: int,
    file: Path | None,
    rules: tuple[str, ...],
    everything: bool,
) -> None:
    """Serve the page to play and analyse, and an HTTP API.

    Open the printed address in a browser; Ctrl-C stops the server. Every position gets an answer,
    from FILE or your tables.h5. A missing table is built on the spot and kept for a while.
    Positions on boards too large for a table are searched for a few seconds.
    """
    if everything and file is not None:
        raise click.UsageError("--all solves the whole game in memory: expected no --in")
    try:
        from tablebase.web.server import serve as serve_
    except ImportError as error:
        raise ImportError(
            f"serving needs more packages ({error}): pip install 'collapsi-tablebase[web]'"
        ) from error
    from tablebase.games.collapsi.rules_file import load_rules

    added = tuple(load_rules(path) for path in rules)
    with _tables(game, file, everything) as tables, suppress(KeyboardInterrupt):
        serve_(tables, host, port, lambda url: click.echo(f"serving {url}"), added)


def _tables(game: GameCli, file: Path | None, everything: bool) -> Tablebase:
    from tablebase.web.service import CACHED_BYTES

    if not everything:
        return game.open_tables(file, cached_bytes=CACHED_BYTES)
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.library import solve_game

    try:
        with progress_share("solving") as advance:
            return Tablebase(solve_game(advance).store, cached_bytes=CACHED_BYTES)
    except MemoryError as error:
        raise click.ClickException(str(error)) from None
