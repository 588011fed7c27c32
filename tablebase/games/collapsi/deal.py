"""A deal: the cards as they lie before the first move, and which joker is red's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tablebase.engine.lazy import cached_property
from tablebase.errors import NotationError, PositionError
from tablebase.games.collapsi import notation
from tablebase.games.collapsi.notation import Cell, card_letter, quote
from tablebase.games.collapsi.rules import COLLAPSI, JOKER, Edition, Rules
from tablebase.games.collapsi.symmetry import Automorphism, automorphisms, canonical

if TYPE_CHECKING:
    from tablebase.games.collapsi.deals.game import CollapsiGame
    from tablebase.games.collapsi.position import Position


@dataclass(frozen=True)
class Deal:
    """A deal of the whole deck on the board.

    Parameters
    ----------
    cards : tuple of int
        Card value of each cell in reading order, shape ``(board.size,)``; 0 is a joker.
    red : int
        The cell of red's joker.
    rules : Rules
        Board, deck and editions.

    Raises
    ------
    PositionError
        If the cards are not the deck, `red` is not a joker's cell, or the rules are not for two.

    Examples
    --------
    >>> deal = Deal.parse("A223/4A2J/3A23/J3A4")
    >>> deal.jokers, deal.red
    ((7, 12), 7)
    >>> str(deal.canonical[0])
    'JA34/34Jr3/AA22/322A'
    """

    cards: tuple[int, ...]
    red: int
    rules: Rules = COLLAPSI

    def __post_init__(self) -> None:
        if self.rules.players != 2:
            raise PositionError(f"{self.rules.players} players: expected 2")
        check_cards(self.cards, self.rules)
        if not (0 <= self.red < len(self.cards) and self.cards[self.red] == JOKER):
            raise PositionError(f"red starts on cell {self.red}: expected the cell of a joker")

    @classmethod
    def parse(cls, text: str, rules: Rules = COLLAPSI) -> Deal:
        """Read a deal; red starts on the joker marked ``Jr``, else on the first.

        Raises
        ------
        NotationError
            If the text is not rows of cards.
        PositionError
            If the cards are not the deck.
        """
        cells, side = notation.read(text, rules.board)
        if side:
            raise NotationError(f"{quote(text)} names a side to move: expected a deal's cards only")
        return cls.from_cells(text, cells, rules)

    @classmethod
    def from_cells(cls, text: str, cells: list[Cell], rules: Rules) -> Deal:
        """The deal written as `cells`; `text` is for messages. Raises as `parse`."""
        check_start(text, cells)
        pawns = {letter: at for at, cell in enumerate(cells) for letter in cell.pawns}
        if len(pawns) != sum(len(cell.pawns) for cell in cells):
            raise NotationError(f"{quote(text)} marks both jokers alike, expected Jr and Jb")
        if any(len(cell.pawns) > 1 for cell in cells):
            raise NotationError(f"{quote(text)} has both pawns on a joker, expected one on each")
        cards = tuple(cell.card for cell in cells)
        jokers = [at for at, card in enumerate(cards) if card == JOKER]
        others = [at for at in jokers if at != pawns.get("b")]
        return cls(cards, pawns.get("r", others[0] if others else 0), rules)

    @classmethod
    def random(cls, rng: random.Random, rules: Rules = COLLAPSI) -> Deal:
        """A uniformly random deal, either joker red with equal chance.

        A seed names the same deals in every version; see `shuffled`.
        """
        cards, starts = shuffled(rng, rules)
        return cls(cards, starts[0], rules)

    @property
    def jokers(self) -> tuple[int, ...]:
        """The cells of the two jokers, ascending."""
        return tuple(cell for cell, card in enumerate(self.cards) if card == JOKER)

    @property
    def blue(self) -> int:
        """The cell of blue's joker."""
        return next(cell for cell in self.jokers if cell != self.red)

    @cached_property
    def canonical(self) -> tuple[Deal, Automorphism]:
        """The canonical deal, and an automorphism that leads there.

        The cards become the first image in the order of `symmetry.canonical`, where both
        jokers are alike; if the deal's own symmetry swaps them, red's becomes the first.
        """
        cards, automorphisms = canonical(self.rules.board, self.cards)
        automorphism = min(automorphisms, key=lambda g: (g[self.red], g))
        return Deal(cards, automorphism[self.red], self.rules), automorphism

    @property
    def orbit(self) -> int:
        """Number of images of the deal under the board's automorphisms, red's joker marked."""
        _, there = canonical(self.rules.board, self.cards)
        home = self.canonical[0].red
        same = sum(g[self.red] == home for g in there)
        return len(automorphisms(self.rules.board)) // same

    def image(self, automorphism: Automorphism) -> Deal:
        """The deal after every cell ``c`` has been moved to ``automorphism[c]``."""
        cards = [0] * len(self.cards)
        for cell, card in zip(automorphism, self.cards, strict=True):
            cards[cell] = card
        return Deal(tuple(cards), automorphism[self.red], self.rules)

    @property
    def game(self) -> CollapsiGame:
        """The game, and so the table, that holds every position of this deal."""
        from tablebase.games.collapsi.deals.game import game_of

        return game_of(self.cards, self.rules)

    def start(self, edition: Edition | str | None = None) -> Position:
        """The starting position under an edition (None: the rules' first)."""
        from tablebase.games.collapsi.position import Position

        full = (1 << len(self.cards)) - 1
        edition = self.rules.edition(edition)
        return Position(self.cards, full, self.red, self.blue, edition, self.rules)

    def __str__(self) -> str:
        mark = "r" if self.red != self.jokers[0] else ""
        cells = [Cell(card) for card in self.cards]
        cells[self.red] = Cell(JOKER, True, mark)
        return notation.write(cells, self.rules.board)


