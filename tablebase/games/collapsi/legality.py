"""The checks behind `Deal` and `Position`: whether a deal or a position is possible.

They do not check whether play can really reach a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablebase.errors import NotationError, PositionError, quote
from tablebase.games.collapsi.deck import COLOURS, GONE, JOKER, UNKNOWN
from tablebase.games.collapsi.notation import LETTERS, Cell, card_letter
from tablebase.games.collapsi.rules import Rules

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Position


def check_cards(cards: tuple[int, ...], rules: Rules) -> None:
    """Raise `PositionError` unless a deal's cards are the rules' deck."""
    if tuple(sorted(cards)) != rules.deck:
        raise PositionError(f"wrong deck {_count(cards)}: expected {_count(rules.deck)}")


def _count(cards: tuple[int, ...]) -> str:
    """Cards by kind, for messages: '4xA 4x2 2xJ'."""
    kinds = sorted(set(cards), key=lambda card: card or 10)
    return " ".join(f"{cards.count(card)}x{card_letter(card)}" for card in kinds)


def check_start(text: str, cells: Sequence[Cell]) -> None:
    """Raise `NotationError` if cells, written as `text`, show a game under way."""
    if any(not cell.face_up or (cell.pawns and cell.card != JOKER) for cell in cells):
        raise NotationError(
            f"{quote(text)} is a position of a game under way, expected a deal: "
            "every card face up, pawns only on jokers"
        )


def check_position(position: Position) -> None:
    """Raise `PositionError` unless a position is possible."""
    _check_pawns(position)
    _check_order(position)
    _check_deck(position)
    if len(position.order) == len(position.pawns):
        _check_jokers(position)
    else:
        _check_jokers_with_players_out(position)


def _check_pawns(position: Position) -> None:
    """Check that cards fill the board, and that pawns stand on different face-up cards."""
    rules, face_up, size = position.rules, position.face_up, position.rules.board.size
    if position.edition not in rules.editions:
        raise PositionError(
            f"edition {position.edition.name!r} does not belong to rules {rules.name!r}"
        )
    if len(position.cards) != size or not 0 <= face_up < 1 << size:
        raise PositionError(
            f"{len(position.cards)} cards with face-up mask {face_up:#x}: "
            f"expected {size} cells and a mask of {size} bits"
        )
    if len(position.pawns) != rules.players:
        raise PositionError(f"{len(position.pawns)} pawns: expected {rules.players}")
    for player, cell in enumerate(position.pawns):
        colour = COLOURS[player]
        if rules.turn.pawns_removed and player not in position.order:
            if cell != GONE:
                raise PositionError(f"{colour} is out: expected the pawn to be removed")
            continue
        if not 0 <= cell < size:
            raise PositionError(f"the {colour} pawn is on cell {cell}: expected 0 to {size - 1}")
        if not face_up >> cell & 1:
            raise PositionError(
                f"the {colour} pawn is on {rules.board.cell_name(cell)}, whose card has "
                "collapsed: expected a face-up card"
            )
        if position.pawns.count(cell) > 1 and not rules.turn.pawns_share:
            raise PositionError(
                f"two pawns are on {rules.board.cell_name(cell)}: expected them on different cells"
            )


def _check_order(position: Position) -> None:
    """Check that two or more players are in, in turn order, and that the right one moves."""
    order, players = position.order, position.rules.players
    turns = [(order[0] + turn) % players for turn in range(players)] if order else []
    if len(order) < 2 or list(order) != [player for player in turns if player in order]:
        raise PositionError(
            f"players {''.join(LETTERS[player] for player in order)!r} are still in: expected "
            "two or more, in turn order"
        )
    if position.rules.turn.one_ends and len(order) < players:
        raise PositionError(
            f"players {''.join(LETTERS[player] for player in order)!r} are still in: expected "
            "all, because the game ends as soon as a player cannot move"
        )
    down = len(position.cards) - position.face_up.bit_count()
    expected = down % players
    shown = position.rules.turn.shows_side(down)
    if len(order) == players and order[0] != expected and shown:
        raise PositionError(
            f"the position has {COLOURS[order[0]]} to move, but {down} cards are face down and "
            f"nobody is out: expected {COLOURS[expected]}"
        )


def _check_deck(position: Position) -> None:
    """Check that the cards can come from the rules' deck, and that face-up cards are known."""
    cards, rules = position.cards, position.rules
    for cell, card in enumerate(cards):
        if card == UNKNOWN and position.face_up >> cell & 1:
            raise PositionError(f"the card on {rules.board.cell_name(cell)} is face up but unknown")
    known, deck = Counter(card for card in cards if card != UNKNOWN), Counter(rules.deck)
    for card, count in sorted(known.items()):
        if count > deck[card]:
            raise PositionError(
                f"wrong deck: {count}x{card_letter(card)}, expected at most {deck[card]}"
            )


def _check_jokers(position: Position) -> None:
    """Check, while all are in, that after p plies only the first p players have left jokers."""
    name, ply, up = position.rules.board.cell_name, position.ply, _jokers_up(position)
    # So the collapsed jokers are among the face-down cards, because the deck has no other cards.
    waiting = range(ply, position.rules.players)
    # Red may have landed on blue's joker: it stays face up when blue leaves, until red does.
    if position.kept and ply == 2 and position.red in up:
        up.remove(position.red)
    for player in waiting:
        if position.pawns[player] not in up:
            raise PositionError(
                f"after {_plies(ply)} {COLOURS[player]} has not moved yet but is on "
                f"{name(position.pawns[player])}: expected {COLOURS[player]} on a joker"
            )
    left = up - {position.pawns[player] for player in waiting}
    if left:
        raise PositionError(
            f"the joker on {name(min(left))} is still face up after {_plies(ply)}: "
            "expected it to collapse with its player's first move"
        )


def _plies(ply: int) -> str:
    return f"{ply} {'ply' if ply == 1 else 'plies'}"


def _check_jokers_with_players_out(position: Position) -> None:
    """Check, once a player is out, that face-up jokers are under players waiting or out."""
    order, up, players = position.order, _jokers_up(position), position.rules.players
    left = up - set(position.pawns)
    # A joker stays face up when its player's pawn is removed.
    may_be_left = players - len(order) if position.rules.turn.pawns_removed else 0
    if len(left) > may_be_left:
        raise PositionError(
            f"the joker on {position.rules.board.cell_name(min(left))} is face up without a pawn: "
            "expected it to collapse with its player's first move"
        )
    waiting = [player for player in order if position.pawns[player] in up]
    if not waiting:
        return
    # Players who wait are last in the first round; all others have moved or are out on jokers.
    last = list(range(players))[-len(waiting) :]
    if waiting != list(order[: len(waiting)]) or waiting != last:
        raise PositionError(
            f"{' and '.join(COLOURS[player] for player in waiting)} stand on jokers: expected "
            "everybody before them to have moved or be out"
        )
    if position.ply != players - len(up):
        raise PositionError(
            f"{position.ply} cards are face down before everybody has moved: expected "
            f"{players - len(up)}, the jokers of those who have"
        )


def _jokers_up(position: Position) -> set[int]:
    return {
        cell
        for cell, card in enumerate(position.cards)
        if card == JOKER and position.face_up >> cell & 1
    }
