"""Turns: what a variant is, asked in one place."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
TURNS = ROOT / "tablebase/games/collapsi/turns"
FLAGS = {"landing", "shift", "out"}
PLAYERS = {"players", "pawns", "order", "sides", "starts"}
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
