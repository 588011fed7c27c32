"""A claim beside its page.

The page is the only place that holds the published figures. A claim writes its lines again from
what the command prints, and the page must have the same lines. Two lines are of the same kind if
they differ only in numbers; the published line is the next one of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reproduce.claims import Claim
from tablebase.errors import quote

NUMBER = re.compile(r"\b[0-9a-f]{64}\b|(?<![\d.])[-+]?\d(?:[\d.,]*\d)?")
"""A number as pages write it, with its sign; also a SHA-256."""

_LINK = re.compile(r"!?\[([^]]*)\]\([^)]*\)")


@dataclass(frozen=True)
class Line:
    """A line as computed, and the page's line of the same kind; None if the page has none."""

    computed: str
    published: str | None

    @property
    def same(self) -> bool:
        """Whether the page has exactly this line."""
        return self.computed == self.published

    @property
    def figures(self) -> int:
        """How many numbers the line has."""
        return len(NUMBER.findall(self.computed))


@dataclass(frozen=True)
class Comparison:
    """A claim's lines beside those of its page."""

    claim: Claim
    lines: tuple[Line, ...]

    @property
    def figures(self) -> int:
        """How many figures were compared."""
        return sum(line.figures for line in self.lines)

    @property
    def differences(self) -> tuple[Line, ...]:
        """The lines that differ from the page's."""
        return tuple(line for line in self.lines if not line.same)


def compare(claim: Claim, page: str, results: Sequence[Any]) -> Comparison:
    """Write a claim's lines from its commands' results, and compare them with the page's text."""
    text, after = plain(page), plain(claim.after)
    at = text.find(after)
    if at < 0:
        raise ValueError(f"{claim.page} lacks {quote(claim.after)}, which {claim.name} needs")
    lines = tuple(_matched(text, at + len(after), claim.lines(*results)))
    if not lines:
        raise ValueError(f"{claim.name} has nothing to compare: its commands printed nothing")
    return Comparison(claim, lines)


def plain(text: str) -> str:
    """A page's text on one line, without the marks of its layout."""
    return " ".join(re.sub(r"[*`\\]", "", _LINK.sub(r"\1", text)).split())


def _matched(text: str, at: int, lines: Iterable[str]) -> Iterator[Line]:
    for line in map(plain, lines):
        found = _kind(line).search(text, at)
        if found:
            at = found.end()
        yield Line(line, found and found.group())


def _kind(line: str) -> re.Pattern[str]:
    """A pattern for lines that differ from this one only in numbers."""
    words = NUMBER.split(line)
    return re.compile(f"(?:{NUMBER.pattern})".join(map(re.escape, words)))
