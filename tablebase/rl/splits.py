"""Splits: which deals are for training, for validation and for the test.

A deal's split follows from a hash of its *identity*, a text that is the same for all deals that a
symmetry makes equal. So no deal is in two splits, however it is turned.
"""

from __future__ import annotations

import hashlib
from typing import Literal, get_args

from tablebase.errors import quote

Split = Literal["train", "validation", "test"]
"""The names of the splits."""

SHARES: dict[Split, int] = {"train": 8, "validation": 1, "test": 1}
"""How many tenths of all deals are in each."""

PARTS = 10
"""One deal in this many is for the test, and one for validation."""


def split_of(identity: str) -> Split:
    """The split of a deal, given its identity.

    The first eight bytes of the text's SHA-256 are a number, most significant byte first. If this
    number modulo 10 is 0, the deal is for the test; if 1, for validation; otherwise for training.

    Examples
    --------
    >>> split_of("collapsi JA34.34J3.AA22.322A")
    'train'
    """
    number = int.from_bytes(hashlib.sha256(identity.encode()).digest()[:8], "big") % PARTS
    return "test" if number == 0 else "validation" if number == 1 else "train"


def check_split(split: str) -> None:
    """Raise `ValueError` unless there is a split of that name."""
    if split not in get_args(Split):
        raise ValueError(f"split {quote(split)}: expected {', '.join(get_args(Split))}")
