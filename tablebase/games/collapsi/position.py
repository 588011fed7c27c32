"""A position: face-up cards, two pawns; legal moves, play, end of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tablebase.engine.lazy import cached_property
from tablebase.engine.values import Result, Value
from tablebase.errors import IllegalMoveError, NotationError, PositionError
from tablebase.games.collapsi import notation
from tablebase.games.collapsi.deal import Deal
from tablebase.games.collapsi.notation import Cell, card_letter, quote
from tablebase.games.collapsi.rules import COLLAPSI, JOKER, UNKNOWN, Edition, Rules, paths

if TYPE_CHECKING:
    from tablebase.engine.search.search import Progress, Searched
    from tablebase.games.collapsi.deals.game import CollapsiGame


@dataclass(frozen=True)
class Move:
    """A legal move, named by its destination.

    Parameters
    ----------
    destination : int
        The cell the pawn ends on.
    path : tuple of int
        One path that leads there, from the starting cell to the destination; moves that
        differ in the path alone are equal.
    name : str
        Name of the destination, such as ``c2``: column from the left, row from the top.
    """

    destination: int
    path: tuple[int, ...] = field(compare=False)
    name: str = field(compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Position:
    """A position of a game of Collapsi.

    One card collapses at each ply, so the number of face-down cards is the ply and its
    parity the side to move; but where pawns may land on each other, a move from a card that both
    stand on leaves it face up.

    Parameters
    ----------
    cards : tuple of int
        Card value of each cell, shape ``(board.size,)``; 0 is a joker, `UNKNOWN` (-1) a
        face-down card of unknown value, which never matters to the position's value.
    face_up : int
        Bit mask of the face-up cells (bit c stands for cell c).
    red, blue : int
        The pawns' cells.
    edition : Edition
        How far a pawn may move from its joker.
    rules : Rules
        Board and deck.
    kept : bool
        Whether the moves that left their card face up are odd in number.

    Raises
    ------
    PositionError
        If no game can lead to such a position: two pawns on a cell, if the rules do not allow
        that, a pawn on a collapsed card, a wrong deck, a joker left face up after its player's
        first move, ...
        Whether play really can reach a position beyond that is not asked.

    Examples
    --------
    >>> position = Position.parse("A223/4A2Jr/3A23/Jb3A4 r", edition="single")
    >>> [str(move) for move in position.legal_moves()]
    ['d1', 'a2', 'c2', 'd3']
    >>> str(position.play("c2"))
    'A223/4A2rxJ/3A23/Jb3A4 b'
    """

    cards: tuple[int, ...]
    face_up: int
    red: int
    blue: int
    edition: Edition
    rules: Rules = COLLAPSI
    kept: bool = False

    def __post_init__(self) -> None:
        if self.rules.players != 2:
            raise PositionError(f"{self.rules.players} players: expected 2")
        self._check_pawns()
        check_deck(self.cards, self.face_up, self.rules)
        self._check_jokers()

    def _check_pawns(self) -> None:
        pawns = {"red": self.red, "blue": self.blue}
        check_pawns(self.cards, self.face_up, pawns, self.edition, self.rules)
        if self.red == self.blue and not self.rules.landing:
            raise PositionError(
                f"both pawns are on {self.rules.board.cell_name(self.red)}: expected them on "
                "different cells"
            )
        if self.kept and not (self.rules.landing and self.ply > 1):
            raise PositionError(
                f"a card was kept after {self.ply - 1} others: expected a move from a shared card"
            )

    def _check_jokers(self) -> None:
        name = self.rules.board.cell_name
        up = {c for c, card in enumerate(self.cards) if card == JOKER and self.face_up >> c & 1}
        starts = {"red": self.red, "blue": self.blue}
        # After p plies the first p of (red, blue) have moved. That the collapsed jokers are
        # among the face-down cards follows: the deck has no other card to put there.
        waiting = ("red", "blue")[self.ply :]
        # If red has landed on blue's joker, and blue has left it, it waits for red to leave.
        if self.kept and self.ply == 2 and self.red in up:
            up.remove(self.red)
        for colour in waiting:
            if starts[colour] not in up:
                raise PositionError(
                    f"after {self.ply} plies {colour} has not moved yet but is on "
                    f"{name(starts[colour])}: expected {colour} on a joker"
                )
        left = up - {starts[colour] for colour in waiting}
        if left:
            raise PositionError(
                f"the joker on {name(min(left))} is still face up after {self.ply} plies: "
                "expected it to collapse with its player's first move"
            )

    @classmethod
    def parse(
        cls, text: str, edition: Edition | str | None = None, rules: Rules = COLLAPSI
    ) -> Position:
        """Read a position; the notation of a deal means its starting position.

        Parameters
        ----------
        text : str
            See the module `notation`. The side to move may be left out where the number of
            face-down cards tells it: unless pawns may land on each other.
        edition : Edition or str, optional
            How far a pawn may move from its joker. By default the rules' first edition, or
            the one the numeric notation implies.
        rules : Rules
            Board and deck.

        Raises
        ------
        NotationError
            If the text is not a position's notation.
        PositionError
            If no game can lead to the position.
        ValueError
            If the edition is unknown or contradicts the numeric notation.
        """
        if notation.is_numeric(text):
            return _parse_numeric(text, edition, rules)
        cells, side = notation.read(text, rules.board)
        if all(cell.face_up for cell in cells) and (
            not side or (side == "r" and not any(cell.pawns for cell in cells))
        ):
            return Deal.from_cells(text, cells, rules).start(edition)
        pawns = _pawns(text, cells)
        face_up = sum(1 << at for at, cell in enumerate(cells) if cell.face_up)
        cards = tuple(cell.card for cell in cells)
        face_down = sum(not cell.face_up for cell in cells)
        if rules.landing and face_down and not side:
            raise NotationError(
                f"{quote(text)} does not say who is to move, and where pawns may land the cards do "
                "not tell: expected r or b at the end"
            )
        kept = rules.landing and bool(side) and (side == "b") != face_down % 2
        position = cls(cards, face_up, *pawns, rules.edition(edition), rules, kept)
        if side and side != position.side_to_move[0]:
            raise PositionError(
                f"{quote(text)} says {side!r} is to move, but {position.ply} cards are face down: "
                f"expected {position.side_to_move[0]!r}"
            )
        return position

    @property
    def ply(self) -> int:
        """Number of plies played: the number of face-down cards.

        Where pawns have shared a card, up to an even number.
        """
        return len(self.cards) - self.face_up.bit_count() + self.kept

    @property
    def layer(self) -> int:
        """Plies left at most: with the pawns' two cards alone face up there is no move.

        With landing a card may cost two plies, one to share it and one to leave it.
        """
        cards = self.face_up.bit_count()
        return 2 * (cards - 1) + (self.red == self.blue) if self.rules.landing else cards - 2

    @property
    def side_to_move(self) -> str:
        """``"red"`` or ``"blue"``."""
        return self.sides[0]

    @property
    def sides(self) -> tuple[str, str]:
        """The side to move and the other side."""
        return ("blue", "red") if self.ply % 2 else ("red", "blue")

    @property
    def mover(self) -> int:
        """The cell of the side to move."""
        return self.blue if self.ply % 2 else self.red

    @property
    def opponent(self) -> int:
        """The cell of the side not to move."""
        return self.red if self.ply % 2 else self.blue

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, by ascending destination; empty where the game has ended."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        # Kept, for `play` needs them again for each move of a probe.
        taken = () if self.rules.landing else (self.opponent,)
        return moves_of(self.cards, self.face_up, self.mover, taken, self.edition, self.rules)

    @property
    def is_terminal(self) -> bool:
        """Whether the side to move has no legal move, and so has lost."""
        return not self.legal_moves()

    def play(self, move: Move | str | int) -> Position:
        """The position after a move.

        Parameters
        ----------
        move : Move, str or int
            A legal move, its name (``"c2"``) or its destination's cell.

        Raises
        ------
        IllegalMoveError
            If it is not legal here.
        """
        return self._after(chosen(move, self.legal_moves(), self).destination)

    def search(
        self,
        method: str = "ordered",
        goal: str = "distance",
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> Searched[Position]:
        """Search this position with kernels; see `tablebase.engine.search.search.search`."""
        if self.rules.landing:
            # The kernels count plies by cards.
            from tablebase.engine.search.search import search_by_rules

            return search_by_rules(self, method, goal, nodes, seconds, progress)
        from tablebase.games.collapsi.search import search

        return search(self, method, goal, nodes, seconds, progress)

    def _after(self, destination: int) -> Position:
        mine = "blue" if self.ply % 2 else "red"
        shared = self.red == self.blue
        face_up = self.face_up if shared else self.face_up & ~(1 << getattr(self, mine))
        # A legal move leads to a possible position: half of a probe's time would go to checks.
        after = object.__new__(Position)
        fields = {name: self.__dict__[name] for name in self.__dataclass_fields__}
        kept = self.kept != shared
        after.__dict__.update({**fields, "face_up": face_up, mine: destination, "kept": kept})
        return after

    @cached_property
    def deal(self) -> Deal:
        """A deal this position can come from.

        Cards of unknown value are filled with what is missing from the deck, in ascending
        order. Once red has moved it no longer matters which joker was red's.
        """
        cards = dealt(self.cards, self.rules)
        jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
        if self.ply == 0:
            red = self.red
        else:
            # A joker that is still face up is blue's.
            red = next(cell for cell in jokers if not self.face_up >> cell & 1)
        return Deal(cards, red, self.rules)

    @cached_property
    def game(self) -> CollapsiGame:
        """The game, and so the table, that holds this position."""
        from tablebase.games.collapsi.deals.game import game_of

        return game_of(self.deal.cards, self.rules)

    @property
    def is_opening(self) -> bool:
        """Whether a joker is still face up: only then does the edition matter."""
        return any(
            card == JOKER and self.face_up >> cell & 1 for cell, card in enumerate(self.cards)
        )

    def as_dict(self) -> dict[str, Any]:
        """What the notation does not say: the edition's name; and the ply."""
        return {"edition": self.edition.name, "ply": self.ply}

    def score(self, value: Value) -> int | None:
        """The paper's score: cards face up at the end, positive if red wins, else negative.

        None where pawns may land on each other: plies do not tell the cards then.
        """
        if self.rules.landing:
            return None
        left = self.face_up.bit_count() - value.dte
        red_wins = (value.result is Result.WIN) == (self.side_to_move == "red")
        return left if red_wins else -left

    def __str__(self) -> str:
        red, blue = self.red, self.blue
        cells = [
            Cell(card, bool(self.face_up >> at & 1), "r" * (at == red) + "b" * (at == blue))
            for at, card in enumerate(self.cards)
        ]
        return f"{notation.write(cells, self.rules.board)} {self.side_to_move[0]}"


