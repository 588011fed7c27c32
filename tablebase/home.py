"""The files that commands use when no file is named: the user's tables.h5 and those beside it."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def home_file() -> Path:
    """The path of the user's tables.h5, whether or not it exists yet.

    It is in the folder that the environment variable ``TABLEBASE_HOME`` names, or else in the
    platform's folder for user data.
    """
    return own_file("tables")


def whole_file() -> Path:
    """The path of the user's file of the whole game: ``whole.h5`` in the same folder."""
    return own_file("whole")


def own_file(name: str) -> Path:
    """The path of a file in that folder, by its name without ``.h5``."""
    folder = os.environ.get("TABLEBASE_HOME") or platformdirs.user_data_path("tablebase")
    return Path(folder, f"{name}.h5")
