"""Codes in memory and in files: packed, if they have 4 bits."""

from __future__ import annotations

import numpy as np

from tablebase.engine.arrays import I64, Codes

_AT_ONCE = 1 << 20


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


def parts_of(size: int) -> list[slice]:
    """Slices that cover `size` entries, so that no copy holds all of them at once."""
    return [slice(at, at + _AT_ONCE) for at in range(0, size, _AT_ONCE)]


def count_codes(packed: Codes, size: int, bits: int) -> I64:
    """How often each code occurs among `size` packed codes, shape ``(1 << bits,)``."""
    packed = packed[: packed_size(size, bits)]
    counts = np.zeros(256, dtype=np.int64)
    for part in parts_of(len(packed)):
        counts += np.bincount(packed[part], minlength=256)
    bytes_of = counts.reshape((1 << bits,) * (8 // bits))  # by each code in a byte
    axes = range(bytes_of.ndim)
    found = np.zeros(1 << bits, dtype=np.int64)
    for axis in axes:
        found += np.moveaxis(bytes_of, axis, 0).sum(axis=tuple(axes[1:]))
    found[0] -= len(packed) * len(axes) - size  # the empty rest of the last byte
    return found