def moves_of(
    cards: tuple[int, ...],
    face_up: int,
    mover: int,
    taken: tuple[int, ...],
    edition: Edition,
    rules: Rules,
) -> tuple[Move, ...]:
    """The legal moves of the pawn on `mover`, by ascending destination; none ends on `taken`."""
    card = cards[mover]
    steps = edition.joker_steps if card == JOKER else (card,)
    found = paths(rules.board, face_up, mover, steps)
    name = rules.board.cell_name
    return tuple(Move(cell, found[cell], name(cell)) for cell in sorted(found) if cell not in taken)


def chosen(move: Move | str | int, legal: Sequence[Move], position: object) -> Move:
    """The legal move that `move` is or names, by its own name or by its destination's cell.

    Raises
    ------
    IllegalMoveError
        If there is none; `position` is for the message.
    """
    for each in legal:
        if move in (each, each.name, each.destination):
            return each
    names = ", ".join(map(str, legal))
    raise IllegalMoveError(
        f"{str(move)!r} is not legal in {position}: expected {names or 'no move, the game is over'}"
    )


def check_pawns(
    cards: tuple[int, ...],
    face_up: int,
    pawns: Mapping[str, int],
    edition: Edition,
    rules: Rules,
) -> None:
    """See that cards fill the board, and that pawns, by colour, stand on face-up ones.

    Raises
    ------
    PositionError
        If not, or if the edition is not of the rules.
    """
    if edition not in rules.editions:
        raise PositionError(f"edition {edition.name!r} is not of {rules.name!r}")
    size = rules.board.size
    if len(cards) != size or not 0 <= face_up < 1 << size:
        raise PositionError(
            f"{len(cards)} cards with face-up mask {face_up:#x}: "
            f"expected {size} cells and a mask of {size} bits"
        )
    for colour, cell in pawns.items():
        if not 0 <= cell < size:
            raise PositionError(f"the {colour} pawn is on cell {cell}: expected 0 to {size - 1}")
        if not face_up >> cell & 1:
            raise PositionError(
                f"the {colour} pawn is on {rules.board.cell_name(cell)}, whose card has "
                "collapsed: expected a face-up card"
            )


