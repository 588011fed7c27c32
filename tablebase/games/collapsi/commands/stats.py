"""`tablebase stats`: exact counts over all deals and all positions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablebase.engine.compiling import clock
from tablebase.errors import plural
from tablebase.games.collapsi.commands.options import (
    check_one_output,
    edition_of,
    parse_deal,
    published_edition,
    rules_of,
    rules_option,
)
from tablebase.games.collapsi.commands.placings import PLACES
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.plotting import save
from tablebase_cli.game import GameCli, say_forced
from tablebase_cli.group import game_command
from tablebase_cli.options import flag, in_option, number_option, seed_option
from tablebase_cli.output import CSV, Part, bold, figures, output_format, plot_option, printed, show
from tablebase_cli.progress import hinting, progress_share

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Deal
    from tablebase.games.collapsi.studies.players import Forced, ForcedStudy
    from tablebase.games.collapsi.studies.statistics import Positions, Tally


@game_command(
    "# Under today's rules",
    "tablebase stats --edition single",
    "# With three players",
    "tablebase stats --rules 3-players-draft -n 100",
)
@click.argument("deal", required=False)
@rules_option
@number_option(
    "With three or four players: solve N random deals; by default all deals of a small board.",
    name="count",
)
@seed_option
@in_option
@edition_of("both are counted", type=published_edition)
@flag(
    "--positions",
    "Count all positions after both first moves instead, by face-up cards and distance to "
    "the end. The counts are the same under both editions.",
)
@printed
@plot_option
def stats(
    game: GameCli,
    deal: str | None,
    rules: str | None,
    count: int | None,
    seed: int,
    file: Path | None,
    edition: str | None,
    positions: bool,
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
    from tablebase_cli.tables import print_stats

    variant = rules_of(deal, rules)
    if (deal is not None or variant != COLLAPSI) and (edition or positions):
        raise click.UsageError(
            "--edition and --positions count all deals of the published game: expected no DEAL, "
            "and no other --rules than collapsi"
        )
    if deal is not None:
        if count is not None or plot is not None:
            raise click.UsageError("-n and --plot count deals: expected no DEAL")
        counted: Any = print_stats if variant.turn.two_sided else table_stats
        counted(game, parse_deal(deal, rules), file)
        return
    if not variant.turn.two_sided:
        study(variant, count, seed, plot)
        return
    if variant != COLLAPSI:
        raise click.UsageError(
            f"{rules}: expected a DEAL, or rules for three or four players; `tablebase lab` counts "
            "the deals of rules for two"
        )
    if count is not None or file is not None:
        raise click.UsageError(
            "-n and --in go with a DEAL, or with --rules for three or four players"
        )
    check_one_output(plot)
    if positions and edition:
        raise click.UsageError("--positions are the same under both editions: leave --edition out")
    from tablebase.games.collapsi.studies import statistics

    if positions:
        _positions(statistics.positions(), plot)
    else:
        names = [edition] if edition else ["wild", "single"]
        _deals([statistics.tally(name) for name in names], plot)


def _deals(tallies: list[Tally], plot: Path | None) -> None:
    if plot is not None:
        from tablebase.games.collapsi.plots import deals

        save(deals.deals(tallies), plot)
        return
    data = {tally.edition.name: _data(tally) for tally in tallies}
    if output_format() != CSV:
        show(data, (part for tally in tallies for part in _of_tally(tally)))
        return
    rows = (
        (tally.edition.name, distance, moves, plies, _winner(plies), deals)
        for tally in tallies
        for distance, moves, plies, deals in tally.rows()
    )
    header = ("edition", "distance", "winning_moves", "plies", "winner", "deals")
    show(data, [figures(header, rows)])


def _positions(positions: Positions, plot: Path | None) -> None:
    if plot is not None:
        from tablebase.games.collapsi.plots import deals

        save(deals.positions(positions), plot)
        return
    rows = [(up, value.result.value, value.dte, n) for up, value, n in positions.rows()]
    header = ("face_up", "result", "dte", "positions")
    counted = [dict(zip(header, row, strict=True)) for row in rows]
    data = {"positions": positions.total, "by_face_up_and_dte": counted}
    csv = output_format() == CSV
    show(data, [figures(header, rows)] if csv else of_positions(positions))


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


def _of_tally(tally: Tally) -> Iterator[Part]:
    total = tally.total
    how = "each with either joker red" if tally.either_red else "whichever joker is red's"
    yield bold(f"{tally.edition.name} edition: {total.number:,} deals, {how}")
    red, blue = (f"{n:,} ({n / total.number:.1%})" for n in (total.wins, total.losses))
    yield f"red wins {red}, blue {blue}"
    yield ""
    yield figures(
        {"plies": "", "winner": "", "deals": ",", "%": ".1%"},
        ((at, _winner(at), n, n / total.number) for at, n in tally.by_plies().items()),
    )
    yield ""
    yield figures(
        {"jokers apart": "", "deals": ",", "red wins": ",", "%": ".1%"},
        ((at, *share, share.win_share) for at, share in tally.by_distance().items()),
    )
    yield ""
    yield figures(
        {"winning first moves": "", "deals": ",", "%": ".1%"},
        ((at, n, n / total.number) for at, n in tally.by_winning_moves().items()),
    )
    yield ""


def of_positions(positions: Positions) -> Iterator[Part]:
    """The number of positions by face-up cards, and by distance."""
    yield bold(f"{positions.total:,} positions after both first moves")
    yield ""
    yield figures(
        {
            "cards up": "", "positions": ",", "side to move wins": ",", "%": ".1%",
            "longest win": "", "longest loss": "",
        },
        (
            (up, *share, share.win_share, *positions.longest(up))
            for up, share in positions.by_face_up().items()
        ),
    )  # fmt: skip
    yield ""
    yield figures(
        {"distance": "", "side to move": "", "positions": ",", "%": ".1%"},
        (
            (value.dte, value.result.value, n, n / positions.total)
            for value, n in positions.by_value().items()
        ),
    )


def table_stats(game: GameCli, deal: Deal, file: Path | None) -> None:
    """Print the number of a deal's positions in which somebody can force a win."""
    from tablebase.games.collapsi.duels.layout import DuelLayout
    from tablebase.games.collapsi.studies.players import forced_of

    with hinting(deal), game.open_tables(file) as tables:
        table = tables.table(deal)
        counts = forced_of(table, DuelLayout(deal.cards, deal.rules))
    data = {"table": table.game.key, "origin": table.origin, "size": table.game.size}
    title = [bold(f"{table.game.key}: a table of {table.game.size:,}")]
    parts = chain(title, _of_forced(counts), _by_cards(counts))
    show({**data, "positions": counts.as_dict()}, parts)


