"""The user's own tablebase files, which commands use when no file is named."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def home_file() -> Path:
    """The path of the user's own tablebase file, whether or not it exists yet.

    It is ``tables.h5`` in the folder that the environment variable ``TABLEBASE_HOME`` names, or
    else in the platform's folder for user data.
    """
    return own_file("tables")


def whole_file() -> Path:
    """The path of the user's own file of the whole game: ``whole.h5`` in the same folder."""
    return own_file("whole")


def own_file(name: str) -> Path:
    """The path of one of the user's own files in that folder, by its name without ``.h5``."""
    return _home() / f"{name}.h5"


def _home() -> Path:
    folder = os.environ.get("TABLEBASE_HOME")
    return Path(folder or platformdirs.user_data_path("tablebase"))