def check_deck(cards: tuple[int, ...], face_up: int, rules: Rules) -> None:
    """See that a position's cards can be of the rules' deck.

    Raises
    ------
    PositionError
        If a face-up card is unknown, or there are too many cards of a kind.
    """
    for cell, card in enumerate(cards):
        if card == UNKNOWN and face_up >> cell & 1:
            raise PositionError(f"the card on {rules.board.cell_name(cell)} is face up but unknown")
    known, deck = Counter(card for card in cards if card != UNKNOWN), Counter(rules.deck)
    for card, count in sorted(known.items()):
        if count > deck[card]:
            raise PositionError(
                f"wrong deck: {count} cards {card_letter(card)}, expected at most {deck[card]}"
            )


def dealt(cards: tuple[int, ...], rules: Rules) -> tuple[int, ...]:
    """The cards of a position, those unknown filled in.

    That is with what is missing from the deck, in ascending order.
    """
    missing = iter(sorted((Counter(rules.deck) - Counter(cards)).elements()))
    return tuple(next(missing) if card == UNKNOWN else card for card in cards)


def _pawns(text: str, cells: list[Cell]) -> tuple[int, int]:
    """The cells of the red and of the blue pawn."""
    found = []
    for letter, colour in (("r", "red"), ("b", "blue")):
        at = [
            cell for cell, written in enumerate(cells) for pawn in written.pawns if pawn == letter
        ]
        if len(at) != 1:
            raise NotationError(
                f"{quote(text)} has {len(at)} {colour} pawns ({letter!r}), "
                "expected one behind its card"
            )
        found += at
    return found[0], found[1]


