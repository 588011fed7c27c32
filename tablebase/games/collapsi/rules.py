"""The rules of Collapsi, as data.

Source: rule sheet "Collapsi" by Mark S. Ball, versions 1.1 (`WILD`) and 1.2 (`SINGLE`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from tablebase.engine.values import Coding, Result
from tablebase.errors import UnknownGameError, plural, quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import CARDS, COUNTS, JOKER, usual_deck
from tablebase.games.collapsi.symmetry import Automorphism
from tablebase.games.collapsi.turns import Turn, turn_of
from tablebase.support.lazy import cached_property

T = TypeVar("T")

CODING = Coding(bits=4, end=Result.LOSS)
"""A side without a move has lost, after 14 plies at the latest."""

BYTE_CODING = Coding(bits=8, end=Result.LOSS)
"""The same for longer games."""

MAX_CELLS = 64
"""The largest board: a forward search's masks have 64 bits."""

SMALL_CELLS = 16
"""The largest board whose games end after 14 plies at the latest, and whose masks have 16 bits."""

MAX_TABLE_CELLS = 26
"""The largest board with tables: a larger one needs ranks of more than 32 bits."""

MAX_STEPS = 9
"""The longest move, of a card or from a joker: each further step triples the paths."""

MAX_EDITIONS = 100
"""Maximum number of editions in one set of rules: their numbers are stored in a byte."""

MAX_TEXT = 1 << 16
"""Maximum length of rules written as text, in characters."""

_EDITION_NAME = re.compile(r"[\w,.+-]{1,64}")
_DIGEST_BEHIND = re.compile(r"-[0-9a-f]{8}\Z")


class UnknownOptionError(UnknownGameError, ValueError):
    """Rules with an option of another version: it is gone, or not there yet."""


@dataclass(frozen=True)
class Edition:
    """A published edition: its name, and how many steps a pawn may take from its joker.

    `joker_steps` are the numbers of steps, 1 to 9, that a player may choose from on the first turn,
    ascending. A name has up to 64 letters, digits, ``_``, ``-``, ``+``, ``,`` or ``.``. Raises
    `ValueError` for any other.
    """

    name: str
    joker_steps: tuple[int, ...]

    def __post_init__(self) -> None:
        if not _EDITION_NAME.fullmatch(self.name):
            raise ValueError(
                f"edition {quote(self.name)}: expected letters, digits, _ - + , and ., 64 at most"
            )
        if not self.joker_steps or not all(1 <= steps <= MAX_STEPS for steps in self.joker_steps):
            raise ValueError(
                f"edition {self.name!r}: steps {quote(self.joker_steps)}, expected some of 1 to "
                f"{MAX_STEPS}"
            )


WILD = Edition("wild", (1, 2, 3, 4))
"""Rules 1.1, the edition the paper solves: the joker allows 1, 2, 3 or 4 steps."""

SINGLE = Edition("single", (1,))
"""Rules 1.2 and later, today's published edition: the joker allows one step."""

PUBLISHED = (WILD, SINGLE)


