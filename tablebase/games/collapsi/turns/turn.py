"""A turn of the published game, from which all other turns differ, and what it reads.

The side to move walks its pawn exactly as many steps as the card under it says, over face-up
cards, and ends on a card without a pawn. The card it leaves collapses. Whoever cannot move has
lost.

Source: rule sheet "Collapsi" by Mark S. Ball.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeVar

from tablebase.engine.values import Result
from tablebase.games.collapsi.board import Board, LooseBoard
from tablebase.games.collapsi.deck import GONE, JOKER
from tablebase.games.collapsi.moves import Move, legal_moves
from tablebase.games.collapsi.symmetry import Automorphism, Group, automorphisms, identity, inverse
from tablebase.support.lazy import cached_property


class BasePosition(ABC):
    """Where cards and pawns stand, and whose turn it is: what a turn reads and changes.

    The base of `Position`, which explains the fields, and adds rules and notation.
    """

    cards: tuple[int, ...]
    face_up: int
    pawns: tuple[int, ...]
    order: tuple[int, ...]

    @property
    @abstractmethod
    def board(self) -> Board:
        """The board as it is: that of the rules, unless lines have moved."""

    @property
    def down(self) -> int:
        """The number of face-down cards."""
        return len(self.cards) - self.face_up.bit_count()

    @property
    def mover(self) -> int:
        """The cell of the side to move."""
        return self.pawns[self.order[0]]

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the side to move, by ascending destination, then by shift."""

    @abstractmethod
    def changed(self, **fields: Any) -> Self:
        """The position with other fields, unchecked: a turn knows that it is possible."""

    def image(self, automorphism: Automorphism) -> Self:
        """The position after every cell ``c`` has been moved to ``automorphism[c]``."""
        back = inverse(automorphism)
        return self.changed(
            cards=tuple(self.cards[cell] for cell in back),
            face_up=sum((self.face_up >> cell & 1) << at for at, cell in enumerate(back)),
            pawns=tuple(cell if cell == GONE else automorphism[cell] for cell in self.pawns),
        )


P = TypeVar("P", bound=BasePosition)


@dataclass(frozen=True)
class Turn:
    """What a move does under some rules, who is out, who has won, and how plies count.

    `players` is the number of players. Storage, indexes and search choose by the properties.
    """

    players: int

    pawns_share: ClassVar[bool] = False
    """Whether two pawns may stand on one card. A card may then outlast a move from it, so the
    number of face-down cards is not the ply."""
    lines_move: ClassVar[bool] = False
    """Whether rows and columns move, so that a game leads from deal to deal."""
    spreads: ClassVar[bool] = False
    """Whether the board loses its outline, so that each position shows its own; see `Pushed`."""
    pawns_removed: ClassVar[bool] = False
    """Whether the pawn of a player who is out leaves the board."""
    one_ends: ClassVar[bool] = False
    """Whether a game of three or four players ends when the first of them cannot move."""
    ending: ClassVar[Result] = Result.LOSS
    """What the end of the game is for the side that cannot move."""
    group: ClassVar[Group] = automorphisms
    """Finds the automorphisms of a board that keep every position's value; see `symmetries`."""
    label: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    """What a designer of rules chooses, and the rule in a sentence; by default the option's name,
    and the first line of the class's docstring."""
    near: ClassVar[str] = "adjacent"
    """Where a step leads, the name of a kernel in `kernels.near`; see `kernel`."""

    @property
    def words(self) -> tuple[str, ...]:
        """What distinguishes the rules from the published ones, as a list of rules shows it."""
        return ()

    @property
    def followed_by(self) -> Sequence[str]:
        """The letters of what may follow a move; ``""`` stands for nothing."""
        return ("",)

    @cached_property
    def two_sided(self) -> bool:
        """Whether a position has one value: with more than two players, each forces their own."""
        return self.players == 2

    @property
    def is_scored(self) -> bool:
        """Whether the paper's score and the numeric notation apply: plies must count cards."""
        return self.two_sided and not self.pawns_share

    # What a move is

    def legal_moves(
        self, position: BasePosition, board: Board, joker_steps: tuple[int, ...]
    ) -> tuple[Move, ...]:
        """The legal moves, by ascending destination, then by what follows."""
        pawn = position.mover
        card = position.cards[pawn]
        steps = joker_steps if card == JOKER else (card,)
        return legal_moves(board, position.face_up, pawn, steps, self.taken(position))

    def taken(self, position: BasePosition) -> tuple[int, ...]:
        """The cells on which no move ends, besides face-down cards."""
        return position.pawns

    def after(self, position: P, board: Board, move: Move) -> P:
        """The position after a legal move, before any player is out."""
        mover, *others = position.order
        pawns = list(position.pawns)
        left, pawns[mover] = pawns[mover], move.destination
        face_up = position.face_up if self.leaves_up(position) else position.face_up & ~(1 << left)
        return position.changed(face_up=face_up, pawns=tuple(pawns), order=(*others, mover))

    @property
    def symmetries(self) -> Group:
        """The `group` that the very class names, or the identity alone."""
        found: Group = vars(type(self)).get("group", identity)
        return found

    @property
    def kernel(self) -> str | None:
        """The `near` that the very class names; None if only its plain rules know its moves.

        By it and by the attributes above the page plays.
        """
        return vars(type(self)).get("near")

    def board_of(self, picture: Sequence[str]) -> LooseBoard | None:
        """The board that a picture shows, if it is not that of the rules; see `spreads`."""
        return None

    def leaves_up(self, position: BasePosition) -> bool:
        """Whether the card that the side to move leaves stays face up."""
        return False

    # Who is out, and who has won

    def is_last(self, position: BasePosition) -> bool:
        """Whether the game is over if the side to move cannot move."""
        return True

    def settled(self, position: P) -> P:
        """The position without the players who have no move when their turn comes."""
        return position

    def without_mover(self, position: P) -> P:
        """The position after the side to move is out."""
        return position.changed(order=position.order[1:])

    def open_jokers(self, position: BasePosition) -> tuple[int, ...]:
        """The face-up jokers without a pawn, left by players who are out."""
        return ()

    def first_wins(self, plies: int) -> bool:
        """Whether the first of two players wins a game of so many plies."""
        return plies % 2 == (self.ending is Result.LOSS)

    # How plies count, and what the notation shows

    def ply(self, position: BasePosition) -> int:
        """Number of plies played."""
        return position.down

    def layer(self, position: BasePosition) -> int:
        """The most plies left: there is no move when only the pawns' cards are face up."""
        return position.face_up.bit_count() - self.players

    def layers(self, cells: int) -> int:
        """Plies of the longest possible game on a board, plus one."""
        return cells + 1 - self.players

    def shows_side(self, down: int) -> bool:
        """Whether, while all are in, `down` face-down cards show who is to move."""
        return True
