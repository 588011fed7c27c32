"""`tablebase selftest`: check that a game is consistent with itself."""

from __future__ import annotations

import click

from tablebase.engine.rooms import default

from .common import examples, plural
from .output import console, json_option, print_json


@click.command(
    epilog=examples(
        "# Check the game that needs no name",
        f"tablebase selftest {default()}",
    ),
)
@click.argument("game")
@json_option
def selftest(game: str, as_json: bool) -> None:
    """Check that GAME is consistent, on a small instance.

    GAME is the name of an installed game (`tablebase games` lists them), or of one of its kinds of
    tables. Run it before you spend hours on a large table. It checks that moves lead to lower
    layers, that ranks and notation are exact both ways, that symmetric positions have the same
    value, that the kernels agree with the rules, and that tables are stored, read and verified
    correctly. The exit code is 1 if anything is wrong.
    """
    from tablebase.engine.tables.selftest import run, sample_of

    sample = sample_of(game)
    checks = list(run(sample))
    failed = [check for check in checks if check.error]
    if as_json:
        found = [{"check": check.name, "error": check.error or None} for check in checks]
        print_json({"game": game, "table": sample.game.key, "checks": found})
    else:
        out = console()
        size = plural(sample.game.size, "position")
        out.print(f"{game}, {sample.game.key}, {size}", style="bold")
        for check in checks:
            mark, style = ("wrong", "red") if check.error else ("ok", "green")
            out.print(f"  [{style}]{mark:5}[/] {check.name}", markup=True)
            if check.error:
                out.print(f"        {check.error}")
    if failed:
        raise click.ClickException(
            f"{game}: {len(failed)} of {plural(len(checks), 'check')} failed, first "
            f"{failed[0].name}: {failed[0].error}"
        )
