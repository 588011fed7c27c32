"""What verification finds of a table."""

from __future__ import annotations

from typing import NamedTuple


class TableCheck(NamedTuple):
    """What was found of one table.

    Attributes
    ----------
    path : str
        The table's path in the file, or what else was checked.
    positions : int
        Number of positions derived anew.
    error : str
        The first thing wrong; empty if all is right.
    """

    path: str
    positions: int
    error: str = ""
