"""Turns: what a variant is, asked in one place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tablebase import Board, Deal, Lab, Position, Rules, build, load_rules, search
from tablebase.games.collapsi.deck import usual_deck

ROOT = Path(__file__).parents[1]
TURNS = ROOT / "tablebase/games/collapsi/turns"
FLAGS = {"landing", "shift", "out"}
PLAYERS = {"players", "pawns", "order", "sides", "starts"}
METHODS = ("plain", "ordered")
MOST = 13
"""Questions about flags of the rules outside the turns' own files: with JavaScript's, under 20."""


def questions(source: str) -> list[int]:
    """The lines of a module that ask about a flag of Collapsi's rules."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Attribute) and is_flag(node))
        or (isinstance(node, ast.Compare) and compares_players(node))
    ]


def is_flag(node: ast.Attribute) -> bool:
    of_rules = last_name(node.value) == "rules"
    return node.attr in FLAGS and of_rules


def compares_players(node: ast.Compare) -> bool:
    """Whether a number of players is compared with a number, as in ``len(position.pawns) > 2``."""
    sides = [node.left, *node.comparators]
    numbers = [side for side in sides if isinstance(side, ast.Constant) and side.value in (2, 3, 4)]
    return bool(numbers) and any(last_name(side) in PLAYERS for side in sides)


def last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "len":
        node = node.args[0]
    return ast.unparse(node).rpartition(".")[2]


def test_questions_are_found():
    assert questions("a if rules.landing else b") == [1]
    assert questions("\nwhile self.rules.shift: pass") == [2]
    assert questions("2 < len(position.pawns)") == [1]
    assert questions("rules.players == 2 or self.players != 4") == [1, 1]
    assert not questions("range(rules.players), rules.turn.pawns_share, self.out, move.shift")


def test_flags_are_asked_after_in_turns():
    found = {
        f"{path.relative_to(ROOT)}:{line}"
        for folder in ("tablebase/games/collapsi", "tablebase/engine", "tablebase/web", "cli")
        for path in (ROOT / folder).rglob("*.py")
        if TURNS not in path.parents
        for line in questions(path.read_text("utf-8"))
    }
    assert len(found) < MOST, sorted(found)


PUBLISHED = load_rules("up-to")


def test_up_to_on_the_published_board():
    start = Deal.parse("A223/4A2J/3A23/J3A4", PUBLISHED).start("single")
    after = start.play("d1").play("a1")  # red is on a 3
    exact = Position.parse(str(after), "single")
    assert {*map(str, exact.legal_moves())} < {*map(str, after.legal_moves())}
    assert search(start).value == build(start.deal).probe(start).value


@pytest.mark.parametrize("option", [{"players": 3}, {"landing": True}, {"shift": "may"}], ids=str)
def test_up_to_goes_with_no_other_option(option):
    deck = usual_deck(16, option.get("players", 2))
    with pytest.raises(ValueError, match="up_to with"):
        Rules("both", Board(4, 4), deck, up_to=True, **option)


def test_up_to_in_the_laboratory(tmp_path):
    rules = Rules("flat", Board(2, 4, wrap=False), (0, 0, 1, 2, 2, 3, 3, 4), up_to=True)
    studies = Lab(tmp_path / "lab.json").study(rules, deals=50)
    assert {study.deals for study in studies} == {50}


def test_up_to_in_the_terminal(run, tmp_path):
    deal, file = "A223/4A2J/3A23/J3A4", tmp_path / "deals.h5"
    for args in (
        ("build", "--rules", "up-to", deal, "-o", file),
        ("verify", file),
        ("probe", deal, "--rules", "up-to", "--in", file),
        ("play", "--rules", "up-to", "--seed", "1"),
    ):
        code, _, err = run(*args, typed="1\nq\n")
        assert code == 0, err
