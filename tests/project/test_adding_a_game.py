"""docs/adding-a-game.md, followed literally: a game in one file, then as a room."""

import re
import shlex
import sys
from pathlib import Path
from types import ModuleType

import click
import plugged
import pytest

import tablebase
from tablebase.engine import rooms
from tablebase_cli.game import SHARED, Answer, GameCli
from tablebase_cli.group import GameGroup, pass_game

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


def block(name):
    """The code of the page behind a comment."""
    return re.search(rf"<!-- {name} -->\n```[a-z]+\n(.*?)```", PAGE.read_text("utf-8"), re.S)[1]


@pytest.fixture
def forgotten(monkeypatch):
    """No module of a game kayles, neither before the test nor after it."""

    def forget():
        for name in [name for name in sys.modules if name.split(".")[0] == "kayles"]:
            del sys.modules[name]

    forget()
    yield
    forget()


@pytest.fixture
def kayles(forgotten, tmp_path, monkeypatch):
    """The page's game in one file, where Python finds it."""
    (tmp_path / "kayles.py").write_text(block("kayles.py"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("kayles")
def test_the_file_works_as_it_is_written(capsys):
    exec(block("check"), {})
    checked = capsys.readouterr().out.splitlines()
    assert len(checked) == 11
    assert all(line.startswith("ok - ") for line in checked)
    said = PAGE.read_text("utf-8").split("It checks that")[1].split("##")[0]
    names = re.findall(r"^- (.*?)[,.]$", said, re.M)
    assert [line.removeprefix("ok - ") for line in checked] == names

    exec(block("use"), {})
    *line, searched = capsys.readouterr().out.splitlines()
    # The first player takes the middle pin and then mirrors: the last of seven plies or fewer.
    assert line[0].startswith("1111111 first wins in ")
    assert line[-1].startswith("0000000 ")
    assert len(line) == int(line[0].split()[-1]) + 1
    assert searched == line[0].removeprefix("1111111 ")
    (check,) = tablebase.verify("kayles.h5")
    assert check.error == "cannot check: no installed game is called kayles"


def test_every_block_is_tested():
    blocks = re.findall(r"(?:<!-- (\S+) -->\n)?```[a-z]+\n", PAGE.read_text("utf-8"))
    files = ["pyproject.toml", "room.py", "commands.py"]
    assert blocks == ["kayles.py", "check", "use", *files, "commands"]


def test_the_blocks_of_the_room_are_those_of_the_complete_example():
    assert block("room.py") == (plugged.PLUGIN / "kayles/room.py").read_text()
    assert block("commands.py") == (plugged.PLUGIN / "kayles/commands.py").read_text()
    sections = (plugged.PLUGIN / "pyproject.toml").read_text().split("\n\n")
    for section in block("pyproject.toml").strip().split("\n\n"):
        assert section in map(str.strip, sections)


# The command line


@pytest.fixture
def cli(forgotten, monkeypatch, tmp_path):
    """The complete example, as pip installs it for an editor; returns its commands."""
    metadata = tmp_path / "packages" / "kayles-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Name: kayles\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        block("pyproject.toml")
        .split("\n\n")[0]
        .replace('project.entry-points."', "")
        .replace('"', "")
    )
    monkeypatch.syspath_prepend(plugged.PLUGIN)
    monkeypatch.syspath_prepend(metadata.parent)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "tablebase_cli.program", raising=False)
    for found in (rooms.installed, rooms.room_named, rooms._finder):
        found.cache_clear()
    import kayles.commands

    yield kayles.commands
    for found in (rooms.installed, rooms.room_named, rooms._finder):
        found.cache_clear()


@pytest.mark.usefixtures("cli")
@pytest.mark.thorough
def test_every_shared_command(answer):
    """Includes `line`, with sides that the command line has never heard of."""
    printed = {}
    for line in block("commands").splitlines():
        words = shlex.split(line)
        name = " ".join([*words[1:3], *(word for word in words if word == "search")])
        printed[name.removeprefix("kayles ")] = [
            " ".join(row.split()) for row in answer(*words[1:]).splitlines()
        ]
    assert printed.pop("selftest kayles")[0] == "kayles, 6, 64 positions"
    assert {name.split()[0] for name in printed} == {*SHARED, "play"}
    assert printed["show"] == ["1101", "first to move (3 left): 1 2 4 1-2", "1101"]
    headline = "first to move (7 left): first wins in 5 plies"
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
    said = " ".join(printed["play"])
    assert "with perfect play first wins in 5 plies from the start" in said


@pytest.mark.usefixtures("cli")
def test_help_has_the_words_of_the_game(answer):
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


def test_an_answer_of_its_own_takes_what_the_page_says(cli, monkeypatch, answer):
    class Short(cli.KaylesCli):
        def answer(self, position, file):
            return Answer({}, f"{position.layer} pins", [], "counted")

    assert "| `answer(position, file)` |" in PAGE.read_text("utf-8")
    monkeypatch.setattr(cli, "kayles", GameGroup(Short()))
    assert answer("kayles", "probe", "101").splitlines() == ["101", "2 pins", "counted"]


def test_a_command_of_its_own(cli, monkeypatch, answer):
    @click.command()
    @pass_game
    def build(game):
        click.echo(f"built by {game.name}")

    module = ModuleType("kayles.build")
    module.build = build
    monkeypatch.setitem(sys.modules, "kayles.build", module)
    (written,) = re.findall(r"`(\{\*\*GameCli.*?\})`", PAGE.read_text("utf-8"))
    monkeypatch.setattr(cli.KaylesCli, "commands", eval(written, {"GameCli": GameCli}))
    monkeypatch.setattr(cli, "kayles", GameGroup(cli.KaylesCli()))
    assert answer("kayles", "build") == "built by kayles\n"
    assert answer("kayles", "show", "101").startswith("101\n")


def test_a_game_of_one_player_has_no_search(cli, monkeypatch, answer, fails):
    monkeypatch.setattr(cli.KaylesCli, "solitaire", True)
    monkeypatch.setattr(cli, "kayles", GameGroup(cli.KaylesCli()))
    assert "compare" not in answer("kayles", "--help")
    assert "No such command 'compare'" in fails(2, "kayles", "compare", "1")
    assert "--method" not in answer("kayles", "probe", "--help")
    assert "--method" in fails(2, "kayles", "probe", "1", "--method", "search")
