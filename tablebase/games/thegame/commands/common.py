"""Shared by the commands of The Game: parameters, and how figures are printed."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablebase_cli.options import Whole, folder_to, output_to, together, whole_option
from tablebase_cli.progress import continuable

if TYPE_CHECKING:
    from tablebase.games.thegame.position import Play
    from tablebase.games.thegame.rules import Rules

depth_option = whole_option(
    "--depth",
    Whole(0, 10),
    "Cards to look ahead, beyond the two to be laid.  [default: the strategy's own]",
)

players_option = whole_option(
    "--players",
    Whole(1, 5),
    "Number of players; the hand has 8 cards for one, 7 for two, 6 for more.",
    1,
)
at_least_option = click.option(
    "--at-least/--exactly",
    default=None,
    help="Lay two cards or more a turn, as the rule sheet says, or exactly two, as in the talk.  "
    "[default: exactly for one player, at least for several]",
)
file_option = output_to(
    "Keep finished games in this file, and continue from there.", required=False
)
folder_option = folder_to(
    "Keep finished games in this folder, and continue from there.",
    required=False,
    file_okay=False,
    exists=True,
)

_RULES = {
    "highest": "Highest card of the deck, which starts at 2.  [default: 99]",
    "hand": "Cards in a full hand.  [default: by the number of players, 8 for one]",
    "ups": "Piles that go up.  [default: 2]",
    "downs": "Piles that go down.  [default: 2]",
    "trick": "How far a card may go back.  [default: 10]",
    "minimum": "Fewest cards to lay in a turn.  [default: 2]",
}


def kept_in(place: Path | None, seed: int) -> AbstractContextManager[None]:
    """If a command is interrupted, say where its finished games of a seed are."""
    return continuable(f"finished games are in {place}" if place else None, seed)


rules_options = together(
    *(click.option(f"--{name}", type=int, metavar="N", help=text) for name, text in _RULES.items())
)
"""Options that change the rules."""


def make_rules(changed: dict[str, int | None], players: int = 1) -> Rules:
    """The published rules for a number of players, with the changes of the command line."""
    from tablebase.games.thegame.team import rules_for

    given = {name: value for name, value in changed.items() if value is not None}
    return replace(rules_for(players), **given)


def figure(mean: float, error: float, unit: float = 1.0, digits: int = 2) -> str:
    """'4.10 ± 0.04', or a dash if there is no figure."""
    if mean != mean:
        return "-"
    return f"{mean * unit:.{digits}f} ± {error * unit:.{digits}f}"


def say_plays(plays: Iterable[Play], rules: Rules) -> str:
    """'12 on up 1, 88 on down 2'."""
    said = (f"{play.card} on {say_pile(play.pile, rules)}" for play in plays)
    return ", ".join(said) or "nothing"


def say_pile(pile: int, rules: Rules) -> str:
    """'up 1' or 'down 2'."""
    return f"up {pile + 1}" if pile < rules.ups else f"down {pile - rules.ups + 1}"