def _parse_numeric(text: str, edition: Edition | str | None, rules: Rules) -> Position:
    """Read the numeric notation of the published Rust solver.

    There 0 is a face-down card, or a wild joker that a pawn still stands on; the joker of
    the `single` edition is written 1, so a 1 under a pawn that has not moved is a joker.
    """
    cells, turns = notation.read_numeric(text, rules.board)
    red, blue = _pawns(text, cells)
    waiting = (red, blue)[turns:]
    steps = {cells[cell].card for cell in waiting}
    if len(steps) > 1 or not steps <= {0, 1}:
        raise NotationError(
            f"{quote(text)}: after {turns} turns a pawn that has not moved stands on "
            f"{'/'.join(map(str, sorted(steps)))}, expected a joker: 0 (wild) or 1 (single)"
        )
    standing = sum(cells[cell].card == 0 for cell in waiting)
    down = sum(cell.card == 0 for cell in cells) - standing
    if down != turns:
        raise PositionError(
            f"{quote(text)} says {turns} turns were taken, but {down} cards are face down"
        )
    implied = {0: "wild", 1: "single"}[steps.pop()] if steps else None
    if implied and edition is not None and rules.edition(edition).name != implied:
        raise ValueError(
            f"{quote(text)} is of the {implied!r} edition, "
            f"but {rules.edition(edition).name!r} was asked for"
        )
    cards = [cell.card if cell.face_up else UNKNOWN for cell in cells]
    face_up = sum(1 << at for at, cell in enumerate(cells) if cell.face_up)
    for cell in waiting:
        cards[cell] = JOKER
        face_up |= 1 << cell
    return Position(tuple(cards), face_up, red, blue, rules.edition(implied or edition), rules)
