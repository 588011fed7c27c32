"""A duel: one player, the hero, against all the others together. A table answers duels.

The hero has won when all others are out, and has lost when they are out themselves. (If the first
player without a move ends the game, the hero wins by moving last.) The hero tries
to win as soon as possible, or else to stay in as long as possible; the others play as one side and
do the opposite. So a duel's value is what the hero can force against any play: in how many plies
they can be the last one in, or how many plies they can stay in. Nobody passes, but one side may
move several times in a row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablebase.engine.values import Result, TeamCoding, Value
from tablebase.errors import NotationError, quote
from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.notation import LETTERS
from tablebase.games.collapsi.position import Position
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.support.lazy import cached_property

SIDES = ("hero", "others")

CODING = TeamCoding(bits=8, end=Result.LOSS)
"""How values are coded: the hero has lost when out, the others when all of them are out."""


@dataclass(frozen=True)
class Duel:
    """A position and one player, still in, who plays against all others; made by `of`.

    Colours do not matter to the value, so colours that the cards do not determine are renamed. Once
    a player is out, those in are called red, blue, ... in turn order; while players wait on jokers,
    those out come first. Equal duels are equal objects. The position need not be settled: the side
    to move may be about to be out. Player 0 is red.

    Examples
    --------
    >>> position = Position.parse("JA23/A2J3/23A2/3A4J", "single", "3-players")
    >>> str(Duel.of(position, 2))
    'JrA23/A2Jb3/23A2/3A4Jg r g'
    """

    room = "collapsi"

    position: Position
    hero: int

    @classmethod
    def of(cls, position: Position, hero: int) -> Duel:
        """The duel of a player (0 is red); `ValueError` if they are out or do not exist."""
        if hero not in position.order:
            raise ValueError(f"player {COLOURS[hero]!r}: expected {' or '.join(position.sides)}")
        order, everybody = position.order, range(position.rules.players)
        if len(order) == len(everybody):
            return cls(position, hero)
        colours = colours_of(len(everybody), len(order), position.waiting, position.ply)
        pawns = dict(zip(colours, (position.pawns[player] for player in order), strict=True))
        out = sorted(position.pawns[player] for player in everybody if player not in order)
        spare = (player for player in everybody if player not in colours)
        pawns.update(zip(spare, out, strict=True))
        renamed = tuple(pawns[player] for player in everybody)
        return cls(position.changed(pawns=renamed, order=colours), colours[order.index(hero)])

    @classmethod
    def parse(cls, text: str, edition: Edition | str | None, rules: Rules) -> Duel:
        """Read a duel: a position's notation, a blank, and the hero's letter.

        Raises as `Position.parse`, and `NotationError` if the last letter is not of a player still
        in.
        """
        written, _, letter = text.strip().rpartition(" ")
        position = Position.as_written(written, edition, rules)
        letters = [LETTERS[player] for player in position.order]
        if letter not in letters:
            raise NotationError(
                f"{quote(text)} ends with {letter!r}: expected {' or '.join(letters)}, a player "
                "who is still in"
            )
        return cls.of(position, LETTERS.index(letter))

    @property
    def layer(self) -> int:
        """The most plies left: there is no move when only the pawns' cards are face up."""
        return self.position.layer

    @cached_property
    def _settled(self) -> Position:
        """The position after others who cannot move are out, up to the hero's turn."""
        position, turn = self.position, self.position.rules.turn
        while (
            not turn.is_last(position)
            and position.order[0] != self.hero
            and not position.legal_moves()
        ):
            position = turn.without_mover(position)
        return position

    @property
    def hero_moves(self) -> bool:
        """Whether the hero is to move, or has lost."""
        position = self._settled
        if position.is_terminal:
            return position.order[-1] != self.hero
        return position.order[0] == self.hero

    @property
    def sides(self) -> tuple[str, str]:
        """``"hero"`` and ``"others"``, the side to move first; at the end, the side that lost."""
        return SIDES if self.hero_moves else SIDES[::-1]

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves; none if the hero has lost or won."""
        return self._settled.legal_moves()

    def play(self, move: Any) -> Duel:
        """The duel after a legal move."""
        return Duel.of(self._settled.after(move), self.hero)

    def value_for_hero(self, code: int) -> Value:
        """What the hero can force, from this duel's code, which is the side to move's."""
        value = CODING.decode(code)
        return value if self.hero_moves else Value(value.result.opposite, value.dte)

    def as_dict(self) -> dict[str, Any]:
        """What the notation does not show: the edition's name, the ply, and the hero's colour."""
        position = self.position
        hero = COLOURS[self.hero]
        return {"edition": position.edition.name, "ply": position.ply, "hero": hero}

    def score(self, value: Value) -> None:
        """None: there is no score for more than two players."""

    def __str__(self) -> str:
        return f"{self.position} {LETTERS[self.hero]}"


def colours_of(players: int, k: int, waiting: int, ply: int) -> tuple[int, ...]:
    """The players still in, in turn order from the side to move, as far as the cards show them.

    `k` players of `players` are in, and `waiting` of these have not had their first turn. Once a
    player is out, colours follow the rule of `Duel`.
    """
    if k == players:
        return tuple((ply + turn) % players for turn in range(players))
    if waiting:
        return (*range(players - waiting, players), *range(players - k, players - waiting))
    return tuple(range(k))
