"""Compare a game's task with its rules: its actions, its moves and what a player sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pkgutil import resolve_name
from typing import Any

import numpy as np

from tablebase.compare import playout
from tablebase.engine.rooms import Installed
from tablebase.engine.tables.selftest import Check, checked
from tablebase.rl.task import Task

POSITIONS = 300
"""How many positions of random games are compared."""


def checks(one: Installed) -> Iterator[Check]:
    """Whether the task of a game, with its default options, is the game."""
    if one.room.tasks:
        name = "the task's moves are those of the rules"
        yield checked(name, lambda: errors(resolve_name(one.room.tasks)()))


def errors(task: Task) -> Iterator[str]:
    """Where a task and the rules differ, in the positions of some random games."""
    rng = random.Random(1)
    found, start = 0, task.start(task.example)
    while found < POSITIONS:
        for position in playout(start, rng):
            yield from _errors_of(task, position)
            found += 1
        start = task.draw(rng)


def _errors_of(task: Task, position: Any) -> Iterator[str]:
    if position.sides[0] not in task.agents:
        yield f"{position}: {position.sides[0]} is to move, who is none of {task.agents}"
    instance = task.instance(position)
    row, moves = instance.row_of(position), position.legal_moves()
    by_rules = {task.action_of(position, move): position.play(move) for move in moves}
    expected = {action: instance.row_of(after).tolist() for action, after in by_rules.items()}
    if len(expected) != len(moves) or not set(expected) <= set(range(task.actions)):
        named = ", ".join(f"{move} is {task.action_of(position, move)}" for move in moves)
        yield f"{position}: expected a number below {task.actions} for each move, but {named}"
    found = instance.moves(row)
    if (actions := sorted(found.actions.tolist())) != sorted(expected):
        yield f"{position}: actions {actions}, by the rules {sorted(expected)}"
    for number, action in enumerate(found.actions.tolist()):
        if (after := found.after[number : number + 1].tolist()) != expected[action]:
            yield f"{position}: action {action} leads to {after}, by the rules {expected[action]}"
    seen = instance.observe(row)
    if seen.shape != (1, *task.shape) or not np.isin(seen, (0, 1)).all():
        wrong = f"planes {seen.shape[1:]} of {np.unique(seen).tolist()}"
        yield f"{position}: {wrong}, expected {task.shape} of 0 and 1"
