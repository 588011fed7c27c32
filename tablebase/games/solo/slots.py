"""Masks of cells or slots with one bit taken out, for dense ranks; integers or arrays of them."""

from __future__ import annotations

from typing import Any


def taken_out(mask: Any, bit: Any) -> Any:
    """The mask without a bit; the bits above it move down by one."""
    low = mask & ((1 << bit) - 1)
    return low | ((mask >> (bit + 1)) << bit)


def put_in(mask: Any, bit: Any) -> Any:
    """The mask with a set bit put in; the bits above it move up by one: undoes `taken_out`."""
    low = mask & ((1 << bit) - 1)
    return low | (1 << bit) | ((mask >> bit) << (bit + 1))
