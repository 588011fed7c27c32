"""How often each of three or four players can force a win, as `stats` prints it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tablebase.engine.compiling import clock
from tablebase.errors import plural
from tablebase.games.collapsi.commands.placings import PLACES
from tablebase_cli.common import hinting, progress_share
from tablebase_cli.game import GameCli, say_forced
from tablebase_cli.output import console, print_figures, print_json

if TYPE_CHECKING:
    from tablebase.games.collapsi.position import Deal
    from tablebase.games.collapsi.rules import Rules
    from tablebase.games.collapsi.studies.forced import Forced
    from tablebase.games.collapsi.studies.players import ForcedStudy


def table_stats(game: GameCli, deal: Deal, file: Path | None, as_json: bool) -> None:
    """Print the number of a deal's positions in which somebody can force a win."""
    from tablebase.games.collapsi.duels.layout import DuelLayout
    from tablebase.games.collapsi.studies.forced import forced_of

    with hinting(deal), game.open_tables(file) as tables:
        table = tables.table(deal)
        counts = forced_of(table, DuelLayout(deal.cards, deal.rules))
    if as_json:
        data = {"table": table.game.key, "origin": table.origin, "size": table.game.size}
        print_json({**data, "positions": counts.as_dict()})
        return
    console().print(f"{table.game.key}: a table of {table.game.size:,}", style="bold")
    _print_forced(counts)
    _print_by_cards(counts)


def study(rules: Rules, count: int | None, seed: int, as_json: bool, plot: Path | None) -> None:
    """Print who can force a win from the start of many deals."""
    from tablebase.games.collapsi.studies.players import study as run

    started = clock()
    with progress_share("solving") as advance:
        found = run(rules, count, seed, progress=advance)
    seconds = clock() - started
    if plot is not None:
        from tablebase.games.collapsi.plots import players
        from tablebase.plotting import save

        save(players.study(found), plot)
    if as_json:
        print_json({**found.as_dict(), "seconds": round(seconds, 2)})
    else:
        _print_study(found, seconds)


def _print_study(found: ForcedStudy, seconds: float) -> None:
    out = console()
    how = "all deals" if found.seed is None else f"random deals from seed {found.seed}"
    name, players = found.rules.name, found.rules.players
    out.print(
        f"{name}, {players} players: {plural(found.deals, 'deal')}, {how}, in {seconds:.1f} s",
        style="bold",
    )
    for edition in found.starts:
        out.print(f"\n{edition} edition: who can force a win from the start")
        rows = []
        for player, number in found.by_winner(edition).items():
            interval = found.interval(number)
            between = "exact" if interval is None else "{:.2%} to {:.2%}".format(*interval)
            rows.append((player or "nobody", number, number / found.deals, between))
        print_figures({"player": "", "deals": "", "%": ".2%", "95% interval": ""}, rows)
        out.print("\nwhat each can force against all others, and in how many deals")
        for player in found.players:
            values = found.by_value(edition, player).items()
            counts = ", ".join(f"{say_forced(value)}: {number:,}" for value, number in values)
            out.print(f"  {player}: {counts}")
    out.print()
    _print_forced(found.forced)
    out.print(
        "\nonly those that play can reach, where the side to move can move or the game is over"
    )
    _print_shares(found.reached)
    _print_by_cards(found.forced)


def _print_forced(counts: Forced) -> None:
    console().print("positions after everybody's first turn, by who can force a win")
    _print_shares(counts)


def _print_shares(counts: Forced) -> None:
    out = console()
    for k in counts.players:
        if not (total := counts.number(k)):
            continue
        shares = [counts.number(k, None, place) / total for place in (*range(k), None)]
        named = zip((*PLACES[:k], "nobody"), shares, strict=True)
        line = ", ".join(f"{name} {share:.1%}" for name, share in named)
        out.print(f"  {k} in, {total:,}: {line}")


def _print_by_cards(counts: Forced) -> None:
    if not counts.players:  # on the smallest boards the game is over before everybody has moved
        return
    out, k = console(), max(counts.players)
    rows = []
    for left in counts.cards_left(k):
        number, nobody = counts.number(k, left), counts.number(k, left, None)
        rows.append((left, number, nobody, nobody / number))
    out.print(f"\nwith {k} in, by face-up cards without a pawn")
    print_figures({"cards": "", "positions": ",", "nobody can force": ",", "%": ".1%"}, rows)
