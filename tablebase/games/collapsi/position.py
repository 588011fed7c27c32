"""Deals and positions for two to four players: parsing, printing, legal moves, play.

A deal is the layout of the cards before the first move, and whose joker is which. A position adds
which cards are face up, where the pawns stand, and who is still in.

Players move in turn: red, blue, green, yellow. What a move does, who is out and who has won is the
turn's of the rules; see `turns`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NotRequired, TypedDict

from tablebase.engine.values import Result, Value
from tablebase.errors import NotationError, PositionError, quote
from tablebase.games.collapsi import notation, numeric
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.deck import COLOURS, GONE, JOKER, UNKNOWN, turn_order
from tablebase.games.collapsi.legality import check_cards, check_position
from tablebase.games.collapsi.moves import Move, chosen
from tablebase.games.collapsi.notation import LETTERS, Cell
from tablebase.games.collapsi.rules import COLLAPSI, MAX_TABLE_CELLS, Edition, Rules
from tablebase.games.collapsi.rules_file import AnyRules, load_rules
from tablebase.games.collapsi.symmetry import Automorphism, canonical, image_of, inverse
from tablebase.games.collapsi.turns import BasePosition
from tablebase.support.lazy import cached_property
from tablebase.support.seeds import shuffled

if TYPE_CHECKING:
    from tablebase.engine.probe import MoveValue


@dataclass(frozen=True)
class Deal:
    """A deal of the whole deck on the board.

    `cards` has the card value of each cell in reading order, 0 for a joker, and `starts` the cell
    of each player's joker, red's first. Raises `PositionError` if the cards are not the deck, or
    `starts` are not the cells of its jokers.

    Examples
    --------
    >>> deal = Deal.parse("A223/4A2J/3A23/J3A4")
    >>> deal.jokers, deal.starts
    ((7, 12), (7, 12))
    >>> str(deal.canonical[0])
    'JA34/34Jr3/AA22/322A'
    """

    room = "collapsi"

    cards: tuple[int, ...]
    starts: tuple[int, ...]
    rules: Rules = COLLAPSI

    def __post_init__(self) -> None:
        check_cards(self.cards, self.rules)
        if {len(self.starts), len({*self.starts} & {*self.jokers})} != {self.rules.players}:
            raise PositionError(
                f"players start on cells {self.starts}: expected the jokers' cells {self.jokers}"
            )

    @classmethod
    def parse(cls, text: str, rules: AnyRules = COLLAPSI) -> Deal:
        """Read a deal, in the notation of the module `notation`.

        Jokers marked ``Jr``, ``Jb``, ``Jg``, ``Jy`` belong to the players of that colour; the
        others belong to the remaining players, in reading order. `rules` are rules or what
        `load_rules` takes.

        Raises `NotationError` if the text is not rows of cards, and `PositionError` if the cards
        are not the deck.
        """
        rules = load_rules(rules)
        cells, side = notation.read(text, rules.board, rules.players)
        if side:
            raise NotationError(f"{quote(text)} names a side to move: expected a deal's cards only")
        starts = notation.starts_of(text, cells, rules)
        return cls(tuple(cell.card for cell in cells), starts, rules)

    @classmethod
    def random(cls, rng: random.Random, rules: Rules = COLLAPSI) -> Deal:
        """A uniformly random deal, including which joker is whose; see `seeds.shuffled`.

        On a board too large for tables, with more than two jokers, they are given in reading order.
        """
        # While shuffling, negative numbers distinguish the jokers.
        jokers = range(-rules.players - rules.absent, 0)
        cards = shuffled(rng, [*jokers, *rules.deck[len(jokers) :]])
        starts = tuple(map(cards.index, jokers))
        if len(jokers) > 2 and len(cards) > MAX_TABLE_CELLS:  # the sheet: first come, first player
            starts = tuple(sorted(starts)[: rules.players])
        return cls(tuple(max(card, JOKER) for card in cards), starts, rules)

    @property
    def jokers(self) -> tuple[int, ...]:
        """The cells of the jokers, ascending."""
        return tuple(cell for cell, card in enumerate(self.cards) if card == JOKER)

    @property
    def red(self) -> int:
        """The cell of red's joker."""
        return self.starts[0]

    @property
    def blue(self) -> int:
        """The cell of blue's joker."""
        return self.starts[1]

    @property
    def _canonical_cards(self) -> tuple[tuple[int, ...], tuple[Automorphism, ...]]:
        return canonical(self.rules.board, self.cards, self.rules.turn.symmetries)

    @cached_property
    def canonical(self) -> tuple[Deal, Automorphism]:
        """The canonical deal, and an automorphism that leads there.

        The cards are those of `symmetry.canonical`. If a symmetry of theirs swaps the jokers,
        red's is the first.
        """
        _, there = self._canonical_cards
        automorphism = min(there, key=lambda g: (image_of(self.starts, g), g))
        return self.image(automorphism), automorphism

    @property
    def orbit(self) -> int:
        """Number of images of the deal under the board's automorphisms, starts marked."""
        _, there = self._canonical_cards
        home = self.canonical[0].starts
        same = sum(image_of(self.starts, g) == home for g in there)
        return len(self.rules.symmetries) // same

    def image(self, automorphism: Automorphism) -> Deal:
        """The deal after every cell ``c`` has been moved to ``automorphism[c]``."""
        cards = tuple(self.cards[cell] for cell in inverse(automorphism))
        return Deal(cards, image_of(self.starts, automorphism), self.rules)

    def start(self, edition: Edition | str | None = None) -> Position:
        """The starting position under an edition (None: the rules' first), red to move.

        With three or more players, players who cannot move are out at once.
        """
        return self.as_dealt(edition).settled()

    def as_dealt(self, edition: Edition | str | None = None) -> Position:
        """The starting position, like `start`, but before anybody is out."""
        face_up = sum(1 << at for at, card in enumerate(self.cards) if card or at in self.starts)
        return Position(self.cards, face_up, self.starts, self.rules.edition(edition), self.rules)

    def __str__(self) -> str:
        letters: dict[int, str] = {}
        if self.starts != self.jokers[: self.rules.players]:
            # With two starting cards, one mark is enough.
            marked = self.starts if len(self.jokers) > 2 else self.starts[:1]
            letters = {cell: LETTERS[player] for player, cell in enumerate(marked)}
        cells = [Cell(card, True, letters.get(at, "")) for at, card in enumerate(self.cards)]
        return notation.write(cells, self.rules.board)

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r}{_rules_argument(self.rules)})"


