"""Packages that only an extra installs."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from tablebase.errors import MissingExtraError


def how_to_install(extra: str) -> str:
    """What to type to install an extra: until there is a release, in a clone."""
    return f"pip install '.[{extra}]' in a clone"


def load(package: str, extra: str) -> ModuleType:
    """Import a package; `MissingExtraError` names the extra that installs it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingExtraError(
            f"this needs {package} ({error}): {how_to_install(extra)}"
        ) from None
