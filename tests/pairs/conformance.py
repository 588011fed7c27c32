"""What Python says of Pair Solitaire's notation, for `tests/conformance.py`."""

from __future__ import annotations

from collections.abc import Iterator

from cases import Case, notation

from tablebase.games.pairs.position import Position


def cases() -> Iterator[Case]:
    """Texts of positions, and what a wrong one is told."""
    texts = ["A♠ 10♥ Td jc", "as,KD 3h", "2H xKD 2C 9H 10S KH x5D 2D", "2H 9C 2S KD 2C 9H 5S KH 5D"]
    return notation("pairs", texts, "A10JKTSHDCxq ,'♦", Position.parse)


CORPORA = {"pairs/conformance.jsonl.gz": cases}
