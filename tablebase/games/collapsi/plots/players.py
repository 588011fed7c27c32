"""Pictures of a study of three or four players. Needs matplotlib, the extra ``[plot]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase.engine.values import Result
from tablebase.plotting import BLUE, GRID, RED, WIN, panels, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from tablebase.games.collapsi.studies.players import Forced, ForcedStudy

PLAYERS = {"red": RED, "blue": BLUE, "green": WIN, "yellow": "#E69F00"}
PLACES, NOBODY = ("#56B4E9", "#E69F00", "#CC79A7", "#222222"), "#999999"


@picture
def study(found: ForcedStudy) -> Figure:
    """How long each player can stay in from the start, by edition; who can force a win."""
    editions = list(found.starts)
    number = len(editions) + 1
    figure, axes = panels(1, number, (6.5 * number, 5), apart=True)
    for edition, each in zip(editions, axes, strict=False):
        _starts(each, found, edition)
    _positions(axes[-1], found.forced)
    return figure


def _starts(axes: Axes, found: ForcedStudy, edition: str) -> None:
    width = 0.8 / len(found.players)
    for number, player in enumerate(found.players):
        values = found.by_value(edition, player)
        places = [value.dte + (number + 0.5) * width - 0.4 for value in values]
        shares = [100 * deals / found.deals for deals in values.values()]
        bars = axes.bar(places, shares, width=width, color=PLAYERS[player], label=player)
        for bar, value in zip(bars, values, strict=True):
            bar.set_hatch("//" if value.result is Result.WIN else "")
    nobody = found.by_winner(edition)[None] / found.deals
    axes.set(title=f"{edition}: nobody can force a win in {nobody:.1%} of the deals")
    axes.set(xlabel="plies that a player can stay in (hatched: a forced win)", ylabel="deals, %")
    plies = {value.dte for player in found.players for value in found.by_value(edition, player)}
    axes.set_xticks(range(min(plies), max(plies) + 1))
    axes.grid(axis="y", color=GRID)
    axes.legend(loc="upper left")


def _positions(axes: Axes, counts: Forced) -> None:
    k = max(counts.players)
    cards = counts.cards_left(k)
    below = [0.0] * len(cards)
    names = ("side to move", "next", "third", "fourth")[:k]
    colours = (*PLACES[:k], NOBODY)
    for place, name, colour in zip((*range(k), None), (*names, "nobody"), colours, strict=True):
        shares = [100 * counts.number(k, left, place) / counts.number(k, left) for left in cards]
        axes.bar(cards, shares, bottom=below, color=colour, label=name, width=0.85)
        below = [low + share for low, share in zip(below, shares, strict=True)]
    axes.set(title=f"Who can force a win, all {k} in")
    axes.set(xlabel="face-up cards without a pawn", ylabel="positions, %", ylim=(0, 100))
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
