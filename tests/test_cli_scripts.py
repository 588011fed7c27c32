"""What scripts rely on: exit codes, columns, JSON, and help that is found."""

import csv
import io
import json
import re

import pytest
from support import DEAL, python

import tablebase
from tablebase.games.collapsi.commands import GAME
from tablebase.games.collapsi.rules_file import load_rules
from tablebase_cli.run import main

pytestmark = pytest.mark.usefixtures("home")

THREE = "JA23/A2J3/23A2/3A4J"


def test_the_package_is_the_program():
    done = python("import runpy; runpy.run_module('tablebase', run_name='__main__')", "--version")
    assert done.stdout == f"tablebase, version {tablebase.__version__}\n"


def test_an_interrupted_run_ends_with_130(monkeypatch, capsys):
    from tablebase_cli.program import cli

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(type(cli), "invoke", interrupted)
    with pytest.raises(SystemExit) as end:
        main(["rules"])
    assert end.value.code == 130
    assert capsys.readouterr().err.strip() == "tablebase: interrupted"


@pytest.mark.parametrize(
    ("args", "command"),
    [
        (["probe"], "tablebase probe"),
        (["probe", DEAL, "--qqqqqq"], "tablebase probe"),
        (["nim", "probe"], "tablebase nim probe"),
        (["nosuch"], "tablebase"),
    ],
)
def test_wrong_usage_names_the_help(fails, args, command):
    assert fails(2, *args).endswith(f" Try '{command} --help'.\n")


def test_a_suggestion_needs_no_help(fails):
    assert fails(2, "probee") == "tablebase: No such command 'probee'. Did you mean 'probe'?\n"


def test_show_json(answer):
    start = tablebase.Deal.parse(DEAL).start("single")
    assert json.loads(answer("show", "--json", DEAL, "--edition", "single")) == {
        "position": str(start),
        "edition": "single",
        "ply": 0,
        "side_to_move": "red",
        "moves": [str(move) for move in start.legal_moves()],
    }
    assert json.loads(answer("nim", "show", "--json", "1x2"))["moves"] == ["a1", "a1-b1", "b1"]


def rows_of(run, *args):
    code, out, remarks = run(*args)  # remarks go to stderr
    assert code == 0
    assert "table: built" in remarks
    return list(csv.DictReader(io.StringIO(out)))


def test_a_probe_as_csv_has_a_column_for_each_fact(run):
    rows = rows_of(run, "probe", "--moves", "--format", "csv", DEAL)
    probe = tablebase.build(DEAL).probe(DEAL)
    assert rows == [
        {name: str(fact) for name, fact in move.as_dict().items()} for move in probe.moves
    ]


def test_a_probe_of_three_players_as_csv(run):
    rows = rows_of(run, "probe", "--format", "csv", "--rules", "3-players", THREE)
    with tablebase.open() as tables:
        probe = tables.probe(tablebase.Position.parse(THREE, rules=load_rules("3-players")))
    for row, move in zip(rows, probe.moves, strict=True):
        assert row["move"] == str(move.move)
        for player, value in move.values.items():
            assert (row[f"{player}_result"], int(row[f"{player}_dte"])) == value


def test_the_help_lists_every_command_once_under_a_title(answer):
    from tablebase_cli.program import cli

    text = answer("--help").partition("Options:")[2]
    titles = re.findall(r"^(\w[\w ]*):$", text, re.MULTILINE)
    assert titles == ["Tables", "Play", "Studies", "Other games", "All games"]
    listed = re.findall(r"^  ([a-z]+)  ", text, re.MULTILINE)
    import click

    assert sorted(listed) == sorted(cli.list_commands(click.Context(cli)))
    of_all = re.findall(r"^  ([a-z]+)  ", text.partition("All games:")[2], re.MULTILINE)
    assert "games" in of_all
    assert not set(GAME.commands).intersection(of_all)
