"""docs/adding-a-game.md, followed literally: its game in one file, checked, played, stored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablebase.games import GAMES

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"


def block(name):
    """The code of the page behind a comment."""
    return re.search(rf"<!-- {name} -->\n```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)[1]


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
