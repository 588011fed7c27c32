"""`tablebase verify`: check the checksums and the entries of a file."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase.engine.compiling import clock
from tablebase.errors import plural
from tablebase.support.seeds import any_seed

from .common import examples, progress_bar
from .group import GameCommand
from .numbers import SEED
from .output import json_option, print_json, printable

if TYPE_CHECKING:
    from tablebase.engine.tables.interface import TableCheck


@click.command(
    cls=GameCommand,
    epilog=examples(
        "# Check your tables.h5",
        "{game.program} verify",
        "# Check every entry of another file",
        "{game.program} verify {game.name}.h5 --full",
    ),
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option(
    "--full",
    is_flag=True,
    help="Check every entry of a large table instead of a sample. The whole game takes two to "
    "three minutes on two cores; a win/loss file takes up to 1.5 times as long as its build.",
)
@click.option(
    "--seed",
    type=SEED,
    help="Random seed of the sample; chosen and printed if omitted.",
)
@json_option
def verify(file: Path | None, full: bool, seed: int | None, as_json: bool) -> None:
    """Check FILE, by default your tables.h5.

    Checks every checksum and count, and works out every entry again from the positions its
    moves lead to. The code for this shares only the rules and the index with the
    solver. The exit code is 1 if anything is wrong, or if there is nothing to check. If a table's
    game is not installed, its checksums are checked, and the exit code is 1.

    A large table is checked by a random sample, and the command prints the chance that a wrong
    entry is missed. For the whole game the sample is about 0.3 % of the entries, from every
    set of face-up cards and every place of the pawns, which takes 30 seconds. Random positions of
    random deals are then compared with the deals' tables and with forward search. For a file that
    only holds who wins the sample is 1,000 positions of each table of 2^24, and for an opening
    book 100 deals.
    """
    from tablebase.engine.tables.store import TableFile
    from tablebase.home import home_file
    from tablebase.library import verify as check

    path = file or home_file()
    seed = any_seed() if seed is None else seed
    started = clock()
    with TableFile(path) as tables:
        count = len(tables.paths())
    checks: list[TableCheck] = []
    with progress_bar(count, "verifying") as advance:
        for result in check(path, full=full, seed=seed):
            checks.append(result)
            advance()
    _report(path, checks, seed, clock() - started, as_json)


def _report(path: Path, checks: list[TableCheck], seed: int, seconds: float, as_json: bool) -> None:
    bad = [result for result in checks if result.error]
    kind = checks[0].kind if checks else "table"
    number = sum(result.of > 0 for result in checks)
    positions = sum(result.positions for result in checks)
    sampled = [result for result in checks if not result.error and result.positions < result.of]
    if as_json:
        errors = [{"table": result.path, "error": result.error} for result in bad]
        data = {"file": str(path), f"{kind}s": number, "positions": positions, "errors": errors}
        print_json({**data, **({"sample": _sample(sampled, seed)} if sampled else {})})
    else:
        for result in bad:
            click.echo(printable(f"{result.path}: {result.error}"))
    if bad:
        wrong = [result for result in bad if not result.unknown]
        some, what = (wrong, "wrong") if wrong else (bad, "not checked")
        found = f"{len(some)} of {plural(max(number, len(bad)), kind)} {what}"
        raise click.ClickException(f"{path}: {found}, first {some[0].path}: {some[0].error}")
    if not checks:
        raise click.ClickException(f"{path} holds no table: there was nothing to check")
    if not as_json:
        click.echo(
            f"{printable(str(path))}: {plural(number, kind)} verified, every checksum and "
            f"{positions:,} positions in {seconds:.1f} s"
        )
        if sampled:
            click.echo(_say_sample(**_sample(sampled, seed)))


def _sample(sampled: Iterable[TableCheck], seed: int) -> dict[str, float]:
    """The share of large tables that was derived again, and the chance that it missed errors.

    `missed` is the chance that one wrong entry, at a random place, is not in the sample. `found`
    is how many wrong entries it takes for the sample to contain one of them 99 times in 100.
    """
    positions = sum(result.positions for result in sampled)
    of = sum(result.of for result in sampled)
    share = positions / of
    found = math.ceil(math.log(0.01) / math.log1p(-share))
    return {"seed": seed, "of": of, "share": share, "missed": 1 - share, "found": found}


def _say_sample(seed: float, of: float, share: float, missed: float, found: float) -> str:
    return (
        f"a sample, seed {seed}: {100 * share:.2g} % of {of:,} positions. A wrong entry is missed "
        f"with a chance of {100 * missed:.6g} %; if {found:,} are wrong, at least one is found "
        "with a chance of 99 %"
    )