def study(rules: Rules, count: int | None, seed: int, plot: Path | None) -> None:
    """Print who can force a win from the start of many deals."""
    from tablebase.games.collapsi.studies.players import study as run

    started = clock()
    with progress_share("solving") as advance:
        found = run(rules, count, seed, progress=advance)
    seconds = clock() - started
    if plot is not None:
        from tablebase.games.collapsi.plots import players

        save(players.study(found), plot)
    show({**found.as_dict(), "seconds": round(seconds, 2)}, _of_study(found, seconds))


def _of_study(found: ForcedStudy, seconds: float) -> Iterator[Part]:
    how = "all deals" if found.seed is None else f"random deals from seed {found.seed}"
    name, players = found.rules.name, found.rules.players
    deals = plural(found.deals, "deal")
    yield bold(f"{name}, {players} players: {deals}, {how}, in {seconds:.1f} s")
    for edition in found.starts:
        yield f"\n{edition} edition: who can force a win from the start"
        rows = []
        for player, number in found.by_winner(edition).items():
            interval = found.interval(number)
            between = "exact" if interval is None else "{:.2%} to {:.2%}".format(*interval)
            rows.append((player or "nobody", number, number / found.deals, between))
        yield figures({"player": "", "deals": "", "%": ".2%", "95% interval": ""}, rows)
        yield "\nwhat each can force against all others, and in how many deals"
        for player in found.players:
            values = found.by_value(edition, player).items()
            counts = ", ".join(f"{say_forced(value)}: {number:,}" for value, number in values)
            yield f"  {player}: {counts}"
    yield ""
    yield from _of_forced(found.forced)
    yield ("\nonly those that play can reach, where the side to move can move or the game is over")
    yield from _shares(found.reached)
    yield from _by_cards(found.forced)


def _of_forced(counts: Forced) -> Iterator[Part]:
    yield "positions after everybody's first turn, by who can force a win"
    yield from _shares(counts)


def _shares(counts: Forced) -> Iterator[Part]:
    for k in counts.players:
        if not (total := counts.number(k)):
            continue
        shares = [counts.number(k, None, place) / total for place in (*range(k), None)]
        named = zip((*PLACES[:k], "nobody"), shares, strict=True)
        line = ", ".join(f"{name} {share:.1%}" for name, share in named)
        yield f"  {k} in, {total:,}: {line}"


def _by_cards(counts: Forced) -> Iterator[Part]:
    if not counts.players:  # on the smallest boards the game is over before everybody has moved
        return
    k = max(counts.players)
    rows = []
    for left in counts.cards_left(k):
        number, nobody = counts.number(k, left), counts.number(k, left, None)
        rows.append((left, number, nobody, nobody / number))
    yield f"\nwith {k} in, by face-up cards without a pawn"
    yield figures({"cards": "", "positions": ",", "nobody can force": ",", "%": ".1%"}, rows)
