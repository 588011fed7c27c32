"""The checks behind `Deal` and `Position`: whether a deal or a position is possible.

They do not check whether play can really reach a position.
"""

from __future__ import annotations

from collections import Counter

from tablebase.errors import PositionError
from tablebase.games.collapsi.deck import COLOURS, GONE, JOKER, UNKNOWN, turn_order
from tablebase.games.collapsi.notation import LETTERS, card_letter
from tablebase.games.collapsi.rules import Edition, Rules
from tablebase.games.collapsi.turns import BasePosition


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
    _check_pawns(position, rules)
    _check_order(position, rules)
    _check_deck(position, rules)
    if len(position.order) == len(position.pawns):
        _check_jokers(position, rules)
    else:
        _check_jokers_with_players_out(position, rules)


def _check_pawns(position: BasePosition, rules: Rules) -> None:
    """Check that cards fill the board, and that pawns stand on different face-up cards."""
    face_up, size, name = position.face_up, position.board.size, position.board.cell_name
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
                f"the {colour} pawn is on {name(cell)}, whose card has "
                "collapsed: expected a face-up card"
            )
        if position.pawns.count(cell) > 1 and not rules.turn.pawns_share:
            raise PositionError(f"two pawns are on {name(cell)}: expected them on different cells")


def _check_order(position: BasePosition, rules: Rules) -> None:
    """Check that two or more players are in, in turn order, and that the right one moves."""
    order, players, down = position.order, rules.players, position.down
    written = repr("".join(LETTERS[player] for player in order))
    turns = turn_order(order[0], players) if order else ()
    if len(order) < 2 or order != tuple(player for player in turns if player in order):
        raise PositionError(f"players {written} are still in: expected two or more, in turn order")
    if rules.turn.one_ends and len(order) < players:
        raise PositionError(
            f"players {written} are still in: expected all, because the game ends as soon as a "
            "player cannot move"
        )
    expected = down % players
    if len(order) == players and order[0] != expected and rules.turn.shows_side(down):
        raise PositionError(
            f"the position has {COLOURS[order[0]]} to move, but {down} cards are face down and "
            f"nobody is out: expected {COLOURS[expected]}"
        )


def _check_deck(position: BasePosition, rules: Rules) -> None:
    """Check that the cards can come from the rules' deck, and that face-up cards are known."""
    for cell, card in enumerate(position.cards):
        if card == UNKNOWN and position.face_up >> cell & 1:
            raise PositionError(
                f"the card on {position.board.cell_name(cell)} is face up but unknown"
            )
    known = Counter(card for card in position.cards if card != UNKNOWN)
    for card, count in sorted(known.items()):
        if count > (most := rules.deck.count(card)):
            raise PositionError(f"wrong deck: {count}x{card_letter(card)}, expected at most {most}")


def _check_jokers(position: BasePosition, rules: Rules) -> None:
    """Check, while all are in, that after p plies only the first p players have left jokers."""
    name, pawns, up = position.board.cell_name, position.pawns, _jokers_up(position)
    if len(up) > rules.players:
        raise PositionError(f"{len(up)} jokers are face up: expected {rules.absent} face down")
    ply = rules.turn.ply(position)
    plies = f"{ply} {'ply' if ply == 1 else 'plies'}"
    # So the collapsed jokers are among the face-down cards, because the deck has no other cards.
    waiting = range(ply, rules.players)
    # Red may have landed on blue's joker: it stays face up when blue leaves, until red does.
    if ply > position.down and ply == 2:
        up.discard(pawns[0])
    for player in waiting:
        if pawns[player] not in up:
            raise PositionError(
                f"after {plies} {COLOURS[player]} has not moved yet but is on "
                f"{name(pawns[player])}: expected {COLOURS[player]} on a joker"
            )
    left = up - {pawns[player] for player in waiting}
    if left:
        raise PositionError(
            f"the joker on {name(min(left))} is still face up after {plies}: "
            "expected it to collapse with its player's first move"
        )


def _check_jokers_with_players_out(position: BasePosition, rules: Rules) -> None:
    """Check, once a player is out, that face-up jokers are under players waiting or out."""
    order, up, players = position.order, _jokers_up(position), rules.players
    left = up - set(position.pawns)
    # A joker stays face up when its player's pawn is removed.
    may_be_left = players - len(order) if rules.turn.pawns_removed else 0
    if len(left) > may_be_left:
        raise PositionError(
            f"the joker on {position.board.cell_name(min(left))} is face up without a pawn: "
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
    if position.down != players - len(up):
        raise PositionError(
            f"{position.down} cards are face down before everybody has moved: expected "
            f"{players - len(up)}, the jokers of those who have"
        )


def _jokers_up(position: BasePosition) -> set[int]:
    cells = enumerate(position.cards)
    return {cell for cell, card in cells if card == JOKER and position.face_up >> cell & 1}
