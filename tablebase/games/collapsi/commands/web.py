"""`tablebase serve`, `site` and `npm`: the page served, as files, and its engines as a package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase.errors import quote
from tablebase.games.collapsi.commands.options import added_rules_option
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.support.extras import how_to_install
from tablebase_cli.game import GameCli
from tablebase_cli.group import command, pass_game
from tablebase_cli.options import Whole, flag, folder_to, in_option, whole_option
from tablebase_cli.progress import progress_share

if TYPE_CHECKING:
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.web.service import Service


def _check_host(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Refuse what is not a host name: an empty one would mean every address of this machine."""
    try:
        value.encode("idna")
    except UnicodeError as error:
        raise click.BadParameter(f"{quote(value)} is not a host name: {error}") from None
    if not value:
        raise click.BadParameter("expected an address such as 127.0.0.1, or 0.0.0.0 for all")
    return value


@command("# Serve the page on another port", "tablebase serve --port 8080")
@click.option(
    "--host",
    metavar="ADDRESS",
    callback=_check_host,
    default="127.0.0.1",
    help="Address to listen on; by default only this machine can reach it.",
)
@whole_option("--port", Whole(0, 65535), "Port to listen on; 0 picks a free one.", 8000)
@in_option
@added_rules_option
@flag("--all", "Solve the whole game in memory first: about 20 seconds, 6 GiB.", "everything")
@pass_game
def serve(
    game: GameCli, host: str, port: int, file: Path | None, rules: Sequence[str], everything: bool
) -> None:
    """Serve the page to play and analyse, and an HTTP API.

    Open the printed address in a browser; Ctrl-C stops the server. Every position gets an answer,
    from FILE or your tables.h5. A missing table is built on the spot and kept for a while.
    Positions on boards too large for a table are searched for a few seconds.
    """
    try:
        from tablebase.web.server import serve as serve_
        from tablebase.web.service import CACHED_BYTES
        from tablebase.web.wasm.record import warn_of_stale
    except ImportError as error:
        raise ImportError(
            f"serving needs more packages ({error}): {how_to_install('web')}"
        ) from error

    warn_of_stale()
    states = [offer(rules)]
    tables = served_tables(game, file, CACHED_BYTES, everything)
    with tables, suppress(KeyboardInterrupt):
        serve_(tables, host, port, lambda url: click.echo(f"serving {url}"), states)


def offer(rules: Sequence[str]) -> object:
    """The rules that are offered, with those of TOML files."""
    from tablebase.games.collapsi.answers.offer import Offer

    return Offer(tuple(load_rules(path) for path in rules))


def served_tables(
    game: GameCli, file: Path | None, cached_bytes: int, everything: bool = False
) -> Tablebase:
    """The tables in files, or the whole game solved in memory."""
    if not everything:
        return game.open_tables(file, cached_bytes=cached_bytes)
    if file is not None:
        raise click.UsageError("--all solves the whole game in memory: expected no --in")
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.library import solve_game

    try:
        with progress_share("solving") as advance:
            return Tablebase(solve_game(advance).store, cached_bytes=cached_bytes)
    except MemoryError as error:
        raise click.ClickException(str(error)) from None


target_option = folder_to("The folder to write.")


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


games_option = click.option(
    "--games",
    metavar="GAME,...",
    callback=_split,
    help="Add these games only; by default all that are installed.",
)
force_option = flag(
    "--force",
    "Write to a folder that holds other files, or replace a zip file. Other files in the "
    "folder stay, unless the new ones have the same names. Your folders are never replaced.",
)


@command(
    "# Write the page to a folder, or as a zip file",
    "tablebase site -o public",
    "tablebase site -o page.zip",
)
@target_option
@click.option(
    "--url",
    metavar="URL",
    callback=_check_url,
    help="The page's future address, for link previews and search engines.",
)
@games_option
@added_rules_option
@force_option
def site(
    output: Path, url: str | None, games: list[str] | None, rules: Sequence[str], force: bool
) -> None:
    """Write the page as static files, for any web server.

    The page solves positions in the browser. Any static host can serve FOLDER, from any path, and
    so can `python -m http.server`. If FOLDER ends in .zip, the page is written as a zip file. The
    folder `package` in it is what `npm` writes, so scripts of other pages can import it.
    """
    from tablebase.web.package import packaged
    from tablebase.web.site import site as files_of
    from tablebase.web.wasm.record import warn_of_stale

    warn_of_stale(games)
    service = _service(rules)
    files = files_of(url=url, service=service, games=games) | packaged(games, service)
    _write(files, output, force)


@command(
    "# Make a package; `npm pack ./engine` then makes one file of it", "tablebase npm -o engine"
)
@target_option
@games_option
@added_rules_option
@force_option
def npm(output: Path, games: list[str] | None, rules: Sequence[str], force: bool) -> None:
    """Write the engines as a JavaScript package.

    It answers questions of programs in Node, in browsers and with bundlers, without a server.
    docs/embedding.md has examples.
    """
    from tablebase.web.package import package

    _write(package(games, _service(rules)), output, force)


def _service(rules: Sequence[str]) -> Service:
    """What the files are made from."""
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.web.service import Service

    return Service(Tablebase(), [offer(rules)])


def _write(files: Mapping[str, bytes], output: Path, force: bool) -> None:
    """Write the files, and say how many there are."""
    from tablebase.web.publishing import OccupiedError, publish

    try:
        publish(files, output, force=force)
    except OccupiedError as error:
        raise error if force else OccupiedError(f"{error}, or --force") from None
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"{output}: {len(files)} files, {size:.1f} MB")
