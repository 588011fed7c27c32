"""The matches of players who are not perfect, as `match --between` prints them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablebase.games.collapsi.commands.learn_games import percent, written
from tablebase_cli.common import progress_bar
from tablebase_cli.output import console, print_figures, print_json

if TYPE_CHECKING:
    from tablebase.games.collapsi.rules import Rules
    from tablebase.games.collapsi.studies.contest import PlayedMatch
    from tablebase.games.collapsi.studies.match import Starts


def play(
    names: Sequence[tuple[str, str]],
    rules: Rules,
    edition: str | None,
    target: int,
    starts: Starts,
    deals: int,
    seed: int,
    as_json: bool,
) -> None:
    """Play the games of pairs of players, and print the chances of their matches."""
    from tablebase.games.collapsi.strategy.players import load_player
    from tablebase.games.collapsi.studies.contest import play_matches

    pairs = [(load_player(one), load_player(other)) for one, other in names]
    editions = [rules.edition(edition)] if edition else list(rules.editions)
    found = {}
    with progress_bar(deals * len(editions), "playing") as advance:
        for each in editions:
            found[each.name] = play_matches(
                pairs, deals, seed, rules=rules, edition=each, target=target, starts=starts,
                progress=advance,
            )  # fmt: skip
    if as_json:
        print_json(
            [
                {"rules": rules.name, "edition": name, "deals": deals, "seed": seed}
                | match.as_dict()
                for name, matches in found.items()
                for match in matches
            ]
        )
        return
    out = console()
    for name, matches in found.items():
        out.print(
            f"{rules.name} {name}, first to {target} points, {deals:,} random deals from seed "
            f"{seed}: matches that the first player wins, %",
            style="bold",
        )
        print_figures(
            ("players", "starting", "95 %", "second", "95 %", "rounds", "round's starter wins, %",
             "95 %", "cards left", "95 %"),
            map(_row, matches),
        )  # fmt: skip
        out.print()


def _row(match: PlayedMatch) -> tuple[str, ...]:
    players = f"{match.player.name} - {match.opponent.name}"
    start, reply, starter = map(percent, (match.start, match.reply, match.starter))
    rounds = f"{match.rounds.figure:.2f}"
    return players, *start, *reply, rounds, *starter, *written(match.cards, 1, 2)
