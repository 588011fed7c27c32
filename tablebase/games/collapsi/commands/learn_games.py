"""`tablebase learn games` and `in-play`: strategies in games of random deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, starmap
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.play.opponents import STRENGTHS
from tablebase.games.collapsi.commands.options import edition_option, rules_of, rules_option
from tablebase.games.collapsi.strategy.players import Player, load_player
from tablebase.games.collapsi.strategy.preferences import load_strategy, strategy_names
from tablebase_cli.group import command
from tablebase_cli.options import (
    PLAYS,
    Decorator,
    number_option,
    seed_option,
    threads_option,
    together,
)
from tablebase_cli.output import Part, bold, dim, figures, printed, show
from tablebase_cli.progress import progress_bar

if TYPE_CHECKING:
    from tablebase.games.collapsi.rules import Edition
    from tablebase.games.collapsi.strategy.games import Kept, Pairing
    from tablebase.study.intervals import Estimate

LEVELS = ", ".join(each.name for each in STRENGTHS)

strategies_argument = click.argument("strategies", metavar="STRATEGY...", nargs=-1, required=True)


def played(number: int) -> Decorator:
    """The options for the games that are played, by default on that many random deals."""
    return together(
        number_option("Random deals to play.", number, of=PLAYS, name="drawn"),
        seed_option,
        edition_option,
        rules_option,
        threads_option,
        printed,
    )


@command(
    "# Play against the casual computer",
    "tablebase learn games safe-moves --against casual -n 200",
)
@strategies_argument
@click.option(
    "--against",
    multiple=True,
    metavar="PLAYER",
    help=f"An opponent: {LEVELS}, or a strategy; may be given several times. By default these and "
    "all strategies that come with the package.",
)
@played(1000)
def games(
    strategies: tuple[str, ...],
    against: tuple[str, ...],
    drawn: int,
    seed: int,
    edition: str | None,
    rules: str | None,
    threads: int | None,
) -> None:
    """Play strategies against others and count the games they win.

    Each deal is played twice, once with each colour. A won opening is one that perfect play wins;
    in each deal exactly one colour has it. Cards left are those face up at the end, including the
    two under the pawns.

    Shares have Wilson's 95 % intervals. The mean number of cards has a 95 % interval from its
    standard error.
    """
    from tablebase.games.collapsi.strategy.games import play_pairings

    variant = rules_of(None, rules)
    chosen = against or (*(each.name for each in STRENGTHS), *strategy_names())
    players, opponents = ([load_player(name) for name in each] for each in (strategies, chosen))
    check_names(players)
    check_names(opponents)
    sample = _sample(drawn, seed, variant.edition(edition))
    with progress_bar(drawn, "playing") as advance:
        found = play_pairings(
            players, opponents, drawn, sample["seed"],
            rules=variant, edition=edition, threads=threads, progress=advance,
        )  # fmt: skip
    groups = [found[at : at + len(opponents)] for at in range(0, len(found), len(opponents))]
    show(
        {**sample, "pairings": [each.as_dict() for each in found]},
        chain(*map(_of_pairings, groups), [_of_sample(sample)]),
    )


@command(
    "# Two strategies, in 500 deals",
    "tablebase learn in-play safe-moves worst-case -n 500",
    name="in-play",
)
@strategies_argument
@played(2000)
def in_play(
    strategies: tuple[str, ...],
    drawn: int,
    seed: int,
    edition: str | None,
    rules: str | None,
    threads: int | None,
) -> None:
    """Count how often strategies keep the win in actual games.

    Plays three games from each random deal: with random moves, with perfect play, and with the
    strategy on both sides. Wherever there is both a winning and a losing move, checks whether the
    strategy keeps the win. Shares are shown by the number of face-up cards before the move, and for
    all positions after both first moves together.

    Shares have Wilson's 95 % intervals, widened because the positions of one game are alike.
    """
    from tablebase.games.collapsi.strategy.games import score_in_play

    variant = rules_of(None, rules)
    asked = [load_strategy(name) for name in strategies]
    check_names(asked)
    sample = _sample(drawn, seed, variant.edition(edition))
    with progress_bar(drawn, "playing") as advance:
        found = score_in_play(
            asked, drawn, sample["seed"],
            rules=variant, edition=edition, threads=threads, progress=advance,
        )  # fmt: skip
    rows = [
        {"strategy": name, "play": {way: each.as_dict() for way, each in kept.items()}}
        for name, kept in found.items()
    ]
    tables = chain.from_iterable(starmap(_of_kept, found.items()))
    show({**sample, "strategies": rows}, chain(tables, [_of_sample(sample)]))


def _sample(deals: int, seed: int, edition: Edition) -> dict[str, Any]:
    """The random deals that the games are from, as plain data: number, seed and edition."""
    return {"deals": deals, "seed": seed, "edition": edition.name}


def check_names(players: Sequence[Player]) -> None:
    """Refuse players of the same name."""
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise click.UsageError(f"players {', '.join(names)}: expected different names")


def _of_pairings(found: Sequence[Pairing]) -> Iterator[Part]:
    yield bold(f"{found[0].player.name}: games won, %")
    rows = []
    for each in found:
        won, won_red, won_blue = map(percent, (each.won, each.won_red, each.won_blue))
        every, red, blue = map(percent, (each.all, each.red, each.blue))
        row = (*won, won_red[0], won_blue[0], *every, red[0], blue[0], *written(each.cards, 1, 2))
        rows.append((each.opponent.name, *row))
    colours = "95 %", "as red", "as blue"
    header = "against", "won openings", *colours, "all openings", *colours, "cards left", "95 %"
    yield figures(header, rows)
    yield ""


def _of_kept(name: str, kept: dict[str, Kept]) -> Iterator[Part]:
    yield bold(f"{name}: wins kept, % of critical positions")
    header = ["cards", *chain(*((way, "95 %", "positions") for way in kept))]
    cards = sorted(set().union(*(each.cards for each in kept.values())), reverse=True)
    found = {str(number): [each.cards.get(number) for each in kept.values()] for number in cards}
    found["after both first moves"] = [each.total for each in kept.values()]
    rows = []
    for title, estimates in found.items():
        cells = ((*percent(each), f"{each.number:,}" if each else "-") for each in estimates)
        rows.append((title, *chain(*cells)))
    yield figures(header, rows)
    yield ""


def percent(estimate: Estimate | None) -> tuple[str, str]:
    """A share in per cent, and its interval."""
    return ("-", "-") if estimate is None else written(estimate, 100, 1)


def written(estimate: Estimate, scale: int, places: int) -> tuple[str, str]:
    """A figure, and its interval."""
    figure, low, high = (f"{scale * each:.{places}f}" for each in estimate[1:])
    return figure, f"{low}-{high}"


def _of_sample(sample: dict[str, Any]) -> Part:
    return dim("{deals:,} random deals, {edition}, seed {seed}".format(**sample))
