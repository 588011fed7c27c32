"""What commands print: tables and remarks for people, the same tables as CSV or markdown, and JSON.

A command gives `show` its answer twice: as plain data, and as the parts that a person reads.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from tablebase.plotting import check

from .options import FILE, checked, together

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

TABLE, JSON, CSV, MD = FORMATS = ("table", "json", "csv", "md")
FORMAT = "tablebase.format"
"""The key in a command's context for the chosen format."""

Part: TypeAlias = "str | Text | Table"
"""A part of what a person reads: a line or several, or a table."""

Header = Mapping[str, str] | Iterable[object]
"""The headings of a table's columns, or also how the numbers of each are formatted."""

UNENDED = "tablebase.unended"
"""The key in a command's context for what is printed last: `TABLE`, or a line of `MD`."""


def output_format() -> str:
    """How the running command prints: one of `FORMATS`."""
    context = click.get_current_context(silent=True)
    return TABLE if context is None else context.meta.get(FORMAT, TABLE)


def as_json() -> bool:
    """Whether the running command prints JSON."""
    return output_format() == JSON


def _choose(context: click.Context, parameter: click.Parameter, value: str | bool | None) -> None:
    """Keep the format; refuse two, whichever option comes first."""
    if value:
        if FORMAT in context.meta:
            raise click.UsageError("--json and --format exclude each other")
        context.meta[FORMAT] = JSON if value is True else value


printed = together(
    click.option(
        "--format",
        type=click.Choice(FORMATS),
        callback=_choose,
        expose_value=False,
        help="How to print the answer; table if omitted. With csv, remarks go to stderr.",
    ),
    click.option(
        "--json",
        "as_json",
        is_flag=True,
        callback=_choose,
        expose_value=False,
        help="Short for --format json.",
    ),
)
"""The options for how a command prints what it has found."""


plot_option = click.option(
    "--plot",
    type=FILE,
    metavar="FILE",
    callback=checked(check),
    help="Save a plot; the extension selects the format: .png, .svg, .pdf, .jpg or .webp. Needs "
    "the extra [plot].",
)


def show(data: Any, parts: Iterable[Part] = ()) -> None:
    """Print an answer in the chosen format: its `data` as JSON, or else its `parts`.

    The parts are made only if they are printed. If none of them is a table, CSV and markdown have
    what fits into cells of `data`, which is a mapping or a list of them.
    """
    from rich.table import Table

    if as_json():
        click.echo(json.dumps(data, indent=2))
        return
    out, tables = console(), 0
    for part in parts:
        if isinstance(part, Table):
            print_table(part)
            tables += 1
        else:
            out.print(part)
    if output_format() != TABLE and not tables:
        print_table(facts(data if isinstance(data, list) else [data]))


def facts(rows: Iterable[Mapping[str, Any]]) -> Table:
    """A table of what fits into cells of plain data, a row for each mapping."""
    cells = [
        {name: one for name, one in row.items() if isinstance(one, str | int | float)}
        for row in rows
    ]
    names = list(dict.fromkeys(name for row in cells for name in row))
    return figures(names, ([row.get(name, "") for name in names] for row in cells))


def printable(text: str) -> str:
    """Text that is safe to show in a terminal, even if it comes from a file.

    Line breaks stay; other control characters are escaped.
    """
    return "".join(
        sign if sign.isprintable() or sign == "\n" else sign.encode("unicode_escape").decode()
        for sign in text
    )


def styled(text: str, style: str) -> Text:
    """Text in a style, for people."""
    from rich.text import Text

    return Text(printable(text), style)


def bold(text: str) -> Text:
    """The line that says most."""
    return styled(text, "bold")


def dim(text: str) -> Text:
    """A remark, such as the random seed."""
    return styled(text, "dim")