def random_deals(count: int, seed: int, rules: Rules = COLLAPSI) -> Iterator[Deal]:
    """Yield `count` uniformly random deals, the same for the same seed.

    Parameters
    ----------
    count : int
        How many.
    seed : int
        Any integer.
    rules : Rules
        Board and deck.

    Yields
    ------
    Deal
        Independent draws; a longer run begins with the shorter one's deals.
    """
    rng = random.Random(seed)
    for _ in range(count):
        yield Deal.random(rng, rules)


def shuffled(rng: random.Random, rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A uniformly random order of the deck, and the cells of the players' jokers, red's first.

    The order is drawn with `random.Random.random` alone, whose sequence Python guarantees for a
    given seed.
    """
    # The jokers, which come first in the deck, are told apart while shuffling.
    jokers = range(-rules.players, 0)
    cards = [*jokers, *rules.deck[rules.players :]]
    for last in range(len(cards) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(max(card, JOKER) for card in cards), tuple(map(cards.index, jokers))


def check_cards(cards: tuple[int, ...], rules: Rules) -> None:
    """Raise `PositionError` unless the cards are the rules' deck."""
    if tuple(sorted(cards)) != rules.deck:
        raise PositionError(f"wrong deck {_count(cards)}: expected {_count(rules.deck)}")


def check_start(text: str, cells: list[Cell]) -> None:
    """Raise `NotationError` if cells, written as `text`, are of a game under way."""
    if any(not cell.face_up or (cell.pawns and cell.card != JOKER) for cell in cells):
        raise NotationError(
            f"{quote(text)} is a position of a game under way, expected a deal: "
            "every card face up, pawns only on jokers"
        )


def _count(cards: tuple[int, ...]) -> str:
    """Cards by kind, for messages: '4xA 4x2 2xJ'."""
    kinds = sorted(set(cards), key=lambda card: card or 10)
    return " ".join(f"{cards.count(card)}x{card_letter(card)}" for card in kinds)
