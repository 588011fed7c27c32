"""`tablebase show`: draw a deal or a position."""

from __future__ import annotations

import click

from .common import console, edition_option


@click.command()
@click.argument("position")
@edition_option
def show(position: str, edition: str | None) -> None:
    """Draw a POSITION, or a deal with the pawns on their jokers, and list the legal moves.

    A pawn is R or B behind its card, a collapsed card is shaded. Set NO_COLOR to go without
    colours.
    """
    from tablebase.games.collapsi.position import Position

    from .drawing import draw

    shown = Position.parse(position, edition)
    moves = " ".join(str(move) for move in shown.legal_moves())
    out = console()
    out.print(draw(shown))
    out.print(f"{shown.side_to_move} to move: {moves or 'no legal move, the game is over'}")
    out.print(str(shown))
