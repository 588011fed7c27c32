"""`tablebase reproduce`: every published figure, computed again and compared with its page."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from difflib import get_close_matches
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from tablebase.errors import plural
from tablebase_cli.group import command
from tablebase_cli.options import flag, folder_to, threads_of
from tablebase_cli.output import TABLE, facts, output_format, printed, show
from tablebase_cli.progress import continuable, progress_bar

if TYPE_CHECKING:
    from reproduce.claims import Claim
    from reproduce.comparing import Comparison
    from reproduce.running import Runner

CLONE = Path(__file__).parents[2]
"""The clone of the repository that this file is in."""

QUICK = 10
"""Seconds that a claim of --quick may take."""


@command(
    "# List the claims and their commands",
    "tablebase reproduce --list",
    "# The quick claims",
    "tablebase reproduce --quick",
    "# All claims, also those that take hours",
    "tablebase reproduce --slow -o reproduced --threads 2",
)
@click.argument("names", nargs=-1, metavar="[NAME]...")
@flag("--list", "List the claims and their commands.", "listed")
@flag("--quick", f"Run only claims of {QUICK} seconds or less.")
@flag("--slow", "Run the slow claims too, which take hours.")
@folder_to(
    "Keep results in this folder. An interrupted run continues from there.",
    required=False,
    file_okay=False,
)
@click.option(
    "--repository",
    "root",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=CLONE,
    metavar="FOLDER",
    show_default=False,
    help="Compare with the pages of another clone of the repository.",
)
@threads_of(default=1)
@printed
def reproduce(
    names: tuple[str, ...],
    listed: bool,
    quick: bool,
    slow: bool,
    output: Path | None,
    root: Path,
    threads: int,
) -> None:
    """Compute the published figures again and compare them.

    A claim is a passage of a page with the commands that compute its figures. Runs the commands of
    each claim NAME, by default of all claims but the slow ones, and compares what they print with
    the page. Prints every line that differs; the exit code is 1 if there is one. By default it
    takes about two hours on two cores, and up to 9 GiB of memory. Most claims use all cores:
    --threads is how many are computed at once.
    """
    if quick and slow:
        raise click.UsageError("--quick and --slow exclude each other")
    chosen = _chosen(names, quick, slow or listed)
    if listed:
        _print_list(chosen)
        return
    from reproduce.running import Runner

    if not (root / "docs/results.md").is_file():
        raise click.UsageError(
            f"no docs/results.md in {root}: --repository expects a clone of the repository"
        )
    with ExitStack() as stack:
        folder = output or Path(stack.enter_context(TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        with continuable(f"results are in {folder}" if output else None):
            _compare(Runner(root, folder), chosen, threads)


def _chosen(names: Sequence[str], quick: bool, slow: bool) -> list[Claim]:
    from reproduce import CLAIMS

    known = {claim.name: claim for claim in CLAIMS}
    for name in names:
        if name not in known:
            similar = get_close_matches(name, known, n=1)
            hint = f"did you mean {similar[0]!r}?" if similar else "--list shows the names"
            raise click.UsageError(f"no claim {name!r}: {hint}")
    claims = [known[name] for name in names] or [one for one in CLAIMS if slow or not one.slow]
    return [claim for claim in claims if claim.seconds <= QUICK or not quick]


def _print_list(claims: Sequence[Claim]) -> None:
    names = "name", "page", "commands", "seconds", "slow"
    lines = (
        "\n    ".join(
            (f"{one.name}  {one.page}  {one.seconds} s{', slow' * one.slow}", *one.commands)
        )
        for one in claims
    )
    show([{name: getattr(claim, name) for name in names} for claim in claims], lines)


def _compare(runner: Runner, claims: Sequence[Claim], workers: int) -> None:
    """Compute the claims, and print each when it is done, and then the differences."""
    from reproduce.comparing import Comparison
    from reproduce.running import CommandError

    names = max(len(claim.name) for claim in claims)
    pages = max(len(claim.page) for claim in claims)

    def say(name: str, page: str, *figures: object) -> None:
        cells = "".join(f"{figure!s:>9}" for figure in figures)
        click.echo(f"{name:{names}}  {page:{pages}}{cells}", err=output_format() != TABLE)

    say("claim", "page", "figures", "differ", "seconds")
    found: list[Comparison] = []
    failed: list[str] = []
    with progress_bar(len(claims), "claims") as bar:
        for outcome in runner.compare_all(claims, workers):
            claim, result = outcome.claim, outcome.result
            cells: tuple[object, ...]
            if isinstance(result, Comparison):
                found.append(result)
                cells = result.figures, len(result.differences), f"{outcome.seconds:.1f}"
            elif isinstance(result, CommandError | LookupError | ValueError):
                failed.append(f"{claim.name}: {result}")
                cells = "", "failed", ""
            else:
                raise result
            say(claim.name, claim.page, *cells)
            bar()
    data = [_data(one) for one in found]
    if output_format() == TABLE:
        _print_differences(found, failed)
    else:
        show({"claims": data, "failed": failed}, [facts(data)])
    wrong = len(failed) + sum(1 for one in found if one.differences)
    if wrong:
        raise click.ClickException(f"{plural(wrong, 'claim')} of {len(claims)} not reproduced")


def _print_differences(found: Sequence[Comparison], failed: Sequence[str]) -> None:
    figures = sum(one.figures for one in found)
    different = [(one.claim, line) for one in found for line in one.differences]
    click.echo(f"\n{figures:,} figures; lines that differ: {len(different) or 'none'}")
    for claim, line in different:
        click.echo(f"\n{claim.name}, {claim.page}")
        click.echo(f"    published: {line.published or 'no such line'}")
        click.echo(f"    computed:  {line.computed}")
    for reason in failed:
        click.echo(f"\n{reason}")


def _data(one: Comparison) -> dict[str, Any]:
    return {
        "claim": one.claim.name,
        "page": one.claim.page,
        "figures": one.figures,
        "same": not one.differences,
        "lines": [{"published": line.published, "computed": line.computed} for line in one.lines],
    }
