"""Strategies by name and from files: which move to make, as data.

A strategy compares the positions after its moves by an *order* of preferences: the first decides,
the next one only between moves that are equal so far. A preference is a feature, ``"most moves"``
or ``"least escapes"``, or a sum of features by weights, ``{moves = 2, their_moves = -1}``. Moves
that are equal to the end are equally likely. A strategy may have another order in each phase of
the game:

    words = "Keep moves for yourself while the board is full, later look for traps."

    [[phases]]
    cards = 10
    order = ["most worst_moves"]

    [[phases]]
    order = ["least escapes", "most worst_moves"]

The first phase lasts as long as there are at least 10 face-up cards, the mover's own among them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tablebase.errors import FileFormatError, quote
from tablebase.games.collapsi.strategy.features import FEATURES, NUMBER, StrategyError
from tablebase.home import installed_data
from tablebase.support.files import read_small
from tablebase.support.toml_text import MOST_BYTES, filled, read_toml

MAX_PHASES = 16
MAX_PREFERENCES = 32
MAX_WEIGHT = 1_000_000
"""Maximum number of phases, of preferences in an order, and the largest weight either way."""

TOTALS = ("deal", "layers", "all")
"""What a score can be over: positions of a random deal, the mean over the numbers of cards, or all
labelled positions."""

_NAME = re.compile(r"[\w-]{1,64}")
_SIGNS = {"most": 1, "least": -1}
_USUAL: Mapping[str, Any] = {"words": "", "order": [], "phases": []}
_USUAL_PHASE: Mapping[str, Any] = {"cards": 0, "order": []}
"""The keys of a file and of a phase, and what is meant where one is missing."""


@dataclass(frozen=True)
class Preference:
    """What makes one move better than another: a weighted sum of features, the larger the better.

    `weights` are pairs of a feature's name and an integer, not 0.
    """

    weights: tuple[tuple[str, int], ...]

    def of(self, values: Mapping[str, int]) -> int:
        """The sum for a move, given the values of its features."""
        return sum(weight * values[name] for name, weight in self.weights)

    @property
    def single(self) -> tuple[str, str] | None:
        """``"most"`` or ``"least"`` and the name of its feature; None if it is a sum."""
        if len(self.weights) == 1 and abs(self.weights[0][1]) == 1:
            ((name, weight),) = self.weights
            return "most" if weight > 0 else "least", name
        return None

    def __str__(self) -> str:
        if self.single is not None:
            return " ".join(self.single)
        return "most " + " ".join(f"{weight:+} {name}" for name, weight in self.weights)


@dataclass(frozen=True)
class Phase:
    """The preferences, first to last, for at least some number of face-up cards."""

    cards: int
    order: tuple[Preference, ...]

    def __str__(self) -> str:
        order = ", then ".join(map(str, self.order)) or "any move"
        return f"from {self.cards} cards: {order}" if self.cards else order


@dataclass(frozen=True)
class Strategy:
    """Which move to make."""

    name: str  # for users
    words: str  # the rule as a person would explain it
    phases: tuple[Phase, ...]  # by falling number of face-up cards; the last is for 0 and more

    def order(self, cards: int) -> tuple[Preference, ...]:
        """The preferences for a number of face-up cards before the move."""
        return self.phase(cards).order

    def phase(self, cards: int) -> Phase:
        """The phase of the game with a number of face-up cards before the move."""
        return next(phase for phase in self.phases if cards >= phase.cards)

    def __str__(self) -> str:
        return self.name

    def as_dict(self) -> dict[str, Any]:
        """The strategy as plain data, for JSON."""
        phases = [
            {"cards": phase.cards, "order": [dict(each.weights) for each in phase.order]}
            for phase in self.phases
        ]
        return {"name": self.name, "words": self.words, "phases": phases}

    @property
    def length(self) -> int:
        """The number of words of its rule."""
        return len(self.words.split())


def rule_of(phases: Sequence[Phase]) -> str:
    """The rule in the words of the features, without what they have in parentheses.

    Examples
    --------
    >>> rule_of(parse_strategy('order = ["least card", "most moves"]', "mine").phases)
    'Least number on the card you stand on, then most moves you would have if they passed.'
    """
    texts = []
    for phase in phases:
        order = ", then ".join(map(_phrase, phase.order)) or "any move"
        if len(phases) == 1:
            texts.append(f"{order[0].upper()}{order[1:]}.")
        elif phase.cards:
            texts.append(f"With {phase.cards} cards or more: {order}.")
        else:
            texts.append(f"Otherwise: {order}.")
    return " ".join(texts)


def _phrase(preference: Preference) -> str:
    if preference.single is None:
        return str(preference)
    way, name = preference.single
    return f"{way} {FEATURES[NUMBER[name]].phrase}"


def write_strategy(strategy: Strategy) -> str:
    """The TOML text that describes a strategy, the inverse of `parse_strategy`."""
    lines = [f"words = {json.dumps(strategy.words, ensure_ascii=False)}"] * bool(strategy.words)
    for phase in strategy.phases:
        if len(strategy.phases) > 1:
            lines += ["", "[[phases]]"]
            lines += [f"cards = {phase.cards}"] * bool(phase.cards)
        lines += ["order = [", *(f"    {_written(each)}," for each in phase.order), "]"]
    return "\n".join(lines) + "\n"


def _written(preference: Preference) -> str:
    if preference.single is not None:
        return json.dumps(str(preference))
    return "{ " + ", ".join(f"{name} = {weight}" for name, weight in preference.weights) + " }"


def strategy_names() -> tuple[str, ...]:
    """The names of the strategies that come with the package, the simplest first."""
    names = [file.stem for file in installed_data("strategies").glob("*.toml")]
    return tuple(sorted(names, key=lambda name: (_packaged(name).length, name)))


def load_strategy(name: str | os.PathLike[str]) -> Strategy:
    """The strategy with this name, or in a TOML file.

    Raises FileNotFoundError if it is neither one of `strategy_names` nor a file, and StrategyError
    if the file does not describe a strategy.

    Examples
    --------
    >>> str(load_strategy("mobility").phases[0].order[0])
    'most +1 moves -1 their_moves'
    """
    name = os.fspath(name)
    if name in strategy_names():
        return _packaged(name)
    path = Path(name)
    try:
        is_file = path.is_file()
    except OSError:  # for example, the name is too long
        is_file = False
    if not is_file:
        raise FileNotFoundError(
            f"no strategy {quote(name)}: expected a file, or one of {', '.join(strategy_names())}"
        )
    try:
        return parse_strategy(read_small(path, MOST_BYTES), path.stem)
    except FileFormatError as error:
        raise StrategyError(str(error)) from error


@lru_cache(maxsize=64)
def _packaged(name: str) -> Strategy:
    return parse_strategy(installed_data(f"strategies/{name}.toml").read_text("utf-8"), name)


def parse_strategy(text: str, name: str) -> Strategy:
    """The strategy that TOML text describes; docs/learn.md explains its keys.

    Raises `StrategyError` if the text does not describe one.

    Examples
    --------
    >>> [str(each) for each in parse_strategy('order = ["most moves"]', "mine").order(14)]
    ['most moves']
    """
    try:
        if not _NAME.fullmatch(name):
            raise ValueError("expected a name of letters, digits, _ and -, 64 at most")
        given = read_toml(text)
        data = filled(given, _USUAL)
        if ("order" in given) == ("phases" in given):
            raise ValueError("expected either an order or phases")
        phases = [{"order": data["order"]}] if "order" in given else data["phases"]
        return Strategy(name, data["words"].strip(), _phases(phases))
    except ValueError as error:
        raise StrategyError(f"strategy {quote(name)}: {error}") from error


def _phases(tables: Sequence[Any]) -> tuple[Phase, ...]:
    if not 1 <= len(tables) <= MAX_PHASES:
        raise ValueError(f"{len(tables)} phases: expected 1 to {MAX_PHASES}")
    phases = tuple(map(_phase, tables))
    cards = [phase.cards for phase in phases]
    if cards != sorted(set(cards), reverse=True) or cards[-1] != 0:
        raise ValueError(f"phases with cards {quote(cards)}: expected falling numbers, the last 0")
    return phases


def _phase(table: Any) -> Phase:
    if not isinstance(table, dict):
        raise ValueError(f"phase {quote(table)}: expected a table")
    phase = filled(table, _USUAL_PHASE)
    order = phase["order"]
    if len(order) > MAX_PREFERENCES:
        raise ValueError(f"order of {len(order)} preferences: expected at most {MAX_PREFERENCES}")
    return Phase(phase["cards"], tuple(map(_preference, order)))


def _preference(data: Any) -> Preference:
    if isinstance(data, str):
        sign, _, name = data.partition(" ")
        if sign not in _SIGNS:
            raise ValueError(
                f"preference {quote(data)}: expected 'most' or 'least' and a feature, or weights"
            )
        return Preference(((_feature(name), _SIGNS[sign]),))
    if not isinstance(data, dict) or not data:
        raise ValueError(f"preference {quote(data)}: expected text, or features and their weights")
    for name, weight in data.items():
        if type(weight) is not int or not 1 <= abs(weight) <= MAX_WEIGHT:
            raise ValueError(
                f"weight of {name} is {quote(weight)}: expected an integer, not 0, up to "
                f"{MAX_WEIGHT:,} either way"
            )
    return Preference(tuple((_feature(name), weight) for name, weight in data.items()))


def _feature(name: str) -> str:
    if name not in NUMBER:
        names = ", ".join(feature.name for feature in FEATURES)
        raise ValueError(f"unknown feature {quote(name)}: expected one of {names}")
    return name
