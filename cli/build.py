"""`tablebase build`: solve every position of a game and store the tables."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from tablebase.engine.compiling import clock
from tablebase.errors import FileFormatError, MissingTableError

from .cluster import check_shared, scheduler_option, shared_option
from .collapsi import board_option, parse_deal, rules_of, rules_option
from .common import Bar, json_option, plural, print_json, progress_bar, progress_share
from .game import Decorator, GameCommands, make_command

if TYPE_CHECKING:
    from tablebase.engine.game import HasGame
    from tablebase.engine.tables.large_file import Built
    from tablebase.games.nim import Rules
    from tablebase.library import Appended


D = TypeVar("D")


output_option = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The tablebase file to create or to add to; by default your own.",
)
force_option = click.option("--force", is_flag=True, help="Replace FILE instead of adding to it.")


def build_of(game: GameCommands) -> click.Command:
    """The command for a game."""

    def build(
        items: tuple[str, ...],
        output: Path | None,
        level: int | None,
        force: bool,
        as_json: bool,
        **rules: Any,
    ) -> None:
        wanted = [game.parse_item(text, **rules) for text in items]
        _build_tables(output, wanted, level, force, as_json)

    return _command(game, build, _text(game), "14")


def build_with_win_loss(game: GameCommands) -> click.Command:
    """The command for 2D Nim, where boards too large for distances have a file of who wins."""

    def build(
        items: tuple[str, ...],
        output: Path | None,
        win_loss: bool,
        level: int | None,
        force: bool,
        as_json: bool,
        **rules: Any,
    ) -> None:
        wanted: list[Any] = [game.parse_item(text, **rules) for text in items]
        if win_loss:
            if len(wanted) > 1:
                raise click.UsageError("--win-loss takes one BOARD: its file answers smaller ones")
            _build_win_loss(output, wanted[0].rules, level, force, as_json)
            return
        for item in wanted:
            try:
                _ = item.game.size
            except MissingTableError as error:
                raise click.UsageError(
                    f"{error}; --win-loss stores who wins only, one bit a position"
                ) from None
        _build_tables(output, wanted, level, force, as_json)

    text = (
        f"{_text(game)}\n\n"
        "With --win-loss the file tells of each position of the board, and of all smaller boards, "
        "who wins but not how soon. 6x6 takes minutes on two cores, 8.5 GiB of memory and 3 GB of "
        "disk, half of it only meanwhile. By default the file is nim-6x6-take3-misere.h5, say, "
        "beside your own tablebase file, where probe looks boards up that have no distances. "
        "Interrupted or killed, the same command solves again, which is the smaller part, but "
        "compresses only what is missing."
    )
    option = click.option(
        "--win-loss",
        is_flag=True,
        help="Store who wins only, one bit a position: for a board too large for distances, up to "
        "6x6.",
    )
    return _command(game, build, text, "14; with --win-loss 1", option)


def _text(game: GameCommands) -> str:
    return (
        f"Solve every position of each {game.item} and store the tables.\n\n{game.notation}\n\n"
        "Tables that the file holds already are not built again. An interrupted or killed build "
        "loses no finished table: run the same command again to go on."
    )


def _command(
    game: GameCommands,
    build: Callable[..., None],
    text: str,
    default_level: str,
    *options: Decorator,
) -> click.Command:
    """The command, given what it does, its default level and options of its own."""
    return make_command(
        build,
        text,
        click.argument("items", metavar=f"{game.item}...", nargs=-1, required=True),
        output_option,
        *options,
        *game.item_options,
        click.option(
            "--level",
            type=click.IntRange(1, 22),
            help=f"Zstandard level, 1 (fast) to 22 (small).  [default: {default_level}]",
        ),
        force_option,
        json_option,
    )


@click.command()
@click.argument("deals", metavar="[DEAL]...", nargs=-1)
@output_option
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Build the whole game instead, every position of every deal: one file of 0.8 GB.",
)
@click.option("--random", "count", type=click.IntRange(1), metavar="N", help="Add N random deals.")
@click.option("--seed", type=int, help="Seed of the random deals; by default drawn and printed.")
@click.option(
    "--from",
    "source",
    type=click.File(),
    metavar="FILE",
    help="Add the deals in a text file, one a line; # starts a comment, - is stdin.",
)
@click.option(
    "--level",
    type=click.IntRange(1, 22),
    help="Zstandard level, 1 (fast) to 22 (small).  [default: 14; of large boards or all 9]",
)
@rules_option
@board_option
@force_option
@scheduler_option
@shared_option
@json_option
def build(
    deals: tuple[str, ...],
    output: Path | None,
    everything: bool,
    count: int | None,
    seed: int | None,
    source: TextIO | None,
    level: int | None,
    rules: str | None,
    board: tuple[int, int] | None,
    force: bool,
    scheduler: str | None,
    shared: bool,
    as_json: bool,
) -> None:
    """Solve every position of each DEAL and store the tables.

    Tables that the file holds already are not built again. An interrupted or killed build
    loses nothing finished: run the same command again to go on.

    With --all the file holds every position of every deal, and takes about a minute on two cores,
    3.5 GiB of memory, and 1.7 GB of disk meanwhile. By default it is whole.h5 beside your own
    tablebase file, where the other commands look first.
    """
    check_shared(scheduler, shared)
    if everything:
        if deals or source or count is not None or seed is not None:
            raise click.UsageError("--all takes no DEAL, --random, --seed or --from: it has all")
        if rules or board:
            raise click.UsageError("--all is the published game's: expected no --rules or --board")
        if scheduler:
            raise click.UsageError("--all is solved here: expected no --scheduler")
        _build_all(output, level, force, as_json)
        return
    from tablebase.games.collapsi.position import random_deals

    if count is None and seed is not None:
        raise click.UsageError("--seed goes with --random N")
    if count is not None and seed is None:
        seed = random.SystemRandom().randrange(2**32)
    if count is not None and board:
        raise click.UsageError("--random N draws from a deck: expected --rules instead of --board")
    wanted = list(deals_from(deals, source, lambda text: parse_deal(text, rules, board)))
    if count is not None and seed is not None:
        wanted += random_deals(count, seed, rules_of(None, rules))
    _build_tables(output, wanted, level, force, as_json, seed, scheduler=scheduler, shared=shared)


def _build_tables(
    output: Path | None,
    wanted: Sequence[HasGame[Any]],
    level: int | None,
    force: bool,
    as_json: bool,
    seed: int | None = None,
    **cluster: Any,
) -> None:
    from tablebase.engine.tables.append import parts_folder
    from tablebase.home import home_file

    path = output or _own(home_file())
    if not wanted and not parts_folder(path).exists():
        raise click.UsageError("nothing to build: expected a DEAL, --random N or --from FILE")
    started = clock()
    with progress_bar(len(wanted), "building") as advance:
        done = _append(path, wanted, level, force, advance, **cluster)
    seconds = clock() - started
    report = {**asdict(done), "file": str(path), "bytes": path.stat().st_size, "seed": seed}
    if as_json:
        print_json({**report, "seconds": round(seconds, 3)})
    else:
        _print(report, seconds)


def _build_all(output: Path | None, level: int | None, force: bool, as_json: bool) -> None:
    from tablebase.home import whole_file
    from tablebase.library import build_large

    path = output or _own(whole_file())
    started = clock()
    with _building() as advance:
        done = build_large(path, progress=advance, level=level, replace=force)
    seconds = clock() - started
    _report(path, _told(done), "the whole game", seconds, as_json)


def _build_win_loss(
    output: Path | None, rules: Rules, level: int | None, force: bool, as_json: bool
) -> None:
    from tablebase.games.nim.winloss.file import home_file_of
    from tablebase.library import build_large

    path = output or _own(home_file_of(rules))
    started = clock()
    with _building() as advance:
        done = build_large(path, rules, advance, level=level, replace=force)
    seconds = clock() - started
    told = {"frame": asdict(done.rules), **_told(done)}
    _report(path, told, f"who wins on {done.rules}", seconds, as_json)


def _told(done: Built) -> dict[str, Any]:
    """What building a large table did, as plain data."""
    told = {"positions": done.positions, "losses": done.losses, "present": done.present}
    told |= {"recovered": done.recovered, "tables": done.tables}
    return {name: value for name, value in told.items() if value is not None}


@contextmanager
def _building() -> Iterator[Callable[[float], None]]:
    """A progress bar for a file that is written whole or not at all, and its errors."""
    try:
        with progress_share("building") as advance:
            yield advance
    except FileFormatError as error:
        raise click.UsageError(f"{error}; --force replaces it") from None
    except MemoryError as error:
        raise click.ClickException(str(error)) from None
    except KeyboardInterrupt:
        raise click.ClickException(
            "interrupted; what is compressed is kept, run the same command again to go on"
        ) from None


def _report(path: Path, done: dict[str, Any], what: str, seconds: float, as_json: bool) -> None:
    """Tell what has been built: one large table in a file of its own."""
    size = path.stat().st_size
    if as_json:
        print_json({**done, "file": str(path), "bytes": size, "seconds": round(seconds, 3)})
        return
    if done["recovered"]:
        click.echo(f"took up {plural(done['recovered'], 'table')} of an interrupted build")
    click.echo("there already" if done["present"] else f"built {what} in {seconds:.1f} s")
    lost = f"{done['losses']:,} of them lost, " if "losses" in done else ""
    click.echo(f"{path} holds {plural(done['positions'], 'position')}, {lost}{size / 1e6:.2f} MB")


def deals_from(
    texts: tuple[str, ...], source: Iterable[str] | None, parse: Callable[[str], D]
) -> Iterator[D]:
    """The deals of a command line, and those in a text file."""
    for text in texts:
        yield parse(text)
    for number, line in enumerate(source or (), start=1):
        text = line.partition("#")[0].strip()
        if text:
            try:
                yield parse(text)
            except ValueError as error:
                raise click.BadParameter(f"line {number}: {error}", param_hint="--from") from None


def _own(path: Path) -> Path:
    """A file of the user's own, after making its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _append(
    path: Path,
    items: Sequence[HasGame[Any]],
    level: int | None,
    force: bool,
    advance: Bar,
    **cluster: Any,
) -> Appended:
    from tablebase.library import append

    try:
        return append(
            path,
            items,
            level=level,
            replace=force,
            progress=advance,
            share=advance.share,
            **cluster,
        )
    except FileFormatError as error:
        raise click.UsageError(f"{error}; --force replaces it") from None
    except KeyboardInterrupt:
        again = "without --force " if force else ""
        raise click.ClickException(
            f"interrupted; the finished tables are kept, run the same command {again}to go on"
        ) from None


def _print(report: dict[str, Any], seconds: float) -> None:
    if report["recovered"]:
        click.echo(f"took up {plural(report['recovered'], 'table')} of an interrupted build")
    if report["present"]:
        click.echo(f"{plural(report['present'], 'table')} there already")
    if report["seed"] is not None:
        click.echo(f"random deals of seed {report['seed']}")
    click.echo(f"built {plural(report['built'], 'table')} in {seconds:.2f} s")
    size = report["bytes"] / 1e6
    click.echo(f"{report['file']} holds {plural(report['tables'], 'table')}, {size:.2f} MB")
