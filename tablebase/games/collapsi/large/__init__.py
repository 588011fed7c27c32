"""Deals solved with one byte a position: boards of 17 to 26 cells, and pawns that share cards.

A 5x5 deal has 1.06 thousand million positions. Its induction needs 4 GiB of memory, and uses all
cores this process may use. `opening_values` tells of a deal what its openings are worth, and
makes no table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablebase.games.collapsi.large.solver import opening_values

__all__ = ["opening_values"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tablebase.games.collapsi.large import solver

    return getattr(solver, name)
