"""`tablebase placings`: how many points three or four players can expect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from tablebase.games.collapsi.commands.options import edition_of, rules_of, rules_option
from tablebase.games.collapsi.position import Position
from tablebase_cli.group import command
from tablebase_cli.options import maybe_seed, number_option, seed_for
from tablebase_cli.output import Part, bold, figures, printed, show
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
    "tablebase placings -n 10",
)
@click.argument("position", required=False)
@rules_option
@edition_of("wild, which the published solution is for; with -n every edition")
@number_option("Count forced placings in N random deals instead.", name="count")
@maybe_seed
@printed
def placings(
    position: str | None,
    rules: str | None,
    edition: str | None,
    count: int | None,
    seed: int | None,
) -> None:
    """Show how many points three or four players can expect.

    The first player out gets 0 points, the next 1, and so on. If the game ends as soon as a player
    cannot move, the player who moved last gets 1. The default rules are 3-players-draft.

    There are three answers, each exact. alone: the most points that a player can force against all
    others together; with four players, also what two can force together. max^n: everybody plays for
    their own points; the fewest and the most points over all ways to choose between equal moves.
    hinder and help: the same, if everybody breaks ties against, or for, the player who moves next.

    With -n, counts the random deals, and the positions, in which a placing is forced.
    """
    if (position is None) == (count is None):
        raise click.UsageError("expected either a POSITION or -n N")
    seed = seed_for("-n N", count is not None, seed)
    variant = rules_of(None, rules or PRESET)
    if variant.turn.two_sided:
        raise click.UsageError(f"rules {variant.name} are for two players: expected three or four")
    if position is not None:
        _position(Position.parse(position, edition, variant))
        return
    from tablebase.games.collapsi.studies.placings import study

    with progress_share("solving") as progress:
        found = study(variant, count or 1, seed or 0, edition=edition, progress=progress)
    show(found.as_dict(), _of_study(found))


def _position(position: Position) -> None:
    from tablebase.games.collapsi.placings.solved import Placings

    placings = Placings(position)
    now = placings.expected(position)
    after = {move: placings.expected(position.play(move)) for move in position.legal_moves()}
    data = {"position": str(position), **position.as_dict(), **now.as_dict()}
    data["moves"] = [{"move": str(move), **found.as_dict()} for move, found in after.items()]
    show(data, _of_position(position, placings))


def _of_position(position: Position, placings: Placings) -> Iterator[Part]:
    now = placings.expected(position)
    yield bold(f"{position}, {position.edition.name} edition: points of those still in")
    yield figures(
        ("player", "alone", "max^n", "hinder", "help"),
        ((player, *_row(now, player)) for player in now.alone),
    )
    if now.pairs:
        yield "\ntwo players together"
        yield figures(("players", "points"), ((" + ".join(p), n) for p, n in now.pairs.items()))
    yield f"\n{position.side_to_move}'s moves, and their own points after each"
    header, *rows = own_points(position, placings)
    yield figures(map(str, header), rows)


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


def _of_study(found: PlacingsStudy) -> Iterator[Part]:
    name = found.rules.name
    yield bold(f"{name}: {found.deals:,} random deals from seed {found.seed}")
    for edition in found.starts:
        yield bold(f"\n{edition} edition, at the start")
        yield from _starts(found, edition)
        yield from _later(found, edition)


def _starts(found: PlacingsStudy, edition: str) -> Iterator[Part]:
    starts = found.starts[edition]
    yield ("against all others together: the deals in which each player can force points")
    rows = []
    for player in found.players:
        deals = [found.forced(edition, player, least) for least in range(1, found.most + 1)]
        rows.append((player, *deals, "{:.2%} to {:.2%}".format(*found.interval(deals[-1]))))
    least = {f"{points} or more": "," for points in range(1, found.most + 1)}
    columns = {"player": "", **least, "most, 95% interval": ""}
    yield figures(columns, rows)
    if starts.pairs:
        yield ("\ntwo players together: mean points that they force")
        pairs = list(dict.fromkeys(pair for pair, _ in starts.pairs))
        yield figures(
            {"players": "", "points": ".2f"},
            ((" + ".join(pair), found.mean_of_pair(edition, pair)) for pair in pairs),
        )
    yield ("\nmax^n: mean points, the fewest and the most over all ties, then two tie-breaks")
    yield figures(
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
    yield (
        f"deals with one possible outcome: {starts.outcomes[1]:,}; with {every}: "
        f"{starts.outcomes[every]:,}; in which everybody can come first: "
        f"{starts.winners[len(found.players)]:,}"
    )


def _later(found: PlacingsStudy, edition: str) -> Iterator[Part]:
    later = found.later[edition]
    yield ("\npositions after everybody's first turn that play can reach, %")
    every, points = range(found.most + 1), sorted(later.positions.items(), reverse=True)
    yield figures(
        {"": "", "forces": "", **dict.fromkeys(map(str, every), ".1f")},
        (
            (f"{k} in", PLACES[place], *(100 * later.forced[k, place, n] / number for n in every))
            for k, number in points
            for place in range(k)
        ),
    )
    yield ""
    yield figures(
        {"": "", "positions": ",", "one outcome, %": ".1f", "kingmakers, %": ".1f"},
        (
            (f"{k} in", number, *(100 * n[k] / number for n in (later.certain, later.kingmakers)))
            for k, number in points
        ),
    )
