"""For the game's designer: decks, placings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from reproduce.claims import claim, percent, row, same_bytes

ATLAS = "docs/atlas.md"


@claim(ATLAS, "The published deck", "tablebase atlas list 4-4-4-2 --json", seconds=3)
def atlas_published(games: Any) -> Iterator[str]:
    """The published deck with every set of joker steps."""
    for game in sorted(games, key=lambda game: -game["share"]):
        shares = (f"{percent(game[name], 2)}%" for name in ("share", "match_starter_wins"))
        yield row(", ".join(game["steps"]), *shares, f"{game['mean_plies']:.2f}")


atlas_file = same_bytes("atlas.csv", "tablebase atlas make -o atlas.csv", seconds=1800)


@claim(
    ATLAS,
    "## What an extra ace is worth",
    "tablebase atlas cards --joker 1 --joker 1234 --joker 124 --least 2 --most 5 --json",
    seconds=3,
)
def atlas_cards(exchanges: Any) -> Iterator[str]:
    """The effect of exchanging one card for another."""
    words = {1: "an ace", 2: "a 2", 3: "a 3", 4: "a 4"}
    for out, into in ((2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (4, 3)):
        found = {
            each["steps"]: each for each in exchanges if (each["out"], each["into"]) == (out, into)
        }
        cells = []
        for steps in ("1", "1234", "124"):
            cells += [f"{100 * found[steps]['share']:+.2f}", f"{found[steps]['plies']:+.2f}"]
        yield row(f"{words[out]} for {words[into]}", *cells)


PLAYERS = "docs/players.md"
COLOURS = "red", "blue", "green", "yellow"
PLACES = "side to move", "next", "third", "fourth"
THREE, FOUR = (
    f"tablebase placings --rules {number}-players-draft -n 1000 --seed 1 --json"
    for number in (3, 4)
)


@claim(PLAYERS, "### How often a placing is forced", THREE, seconds=260)
def placings(found: Any) -> Iterator[str]:
    """What three players can force later in the game, and what they get by max^n."""
    yield from _by_points(found)
    yield from _by_player(found)


@claim(PLAYERS, "After everybody's first turn:", FOUR, seconds=980)
def placings_of_four(found: Any) -> Iterator[str]:
    """What four players can force later in the game."""
    yield from _by_points(found)


@claim(PLAYERS, "| 4 players | wild: fewest to most |", FOUR, seconds=980)
def kingmaking_of_four(found: Any) -> Iterator[str]:
    """What four players get by max^n."""
    yield from _by_player(found)


def _by_points(found: Any) -> Iterator[str]:
    players, editions = found["rules"]["players"], found["editions"].values()
    for left in range(players, 1, -1):
        for place, name in enumerate(PLACES[:left]):
            cells = (_forced(each, left, place, players) for each in editions)
            yield row(f"{left} in, {name}", *chain.from_iterable(cells))


def _by_player(found: Any) -> Iterator[str]:
    for player in COLOURS[: found["rules"]["players"]]:
        means = (_means(each, player, found["deals"]) for each in found["editions"].values())
        yield row(player, *chain.from_iterable(means))


def _forced(edition: Any, left: int, place: int, players: int) -> list[str]:
    """The shares of the positions in which a player can force 0, 1, 2, ... points."""
    (counted,) = (each for each in edition["positions"] if each["in"] == left)
    forced = {
        each["points"]: each["positions"] for each in counted["forced"] if each["place"] == place
    }
    shares = (forced.get(points, 0) / counted["positions"] for points in range(players))
    return [percent(share) if share else "" for share in shares]


def _means(edition: Any, player: str, deals: int) -> list[str]:
    """Mean points: the fewest and the most over all ties, and for two ways to break them."""
    spans = [each for each in edition["maxn"] if each["player"] == player]
    fewest, most = (
        sum(each[bound] * each["deals"] for each in spans) / deals for bound in ("fewest", "most")
    )
    ways = [
        sum(
            each["points"] * each["deals"]
            for each in edition["ties"]
            if (each["tie"], each["player"]) == (way, player)
        )
        / deals
        for way in ("hinder", "help")
    ]
    return [f"{fewest:.2f} to {most:.2f}", *(f"{mean:.2f}" for mean in ways)]