def console() -> Console:
    """Output for people: plain text if it does not go to a terminal, or if NO_COLOR is set.

    It goes to stdout, or to stderr if stdout is for CSV. Lines in a file or a pipe are as long as
    they need to be. Strings are printed as they are, except for what `printable` escapes.
    """
    from rich.console import Console

    aside = output_format() == CSV

    class Plain(Console):
        def print(self, *objects: Any, **options: Any) -> None:
            ended = not aside and _end(TABLE)
            blank = objects in ((), ("",))
            if not blank or not ended:
                super().print(*objects, **options)
            if output_format() == MD:
                click.get_current_context().meta[UNENDED] = None if blank else MD

        def render_str(self, text: str, **options: Any) -> Text:
            return super().render_str(printable(text), **options)

    out = Plain(highlight=False, soft_wrap=True, markup=False, emoji=False, stderr=aside)
    if out.width < 20 or not (out.is_terminal or "COLUMNS" in os.environ):
        out.width = 1000
    return out


def table_of(*columns: str) -> Table:
    """A table of text; in a narrow terminal, text continues on the next line."""
    from rich.table import Column, Table

    return Table(*(Column(name, overflow="fold") for name in columns), box=None, pad_edge=False)


def texts(header: Iterable[str], rows: Iterable[Iterable[object]]) -> Table:
    """A table of text with rows."""
    table = table_of(*header)
    for row in rows:
        table.add_row(*map(str, row))
    return table


def figures(header: Header, rows: Iterable[Iterable[object]], names: int = 0) -> Table:
    """Columns of figures, flush right, after as many columns of `names`, flush left.

    The header may map each column's heading to how its numbers are formatted, such as ",". Text in
    such a column stands as it is, and - for None. In a narrow terminal lines wrap, so that nothing
    is cut off.
    """
    from rich.table import Table

    if isinstance(header, Mapping):
        rows = ([*map(_written, row, header.values())] for row in rows)
    table = Table(box=None, pad_edge=False)
    for number, name in enumerate(header):
        table.add_column(str(name), justify="right" if number >= names else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(str, row))
    return table


def _written(value: Any, form: str) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else format(value, form)


def print_table(table: Table) -> None:
    """Print a table in the chosen format."""
    if output_format() not in (MD, CSV):
        from rich.measure import Measurement

        out = console()
        if all(column.no_wrap for column in table.columns):
            width = Measurement.get(out, out.options.update(max_width=1000), table).maximum
            out.width = max(out.width, width)
        out.print(table)
        return
    if table.show_header:
        _end(TABLE, MD)
    header = [str(column.header) for column in table.columns]
    cells = zip(*(column.cells for column in table.columns), strict=True)
    rows = [list(map(str, row)) for row in cells]
    if output_format() == CSV:
        print_csv(header if table.show_header else None, (map(_number, row) for row in rows))
    else:
        rules = ["--:" if column.justify == "right" else "---" for column in table.columns]
        for row in [header, rules] * table.show_header + rows:
            cells_of_row = (cell.replace("|", r"\|").replace("\n", "<br>") for cell in row)
            click.echo(f"| {' | '.join(cells_of_row)} |")
    click.get_current_context().meta[UNENDED] = TABLE


def print_csv(header: Iterable[str] | None, rows: Iterable[Iterable[object]]) -> None:
    """Print columns as CSV, whatever the chosen format is."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    if header is not None:
        writer.writerow(header)
    writer.writerows(rows)


def _end(*kinds: str) -> bool:
    """Print an empty line after a table of markdown or CSV, or before one of markdown."""
    context = click.get_current_context(silent=True)
    if context is None or context.meta.get(UNENDED) not in kinds:
        return False
    del context.meta[UNENDED]
    click.echo()
    return True


def _number(cell: str) -> str:
    """A cell of CSV: numbers without commas."""
    many = r"(?<![\w.,])-?\d{1,3}(,\d{3})+(?![\w,])"
    return re.sub(many, lambda found: found[0].replace(",", ""), cell)
