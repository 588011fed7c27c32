"""The tasks by name."""

from __future__ import annotations

from typing import Any

from tablebase.errors import quote
from tablebase.games.collapsi.tasks import CollapsiTask
from tablebase.games.nim.tasks import NimTask
from tablebase.games.pairs.tasks import PairsTask
from tablebase.rl.task import Task

TASKS: dict[str, type[Task]] = {task.name: task for task in (CollapsiTask, NimTask, PairsTask)}


def task_of(name: str, **options: Any) -> Task:
    """The task with a name, ``"collapsi"``, ``"nim"`` or ``"pairs"``; options are its class's.

    Raises `ValueError` for any other name.

    Examples
    --------
    >>> task = task_of("collapsi", edition="single")
    >>> task.shape, task.actions
    ((7, 4, 4), 16)
    """
    if name not in TASKS:
        raise ValueError(f"unknown game {quote(name)}: expected {', '.join(TASKS)}")
    return TASKS[name](**options)
