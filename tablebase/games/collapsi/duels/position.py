"""A position for three or four players: who is still in, whose turn it is, who is last.

Players move in turn, red, blue, green, yellow. One who cannot move when his turn comes is out: his
pawn stays where it is, on its face-up card, which may be passed through but not ended on. The last
player still in has won, whether or not he could move. With two players this is the published game.

Source: the rule sheet names games of three and four players as a variation and leaves the rest
open; what is said here is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablebase.engine.lazy import cached_property
from tablebase.errors import NotationError, PositionError
from tablebase.games.collapsi import notation
from tablebase.games.collapsi.duels.deal import COLOURS, Deal
from tablebase.games.collapsi.notation import LETTERS, Cell, quote
from tablebase.games.collapsi.position import (
    Move,
    check_deck,
    check_pawns,
    chosen,
    dealt,
    moves_of,
)
from tablebase.games.collapsi.rules import COUNTS, JOKER, Edition, Rules

if TYPE_CHECKING:
    from tablebase.games.collapsi.duels.duel import Duel
    from tablebase.games.collapsi.duels.game import PlayersGame
    from tablebase.games.collapsi.symmetry import Automorphism


@dataclass(frozen=True)
class Position:
    """A position of a game of Collapsi for any number of players.

    Parameters
    ----------
    cards : tuple of int
        Card value of each cell, shape ``(board.size,)``; 0 is a joker, `UNKNOWN` (-1) a
        face-down card of unknown value.
    face_up : int
        Bit mask of the face-up cells (bit c stands for cell c).
    pawns : tuple of int
        The cell of every player's pawn, red's first, shape ``(rules.players,)``.
    order : tuple of int
        The players still in, in turn order beginning with the side to move; 0 is red.
    edition : Edition
        How far a pawn may move from its joker.
    rules : Rules
        Board, deck and number of players.

    Raises
    ------
    PositionError
        If no game can lead to such a position: two pawns on a cell, a wrong deck, a joker left
        face up by a player who has moved, ... Whether play really can reach a position beyond
        that is not asked.

    Examples
    --------
    >>> from tablebase.games.collapsi.rules_file import load_rules
    >>> rules = load_rules("3-players")
    >>> position = Position.parse("JA23/A2J3/23A2/3A4J", "single", rules)
    >>> [str(move) for move in position.legal_moves()]
    ['b1', 'd1', 'a2', 'a4']
    >>> str(position.play("b1"))
    'xJAr23/A2Jb3/23A2/3A4Jg b'
    """

    cards: tuple[int, ...]
    face_up: int
    pawns: tuple[int, ...]
    order: tuple[int, ...]
    edition: Edition
    rules: Rules

    def __post_init__(self) -> None:
        self._check_pawns()
        self._check_order()
        check_deck(self.cards, self.face_up, self.rules)
        self._check_jokers()

    def _check_pawns(self) -> None:
        if len(self.pawns) != self.rules.players:
            raise PositionError(f"{len(self.pawns)} pawns: expected {self.rules.players}")
        pawns = dict(zip(COLOURS, self.pawns, strict=False))
        check_pawns(self.cards, self.face_up, pawns, self.edition, self.rules)
        for cell in self.pawns:
            if self.pawns.count(cell) > 1:
                raise PositionError(
                    f"two pawns are on {self.rules.board.cell_name(cell)}: expected them on "
                    "different cells"
                )

    def _check_order(self) -> None:
        players = range(self.rules.players)
        turns = [(self.order[0] + turn) % len(players) for turn in players] if self.order else []
        if len(self.order) < 2 or list(self.order) != [p for p in turns if p in self.order]:
            raise PositionError(
                f"players {_letters(self.order)!r} are in: expected two or more, in turn order"
            )
        if len(self.order) == len(players) and self.order[0] != self.ply % len(players):
            raise PositionError(
                f"{COLOURS[self.order[0]]} is said to move, but {self.ply} cards are face down and "
                f"nobody is out: expected {COLOURS[self.ply % len(players)]}"
            )

    def _check_jokers(self) -> None:
        name = self.rules.board.cell_name
        up = {c for c, card in enumerate(self.cards) if card == JOKER and self.face_up >> c & 1}
        if left := up - set(self.pawns):
            raise PositionError(
                f"the joker on {name(min(left))} is face up without a pawn: expected it to "
                "collapse with its player's first move"
            )
        waiting = [player for player in self.order if self.pawns[player] in up]
        if not waiting:
            return
        # They are the last in the first round; all others have moved once, or are out on jokers.
        last = list(range(self.rules.players))[-len(waiting) :]
        if waiting != list(self.order[: len(waiting)]) or waiting != last:
            raise PositionError(
                f"{' and '.join(COLOURS[player] for player in waiting)} stand on jokers: expected "
                "all others, who came before, to have moved or to be out"
            )
        if self.ply != self.rules.players - len(up):
            raise PositionError(
                f"{self.ply} cards are face down before everybody has moved: expected "
                f"{self.rules.players - len(up)}, the jokers of those who have"
            )

    @classmethod
    def parse(cls, text: str, edition: Edition | str | None, rules: Rules) -> Position:
        """Read a position; the notation of a deal means its starting position.

        Players who cannot move when it is their turn are out at once.

        Parameters
        ----------
        text : str
            Cards and pawns as in the module `notation`, with the letters r, b, g, y; then the
            players still in, in turn order beginning with the side to move, or the side to move
            alone if all are in. That may be left out: then all are in.
        edition : Edition or str, optional
            How far a pawn may move from its joker; None: the rules' first edition.
        rules : Rules
            Board, deck and number of players.

        Raises
        ------
        NotationError
            If the text is not a position's notation.
        PositionError
            If no game can lead to the position.
        ValueError
            If the edition is unknown.
        """
        return cls.as_written(text, edition, rules).settled()

    @classmethod
    def as_written(cls, text: str, edition: Edition | str | None, rules: Rules) -> Position:
        """Read a position as `parse`, but nobody is out who is not said to be."""
        cells, sides = notation.read(text, rules.board, rules.players)
        if all(cell.face_up for cell in cells) and sides in ("", "r"):
            deal = Deal.from_cells(text, cells, rules)
            return deal.as_dealt(edition)
        face_up = sum(1 << at for at, cell in enumerate(cells) if cell.face_up)
        first = LETTERS[(len(cells) - face_up.bit_count()) % rules.players]
        order = tuple(LETTERS.index(letter) for letter in sides or first)
        if len(order) == 1:
            players = rules.players
            order = tuple((order[0] + turn) % players for turn in range(players))
        return cls(
            tuple(cell.card for cell in cells),
            face_up,
            _pawns(text, cells, rules.players),
            order,
            rules.edition(edition),
            rules,
        )

    @property
    def ply(self) -> int:
        """Number of plies played, which is the number of face-down cards."""
        return len(self.cards) - self.face_up.bit_count()

    @property
    def sides(self) -> tuple[str, ...]:
        """The players still in, in turn order beginning with the side to move."""
        return tuple(COLOURS[player] for player in self.order)

    @property
    def out(self) -> tuple[str, ...]:
        """The players who are out, red first."""
        players = range(self.rules.players)
        return tuple(COLOURS[player] for player in players if player not in self.order)

    @property
    def side_to_move(self) -> str:
        """``"red"``, ``"blue"``, ``"green"`` or ``"yellow"``."""
        return COLOURS[self.order[0]]

    @property
    def mover(self) -> int:
        """The cell of the side to move."""
        return self.pawns[self.order[0]]

    @property
    def waiting(self) -> int:
        """How many players have not had their first turn."""
        return sum(self.cards[self.pawns[player]] == JOKER for player in self.order)

    @property
    def is_opening(self) -> bool:
        """Whether somebody still stands on his joker: only then does the edition matter."""
        return self.waiting > 0

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the side to move, by ascending destination."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        return moves_of(self.cards, self.face_up, self.mover, self.pawns, self.edition, self.rules)

    @property
    def is_terminal(self) -> bool:
        """Whether one player is left: the side to move has no legal move and is the last out."""
        return len(self.order) == 2 and not self.legal_moves()

    @property
    def winner(self) -> str | None:
        """The last player still in, once the game is over."""
        return COLOURS[self.order[1]] if self.is_terminal else None

    def settled(self) -> Position:
        """The position after players who cannot move and whose turn it is are out.

        When but two are left the side to move stays even if he cannot move: the game is over.
        """
        position = self
        while len(position.order) > 2 and not position.legal_moves():
            position = position.without_mover()
        return position

    def without_mover(self) -> Position:
        """The position after the side to move is out."""
        return self._changed(order=self.order[1:])

    def play(self, move: Move | str | int) -> Position:
        """The position after a move, and after players who cannot move then are out.

        Parameters
        ----------
        move : Move, str or int
            A legal move, its name (``"c2"``) or its destination's cell.

        Raises
        ------
        IllegalMoveError
            If it is not legal here.
        """
        return self.after(move).settled()

    def after(self, move: Move | str | int) -> Position:
        """The position after a move, before anybody is out; raises as `play`."""
        mover, *others = self.order
        pawns = list(self.pawns)
        pawns[mover] = chosen(move, self.legal_moves(), self).destination
        face_up = self.face_up & ~(1 << self.mover)
        return self._changed(face_up=face_up, pawns=tuple(pawns), order=(*others, mover))

    def renamed(self, pawns: tuple[int, ...], order: tuple[int, ...]) -> Position:
        """The position with other colours for the same pawns."""
        return self._changed(pawns=pawns, order=order)

    def image(self, automorphism: Automorphism) -> Position:
        """The position after every cell ``c`` has been moved to ``automorphism[c]``."""
        cards = [0] * len(self.cards)
        face_up = 0
        for cell, target in enumerate(automorphism):
            cards[target] = self.cards[cell]
            face_up |= (self.face_up >> cell & 1) << target
        pawns = tuple(automorphism[cell] for cell in self.pawns)
        return self._changed(cards=tuple(cards), face_up=face_up, pawns=pawns)

    def _changed(self, **fields: Any) -> Position:
        # What the rules lead to is possible: much of a probe's time would go to checks.
        changed = object.__new__(Position)
        kept = {name: self.__dict__[name] for name in self.__dataclass_fields__}
        changed.__dict__.update({**kept, **fields})
        return changed

    def search(self, *_: Any) -> Any:
        """Refused: a search knows two sides only.

        Raises
        ------
        ValueError
            Always.
        """
        raise ValueError(
            f"a search is for two players, not {self.rules.players}: expected --method table"
        )

    def duel(self, hero: str) -> Duel:
        """The game of one player, still in, against all the others.

        Parameters
        ----------
        hero : str
            ``"red"``, ``"blue"``, ``"green"`` or ``"yellow"``.

        Raises
        ------
        ValueError
            If there is no such player, or he is out.
        """
        from tablebase.games.collapsi.duels.duel import Duel

        if hero not in self.sides:
            raise ValueError(f"player {hero!r}: expected {' or '.join(self.sides)}")
        return Duel.of(self, COLOURS.index(hero))

    @cached_property
    def deal(self) -> Deal:
        """A deal this position can come from, its unknown cards filled in.

        Jokers that have collapsed are taken to be, in reading order, of those who have left them.
        """
        cards = dealt(self.cards, self.rules)
        jokers = [cell for cell, card in enumerate(cards) if card == JOKER]
        left = iter(cell for cell in jokers if cell not in self.pawns)
        return Deal(
            cards, tuple(cell if cell in jokers else next(left) for cell in self.pawns), self.rules
        )

    @property
    def game(self) -> PlayersGame:
        """The game, and so the table, that holds every duel of this position."""
        return self.deal.game

    def as_dict(self) -> dict[str, Any]:
        """What there is to tell of a position, as plain data, for JSON."""
        return {
            "position": str(self),
            "edition": self.edition.name,
            "ply": self.ply,
            "side_to_move": self.side_to_move,
            "players": list(self.sides),
            "out": list(self.out),
            "winner": self.winner,
        }

    def __str__(self) -> str:
        letters = {cell: LETTERS[player] for player, cell in enumerate(self.pawns)}
        cells = [
            Cell(card, bool(self.face_up >> at & 1), letters.get(at, ""))
            for at, card in enumerate(self.cards)
        ]
        everybody = len(self.order) == self.rules.players
        sides = _letters(self.order[:1] if everybody else self.order)
        return f"{notation.write(cells, self.rules.board)} {sides}"


def _letters(players: tuple[int, ...]) -> str:
    return "".join(LETTERS[player] for player in players)


def _pawns(text: str, cells: list[Cell], players: int) -> tuple[int, ...]:
    """The cell of every pawn."""
    found = []
    for letter, colour in zip(LETTERS[:players], COLOURS, strict=False):
        at = [cell for cell, written in enumerate(cells) if letter in written.pawns]
        if len(at) != 1 or cells[at[0]].pawns != letter:
            raise NotationError(
                f"{quote(text)} has {len(at)} {colour} pawns ({letter!r}): expected one, alone "
                f"behind its card, of each of {COUNTS[players - 1]} players"
            )
        found += at
    return tuple(found)
