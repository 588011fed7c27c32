"""What scripts rely on: exit codes, columns, JSON, and help that is found."""

import csv
import io
import re

import pytest
from support import DEAL, python

import tablebase
from tablebase.games.collapsi.commands import GAME

pytestmark = pytest.mark.usefixtures("home")

THREE = "JA23/A2J3/23A2/3A4J"


def test_the_package_is_the_program():
    done = python("import runpy; runpy.run_module('tablebase', run_name='__main__')", "--version")
    assert done.stdout == f"tablebase, version {tablebase.__version__}\n"


def rows_of(run, *args):
    code, out, remarks = run(*args)  # remarks go to stderr
    assert code == 0
    assert "table: built" in remarks
    return list(csv.DictReader(io.StringIO(out)))


def test_a_probe_as_csv_has_a_column_for_each_fact(run):
    rows = rows_of(run, "probe", "--build", "--format", "csv", DEAL)
    probe = tablebase.build(DEAL).probe(DEAL)
    assert rows == [
        {name: str(fact) for name, fact in move.as_dict().items()} for move in probe.moves
    ]


def test_the_help_lists_every_command_once_under_a_title(answer):
    from tablebase_cli.program import cli

    text = answer("--help").partition("Options:")[2]
    titles = re.findall(r"^(\w[\w ]*):$", text, re.MULTILINE)
    assert titles == ["Tables", "Play", "Page", "Studies", "Other games", "All games"]
    listed = re.findall(r"^  ([a-z]+)  ", text, re.MULTILINE)
    import click

    assert sorted(listed) == sorted(cli.list_commands(click.Context(cli)))
    of_all = re.findall(r"^  ([a-z]+)  ", text.partition("All games:")[2], re.MULTILINE)
    assert "games" in of_all
    assert not set(GAME.commands).intersection(of_all)
