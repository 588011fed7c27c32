"""What games of one pawn on Collapsi's cards share: the base of rules, positions and tables.

The pawn starts on a joker. A move takes as many steps as the pawn's card says, over face-up cards,
as in Collapsi; then the card that it leaves collapses.

The cards besides the jokers are *slots* 0, 1, ... in reading order. With n of them, the rank of a
pawn on slot i is ``i << n - 1`` and the mask of the other face-up slots, the i-th bit taken out.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar

import numpy as np

from tablebase.engine.arrays import I64, U64
from tablebase.engine.game import Game, Ranks
from tablebase.engine.position import Position
from tablebase.engine.rooms import own_position
from tablebase.engine.tables.attributes import text
from tablebase.engine.tables.masks import spread, squeeze
from tablebase.errors import NotationError, PositionError, plural, quote
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import JOKER, UNKNOWN, steps_mask
from tablebase.games.collapsi.moves import Move, chosen, paths
from tablebase.games.collapsi.notation import Cell, read, write
from tablebase.support.lazy import cached_property

PAWN = "r"
"""The letter of the pawn, after its card."""


class PawnRules:
    """Board, first move, and `readings`: names of choices between words. For a frozen dataclass.

    Raises `ValueError` if the board has a number of cells out of `sizes`, or the first move no
    numbers of 1 to 9 to choose from.
    """

    board: Board
    joker_steps: tuple[int, ...]
    sizes: ClassVar[range]
    readings: ClassVar[Sequence[str]] = ()

    def __post_init__(self) -> None:
        if self.board.size not in self.sizes:
            raise ValueError(
                f"board of {plural(self.board.size, 'cell')}: expected {self.sizes[0]} to "
                f"{self.sizes[-1]}"
            )
        if not self.joker_steps or not set(self.joker_steps) <= set(range(1, 10)):
            raise ValueError(f"joker steps {quote(self.joker_steps)}: expected some of 1 to 9")

    @property
    def joker_digits(self) -> str:
        """The numbers of steps of the first move: ``1234``."""
        return "".join(map(str, self.joker_steps))

    def as_dict(self) -> dict[str, Any]:
        """The rules as plain data; `of_attributes` is the inverse."""
        return {
            "board": "/".join(self.board.picture),
            "wrap": self.board.wrap,
            **{name: getattr(self, name) for name in self.readings},
            "joker_steps": self.joker_digits,
        }

    @classmethod
    def of_attributes(cls, attributes: Mapping[str, Any]) -> Self:
        """The rules in a table's attributes; raises ValueError, LookupError or TypeError."""
        board = Board.from_picture(text(attributes, "board"), wrap=bool(attributes["wrap"]))
        steps = tuple(map(int, text(attributes, "joker_steps")))
        chosen = {name: text(attributes, name) for name in cls.readings}
        return cls(board=board, joker_steps=steps, **chosen)  # type: ignore[call-arg]


