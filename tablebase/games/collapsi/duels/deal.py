"""A deal for three or four players: the cards before the first move, and whose joker is which."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tablebase.errors import NotationError, PositionError
from tablebase.games.collapsi import notation
from tablebase.games.collapsi.deal import check_cards, check_start, shuffled
from tablebase.games.collapsi.notation import LETTERS, Cell, quote
from tablebase.games.collapsi.rules import JOKER, Edition, Rules

if TYPE_CHECKING:
    from tablebase.games.collapsi.duels.game import PlayersGame
    from tablebase.games.collapsi.duels.position import Position

COLOURS = ("red", "blue", "green", "yellow")
"""The players in turn order."""


@dataclass(frozen=True)
class Deal:
    """A deal of the whole deck on the board.

    Parameters
    ----------
    cards : tuple of int
        Card value of each cell in reading order, shape ``(board.size,)``; 0 is a joker.
    starts : tuple of int
        The cell of every player's joker, red's first, shape ``(rules.players,)``.
    rules : Rules
        Board, deck and number of players.

    Raises
    ------
    PositionError
        If the cards are not the deck, or `starts` not the cells of its jokers.
    """

    cards: tuple[int, ...]
    starts: tuple[int, ...]
    rules: Rules

    def __post_init__(self) -> None:
        check_cards(self.cards, self.rules)
        if sorted(self.starts) != list(self.jokers):
            raise PositionError(
                f"players start on cells {self.starts}: expected the jokers' cells {self.jokers}"
            )

    @classmethod
    def parse(cls, text: str, rules: Rules) -> Deal:
        """Read a deal.

        Jokers marked ``Jr``, ``Jb``, ``Jg``, ``Jy`` are those of the players of that colour; the
        others are of the other players, in reading order.

        Raises
        ------
        NotationError
            If the text is not rows of cards.
        PositionError
            If the cards are not the deck.
        """
        cells, side = notation.read(text, rules.board, rules.players)
        if side:
            raise NotationError(f"{quote(text)} names a side to move: expected a deal's cards only")
        return cls.from_cells(text, cells, rules)

    @classmethod
    def from_cells(cls, text: str, cells: list[Cell], rules: Rules) -> Deal:
        """The deal written as `cells`; `text` is for messages. Raises as `parse`."""
        check_start(text, cells)
        cards = tuple(cell.card for cell in cells)
        jokers = [at for at, card in enumerate(cards) if card == JOKER]
        if len(jokers) != rules.players:
            raise PositionError(
                f"{quote(text)} has {len(jokers)} jokers: expected {rules.players}, one a player"
            )
        marked = {cells[at].pawns: at for at in jokers if cells[at].pawns}
        if (
            len(marked) < sum(bool(cell.pawns) for cell in cells)
            or max(map(len, marked), default=0) > 1
        ):
            raise NotationError(f"{quote(text)} marks jokers alike, expected one of each colour")
        others = iter(at for at in jokers if not cells[at].pawns)
        letters = LETTERS[: rules.players]
        starts = tuple(marked[letter] if letter in marked else next(others) for letter in letters)
        return cls(cards, starts, rules)

    @classmethod
    def random(cls, rng: random.Random, rules: Rules) -> Deal:
        """A uniformly random deal, players on any of its jokers with equal chance.

        A seed names the same deals in every version; see `deal.shuffled`.
        """
        return cls(*shuffled(rng, rules), rules)

    @property
    def jokers(self) -> tuple[int, ...]:
        """The cells of the jokers, ascending."""
        return tuple(cell for cell, card in enumerate(self.cards) if card == JOKER)

    @property
    def game(self) -> PlayersGame:
        """The game, and so the table, that holds every position of this deal."""
        from tablebase.games.collapsi.duels.game import game_of

        return game_of(self.cards, self.rules)

    def start(self, edition: Edition | str | None = None) -> Position:
        """The starting position under an edition (None: the rules' first).

        Red moves, unless he cannot and is out at once.
        """
        return self.as_dealt(edition).settled()

    def as_dealt(self, edition: Edition | str | None = None) -> Position:
        """The starting position as `start`, before anybody is out."""
        from tablebase.games.collapsi.duels.position import Position

        full = (1 << len(self.cards)) - 1
        order = tuple(range(self.rules.players))
        return Position(
            self.cards, full, self.starts, order, self.rules.edition(edition), self.rules
        )

    def __str__(self) -> str:
        marked = self.starts != self.jokers
        letters = {cell: LETTERS[player] for player, cell in enumerate(self.starts) if marked}
        cells = [Cell(card, True, letters.get(at, "")) for at, card in enumerate(self.cards)]
        return notation.write(cells, self.rules.board)


def random_deals(count: int, seed: int, rules: Rules) -> Iterator[Deal]:
    """Yield `count` uniformly random deals, the same for the same seed.

    Parameters
    ----------
    count : int
        How many.
    seed : int
        Any integer.
    rules : Rules
        Board, deck and number of players.

    Yields
    ------
    Deal
        Independent draws; a longer run begins with the shorter one's deals.
    """
    rng = random.Random(seed)
    for _ in range(count):
        yield Deal.random(rng, rules)
