"""Codes in memory and in files: packed, if they have 4 bits."""

from __future__ import annotations

from tablebase.engine.arrays import Codes


def packed_size(size: int, bits: int) -> int:
    """Bytes that `size` codes take when packed."""
    return -(-size * bits // 8)


def pack(codes: Codes, bits: int) -> Codes:
    """Pack an array of one code a byte: 4-bit codes go two to a byte, even rank in the low half.

    An odd number of codes is padded with 0. Codes of 8 bits stay as they are.
    """
    if bits == 8:
        return codes
    packed: Codes = codes[::2].copy()
    packed[: len(codes) // 2] |= codes[1::2] << 4
    return packed


def unpack(packed: Codes, size: int, bits: int) -> Codes:
    """The inverse of `pack`: `size` codes, one a byte."""
    if bits == 8:
        return packed[:size]
    codes: Codes = packed.repeat(2)
    codes[::2] &= 15
    codes[1::2] >>= 4
    return codes[:size]
