"""docs/adding-a-game.md, followed literally: its game in one file, checked, played, stored."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import click
import pytest

import tablebase_cli
from tablebase.games import GAMES
from tablebase_cli.game import SHARED
from tablebase_cli.group import GameGroup

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"


def block(name):
    """The code of the page behind a comment."""
    return re.search(rf"<!-- {name} -->\n```[a-z]+\n(.*?)```", PAGE.read_text("utf-8"), re.S)[1]


@pytest.fixture
def kayles(tmp_path, monkeypatch):
    (tmp_path / "kayles.py").write_text(block("kayles.py"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tablebase.games.GAMES", dict(GAMES))


@pytest.mark.usefixtures("kayles")
def test_the_page_works_as_it_is_written(capsys):
    exec(block("check"), {})
    checked = capsys.readouterr().out.splitlines()
    assert len(checked) == 8
    assert all(line.startswith("ok - ") for line in checked)
    names = re.findall(r"^- (.*?)[,.]$", PAGE.read_text("utf-8").split("## The self-test")[1], re.M)
    assert [line.removeprefix("ok - ") for line in checked] == names

    exec("import tablebase\n" + block("use"), {})
    *line, searched, verified = capsys.readouterr().out.splitlines()
    # The first player takes the middle pin and then mirrors: the last of seven plies or fewer.
    assert line[0].startswith("1111111 first wins in ")
    assert line[-1].startswith("0000000 ")
    assert len(line) == int(line[0].split()[-1]) + 1
    assert searched == line[0].removeprefix("1111111 ")
    assert verified == "['']"


# The command line


def module(monkeypatch, name, path):
    """A module of a package of ours, read from elsewhere."""
    spec = spec_from_file_location(name, path)
    found = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, found)
    spec.loader.exec_module(found)
    return found


@pytest.fixture
def cli(kayles, monkeypatch, tmp_path):
    """The page's two files where it puts them, registered as it says; returns the second."""
    (tmp_path / "cli.py").write_text(block("cli"), "utf-8")
    monkeypatch.setitem(sys.modules["tablebase.games"].GAMES, "kayles", "tablebase.games.kayles")
    module(monkeypatch, "tablebase.games.kayles", tmp_path / "kayles.py")
    monkeypatch.setitem(tablebase_cli.cli.modules, "kayles", "kayles")
    return module(monkeypatch, "tablebase_cli.kayles", tmp_path / "cli.py")


def test_every_shared_command(cli, answer):
    """Includes `line`, with sides that the command line has never heard of."""
    printed = {}
    for line in block("commands").splitlines():
        words = shlex.split(line)
        name = " ".join([words[2], *(word for word in words if word == "search")])
        printed[name] = [" ".join(row.split()) for row in answer(*words[1:]).splitlines()]
    assert {name.split()[0] for name in printed} == set(SHARED)
    assert printed["show"] == ["1101", "first to move: 1 2 4 1-2", "1101"]
    headline = "first to move (7 left): first wins in 5"
    drawn, first_line, _, best, *_ = printed["probe"]
    assert (drawn, first_line, best) == ("1111111", headline, "2-3 first wins in 5 (best) 1001111")
    assert printed["probe"][-1] == "table: built"
    assert headline in printed["probe search"]
    rows = [row.split()[1] for row in printed["line"][3:-1]]
    assert rows == ["first", "second"] * (len(rows) // 2) + ["first"] * (len(rows) % 2)
    assert printed["line"][-1] == "second has no legal move: first wins"
    assert printed["stats"][0] == "7: 128 positions"
    assert "pins left positions wins losses" in printed["stats"]
    assert "kayles.h5 holds 2 tables" in printed["build"][-1]
    assert [row.split()[:2] for row in printed["info"][2:]] == [["kayles", "12"], ["kayles", "7"]]
    assert "2 tables verified, every checksum and 4,224 positions" in printed["verify"][-1]
    assert printed["export"] == ["wrote 128 positions to kayles.csv"]
    assert printed["compare"][-2].startswith("all ")


def test_help_has_the_words_of_the_game(cli, answer):
    out = answer("kayles", "--help")
    assert "Kayles: knock down one pin" in out
    assert all(f"  {name} " in out for name in SHARED)
    for name in SHARED:
        assert not set("{}") & set(answer("kayles", name, "--help"))
    assert "Usage: tablebase kayles build [OPTIONS] ROW..." in answer("kayles", "build", "--help")
    assert "1 is standing" in answer("kayles", "probe", "--help")
    assert "kayles" in answer("--help")


def test_own_rules_are_options_of_every_command(cli, monkeypatch, answer, fails):
    class Upper(cli.KaylesCli):
        rule_options = (click.option("--pins", type=int, required=True, help="How many."),)

        def parse(self, text, pins):
            return super().parse(text * pins)

    monkeypatch.setattr(cli, "kayles", GameGroup(Upper()))
    assert answer("kayles", "show", "1", "--pins", 3).startswith("111\n")
    assert "5: 32 positions" in answer("kayles", "stats", "1", "--pins", 5)
    assert "--pins INTEGER" in answer("kayles", "build", "--help")
    assert "'--pins'" in fails(2, "kayles", "probe", "1")
    assert "--pins" not in answer("probe", "--help")


def test_a_game_of_one_player_has_no_search(cli, monkeypatch, answer, fails):
    monkeypatch.setattr(cli.KaylesCli, "solitaire", True)
    assert "--method" not in answer("kayles", "probe", "--help")
    assert "--method" in fails(2, "kayles", "probe", "1", "--method", "search")
