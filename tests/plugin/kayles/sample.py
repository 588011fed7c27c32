"""Six pins, for the self-test."""

from __future__ import annotations

from collections.abc import Iterator

from kayles.game import game_of
from kayles.position import Pins
from tablebase.engine.tables.selftest import Sample


def sample() -> Sample[Pins]:
    """All rows of six pins; each has the value of its mirror image."""
    return Sample(game_of(6), images=_mirrored)


def _mirrored(pins: Pins) -> Iterator[Pins]:
    yield Pins(pins.row[::-1])
