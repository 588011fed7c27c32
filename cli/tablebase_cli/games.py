"""`tablebase games`, `selftest` and `help`: what is installed, if it is right, how it is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.rooms import Room, brought, default, installed
from tablebase.errors import plural, quote

from .group import command
from .output import TABLE, Part, bold, output_format, printed, show, styled, texts

if TYPE_CHECKING:
    from tablebase.engine.tables.selftest import Check


@command("# What is installed, and from where", "tablebase games")
@printed
def games() -> None:
    """List the installed games, and what each brings."""
    titles = "game", "distribution", "version", "brings"
    rows = []
    for one in installed().values():
        brings = [part.name for part in fields(Room) if getattr(one.room, part.name)]
        rows.append((one.name, one.distribution, one.version, brings))
    cells = ((*row, ", ".join(brings)) for *row, brings in rows)
    show([dict(zip(titles, row, strict=True)) for row in rows], [texts(titles, cells)])


@command(
    "# Check every game that is installed",
    "tablebase selftest",
    f"# Check {default()} only",
    f"tablebase selftest {default()}",
)
@click.argument("game", required=False)
@printed
def selftest(game: str | None) -> None:
    """Check that GAME is consistent, on a small instance; by default all games.

    GAME is the name of an installed game (`tablebase games` lists them), or of one of its kinds of
    tables. Run it before you spend hours on a large table. It checks that moves lead to lower
    layers, that ranks and notation are exact both ways, that symmetric positions have the same
    value, that the kernels agree with the rules, and that tables are stored, read and verified
    correctly. What the game answers over HTTP and its learning task are compared with the rules,
    too. The exit code is 1 if anything is wrong.
    """
    from tablebase.engine.tables.selftest import BOUNDS, run, sample_of
    from tablebase.rl.selftest import checks as of_task
    from tablebase.web.selftest import checks as of_room

    found: list[dict[str, Any]] = []
    errors: list[str] = []
    for name in [game] if game is not None else brought("samples"):
        try:
            sample = sample_of(name)
        except ValueError as error:
            if game is not None:
                raise
            errors.append(str(error))
            continue
        checks = list(run(sample))
        for one in installed().values():
            if name in one.room.samples and checks[-1].name != BOUNDS:
                checks += [*of_room(one, sample), *(of_task(one) if name == one.name else ())]
        failed = [check for check in checks if check.error]
        results = [{"check": check.name, "error": check.error or None} for check in checks]
        found.append({"game": name, "table": sample.game.key, "checks": results})
        if output_format() == TABLE:
            ranks = sample.game.size
            known = ranks if failed else len(sample.positions)
            size = plural(known, "position") + (f" of {ranks:,} ranks" if known < ranks else "")
            show(None, _of_checks(f"{name}, {sample.game.key}, {size}", checks))
        if failed:
            errors.append(
                f"{name}: {len(failed)} of {plural(len(checks), 'check')} failed, first "
                f"{failed[0].name}: {failed[0].error}"
            )
    if output_format() != TABLE:
        rows = ((one["game"], *check.values()) for one in found for check in one["checks"])
        show(found if game is None else found[0], [texts(("game", "check", "error"), rows)])
    if errors:
        raise click.ClickException("; ".join(errors))


@command("# How a command is used", "tablebase help probe", "tablebase help puzzles list")
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
def help(names: tuple[str, ...]) -> None:  # noqa: A001
    """Show the help of COMMAND, as COMMAND --help does."""
    context = click.get_current_context().find_root()
    for name in names:
        if not isinstance(context.command, click.Group):
            raise click.UsageError(f"{context.command_path} has no commands: got {quote(name)}")
        _, found, _ = context.command.resolve_command(context, [name])
        assert found is not None  # or there was an error
        settings = {"obj": context.obj, **found.context_settings}
        context = click.Context(found, info_name=name, parent=context, **settings)
    click.echo(context.get_help())


def _of_checks(title: str, checks: Iterable[Check]) -> Iterator[Part]:
    yield bold(title)
    for check in checks:
        mark, style = ("wrong", "red") if check.error else ("ok", "green")
        yield styled(f"  {mark:5} ", style).append(check.name, "default")
        if check.error:
            yield f"        {check.error}"
