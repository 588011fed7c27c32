"""The tasks of the installed games, by name."""

from __future__ import annotations

from pkgutil import resolve_name
from typing import Any

from tablebase.engine.rooms import installed
from tablebase.errors import quote
from tablebase.rl.task import Task


def names() -> tuple[str, ...]:
    """The installed games that have a task."""
    return tuple(name for name, one in installed().items() if one.room.tasks)


def class_of(name: str) -> type[Task]:
    """The class of a game's tasks; raises `ValueError` if no installed game has that name."""
    if name not in names():
        raise ValueError(f"unknown game {quote(name)}: expected {', '.join(names())}")
    found: type[Task] = resolve_name(installed()[name].room.tasks)
    return found


def task_of(name: str, **options: Any) -> Task:
    """The task of an installed game; options are its class's. Raises as `class_of`.

    Examples
    --------
    >>> task = task_of("collapsi", edition="single")
    >>> task.shape, task.actions
    ((7, 4, 4), 16)
    """
    return class_of(name)(**options)
