"""For the game's designer: decks, placings, Solo, the first version."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablebase.reproduce.figures.writing import claim, percent, row

ATLAS = "docs/atlas.md"


@claim(ATLAS, "The published deck", "tablebase atlas list 4-4-4-2 --json", seconds=3)
def atlas_published(games: Any) -> Iterator[str]:
    """The published deck with every set of joker steps."""
    for game in sorted(games, key=lambda game: -game["share"]):
        shares = (f"{percent(game[name], 2)} %" for name in ("share", "match_starter_wins"))
        yield row(", ".join(game["steps"]), *shares, f"{game['mean_plies']:.2f}")


@claim(
    ATLAS,
    "## What an extra ace is worth",
    "tablebase atlas cards --steps 1 --steps 1234 --steps 124 --least 2 --most 5 --json",
    seconds=3,
)
def atlas_cards(exchanges: Any) -> Iterator[str]:
    """What one card exchanged for another changes."""
    words = {1: "an ace", 2: "a 2", 3: "a 3", 4: "a 4"}
    for out, into in ((2, 1), (3, 1), (4, 1), (3, 2), (4, 2), (4, 3)):
        found = {
            each["steps"]: each for each in exchanges if (each["out"], each["into"]) == (out, into)
        }
        cells = []
        for steps in ("1", "1234", "124"):
            cells += [f"{100 * found[steps]['share']:+.2f}", f"{found[steps]['plies']:+.2f}"]
        yield row(f"{words[out]} for {words[into]}", *cells)


@claim(
    "docs/first-version.md",
    "| board | first move |",
    "tablebase onepawn study --json",
    "tablebase onepawn study --joker 1 --json",
    seconds=240,
)
def first_version(*studies: Any) -> Iterator[str]:
    """Who wins the first version on 4x4, over all layouts."""
    for study in studies:
        steps, wins = study["rules"]["joker_steps"], study["first_wins"]
        share = f"{percent(study['share'], 2)} %"
        joker = "" if steps == "1234" else f" --joker {steps}"
        exact = f"exact: {wins:,} layouts"
        yield row("4x4", steps, "all", share, exact, f"onepawn study{joker}")


@claim("docs/solo.md", "| exit | first move |", "tablebase solo study --json", seconds=280)
def solo(studied: Any) -> Iterator[str]:
    """How many cards of all boards of Solo can be left."""
    for each in studied:
        counts = {int(left): boards for left, boards in each["by_cards_left"].items()}
        shares = [counts.get(left, 0) / each["boards"] for left in range(4)]
        shares.append(1 - sum(shares))
        rules = each["rules"]
        yield row(
            rules["exit"], rules["joker_steps"], *(f"{percent(share, 2)} %" for share in shares)
        )


@claim(
    "docs/players.md",
    "### How often a placing is forced",
    "tablebase placings --rules 3-players-draft --deals 1000 --json",
    seconds=260,
)
def placings(found: Any) -> Iterator[str]:
    """What three players can force later, and what they get by max^n."""
    editions = found["editions"]
    for left, places in ((3, ("side to move", "next", "third")), (2, ("side to move", "next"))):
        for place, name in enumerate(places):
            cells = (_forced(each, left, place) for each in editions.values())
            yield row(f"{left} in, {name}", *(cell for some in cells for cell in some))
    for player in ("red", "blue", "green"):
        means = (_means(each, player, found["deals"]) for each in editions.values())
        yield row(player, *(cell for some in means for cell in some))


def _forced(edition: Any, left: int, place: int) -> list[str]:
    """The shares of the positions in which a player can force 0, 1 or 2 points."""
    (counted,) = (each for each in edition["positions"] if each["in"] == left)
    forced = {
        each["points"]: each["positions"] for each in counted["forced"] if each["place"] == place
    }
    shares = (forced.get(points, 0) / counted["positions"] for points in range(3))
    return [percent(share) if share else "" for share in shares]


def _means(edition: Any, player: str, deals: int) -> list[str]:
    """Mean points, the fewest and the most over all ties, and by two ways to break them."""
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
