"""Packages that only an extra installs."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from tablebase.errors import MissingExtraError


def load(package: str, extra: str) -> ModuleType:
    """Import a package; `MissingExtraError` names the extra that installs it."""
    try:
        return import_module(package)
    except ImportError as error:
        raise MissingExtraError(
            f"this needs {package} ({error}): pip install 'collapsi-tablebase[{extra}]'"
        ) from None
