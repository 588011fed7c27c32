"""`tablebase site`: the page as files, with the modes of all installed games, for any host."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tablebase.errors import quote

from .common import examples
from .game import GameCli
from .group import GameCommand, of_game, pass_game


def _check_url(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Refuse what is not the address of a folder on the web."""
    from urllib.parse import urlsplit

    if value is None:
        return None
    found = urlsplit(value)
    if found.scheme not in ("http", "https") or not found.netloc or found.query or found.fragment:
        raise click.BadParameter(
            f"{quote(value)}: expected an address such as https://example.org/"
        )
    return value.rstrip("/") + "/"


def _split(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> list[str] | None:
    """The names in a list with commas."""
    return None if value is None else [name.strip() for name in value.split(",") if name.strip()]


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# Write the page to a folder, or as a zip file",
        "{game.program} site public",
        "{game.program} site page.zip",
    ),
)
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--url",
    metavar="URL",
    callback=_check_url,
    help="The page's future address, for link previews and search engines.",
)
@click.option(
    "--games",
    metavar="GAME,...",
    callback=_split,
    help="Add the modes of these games only; by default of all that are installed.",
)
@of_game(lambda game: game.page_options)
@click.option(
    "--force",
    is_flag=True,
    help="Write to a folder that holds other files, or replace a zip file. Other files in the "
    "folder stay, unless the page has files of the same name.",
)
@pass_game
def site(
    game: GameCli,
    target: Path,
    url: str | None,
    games: list[str] | None,
    force: bool,
    **options: Any,
) -> None:
    """Write the page as static files, for any web server.

    The page solves positions in the browser. Any static host can serve FOLDER, from any path, and
    so can `python -m http.server`. If FOLDER ends in .zip, the page is written as a zip file.
    """
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.web.publishing import OccupiedError, publish
    from tablebase.web.service import Service
    from tablebase.web.site import site as files_of

    service = Service(Tablebase(), game.page_state(**options))
    files = files_of(url=url, service=service, games=games)
    try:
        publish(files, target, force=force)
    except OccupiedError as error:
        raise OccupiedError(f"{error}, or --force") from None
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"{target}: {len(files)} files, {size:.1f} MB")
