"""The checks behind `Deal` and `Position`: whether a deal or a position is possible.

They do not check whether play can really reach a position. What makes a position possible is
`fault`: a plain function of numbers, which the page's engine has as a kernel. `FAULTS` are what it
finds, in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tablebase.errors import PositionError
from tablebase.games.collapsi.deck import CARDS, COLOURS, GONE, JOKER, UNKNOWN
from tablebase.games.collapsi.notation import LETTERS, card_letter
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.games.collapsi.turns import BasePosition

_COLLAPSES = "expected it to collapse with its player's first move"

FAULTS = (
    "the {0colour} pawn is on {1cell}, whose card has collapsed: expected a face-up card",
    "two pawns are on {0cell}: expected them on different cells",
    "players '{0order}' are still in: expected two or more, in turn order",
    "players '{0order}' are still in: expected all, because the game ends as soon as a player "
    "cannot move",
    "the position has {0colour} to move, but {1} cards are face down and nobody is out: expected "
    "{2colour}",
    "the card on {0cell} is face up but unknown",
    "wrong deck: {0}x{1card}, expected at most {2}",
    "{0} jokers are face up: expected {1} face down",
    "after {0plies} {1colour} has not moved yet but is on {2cell}: expected {1colour} on a joker",
    f"the joker on {{0cell}} is still face up after {{1plies}}: {_COLLAPSES}",
    f"the joker on {{0cell}} is face up without a pawn: {_COLLAPSES}",
    "{0waiting} stand on jokers: expected everybody before them to have moved or be out",
    "{0} cards are face down before everybody has moved: expected {1}, the jokers of those who "
    "have",
)
"""What can be wrong with a position. A place names one of the numbers that `fault` returns, and
what it stands for."""


def check_cards(cards: tuple[int, ...], rules: Rules) -> None:
    """Raise `PositionError` unless a deal's cards are the rules' deck."""
    if tuple(sorted(cards)) != rules.deck:
        raise PositionError(f"wrong deck {_count(cards)}: expected {_count(rules.deck)}")


def _count(cards: tuple[int, ...]) -> str:
    """Cards by kind, for messages: '4xA 4x2 2xJ'."""
    kinds = sorted(set(cards), key=lambda card: card or 10)
    return " ".join(f"{cards.count(card)}x{card_letter(card)}" for card in kinds)


def check_position(position: BasePosition, edition: Edition, rules: Rules) -> None:
    """Raise `PositionError` unless a position is possible."""
    if edition not in rules.editions:
        raise PositionError(f"edition {edition.name!r} does not belong to rules {rules.name!r}")
    _check_cells(position, rules)
    turn, cards, face_up, down = rules.turn, position.cards, position.face_up, position.down
    kind, *numbers = fault(
        rules.players,
        rules.absent,
        (turn.pawns_share, turn.pawns_removed, turn.one_ends),
        (down, turn.shows_side(down), turn.ply(position)),
        rules.counts,
        list(map(cards.count, CARDS)),
        (face_up, face_up & _where(cards, UNKNOWN), face_up & _where(cards, JOKER)),
        position.pawns,
        position.order,
    )
    if kind >= 0:
        raise PositionError(_message(FAULTS[kind], numbers, position))


def _where(cards: tuple[int, ...], card: int) -> int:
    """The mask of the cells that have a card."""
    mask, cell = 0, -1
    for _ in range(cards.count(card)):
        cell = cards.index(card, cell + 1)
        mask |= 1 << cell
    return mask


def _message(text: str, numbers: Sequence[int], position: BasePosition) -> str:
    """A text of `FAULTS` with what its numbers stand for."""
    order = position.order
    words: dict[str, Callable[[int], str]] = {
        "": str,
        "cell": position.board.cell_name,
        "card": card_letter,
        "colour": lambda player: COLOURS[player],
        "plies": lambda ply: f"{ply} {'ply' if ply == 1 else 'plies'}",
        "order": lambda _: "".join(LETTERS[player] for player in order),
        "waiting": lambda mask: " and ".join(COLOURS[p] for p in order if mask >> p & 1),
    }
    return re.sub(r"{(\d)(\w*)}", lambda place: words[place[2]](numbers[int(place[1])]), text)


def _check_cells(position: BasePosition, rules: Rules) -> None:
    """Check that cards fill the board, and that there are the pawns on it that there should be."""
    face_up, size = position.face_up, position.board.size
    if len(position.cards) != size or not 0 <= face_up < 1 << size:
        raise PositionError(
            f"{len(position.cards)} cards with face-up mask {face_up:#x}: "
            f"expected {size} cells and a mask of {size} bits"
        )
    for card in {*position.cards} - {UNKNOWN, *CARDS}:
        count = position.cards.count(card)
        raise PositionError(f"wrong deck: {count}x{card_letter(card)}, expected at most 0")
    if len(position.pawns) != rules.players:
        raise PositionError(f"{len(position.pawns)} pawns: expected {rules.players}")
    for player, cell in enumerate(position.pawns):
        colour = COLOURS[player]
        if rules.turn.pawns_removed and player not in position.order:
            if cell != GONE:
                raise PositionError(f"{colour} is out: expected the pawn to be removed")
        elif not 0 <= cell < size:
            raise PositionError(f"the {colour} pawn is on cell {cell}: expected 0 to {size - 1}")


Fault = tuple[int, int, int, int]
"""The place of a text in `FAULTS`, -1 if nothing is wrong, and its numbers."""

_NONE: Fault = (-1, 0, 0, 0)


def fault(
    players: int,
    absent: int,
    turn: Sequence[int],
    shown: Sequence[int],
    deck: Sequence[int],
    counts: Sequence[int],
    masks: Sequence[int],
    pawns: Sequence[int],
    order: Sequence[int],
) -> Fault:
    """Find out what is wrong with a position.

    `turn` says whether pawns share cards, whether they are removed, and whether the first player
    without a move ends the game; `shown`, how many cards have collapsed, whether that shows the
    side to move, and the ply. `deck` and `counts` have the number of each card, in the deck and in
    the position, `masks` the cells that are face up, and of these the unknown cards and the jokers,
    `order` the players still in.
    """
    shares, removes, one_ends = turn
    down, side_shown, ply = shown
    face_up, unknown, jokers = masks
    still, taken = len(order), 0
    # The pawns
    for player in range(players):
        cell = pawns[player]
        if cell == GONE:
            continue
        if not face_up >> cell & 1:
            return 0, player, cell, 0
        if taken >> cell & 1 and not shares:
            return 1, cell, 0, 0
        taken |= 1 << cell
    # Whose turn it is
    if still < 2:
        return 2, 0, 0, 0
    before = -1
    for player in order:
        turns = (player - order[0]) % players
        if not 0 <= player < players or turns <= before:
            return 2, 0, 0, 0
        before = turns
    if one_ends and still < players:
        return 3, 0, 0, 0
    if still == players and order[0] != down % players and side_shown:
        return 4, order[0], down, down % players
    # The cards
    if unknown:
        return 5, first(unknown), 0, 0
    for card in range(len(deck)):
        if counts[card] > deck[card]:
            return 6, counts[card], card, deck[card]
    # The jokers: a player's collapses with the first move
    if still < players:
        return with_players_out(players, removes, down, jokers, taken, pawns, order)
    if count(jokers) > players:
        return 7, count(jokers), absent, 0
    # Red may have landed on blue's joker: it stays face up when blue leaves, until red does.
    if ply > down and ply == 2:
        jokers &= ~(1 << pawns[0])
    for player in range(ply, players):
        if not jokers >> pawns[player] & 1:
            return 8, ply, player, pawns[player]
    for player in range(ply, players):
        jokers &= ~(1 << pawns[player])
    if jokers:
        return 9, first(jokers), ply, 0
    return _NONE


def with_players_out(
    players: int,
    removes: int,
    down: int,
    jokers: int,
    taken: int,
    pawns: Sequence[int],
    order: Sequence[int],
) -> Fault:
    """Once a player is out, face-up jokers are under players waiting or out.

    `taken` are the cells that have a pawn.
    """
    left = jokers & ~taken
    # A joker stays face up when its player's pawn is removed.
    if count(left) > (players - len(order) if removes else 0):
        return 10, first(left), 0, 0
    mask, waiting = 0, 0
    for player in order:
        if jokers >> pawns[player] & 1:
            mask |= 1 << player
            waiting += 1
    # Players who wait are last in the first round; all others have moved or are out on jokers.
    for place in range(waiting):
        player = order[place]
        if player != players - waiting + place or not mask >> player & 1:
            return 11, mask, 0, 0
    if waiting and down != players - count(jokers):
        return 12, down, players - count(jokers), 0
    return _NONE


def count(mask: int) -> int:
    """How many cells a mask has."""
    cells = 0
    while mask:
        mask &= mask - 1
        cells += 1
    return cells


def first(mask: int) -> int:
    """The first cell of a mask that is not empty."""
    return count((mask & -mask) - 1)
