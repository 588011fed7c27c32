"""`tablebase pairs replay`: play a list of moves."""

from __future__ import annotations

import click

from tablebase.games.pairs.commands.options import rule_option
from tablebase_cli.group import command
from tablebase_cli.output import as_json, console, json_option, print_json


@command("# Remove four cards", 'tablebase pairs replay "2H 9C 2S KD 2C 2D" "KD 9C 2H 2S"')
@click.argument("stack")
@click.argument("moves")
@rule_option
@json_option
def replay(stack: str, moves: str, rule: str) -> None:
    """Play MOVES from STACK and show what remains.

    MOVES are the cards to remove, in order; two that are removed together are written 5H+AS. The
    first illegal move is an error, which lists the legal ones.
    """
    from tablebase.games.pairs import Position
    from tablebase.games.pairs.rules import rules_of

    game = Position.parse(stack, rules_of(rule)).replay(moves)
    end = game[-1]
    if as_json():
        print_json(
            {
                "position": str(game[0]),
                "moves": len(game) - 1,
                "left": end.layer,
                "perfect": end.is_perfect,
                "cards_left": [str(card) for card in end.cards],
                "legal_moves": [str(card) for card in end.legal_moves()],
                "end": str(end),
            }
        )
        return
    out = console()
    left = " ".join(map(str, end.cards))
    out.print(f"{len(game) - 1} moves are legal, {end.layer} cards remain: {left}", style="bold")
    if end.is_perfect:
        out.print("a perfect game")
    else:
        legal = " ".join(map(str, end.legal_moves()))
        out.print(f"can be removed: {legal or 'no card, the game is over'}")
