"""What games of one pawn on Collapsi's cards share: its letter, and dense ranks of masks.

Masks are of cells or slots, integers or arrays of them, with the pawn's bit taken out.
"""

from __future__ import annotations

from typing import Any

PAWN = "r"
"""The letter of the pawn, after its card."""


def taken_out(mask: Any, bit: Any) -> Any:
    """The mask without a bit; the bits above it move down by one."""
    low = mask & ((1 << bit) - 1)
    return low | ((mask >> (bit + 1)) << bit)


def put_in(mask: Any, bit: Any) -> Any:
    """The mask with a set bit put in; the bits above it move up by one: undoes `taken_out`."""
    low = mask & ((1 << bit) - 1)
    return low | (1 << bit) | ((mask >> bit) << (bit + 1))
