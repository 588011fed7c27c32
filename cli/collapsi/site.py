"""`tablebase site`: the page as files, for any static host."""

from __future__ import annotations

from pathlib import Path

import click

from tablebase.errors import quote

from .options import added_rules_option


def _check_url(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """Refuse what is no address of a folder on the web."""
    from urllib.parse import urlsplit

    if value is None:
        return None
    found = urlsplit(value)
    if found.scheme not in ("http", "https") or not found.netloc or found.query or found.fragment:
        raise click.BadParameter(
            f"{quote(value)}: expected an address such as https://example.org/"
        )
    return value.rstrip("/") + "/"


@click.command()
@click.argument("target", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--url",
    metavar="URL",
    callback=_check_url,
    help="The address that the page will have, for link previews and search engines.",
)
@added_rules_option
@click.option(
    "--force",
    is_flag=True,
    help="Write to a folder that holds something else, or over a zip file. Files with other names "
    "than the page's stay.",
)
def site(target: Path, url: str | None, rules: tuple[str, ...], force: bool) -> None:
    """Write the page as static files, which need no server of ours.

    The page solves in the browser. Any web server can serve FOLDER, from any path: `python -m
    http.server` does, and so does a host of static pages. A FOLDER that ends in .zip is written as
    a zip file.
    """
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.games.collapsi.rules_file import load_rules
    from tablebase.web.publishing import OccupiedError, publish
    from tablebase.web.service import Service
    from tablebase.web.site import site as files_of

    added = tuple(load_rules(path) for path in rules)
    files = files_of(url=url, service=Service(Tablebase(), added))
    try:
        publish(files, target, force=force)
    except OccupiedError as error:
        raise OccupiedError(f"{error}, or --force") from None
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"{target}: {len(files)} files, {size:.1f} MB")
