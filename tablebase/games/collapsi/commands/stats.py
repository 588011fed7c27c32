"""`tablebase stats`: exact counts over all deals and all positions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.games.collapsi.commands.options import parse_deal, rules_of, rules_option
from tablebase_cli.common import examples, in_option, plot_option
from tablebase_cli.game import GameCli
from tablebase_cli.group import pass_game
from tablebase_cli.numbers import MANY, SEED
from tablebase_cli.output import (
    check_one_output,
    console,
    format_option,
    json_option,
    output_format,
    print_csv,
    print_figures,
    print_json,
)

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.statistics import Positions, Tally


@click.command(
    epilog=examples(
        "# Under today's rules",
        "tablebase stats --edition single",
        "# With three players",
        "tablebase stats --rules 3-players-draft --deals 100",
    ),
)
@click.argument("deal", required=False)
@rules_option
@click.option(
    "--deals",
    "count",
    type=MANY,
    metavar="N",
    help="With three or four players: solve N random deals; by default all deals of a small board.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of the random deals.")
@in_option
@click.option(
    "--edition",
    type=click.Choice(["wild", "single"]),
    help="How far a pawn steps from a joker: wild, 1 to 4 (rules 1.1); or single, 1 (rules 1.2 "
    "and later).  [default: both]",
)
@click.option(
    "--positions",
    is_flag=True,
    help="Count all positions after both first moves instead, by face-up cards and distance to "
    "the end. The counts are the same under both editions.",
)
@json_option
@format_option
@plot_option
@pass_game
def stats(
    game: GameCli,
    deal: str | None,
    rules: str | None,
    count: int | None,
    seed: int,
    file: Path | None,
    edition: str | None,
    positions: bool,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Count all deals by winner, length and winning first moves.

    Deals are also counted by the distance between the jokers. The counts are exact, and come from
    the opening book. Deals are counted with a joker in the corner: 47,297,250 of them, in the same
    proportions as random deals. Under `single` it matters which joker is red's, so each deal counts
    twice, once for each joker.

    With rules for three or four players (--rules), solves deals and shows who can force a win from
    the start, how long each player can stay in, and in how many positions somebody can force a
    win. With a DEAL, counts the positions of its table.
    """
    from tablebase.games.collapsi.rules import COLLAPSI

    variant = rules_of(deal, rules)
    if deal is not None or variant != COLLAPSI:
        if edition or positions:
            raise click.UsageError(
                "--edition and --positions count all deals of the published game: expected no "
                "DEAL, and no other --rules than collapsi"
            )
        _others(game, deal, rules, count, seed, file, as_json, plot)
        return
    if count is not None or file is not None:
        raise click.UsageError(
            "--deals and --in go with a DEAL, or with --rules for three or four players"
        )
    check_one_output(as_json, plot)
    if positions and edition:
        raise click.UsageError("--positions are the same under both editions: leave --edition out")
    from tablebase.games.collapsi.studies import statistics

    if positions:
        _positions(statistics.positions(), as_json, plot)
    else:
        names = [edition] if edition else ["wild", "single"]
        _deals([statistics.tally(name) for name in names], as_json, plot)


def _others(
    game: GameCli,
    text: str | None,
    name: str | None,
    count: int | None,
    seed: int,
    file: Path | None,
    as_json: bool,
    plot: Path | None,
) -> None:
    """Count the positions of one deal, or the deals of other rules."""
    from tablebase.games.collapsi.commands import forced
    from tablebase_cli.stats import print_stats

    rules = rules_of(text, name)
    if text is not None:
        if count is not None or plot is not None:
            raise click.UsageError("--deals and --plot count deals: expected no DEAL")
        show: Any = print_stats if rules.turn.two_sided else forced.table_stats
        show(game, parse_deal(text, name), file, as_json)
    elif rules.turn.two_sided:
        raise click.UsageError(
            f"{name}: expected a DEAL, or rules for three or four players; `tablebase lab` counts "
            "the deals of rules for two"
        )
    else:
        forced.study(rules, count, seed, as_json, plot)