def _rules_argument(rules: Rules) -> str:
    """What a call of `parse` needs to read a text under some rules."""
    return "" if rules == COLLAPSI else f", rules={rules.name!r}"


def random_deals(count: int, seed: int, rules: AnyRules = COLLAPSI) -> Iterator[Deal]:
    """Yield `count` independent, uniformly random deals, the same for the same `seed`.

    A longer run begins with the deals of a shorter one. `rules` are rules or what `load_rules`
    takes.
    """
    rng, rules = random.Random(seed), load_rules(rules)
    for _ in range(count):
        yield Deal.random(rng, rules)


class PositionData(TypedDict):
    """What the notation of a position does not show, as plain data.

    With three or more players: those still in, from the side to move, and those who are out.
    """

    edition: str
    ply: int
    players: NotRequired[list[str]]
    out: NotRequired[list[str]]


@dataclass(frozen=True)
class Position(BasePosition):
    """A position of a game of Collapsi.

    One card collapses at each ply, so the number of face-down cards is the ply, and while all
    players are in it shows who is to move. The exception is landing: a move from a card that two
    pawns share leaves it face up.

    Parameters
    ----------
    cards : tuple of int
        Card value of each cell, shape ``(board.size,)``; 0 is a joker, `UNKNOWN` (-1) a face-down
        card of unknown value, which never matters to the position's value.
    face_up : int
        Bit mask of the face-up cells (bit c stands for cell c).
    pawns : tuple of int
        The cell of each player's pawn, red's first, shape ``(rules.players,)``; `GONE` (-1) if it
        has been removed.
    edition : Edition
        How far a pawn may move from its joker.
    order : tuple of int
        The players still in, in turn order from the side to move; 0 is red. By default all, and the
        number of face-down cards shows whose turn it is.
    layout : Board, optional
        The board, if lines have moved out of that of the rules; see `turns.pushed`.

    Raises `PositionError` if the position is impossible: a pawn on a collapsed card, two pawns on a
    cell without landing, a wrong deck, a joker still face up after its player's first move, ... It
    is not checked whether play can really reach the position.

    Examples
    --------
    >>> position = Position.parse("A223/4A2Jr/3A23/Jb3A4 r", edition="single")
    >>> [str(move) for move in position.legal_moves()]
    ['d1', 'a2', 'c2', 'd3']
    >>> str(position.play("c2"))
    'A223/4A2rxJ/3A23/Jb3A4 b'
    >>> position = Position.parse("JA23/A2J3/23A2/3A4J", "single", "3-players")
    >>> str(position.play("b1"))
    'xJAr23/A2Jb3/23A2/3A4Jg b'
    """

    room = "collapsi"

    cards: tuple[int, ...]
    face_up: int
    pawns: tuple[int, ...]
    edition: Edition
    rules: Rules = COLLAPSI
    order: tuple[int, ...] = ()
    layout: Board | None = None

    def __post_init__(self) -> None:
        if not self.order:
            object.__setattr__(self, "order", turn_order(self.down, self.rules.players))
        check_position(self, self.edition, self.rules)

    @classmethod
    def parse(
        cls,
        text: str,
        edition: Edition | str | None = None,
        rules: AnyRules = COLLAPSI,
    ) -> Position:
        """Read a position; the notation of a deal means its starting position.

        With three or more players, players who cannot move on their turn are out at once.

        The text is as in the modules `notation` and `numeric`. The side to move follows the cards;
        once players are out, all players still in follow, in turn order. This may be left out while
        all players are in, unless pawns may land on each other. `edition` is by default the rules'
        first, or the one that the numeric notation implies. `rules` are rules or what `load_rules`
        takes.

        Raises `NotationError` if the text is not a position's notation, `PositionError` if the
        position is impossible, and `ValueError` if the edition is unknown or contradicts the
        numeric notation.
        """
        return cls.as_written(text, edition, load_rules(rules)).settled()

    @classmethod
    def as_written(cls, text: str, edition: Edition | str | None, rules: Rules) -> Position:
        """Read a position like `parse`, but only players who are written as out are out."""
        if numeric.is_numeric(text):
            return cls(*numeric.read(text, edition, rules), rules)
        layout = rules.turn.board_of(notation.picture_of(text)) if rules.turn.spreads else None
        cells, sides = notation.read(text, layout or rules.board, rules.players)
        cards = tuple(cell.card for cell in cells)
        if (
            layout is None
            and all(cell.face_up for cell in cells)
            and (not sides or (sides == LETTERS[0] and not any(cell.pawns for cell in cells)))
        ):
            return Deal(cards, notation.starts_of(text, cells, rules), rules).as_dealt(edition)
        face_up = sum(1 << at for at, cell in enumerate(cells) if cell.face_up)
        pawns = notation.pawns_of(text, cells, sides, rules)
        down = len(cells) - face_up.bit_count() - rules.absent
        order = notation.order_of(text, sides, down, rules)
        return cls(cards, face_up, pawns, rules.edition(edition), rules, order, layout)

    @property
    def board(self) -> Board:
        """The board as it is: that of the rules, unless lines have moved out of it."""
        return self.layout or self.rules.board

    @property
    def down(self) -> int:
        """The number of cards that have collapsed."""
        return super().down - self.rules.absent

    @property
    def ply(self) -> int:
        """Number of plies played: the number of collapsed cards.

        With landing, where a move from a shared card leaves it face up, it may be too low by an
        even number.
        """
        return self.rules.turn.ply(self)

    @property
    def layer(self) -> int:
        """The most plies left."""
        return self.rules.turn.layer(self)

    @property
    def side_to_move(self) -> str:
        """``"red"``, ``"blue"``, ``"green"`` or ``"yellow"``."""
        return COLOURS[self.order[0]]

    @property
    def sides(self) -> tuple[str, ...]:
        """The players still in, in turn order from the side to move."""
        return tuple(COLOURS[player] for player in self.order)

    @property
    def out(self) -> tuple[str, ...]:
        """The players who are out, red first."""
        return tuple(COLOURS[p] for p in range(len(self.pawns)) if p not in self.order)

    @property
    def red(self) -> int:
        """The cell of the red pawn."""
        return self.pawns[0]

    @property
    def blue(self) -> int:
        """The cell of the blue pawn."""
        return self.pawns[1]

    @property
    def opponent(self) -> int:
        """The cell of the side that moves next."""
        return self.pawns[self.order[1]]

    @property
    def waiting(self) -> int:
        """How many of the players still in stand on a joker.

        Without landing these are the players before their first turn.
        """
        return sum(self.cards[self.pawns[player]] == JOKER for player in self.order)

    @property
    def is_opening(self) -> bool:
        """Whether a player still in stands on a joker: only then does the edition matter."""
        return self.waiting > 0

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves of the side to move, by ascending destination, then by shift."""
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        # Kept, because `play` needs them again for each move of a probe.
        rules = self.rules
        return rules.turn.legal_moves(self, self.board, self.edition.joker_steps)

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over: the side to move cannot move, and no other player can go on."""
        return self.rules.turn.is_last(self) and not self.legal_moves()

    @property
    def winner(self) -> str | None:
        """Who has won once the game is over: the last in turn order, unless the rules differ."""
        lost = self.rules.turn.ending is Result.LOSS
        return COLOURS[self.order[-lost]] if self.is_terminal else None

    def play(self, move: Move | str | int) -> Position:
        """The position after a move, without the players who then cannot move.

        `move` is a legal move, its name (``"c2"``) or its destination's cell; `IllegalMoveError` if
        it is not legal here.
        """
        return self.after(move).settled()

    def after(self, move: Move | str | int) -> Position:
        """The position after a move, before any player is out; raises as `play`."""
        move = chosen(move, self.legal_moves(), self)
        return self.rules.turn.after(self, self.board, move)

    def settled(self) -> Position:
        """The position without the players who have no move when their turn comes.

        With two players left the side to move stays even if they cannot move: the game is over.
        """
        return self.rules.turn.settled(self)

    def changed(self, **fields: Any) -> Position:
        """The position with other fields, unchecked: a turn knows that it is possible."""
        # Checks would take half of a probe's time.
        changed = object.__new__(Position)
        kept = {name: self.__dict__[name] for name in self.__dataclass_fields__}
        changed.__dict__.update({**kept, **fields})
        return changed

    @property
    def dealt(self) -> tuple[int, ...]:
        """The cards of a deal this position can come from."""
        if UNKNOWN not in self.cards:
            return self.cards
        missing = iter(sorted((Counter(self.rules.deck) - Counter(self.cards)).elements()))
        return tuple(next(missing) if card == UNKNOWN else card for card in self.cards)

    @cached_property
    def deal(self) -> Deal:
        """A deal this position can come from.

        Cards of unknown value become those missing from the deck, in ascending order. Collapsed
        jokers are given to the players who have left theirs, in reading order.
        """
        cards = self.dealt
        # With landing, whoever has moved may stand on another's joker.
        moved = self.ply if self.rules.turn.pawns_share else 0
        own = {
            player: cell
            for player, cell in enumerate(self.pawns)
            if player >= moved and cell != GONE and cards[cell] == JOKER
        }
        jokers = (c for c, card in enumerate(cards) if card == JOKER and c not in own.values())
        left = iter(sorted(jokers, key=lambda cell: (self.face_up >> cell & 1, cell)))
        starts = [own[p] if p in own else next(left) for p in range(len(self.pawns))]
        return Deal(cards, tuple(starts), self.rules)

    def as_dict(self) -> PositionData:
        """What the notation does not show: the edition's name, the ply, and who is in and out."""
        shown: PositionData = {"edition": self.edition.name, "ply": self.ply}
        if self.rules.turn.two_sided:
            return shown
        return {**shown, "players": list(self.sides), "out": list(self.out)}

    def score(self, value: Value) -> int | None:
        """The paper's score: cards face up at the end, positive if red wins, else negative.

        None with three or more players, and with landing: plies then do not determine the cards.
        """
        if not self.rules.turn.is_scored:
            return None
        left = self.face_up.bit_count() - value.dte
        red_wins = (value.result is Result.WIN) == (self.side_to_move == "red")
        return left if red_wins else -left

    def __str__(self) -> str:
        letters = [""] * len(self.cards)
        for player, cell in enumerate(self.pawns):
            if cell != GONE:
                letters[cell] += LETTERS[player]
        cells = [
            Cell(card, bool(self.face_up >> at & 1), letters[at])
            for at, card in enumerate(self.cards)
        ]
        named = self.order[:1] if len(self.order) == len(self.pawns) else self.order
        sides = "".join(LETTERS[player] for player in named)
        return f"{notation.write(cells, self.board)} {sides}"

    def __repr__(self) -> str:
        rules = _rules_argument(self.rules)
        return f"Position.parse({str(self)!r}, {self.edition.name!r}{rules})"

    def numeric(self) -> str:
        """The position in the numeric notation of the published Rust solver; `parse` reads it.

        The edition shows only while a joker is face up.

        Raises `ValueError` if the notation cannot write the position: it is for two players, boards
        without gaps, no landing, and jokers of 1 to 4 steps (`wild`) or exactly 1 (`single`).

        Examples
        --------
        >>> Position.parse("A223/4A2rx/3A23/Jb3A4 b").numeric()
        '1223/412r0/3123/0b314/1'
        """
        return numeric.write(self, self.rules, self.edition)

    def svg(self, moves: Iterable[MoveValue[Position]] = ()) -> str:
        """The board as an SVG picture, framed where some moves end, with what they are worth.

        Notebooks show it for a position, and for a probe with the values of all moves.
        """
        from tablebase.games.collapsi.picture import svg

        return svg(self, self.board, moves)

    def _repr_svg_(self) -> str:
        return self.svg()
