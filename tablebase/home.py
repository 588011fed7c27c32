"""Files that nobody names: the user's tables.h5 and those beside it, and the installed data."""

from __future__ import annotations

import os
from pathlib import Path


def home_file() -> Path:
    """The path of the user's tables.h5, whether or not it exists yet.

    It is in the folder that the environment variable ``TABLEBASE_HOME`` names, or else in the
    platform's folder for user data.
    """
    return own_file("tables")


def own_file(name: str) -> Path:
    """The path of a file in that folder, by its name without ``.h5``."""
    folder = os.environ.get("TABLEBASE_HOME")
    if not folder:
        import platformdirs  # takes a while to import

        folder = platformdirs.user_data_dir("tablebase")
    return Path(folder, f"{name}.h5")


def installed_data(name: str) -> Path:
    """The path of something in ``data/``, by its name there: small files that are installed too."""
    return _DATA / name


_PACKAGES = Path(__file__).parents[1]
_DATA = _PACKAGES / "tablebase_data"  # in site-packages
if not _DATA.is_dir():
    _DATA = _PACKAGES / "data"  # in a clone
