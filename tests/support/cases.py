"""Cases of a corpus, see `conformance`: texts with small errors, and what Python says of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

Case = dict[str, Any]

Agreed = tuple[str, dict[str, Any], Any, dict[str, Any]]
"""A path, a query, the position that it names, and its moves with the positions after them."""

WRONG = 12
"""How many wrong texts of a kind are kept."""


def moves_of(position: Any) -> dict[str, Any]:
    """The legal moves by the library's plain rules, with the positions after them."""
    return {str(move): str(position.play(move)) for move in position.legal_moves()}


def notation(
    seed: str,
    texts: Sequence[str],
    signs: Sequence[str],
    read: Callable[[str], object],
    files: dict[str, Any] | None = None,
) -> Iterator[Case]:
    """A header with the files of a side game's engine, texts of positions, and wrong texts."""
    yield {"files": files or {}}
    for text in texts:
        yield {"query": {"position": text}, "says": str(read(text))}
    for text, error in wrong_cases(random.Random(seed), texts, signs, read):
        yield {"query": {"position": text}, "parameter": "position", "error": error}


def wrong_cases(
    rng: random.Random,
    given: Sequence[str],
    signs: Sequence[str],
    read: Callable[[str], object],
    rare: Sequence[str] = (),
    tries: int = 1500,
) -> Iterator[tuple[str, str]]:
    """Texts with small errors that cannot be read, and the messages: some of each kind.

    `rare` are texts of kinds to which small errors seldom lead.
    """
    kept: Counter[str] = Counter()
    small = (spoiled(rng, rng.choice(given), signs) for _ in range(tries))
    for text in chain(rare, small):
        try:
            read(text)
        except ValueError as error:
            # Messages of a kind differ in what they quote, and in numbers, cells and colours.
            kind = re.sub(r"'.*'|\".*\"|\d+|\b[a-h]\b|red|blue|green|yellow", "", str(error))
            kept[kind] += 1
            if kept[kind] <= WRONG:
                yield text, str(error)


def spoiled(rng: random.Random, text: str, signs: Sequence[str]) -> str:
    """A text with one to three small errors."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        at, other = rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)
        put = rng.choice(("", rng.choice(signs), text[other : other + 2]))
        text = rng.choice((
            text[:at] + put + text[at + rng.randrange(3) :],
            text.replace(rng.choice(signs), put, 1),
            text[:at] + put,
        ))  # fmt: skip
    return text