@dataclass(frozen=True)
class Rules:
    """Board, deck, editions and options: everything that distinguishes variants.

    Parameters
    ----------
    board : Board
        5 to 64 cells.
    deck : tuple of int
        Card values, 0 (joker) to 9, ascending, one for each cell, with one joker for each player.
    editions : tuple of Edition
        The editions that share this board and deck, 1 to `MAX_EDITIONS`, of different names; the
        first is the default.
    landing : bool
        Whether a pawn may end on an opponent's card.
    players : int
        Number of players, 2 to 4.
    shift : {'', 'may', 'must'}
        Whether a player, after the move, may or must shift the row or the column that it ends on;
        see `turns.shift`. For two players, without landing or gaps.
    pushed : {'', 'out', 'back'}
        Whether cards that a shift pushes out stay there, or come back at the other end.
    edges : {'', 'line', 'board'}
        If they stay, whether the ends of each line are joined, the default, or only the edges of
        the outer rectangle.
    out : {'stays', 'removed', 'ends'}
        What happens if one of three or four players cannot move. They are out, and their pawn stays
        on its face-up card; or they are out, and their pawn is removed, but its card stays face up;
        or the game ends, and the player who moved last has won. With two players all three are the
        same.
    absent : int
        How many players are not there: their starting cards are in the deck, face down from the
        start. Only on boards of more than `MAX_TABLE_CELLS` cells, for up to four players in all.

    Raises
    ------
    ValueError
        If the parameters are not as above.
    """

    room = "collapsi"

    name: str
    board: Board
    deck: tuple[int, ...]
    editions: tuple[Edition, ...] = PUBLISHED
    landing: bool = False
    players: int = 2
    shift: str = ""
    pushed: str = ""
    edges: str = ""
    out: str = "stays"
    absent: int = 0
    turn: Turn = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "deck", tuple(sorted(self.deck)))
        if "/" in self.name:  # it is part of the path of tables in files
            raise ValueError(f"rules {quote(self.name)}: expected a name without /")
        if not 5 <= self.board.size <= MAX_CELLS:
            raise ValueError(
                f"board of {plural(self.board.size, 'cell')}: expected 5 to {MAX_CELLS}"
            )
        if not 2 <= self.players <= len(COUNTS):
            raise ValueError(f"{plural(self.players, 'player')}: expected 2 to {len(COUNTS)}")
        # Tables do not know of starting cards that are face down.
        most = len(COUNTS) - self.players if self.board.size > MAX_TABLE_CELLS else 0
        if not 0 <= self.absent <= most:
            raise ValueError(f"absent {self.absent}: expected 0 to {most} on board {self.board}")
        if self.pushed == "out":
            object.__setattr__(self, "edges", self.edges or "line")
        object.__setattr__(self, "turn", turn_of(self.board, **self.options))
        if not self.editions:
            raise ValueError(f"rules {self.name!r} have no edition: expected one or more")
        names = [edition.name for edition in self.editions]
        if len(set(names)) < len(names):
            raise ValueError(
                f"rules {self.name!r} have editions {quote(names)}: expected different names"
            )
        if len(self.editions) > MAX_EDITIONS:
            raise ValueError(
                f"rules {self.name!r} have {len(self.editions)} editions: expected at most "
                f"{MAX_EDITIONS}"
            )
        if len(self.deck) != self.board.size:
            cards = plural(len(self.deck), "card")
            raise ValueError(f"deck of {cards}: expected {self.board.size}, one for each cell")
        jokers, expected = self.deck.count(JOKER), self.players + self.absent
        if jokers != expected or not all(0 <= card <= 9 for card in self.deck):
            raise ValueError(
                f"deck {self.deck}: expected {COUNTS[expected - 1]} jokers (0) and cards from "
                "1 to 9"
            )

    def edition(self, name: str | Edition | None) -> Edition:
        """The edition called `name`, the default for None; `ValueError` if there is none."""
        if name is None:
            return self.editions[0]
        for edition in self.editions:
            if name in (edition, edition.name):
                return edition
        names = " or ".join(repr(edition.name) for edition in self.editions)
        raise ValueError(f"unknown edition {quote(name)}: expected {names}")

    @cached_property
    def table_name(self) -> str:
        """The name of these rules in the paths of tables; different variants have different paths.

        A table's key shows the size of the board and the cards. If anything else differs from the
        published game, a digest of it follows the name. A name that looks as if it had a digest
        gets one too. The order of the editions matters, because starts are ranked by it.
        """
        in_the_key = {"name", "rows", "columns", "deck"}
        options = {what: value for what, value in self.as_dict().items() if what not in in_the_key}
        published = {"wrap": True, "editions": {e.name: list(e.joker_steps) for e in PUBLISHED}}
        # Compared as text, because the order of the editions matters.
        text = json.dumps(options, separators=(",", ":"))
        is_published = text == json.dumps(published, separators=(",", ":"))
        if is_published and not _DIGEST_BEHIND.search(self.name):
            return self.name
        return f"{self.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"

    @property
    def options(self) -> dict[str, Any]:
        """The options by name, in the order of the arguments."""
        return {name: getattr(self, name) for name in DEFAULTS}

    def as_dict(self) -> dict[str, Any]:
        """The rules as plain data, for JSON; `from_dict` is the inverse."""
        return {
            "name": self.name,
            "rows": self.board.rows,
            "columns": self.board.columns,
            "wrap": self.board.wrap,
            **({"missing": list(self.board.missing)} if self.board.missing else {}),
            "deck": list(self.deck),
            "editions": {edition.name: list(edition.joker_steps) for edition in self.editions},
            **{name: own for name, own in self.options.items() if own != DEFAULTS[name]},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rules:
        """The rules that `as_dict` described; raises `ValueError` for any other data."""
        if not isinstance(data, Mapping):
            raise ValueError(f"rules are {quote(data)}, expected keys and their values")
        data = {"missing": [], **DEFAULTS, **data}
        known = {*COLLAPSI.as_dict(), "missing", *DEFAULTS}
        if unknown := sorted(set(data) - known):
            expected = ", ".join(sorted(known))
            raise UnknownOptionError(f"rules with {quote(unknown[0])}: expected {expected}")
        editions = _of_type(data, "editions", dict)
        return cls(
            _of_type(data, "name", str),
            Board(
                _of_type(data, "rows", int),
                _of_type(data, "columns", int),
                _of_type(data, "wrap", bool),
                _numbers(data, "missing"),
            ),
            _numbers(data, "deck"),
            tuple(Edition(name, _numbers(editions, name)) for name in editions),
            **{name: _of_type(data, name, type(usual)) for name, usual in DEFAULTS.items()},
        )

    @classmethod
    def from_json(cls, text: str) -> Rules:
        """The rules in the JSON text of `as_dict`, which may come from a stranger's file.

        Raises `ValueError` if the text does not describe rules.
        """
        if len(text) > MAX_TEXT:
            raise ValueError(f"rules of {len(text):,} characters: expected at most {MAX_TEXT:,}")
        try:
            data = json.loads(text)
        except RecursionError:
            raise ValueError(f"rules {quote(text)} nest too deeply") from None
        return cls.from_dict(data)

    @property
    def symmetries(self) -> tuple[Automorphism, ...]:
        """The automorphisms of the board that keep every position's value, the identity first."""
        return self.turn.symmetries(self.board)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many of each card are in the deck, jokers first."""
        return tuple(map(self.deck.count, CARDS))

    @cached_property
    def max_steps(self) -> int:
        """The longest move any card or edition allows."""
        return max(*self.deck, *(max(edition.joker_steps) for edition in self.editions))


DEFAULTS: Mapping[str, Any] = {
    each.name: each.default for each in fields(Rules) if type(each.default) in (bool, int, str)
}
"""The options of `Rules` and their defaults, those of the published game."""

_TYPES = {
    bool: "true or false",
    dict: "an object",
    int: "an integer",
    list: "a list",
    str: "text",
}
"""The names of types in messages."""


def _of_type(data: Mapping[str, Any], key: str, kind: type[T]) -> T:
    """The value of a key in data; raises `ValueError` if it is missing or of another type."""
    value = data.get(key)
    if type(value) is not kind:  # a bool is an int, but no number of rows
        raise ValueError(f"{key} is {quote(value)}, expected {_TYPES[kind]}")
    return value


def _numbers(data: Mapping[str, Any], key: str) -> tuple[int, ...]:
    """A list of integers under a key in data; raises like `_of_type`."""
    numbers = _of_type(data, key, list)
    return tuple(_of_type({key: number}, key, int) for number in numbers)


COLLAPSI = Rules("collapsi", Board(4, 4), usual_deck(16))
"""The published game: a 4x4 torus, four aces, 2s and 3s, two 4s and two jokers."""
