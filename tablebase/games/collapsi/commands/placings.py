"""`tablebase placings`: how many points three or four players can expect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tablebase.games.collapsi.commands.options import edition_of, rules_of, rules_option
from tablebase.games.collapsi.position import Position
from tablebase_cli.group import command
from tablebase_cli.options import MANY, fixed_seed
from tablebase_cli.output import as_json, console, print_figures, print_json, printed
from tablebase_cli.progress import progress_share

if TYPE_CHECKING:
    from tablebase.games.collapsi.placings.solved import Expected, Placings
    from tablebase.games.collapsi.studies.placings import PlacingsStudy

PRESET = "3-players-draft"
PLACES = ("side to move", "next", "third", "fourth")


@command(
    "# One deal of three players",
    'tablebase placings "JA23/A2J3/23A2/3A4J"',
    "# Count in 10 random deals of three players",
    "tablebase placings --deals 10",
)
@click.argument("position", required=False)
@rules_option
@edition_of("wild, and with --deals every edition")
@click.option(
    "--deals",
    "count",
    type=MANY,
    metavar="N",
    help="Count forced placings in N random deals instead.",
)
@fixed_seed("Seed of the random deals.")
@printed
def placings(
    position: str | None,
    rules: str | None,
    edition: str | None,
    count: int | None,
    seed: int,
) -> None:
    """Show how many points three or four players can expect.

    The first player out gets 0 points, the next 1, and so on. If the game ends as soon as a player
    cannot move, the player who moved last gets 1. The default rules are 3-players-draft.

    There are three answers, each exact. alone: the most points that a player can force against all
    others together; with four players, also what two can force together. max^n: everybody plays for
    their own points; the fewest and the most points over all ways to choose between equal moves.
    hinder and help: the same, if everybody breaks ties against, or for, the player who moves next.

    With --deals, counts the random deals, and the positions, in which a placing is forced.
    """
    if (position is None) == (count is None):
        raise click.UsageError("expected either a POSITION or --deals N")
    variant = rules_of(None, rules or PRESET)
    if variant.turn.two_sided:
        raise click.UsageError(f"rules {variant.name} are for two players: expected three or four")
    if position is not None:
        _position(Position.parse(position, edition, variant))
        return
    from tablebase.games.collapsi.studies.placings import study

    with progress_share("solving") as progress:
        found = study(variant, count or 1, seed, edition=edition, progress=progress)
    if as_json():
        print_json(found.as_dict())
    else:
        _print_study(found)


def _position(position: Position) -> None:
    from tablebase.games.collapsi.placings.solved import Placings

    placings = Placings(position)
    now = placings.expected(position)
    if as_json():
        moves = position.legal_moves()
        after = {str(move): placings.expected(position.play(move)) for move in moves}
        print_json(
            {
                "position": str(position),
                **position.as_dict(),
                **now.as_dict(),
                "moves": [{"move": name, **found.as_dict()} for name, found in after.items()],
            }
        )
        return
    out = console()
    out.print(f"{position}: points of those still in", style="bold")
    print_figures(
        ("player", "alone", "max^n", "hinder", "help"),
        ((player, *_row(now, player)) for player in now.alone),
    )
    if now.pairs:
        out.print()
        out.print("two players together")
        print_figures(("players", "points"), ((" + ".join(p), n) for p, n in now.pairs.items()))
    out.print()
    out.print(f"{position.side_to_move}'s moves, and their own points after each")
    header, *rows = own_points(position, placings)
    print_figures(map(str, header), rows)


def own_points(position: Position, placings: Placings) -> Iterator[tuple[object, ...]]:
    """What the side to move can expect after each move: a header, and a row for each."""
    mover = position.side_to_move
    yield "move", "alone", "max^n", "hinder", "help"
    for move in position.legal_moves():
        yield str(move), *_row(placings.expected(position.play(move)), mover)


def _row(found: Expected, player: str) -> tuple[object, ...]:
    low, high = found.interval(player)
    ties = (points[player] for points in found.by_tie.values())
    return found.alone[player], f"{low}" if low == high else f"{low} to {high}", *ties


def _print_study(found: PlacingsStudy) -> None:
    name = found.rules.name
    console().print(f"{name}: {found.deals:,} random deals from seed {found.seed}", style="bold")
    for edition in found.starts:
        console().print(f"\n{edition} edition, at the start", style="bold")
        _print_starts(found, edition)
        _print_later(found, edition)


def _print_starts(found: PlacingsStudy, edition: str) -> None:
    out, starts = console(), found.starts[edition]
    out.print("against all others together: the deals in which each player can force points")
    rows = []
    for player in found.players:
        deals = [found.forced(edition, player, least) for least in range(1, found.most + 1)]
        rows.append((player, *deals, "{:.2%} to {:.2%}".format(*found.interval(deals[-1]))))
    least = {f"{points} or more": "," for points in range(1, found.most + 1)}
    columns = {"player": "", **least, "most, 95% interval": ""}
    print_figures(columns, rows)
    if starts.pairs:
        out.print("\ntwo players together: mean points that they force")
        pairs = list(dict.fromkeys(pair for pair, _ in starts.pairs))
        print_figures(
            {"players": "", "points": ".2f"},
            ((" + ".join(pair), found.mean_of_pair(edition, pair)) for pair in pairs),
        )
    out.print("\nmax^n: mean points, the fewest and the most over all ties, then two tie-breaks")
    print_figures(
        {"player": "", **dict.fromkeys(("fewest", "most", "hinder", "help"), ".2f")},
        (
            (
                player,
                *found.mean_interval(edition, player),
                *(found.mean_by_tie(edition, tie, player) for tie in ("hinder", "help")),
            )
            for player in found.players
        ),
    )
    every = max(starts.outcomes)
    out.print(
        f"deals with one possible outcome: {starts.outcomes[1]:,}; with {every}: "
        f"{starts.outcomes[every]:,}; in which everybody can come first: "
        f"{starts.winners[len(found.players)]:,}"
    )


def _print_later(found: PlacingsStudy, edition: str) -> None:
    out, later = console(), found.later[edition]
    out.print("\npositions after everybody's first turn that play can reach, %")
    every, points = range(found.most + 1), sorted(later.positions.items(), reverse=True)
    print_figures(
        {"": "", "forces": "", **dict.fromkeys(map(str, every), ".1f")},
        (
            (f"{k} in", PLACES[place], *(100 * later.forced[k, place, n] / number for n in every))
            for k, number in points
            for place in range(k)
        ),
    )
    out.print()
    print_figures(
        {"": "", "positions": ",", "one outcome, %": ".1f", "kingmakers, %": ".1f"},
        (
            (f"{k} in", number, *(100 * n[k] / number for n in (later.certain, later.kingmakers)))
            for k, number in points
        ),
    )
