"""docs/first-kernel.md, followed literally, and the games of docs/examples/ against oracles."""

import importlib
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from support.effort import sample

import tablebase
from tablebase.engine.tables.selftest import run
from tablebase.engine.tables.table import build_table
from tablebase.engine.values import Result

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "first-kernel.md").read_text("utf-8")
EXAMPLES = ["domineering", "kayles_fast", "kayles_three"]


def block(page, name):
    """The code of a page behind a comment."""
    return re.search(rf"<!-- {name} -->\n```[a-z]+\n(.*?)```", page, re.S)[1]


@pytest.fixture
def examples(monkeypatch, tmp_path):
    """Imports an example, with the file of the page before in reach."""
    page = (DOCS / "adding-a-game.md").read_text("utf-8")
    (tmp_path / "kayles.py").write_text(block(page, "kayles.py"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(DOCS / "examples")

    def forget():
        for name in ["kayles", *EXAMPLES]:
            sys.modules.pop(name, None)

    forget()
    yield importlib.import_module
    forget()


def test_the_page_shows_the_examples():
    assert block(PAGE, "kayles_fast.py") == (DOCS / "examples/kayles_fast.py").read_text("utf-8")
    for name in ("domineering.py", "kayles_three.py"):
        assert block(PAGE, name) in (DOCS / "examples" / name).read_text("utf-8")
    blocks = re.findall(r"(?:<!-- (\S+) -->\n)?```[a-z]+\n", PAGE)
    shown = ["kayles_fast.py", "check", "solve", "domineering.py", "kayles_three.py", "functions"]
    assert blocks == shown


@pytest.mark.thorough
def test_the_page_works_as_it_is_written(examples, capsys):
    exec(block(PAGE, "check"), {})
    checked = capsys.readouterr().out.splitlines()
    assert len(checked) == 11
    assert all(line.startswith("ok - ") for line in checked)
    exec(block(PAGE, "solve"), {})
    rate, values = capsys.readouterr().out.splitlines()
    assert rate.endswith(" positions a second")
    assert values.startswith("win in ")  # the first player wins Kayles: take the middle, mirror
    exec(block(PAGE, "functions"), {})
    (after,) = capsys.readouterr().out.splitlines()
    start, game = examples("kayles").Pins("1111111"), examples("kayles_fast").Kayles(7)
    assert after == str([game.rank(start.play(move)) for move in start.legal_moves()])


@pytest.mark.parametrize("name", sample(["kayles_three", "domineering"], 1))
def test_examples_are_consistent(name, examples):
    assert [check.error for check in run(examples(name).sample())] == [""] * 11


@pytest.mark.parametrize(
    ("rows", "columns", "winner"),
    # Breuker, Uiterwijk and van den Herik, "Solving 8x8 Domineering" (2000): who wins, the first
    # player or the second; here the side that lays dominoes upright begins.
    [(4, 4, "left"), (5, 5, "right")],
)
def test_domineering_as_published(rows, columns, winner, examples):
    board = examples("domineering").Board.parse("/".join(["." * columns] * rows))
    found = tablebase.search(board, goal="result")
    assert found.winner == winner


def test_kayles_for_three_by_an_oracle(examples):
    three = examples("kayles_three")

    @cache
    def hero_wins(row, turn):
        if "1" not in row:
            return turn != 0
        pins = [at for at, pin in enumerate(row) if pin == "1"]
        takes = [(at,) for at in pins] + [(at, at + 1) for at in pins if at + 1 in pins]
        after = (
            hero_wins(
                "".join("0" if at in take else pin for at, pin in enumerate(row)), (turn + 1) % 3
            )
            for take in takes
        )
        return any(after) if turn == 0 else all(after)

    table = build_table(three.ThreeKayles(8))
    for rank in range(table.game.size):
        position = table.game.unrank(rank)
        wins = table.value(position).result is Result.WIN
        assert wins == (hero_wins(position.row, position.turn) == (position.turn == 0))