class PawnPosition(Position):
    """A position: the card of each cell (0 for a joker), the pawn's cell, a mask of those face up.

    For a frozen dataclass. Raises `PositionError` if no game leads there.
    """

    cards: tuple[int, ...]
    pawn: int
    face_up: int
    rules: Any
    jokers: ClassVar[int]

    def __post_init__(self) -> None:
        size = self.rules.board.size
        if len(self.cards) != size or not all(0 <= card <= 9 for card in self.cards):
            raise PositionError(f"cards {quote(self.cards)}: expected {size} of 0 (joker) to 9")
        if (jokers := self.cards.count(JOKER)) != self.jokers:
            raise PositionError(f"{plural(jokers, 'joker')}: expected {self.jokers}")
        if not 0 <= self.face_up < 1 << size:
            raise PositionError(f"face-up mask {self.face_up:#x}: expected {size} bits at most")
        if not 0 <= self.pawn < size or not self.face_up >> self.pawn & 1:
            raise PositionError("the pawn is not on a face-up card: expected it to be on one")
        if self.face_up >> self.home & 1 and not self.is_start:
            raise PositionError(
                "the pawn's joker is face up: expected the pawn on it and every card face up, or "
                "the joker face down after the first move"
            )

    @property
    @abstractmethod
    def home(self) -> int:
        """The cell of the joker where the pawn starts."""

    @property
    @abstractmethod
    def deal(self) -> tuple[Any, ...]:
        """What the positions of one table have in common: the arguments of their game."""

    @abstractmethod
    def at(self, pawn: int, face_up: int) -> Self:
        """Another position of the same deal."""

    @property
    def is_start(self) -> bool:
        """Whether the game begins here."""
        return self.pawn == self.home and self.face_up == (1 << len(self.cards)) - 1

    @property
    def steps(self) -> tuple[int, ...]:
        """The numbers of steps that a move may take."""
        return self.rules.joker_steps if self.is_start else (self.cards[self.pawn],)

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves, by ascending destination; empty if the game is over."""
        found, name = self.ends(), self.rules.board.cell_name
        return tuple(Move(cell, found[cell], name(cell)) for cell in sorted(found))

    def ends(self) -> dict[int, tuple[int, ...]]:
        """The cells that a move can end on, and a path to each."""
        return paths(self.rules.board, self.face_up, self.pawn, self.steps)

    def play(self, move: Move | str | int) -> Self:
        """The position after a move, given as a move, its name or its destination's cell.

        Raises `IllegalMoveError` if it is not legal.
        """
        cell = chosen(move, self.legal_moves(), self).destination
        return self.at(cell, self.face_up & ~(1 << self.pawn))

    def __str__(self) -> str:
        cells = [
            Cell(card, bool(self.face_up >> at & 1), PAWN if at == self.pawn else "")
            for at, card in enumerate(self.cards)
        ]
        return write(cells, self.rules.board)


def read_cells(notation: str, board: Board, jokers: int) -> tuple[tuple[int, ...], int | None, int]:
    """Read rows of cards, ``x`` before those face down, ``r`` after the pawn's.

    Returns the cards, the pawn's cell, if it is shown, and the mask of the cells that are face up.
    Raises `NotationError` if a card's value is unknown, or there are other numbers of pawns or
    jokers.
    """
    cells, side = read(notation, board)
    if side or any(cell.card == UNKNOWN for cell in cells):
        raise NotationError(
            f"{quote(notation)}: expected the value of every card, and no side to move"
        )
    cards = tuple(cell.card for cell in cells)
    if (number := cards.count(JOKER)) != jokers:
        raise NotationError(f"{quote(notation)} has {plural(number, 'joker')}: expected {jokers}")
    pawns = [at for at, cell in enumerate(cells) if cell.pawns]
    if len(pawns) > 1 or any(cell.pawns not in ("", PAWN) for cell in cells):
        raise NotationError(f"{quote(notation)}: expected one pawn, {PAWN} after its card")
    face_up = sum(1 << at for at, cell in enumerate(cells) if cell.face_up)
    return cards, pawns[0] if pawns else None, face_up


P = TypeVar("P", bound=PawnPosition)


class PawnGame(Game[P]):
    """All positions of one deal, for a frozen dataclass.

    Ranks are those of a pawn on a card, see above; then, if there is an exit, those of a pawn on it
    by the mask of face-up slots; the start is last.
    """

    cards: tuple[int, ...]
    rules: Any
    positions: ClassVar[Any]
    """The class of its positions, whose `rules` are by default the room's usual ones."""

    @classmethod
    @lru_cache(maxsize=64)
    def _kept(cls, *deal: Any) -> Self:
        return cls(*deal)

    @classmethod
    def of(cls, position: P) -> Self:
        """The game, and so the table, that holds a position."""
        return cls._kept(*position.deal)

    @classmethod
    def from_attributes(cls, attributes: Mapping[str, Any]) -> Self:
        """The game of a stored table, from what `attributes` made.

        Raises `ValueError`, `LookupError` or `TypeError` if they do not describe one.
        """
        rules = type(cls.positions.rules).of_attributes(attributes)
        return cls.of(cls.positions.parse(text(attributes, "start"), rules))

    @property
    @abstractmethod
    def start(self) -> P:
        """The start."""

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cell of each slot."""
        return tuple(cell for cell, card in enumerate(self.cards) if card != JOKER)

    @cached_property
    def ways_out(self) -> tuple[int, ...]:
        """The cell of the exit, if there is one: the joker where the pawn does not start."""
        home = self.start.home
        return tuple(at for at, card in enumerate(self.cards) if card == JOKER and at != home)

    @property
    def on_cards(self) -> int:
        """Number of positions with the pawn on a card, but for the start."""
        return len(self.cells) << len(self.cells) - 1

    @property
    def key(self) -> str:
        """The start and the rules: ``A223-4A2Jr-3A23-J3A4-door-any-1234``."""
        readings = (getattr(self.rules, name) for name in self.rules.readings)
        words = [str(self.start).replace("/", "-"), *readings, self.rules.joker_digits]
        return "-".join(words if self.rules.board.wrap else [*words, "flat"])

    def attributes(self) -> dict[str, Any]:
        """The attributes of a stored table; the game's page in docs/ explains each."""
        described = self.rules.as_dict()
        return {
            "game": self.name,
            "start": str(self.start),
            **described,
            "wrap": int(described["wrap"]),
        }

    def rank(self, position: P) -> int:
        """The rank of a position; raises `PositionError` if it is of another deal."""
        position = own_position(position, self)
        if position.is_start:
            return self.size - 1
        mask = sum(
            1 << slot for slot, cell in enumerate(self.cells) if position.face_up >> cell & 1
        )
        if self.cards[position.pawn] == JOKER:
            return self.on_cards + mask
        slot = self.cells.index(position.pawn)
        return (slot << len(self.cells) - 1) + int(squeeze(mask, slot))

    def unrank(self, rank: int) -> P:
        """The position with a rank; raises `IndexError` if it is not 0 to ``size - 1``."""
        if not 0 <= rank < self.size:
            raise IndexError(f"rank {rank}: expected 0 to {self.size - 1}")
        if rank == self.size - 1:
            return self.start
        if rank < self.on_cards:
            slot, others = divmod(rank, 1 << len(self.cells) - 1)
            mask, pawn = spread(others, slot) | 1 << slot, self.cells[slot]
        else:
            mask, (pawn,) = rank - self.on_cards, self.ways_out
        up = [cell for slot, cell in enumerate(self.cells) if mask >> slot & 1]
        return self.start.at(pawn, sum(1 << cell for cell in (*up, *self.ways_out)))

    def decoded(self, ranks: Ranks) -> tuple[I64, I64]:
        """Many positions as masks of face-up slots, and the pawn's cells."""
        slots, wide = len(self.cells), ranks.astype(np.int64)
        (exit_,) = self.ways_out or (self.start.home,)
        cells, slot = np.array([*self.cells, exit_]), np.minimum(wide >> slots - 1, slots)
        on_exit = wide - self.on_cards
        on_cards = spread(wide & (1 << slots - 1) - 1, slot) | 1 << slot
        masks = np.where(on_exit < 0, on_cards, on_exit)
        at_start = wide == self.size - 1
        full = np.where(at_start, (1 << slots) - 1, masks)
        return full, np.where(at_start, self.start.home, cells[slot])

    @property
    def tail(self) -> Sequence[int]:
        """What the kernels read of a board besides neighbours and steps."""
        return (self.start.home,)

    @cached_property
    def context(self) -> U64:
        """The board for the kernels: neighbours and steps of each cell, and the `tail`."""
        steps = steps_of(self.cards, self.rules)
        return np.array([*self.rules.board.neighbour_masks, *steps, *self.tail], np.uint64)


def steps_of(cards: Sequence[int], rules: PawnRules) -> U64:
    """The numbers of steps from each cell, bit s - 1 for s; from a joker, of the first move."""
    return np.array(
        [steps_mask((card,) if card else rules.joker_steps) for card in cards], np.uint64
    )
