"""What only Collapsi's commands do with output: columns as CSV, and pictures alone."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from tablebase_cli.output import output_format


def check_one_output(plot: Path | None) -> None:
    """Refuse a picture together with another kind of output."""
    if plot is not None and output_format() != "text":
        raise click.UsageError("--plot excludes --json and --format: a picture is all that is made")


def print_csv(header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print columns as CSV, whatever the chosen format is."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
