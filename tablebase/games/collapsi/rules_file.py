"""Rules by name and from files: presets, sizes of boards, and TOML.

A rules file says only what differs from the published game:

    name = "ring"
    board = "#### #__# #__# ####"
    wrap = false
    deck = "AAA222334JJJ"
    landing = false
    players = 3
    shift = ""
    pushed = ""
    edges = ""
    out = "stays"

    [editions]
    wild = [1, 2, 3, 4]
    single = [1]
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from tablebase.errors import FileFormatError, RulesError, quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import usual_deck
from tablebase.games.collapsi.notation import card_of
from tablebase.games.collapsi.rules import DEFAULTS, PUBLISHED, Edition, Rules
from tablebase.home import installed_data
from tablebase.support.files import read_small
from tablebase.support.toml_text import MOST_BYTES, filled, read_toml

AnyRules = Rules | str | os.PathLike[str]
"""Rules, or what `load_rules` takes: a preset's name, a board's size, a file."""

_NAME = re.compile(r"[\w-]{1,64}")
_SIZE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")
_USUAL: Mapping[str, Any] = {
    "name": "",
    "board": "4x4",
    "wrap": True,
    "deck": "",
    **DEFAULTS,
    "editions": {edition.name: list(edition.joker_steps) for edition in PUBLISHED},
}
"""The keys of a rules file, and what is meant where one is missing: the published game, with the
usual deck for the board."""


@lru_cache(maxsize=1)
def presets() -> Mapping[str, str]:
    """The names of the rules that come with the package, and where each set comes from.

    The published game is the first. Those that no group names are ours, and the last.
    """
    groups = read_toml(installed_data("rule-sets.toml").read_text("utf-8"))
    named = {
        name: origin for origin, names in groups.items() if origin != "called" for name in names
    }
    files = sorted(file.name.removesuffix(".toml") for file in installed_data("rules").iterdir())
    return named | dict.fromkeys(files, "ours") | named


def load_rules(name: AnyRules) -> Rules:
    """Load rules by a name, a board's size or a file; returns rules unchanged.

    A name is one of `presets`. A size, such as ``"5x5"``, stands for that board with edges
    joined, the usual deck (see `deck.usual_deck`) and the published editions. A file is TOML, see
    `parse_rules`.

    Raises `FileNotFoundError` if it is neither a name nor a file, whose message says so if the name
    is gone, and `RulesError` if the file does not describe rules.

    Examples
    --------
    >>> load_rules("5x5").deck.count(6)
    3
    """
    if isinstance(name, Rules):
        return name
    name = os.fspath(name)
    if found := named_rules(name):
        return found
    path = Path(name)
    try:  # read anew each time: the file may have changed, or the working folder
        return parse_rules(read_small(path, MOST_BYTES), path.stem)
    except FileNotFoundError:
        expected = f"a file, a size such as 5x5, or one of {', '.join(presets())}"
        raise FileNotFoundError(no_such_rules(name, expected)) from None
    except FileFormatError as error:
        raise RulesError(str(error)) from error
    except ValueError as error:
        raise RulesError(f"{path}: {error}") from error


@lru_cache(maxsize=64)
def named_rules(name: str) -> Rules | None:
    """The rules for a preset's name or a board's size; None for any other name.

    Raises `ValueError` if there is no board of that size, or no usual deck for it.
    """
    if size := _SIZE.fullmatch(name):
        board = Board(int(size[1]), int(size[2]))
        return Rules(name, board, usual_deck(board.size))
    if name in presets():
        return parse_rules(installed_data(f"rules/{name}.toml").read_text("utf-8"), name)
    return None


@lru_cache(maxsize=1)
def gone_rules() -> Mapping[str, str]:
    """The names of rules that are gone, and for each why, and what to use instead."""
    return read_toml(installed_data("gone-rules.toml").read_text("utf-8"))


def no_such_rules(name: str, expected: str) -> str:
    """The message that there are no rules of a name, or no longer; `expected` is what there is."""
    if name in gone_rules():
        return f"rules {quote(name)} are gone, because {gone_rules()[name]}"
    return f"no rules named {quote(name)}: expected {expected}"


@lru_cache(maxsize=64)
def parse_rules(text: str, name: str) -> Rules:
    """The rules that TOML text describes, the same object for the same text; see docs/rules.md.

    `name` is their name if the text has none. Raises `RulesError` if the text does not describe
    rules.

    Examples
    --------
    >>> parse_rules('board = "3x3"', "small").deck
    (0, 0, 1, 1, 1, 1, 2, 2, 2)
    """
    try:
        given = read_toml(text)
        data = filled(given, {**_USUAL, "name": name})
        if not _NAME.fullmatch(data["name"]):
            raise ValueError(
                f"name {quote(data['name'])}: expected letters, digits, _ and -, 64 at most"
            )
        board = _board(data["board"], wrap=data["wrap"])
        deck = tuple(card_of(letter) for letter in "".join(data["deck"].split()))
        return Rules(
            data["name"],
            board,
            deck if "deck" in given else usual_deck(board.size, data["players"]),
            _editions(data["editions"]),
            **{option: data[option] for option in DEFAULTS},
        )
    except ValueError as error:
        raise RulesError(f"rules {quote(name)}: {error}") from error


def _board(text: str, *, wrap: bool) -> Board:
    if size := _SIZE.fullmatch(text.strip()):
        return Board(int(size[1]), int(size[2]), wrap)
    return Board.from_picture(text, wrap=wrap)


def _editions(data: Mapping[str, Any]) -> tuple[Edition, ...]:
    for name, steps in data.items():
        if not (isinstance(steps, list) and all(type(step) is int for step in steps)):
            raise ValueError(f"edition {quote(name)} is {quote(steps)}, expected numbers of steps")
    return tuple(Edition(name, tuple(sorted(set(steps)))) for name, steps in data.items())
