"""The user's own tablebase files, where commands look when no file is named."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs


def home_file() -> Path:
    """The path of the user's own tablebase file, whether or not it exists yet.

    It is ``tables.h5`` in the folder that the environment variable ``TABLEBASE_HOME`` names,
    else in the user's data folder as the platform has it.
    """
    return _home() / "tables.h5"


def whole_file() -> Path:
    """The path of the user's own file of the whole game: ``whole.h5`` in the same folder."""
    return _home() / "whole.h5"


def _home() -> Path:
    folder = os.environ.get("TABLEBASE_HOME")
    return Path(folder or platformdirs.user_data_path("tablebase"))
