"""What is made when it is first needed, and kept: names of a package, properties, workspaces.

Before Python 3.12 `functools.cached_property` holds a lock while it computes, shared by all
instances of a class. A process forked at that moment inherits the held lock, and hangs when it
needs the property. Ours has no lock. Our properties are cheap and depend on nothing that changes,
so it does no harm if two threads compute one at the same time.
"""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Callable
from importlib import import_module
from pkgutil import get_data
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

_PUBLIC = re.compile(r"^ *from (\S+) import (\w+) as \2\b", re.MULTILINE)


def exports(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of a package that imports its names when they are used.

    Its public names, ``__all__``, are those that its source imports for type checkers, each in the
    form ``from module import name as name``.
    """
    source = get_data(package, "__init__.py") or b""
    module_of = {name: module for module, name in _PUBLIC.findall(source.decode())}

    def get(name: str) -> Any:
        if name == "__all__":
            return sorted(module_of)
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module_of[name]), name)
        setattr(import_module(package), name, value)
        return value

    def listed() -> list[str]:
        return sorted({*vars(import_module(package)), *module_of})

    return get, listed


class cached_property(functools.cached_property[T]):  # noqa: N801  # used like its base
    """Like `functools.cached_property` of Python 3.12 and later."""

    if not TYPE_CHECKING:  # the types are those of the base

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            # From now on Python finds the instance's own entry first.
            value = instance.__dict__[self.attrname] = self.func(instance)
            return value


class Kept(threading.local):
    """What a thread keeps for its next job: fresh pages of memory may cost as much as the job.

    It is taken out, as another job may begin before this one ends.
    """

    value: Any = None

    def take(self, fits: Callable[[Any], bool]) -> Any:
        """What was kept, if it fits; if not, it is freed before anybody makes another."""
        kept, self.value = self.value, None
        return kept if kept is not None and fits(kept) else None