def _deals(tallies: list[Tally], as_json: bool, plot: Path | None) -> None:
    if as_json:
        print_json({tally.edition.name: _data(tally) for tally in tallies})
    elif output_format() == "csv":
        header = ("edition", "distance", "winning_moves", "plies", "winner", "deals")
        print_csv(
            header,
            (
                (tally.edition.name, distance, moves, plies, _winner(plies), deals)
                for tally in tallies
                for distance, moves, plies, deals in tally.rows()
            ),
        )
    elif plot is not None:
        from tablebase.games.collapsi.plots import deals
        from tablebase.plotting import save

        save(deals.deals(tallies), plot)
    else:
        for tally in tallies:
            _print_tally(tally)
            click.echo()


def _positions(positions: Positions, as_json: bool, plot: Path | None) -> None:
    rows = ((up, value.result.value, value.dte, n) for up, value, n in positions.rows())
    header = ("face_up", "result", "dte", "positions")
    if as_json:
        counted = [dict(zip(header, row, strict=True)) for row in rows]
        print_json({"positions": positions.total, "by_face_up_and_dte": counted})
    elif output_format() == "csv":
        print_csv(header, rows)
    elif plot is not None:
        from tablebase.games.collapsi.plots import deals
        from tablebase.plotting import save

        save(deals.positions(positions), plot)
    else:
        print_positions(positions)


def _winner(plies: int) -> str:
    return "red" if plies % 2 else "blue"


def _data(tally: Tally) -> dict[str, Any]:
    return {
        "deals": tally.total.number,
        "either_joker_red": tally.either_red,
        "red_wins": tally.total.wins,
        "blue_wins": tally.total.losses,
        "by_plies": [
            {"plies": plies, "winner": _winner(plies), "deals": deals}
            for plies, deals in tally.by_plies().items()
        ],
        "by_distance": [
            {"distance": distance, "deals": share.number, "red_wins": share.wins}
            for distance, share in tally.by_distance().items()
        ],
        "by_winning_moves": [
            {"winning_moves": moves, "deals": deals}
            for moves, deals in tally.by_winning_moves().items()
        ],
    }


def _print_tally(tally: Tally) -> None:
    out, total = console(), tally.total
    how = "each with either joker red" if tally.either_red else "whichever joker is red's"
    out.print(f"{tally.edition.name} edition: {total.number:,} deals, {how}", style="bold")
    red, blue = (f"{n:,} ({n / total.number:.1%})" for n in (total.wins, total.losses))
    out.print(f"red wins {red}, blue {blue}")
    out.print()
    print_figures(
        {"plies": "", "winner": "", "deals": ",", "%": ".1%"},
        ((at, _winner(at), n, n / total.number) for at, n in tally.by_plies().items()),
    )
    out.print()
    print_figures(
        {"jokers apart": "", "deals": ",", "red wins": ",", "%": ".1%"},
        ((at, *share, share.win_share) for at, share in tally.by_distance().items()),
    )
    out.print()
    print_figures(
        {"winning first moves": "", "deals": ",", "%": ".1%"},
        ((at, n, n / total.number) for at, n in tally.by_winning_moves().items()),
    )


def print_positions(positions: Positions) -> None:
    """Print the number of positions by face-up cards, and by distance."""
    out = console()
    out.print(f"{positions.total:,} positions after both first moves", style="bold")
    out.print()
    print_figures(
        {
            "cards up": "", "positions": ",", "side to move wins": ",", "%": ".1%",
            "longest win": "", "longest loss": "",
        },
        (
            (up, *share, share.win_share, *positions.longest(up))
            for up, share in positions.by_face_up().items()
        ),
    )  # fmt: skip
    out.print()
    print_figures(
        {"distance": "", "side to move": "", "positions": ",", "%": ".1%"},
        (
            (value.dte, value.result.value, n, n / positions.total)
            for value, n in positions.by_value().items()
        ),
    )
