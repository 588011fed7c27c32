"""What the claims' functions share: the decorator, and numbers as pages write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from tablebase.reproduce.claims import Claim

Lines = Callable[..., Iterable[str]]


def claim(page: str, after: str, *commands: str, seconds: int) -> Callable[[Lines], Claim]:
    """Make a function that writes a page's lines a `Claim`, named like the function."""

    def made(lines: Lines) -> Claim:
        name = lines.__name__.replace("_", "-")
        return Claim(name, page, after, commands, seconds, lines)

    return made


def same_bytes(name: str, command: str, seconds: int) -> Claim:
    """The claim that a command makes a published file again, byte for byte."""
    commands = command, f"python -m tablebase.reproduce.sums . {name}"
    claimed = f"{Path(name).stem}-file"
    return Claim(claimed, "data/SHA256SUMS", "", commands, seconds, lambda _, digest: [digest])


def row(*cells: object) -> str:
    """A row of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def percent(share: float, digits: int = 1) -> str:
    """A share from 0 to 1, in percent."""
    return f"{100 * share:.{digits}f}"


def interval(bounds: Iterable[float], digits: int = 1, between: str = " to ") -> str:
    """Both bounds of a share, in percent."""
    return between.join(percent(bound, digits) for bound in bounds)
