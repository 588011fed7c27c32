"""`tablebase GAME build`: solve every position of a game and store the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.compiling import clock
from tablebase.errors import CorruptFileError, FileFormatError, plural
from tablebase.home import home_file
from tablebase.support.files import output_file, writing

from .game import GameCli
from .group import game_command, item_options, items_argument
from .options import Decorator, Whole, checked, flag, output_to, whole_option
from .output import printed, show
from .progress import Interrupted, continuable, hinting, progress_bar, progress_share

if TYPE_CHECKING:
    from tablebase.engine.tables.large_file import Built


output_option = output_to(
    "The tablebase file to create or to add to; by default your tables.h5.",
    required=False,
    # It refuses what no option helps: a folder, a device, links in a circle.
    callback=checked(output_file),
)
force_option = flag("--force", "Replace FILE instead of adding to it.")


def level_option(default: str) -> Decorator:
    """The option for the level of compression; `default` is for the help."""
    return whole_option(
        "--level", Whole(1, 22), f"Zstandard level, 1 (fast) to 22 (small).  [default: {default}]"
    )


EXAMPLES = (
    "# Add a table to your tables.h5",
    "{game.program} build {game.example}",
    "# Store it in a file of its own",
    "{game.program} build {game.example} -o {game.name}.h5",
)


@game_command(*EXAMPLES)
@items_argument
@output_option
@item_options
@level_option("9")
@force_option
@printed
def build(
    game: GameCli,
    items: tuple[str, ...],
    output: Path | None,
    level: int | None,
    force: bool,
    **rules: Any,
) -> None:
    """Solve every position of each {game.item} and store the tables.

    {game.notation}

    Tables that the file already holds are not built again. An interrupted or killed build loses
    no finished table: run the same command again to continue.
    """
    build_tables(output, [game.parse_item(text, **rules) for text in items], level, force)


def build_tables(
    output: Path | None,
    wanted: Sequence[Any],
    level: int | None,
    force: bool,
    seed: int | None = None,
    **cluster: Any,
) -> None:
    """Build the tables of some items, add them to a file, and print a report.

    `cluster` holds the options for a cluster, see `tablebase.append`.
    """
    from tablebase.library import append

    path = output or own(home_file())
    old, started = _inode(path), clock()
    # A killed build leaves the bar on the screen.
    doing = "building" if seed is None else f"building, seed {seed}"
    try:
        with _replaceable(), hinting(*wanted), progress_bar(len(wanted), doing) as advance:
            done = append(
                path,
                wanted,
                level=level,
                replace=force,
                progress=advance,
                share=advance.share,
                **cluster,
            )
    except KeyboardInterrupt:
        changes = ["without --force"] if force and _inode(path) != old else []
        changes += [] if seed is None else [f"with --seed {seed}"]
        again = " and ".join(changes) or "again"
        raise Interrupted(
            f"interrupted; the finished tables are kept: run the same command {again} to continue"
        ) from None
    seconds = clock() - started
    report = {**asdict(done), "file": str(path), "bytes": path.stat().st_size, "seed": seed}
    show({**report, "seconds": round(seconds, 3)}, _said(report, seconds))


def build_large(
    path: Path,
    what: Callable[[Built], str],
    about: Callable[[Built], Mapping[str, Any]] = lambda done: {},
    **options: Any,
) -> None:
    """Build one large table in a file of its own, and print a report.

    `what` puts into words what was built, and `about` says more of it as plain data; `options` are
    those of `tablebase.build_large`.
    """
    from tablebase import library

    started, kept = clock(), "finished work is kept"
    with _replaceable(), continuable(kept), progress_share("building") as advance:
        done = library.build_large(path, progress=advance, **options)
    seconds = clock() - started
    size, names = path.stat().st_size, ("positions", "losses", "present", "recovered", "tables")
    report = {name: getattr(done, name) for name in names if getattr(done, name) is not None}
    file = {"file": str(path), "bytes": size, "seconds": round(seconds, 3)}
    recovered = f"recovered {plural(done.recovered, 'table')} from an interrupted build"
    lost = "" if done.losses is None else f"{done.losses:,} of them lost, "
    show(
        {**about(done), **report, **file},
        [
            *([recovered] if done.recovered else []),
            "already built" if done.present else f"built {what(done)} in {seconds:.1f} s",
            f"{path} holds {plural(done.positions, 'position')}, {lost}{size / 1e6:.2f} MB",
        ],
    )


@contextmanager
def _replaceable() -> Iterator[None]:
    """Say what helps if the output is there and cannot be added to.

    Much of it may be good, so the error does not advise to replace it.
    """
    try:
        yield
    except FileFormatError as error:
        damaged = isinstance(error, CorruptFileError)
        verify = "`tablebase verify` lists the tables that are good, " if damaged else ""
        raise click.UsageError(f"{error}; {verify}-o names another file") from None


def _inode(path: Path) -> int | None:
    """The number of a file, which changes when it is replaced; None if there is none."""
    return path.stat().st_ino if path.exists() else None


def own(path: Path) -> Path:
    """Make the folder of one of the user's own files; return the file."""
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _said(report: dict[str, Any], seconds: float) -> Iterator[str]:
    if report["recovered"]:
        yield f"recovered {plural(report['recovered'], 'table')} from an interrupted build"
    if report["present"]:
        yield f"{plural(report['present'], 'table')} already built"
    if report["seed"] is not None:
        yield f"random deals from seed {report['seed']}"
    yield f"built {plural(report['built'], 'table')} in {seconds:.2f} s"
    size = report["bytes"] / 1e6
    yield f"{report['file']} holds {plural(report['tables'], 'table')}, {size:.2f} MB"
