"""The options of commands whose work can run on a cluster."""

from __future__ import annotations

import click

from tablebase_cli.numbers import THREADS

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Run on the workers of this Dask scheduler, such as tcp://10.0.0.1:8786, instead of on "
    "this machine. Needs the extra [cluster].",
)

shared_option = click.option(
    "--shared",
    is_flag=True,
    help="With --scheduler: the workers share the output's folder under the same path, and write "
    "finished work there instead of sending it.",
)

workers_option = click.option(
    "--workers",
    type=THREADS,
    metavar="N",
    help="Number of threads here; by default one for each core.",
)


def check_shared(scheduler: str | None, shared: bool, workers: int | None = None) -> None:
    """Refuse options that contradict each other."""
    if shared and scheduler is None:
        raise click.UsageError("--shared goes with --scheduler ADDRESS")
    if workers is not None and scheduler is not None:
        raise click.UsageError(
            "--workers counts threads on this machine: expected it or --scheduler, not both"
        )
