"""`tablebase serve`: the page and an HTTP API, of all installed games."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from tablebase.errors import quote
from tablebase.support.extras import how_to_install

from .game import GameCli
from .group import game_command, of_game
from .options import in_option


def _check_host(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Refuse what is not a host name: an empty one would mean every address of this machine."""
    try:
        value.encode("idna")
    except UnicodeError as error:
        raise click.BadParameter(f"{quote(value)} is not a host name: {error}") from None
    if not value:
        raise click.BadParameter("expected an address such as 127.0.0.1, or 0.0.0.0 for all")
    return value


@game_command("# Serve the page on another port", "{game.program} serve --port 8080")
@click.option(
    "--host",
    callback=_check_host,
    default="127.0.0.1",
    help="Address to listen on; by default only this machine can reach it.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    help="Port to listen on; 0 picks a free one.",
)
@in_option
@of_game(lambda game: (*game.page_options, *game.serve_options))
def serve(game: GameCli, host: str, port: int, file: Path | None, **options: Any) -> None:
    """Serve the page to play and analyse, and an HTTP API.

    Open the printed address in a browser; Ctrl-C stops the server. Every position gets an answer,
    from FILE or your tables.h5. A missing table is built on the spot and kept for a while.
    Positions on boards too large for a table are searched for a few seconds.
    """
    try:
        from tablebase.web.server import serve as serve_
        from tablebase.web.service import CACHED_BYTES
    except ImportError as error:
        raise ImportError(
            f"serving needs more packages ({error}): {how_to_install('web')}"
        ) from error

    states = game.page_state(**options)
    tables = game.served_tables(file, CACHED_BYTES, **options)
    with tables, suppress(KeyboardInterrupt):
        serve_(tables, host, port, lambda url: click.echo(f"serving {url}"), states)
