"""Rules of thumb: exact scores, red's first move, games, and what a search finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reproduce.claims import claim, interval, percent, row

LEARN, PLAY = "docs/learn.md", "docs/strategy.md"

SCORES = "tablebase learn score random worst-case room high-cards safe-moves --json"


@claim(LEARN, "| cards | random | worst-case |", SCORES, seconds=960)
def scores(scored: Any) -> Iterator[str]:
    """Scores over every position of every deal, by the number of cards."""
    found = {each["strategy"]["name"]: each for each in scored}
    four = [found[name] for name in ("random", "worst-case", "high-cards", "safe-moves")]
    for cards in range(14, 3, -1):
        shares = (percent(each["deals"][str(cards)]["score"], 2) for each in four)
        yield row(cards, *shares, f"{four[0]['all'][str(cards)]['critical']:,}")
    for words, total in (
        ("a random deal", "deal"),
        ("mean of cards", "layers"),
        ("all positions", "all"),
    ):
        yield row(words, *(percent(each["totals"][total]["score"], 2) for each in four), "")
    first = [each["second"] for each in four]
    shares = (percent(each["score"], 2) for each in first)
    yield row("blue's first, wild", *shares, f"{first[0]['critical']:,}")
    critical = sum(share["critical"] for share in four[0]["all"].values())
    yield f"{critical:,} of the 1,618,091,046,240 labelled positions are critical"


@claim(PLAY, "| name | the rule | moves to imagine |", SCORES, seconds=960)
def rules_to_remember(scored: Any) -> Iterator[str]:
    """The scores of the rules for people."""
    found = {each["strategy"]["name"]: each for each in scored}
    for name, words, plies in (
        ("random", "Any move.", 0),
        (
            "high-cards",
            "Never let them trap you. Then the highest total of the cards you could move to next, "
            "minus theirs.",
            2,
        ),
        (
            "worst-case",
            "The most moves left after their worst reply. If tied, the fewest replies for them.",
            2,
        ),
        (
            "room",
            "The same; if still tied, the card with the most face-up cards next to it.",
            2,
        ),
        ("safe-moves", "The rule above.", 4),
    ):
        one = found[name]
        shares = [one["totals"]["deal"], one["totals"]["all"], one["deals"]["14"]]
        yield row(name, words, plies, *(percent(share["score"]) for share in shares))


WILD = "tablebase learn opening --json"
SINGLE = "tablebase learn opening --edition single --json"


@claim(PLAY, "| red goes to |", WILD, SINGLE, seconds=130)
def first_moves(*found: Any) -> Iterator[str]:
    """Red's first move, by the card it goes to, over all deals."""
    cards = [each[0]["moves"]["card"] for each in found]
    for card, words in (("1", "an ace"), ("2", "a 2"), ("3", "a 3"), ("4", "a 4")):
        yield row(words, *(percent(each[card]["wins"] / each[card]["number"]) for each in cards))


@claim(PLAY, "| aces and twos next to red's joker |", WILD, SINGLE, seconds=130)
def aces_and_twos(*found: Any) -> Iterator[str]:
    """Who wins, by the cards next to red's joker, over all deals."""
    wild, single = (each[0]["aces_and_twos_around"] for each in found)
    deals = sum(each["number"] for each in wild.values())
    for around, each in wild.items():
        wins = (percent(one[around]["wins"] / one[around]["number"]) for one in (wild, single))
        yield row(around, percent(each["number"] / deals), *wins)


RULES = ("traps", "safe-moves", "weights")
LOOKING = tuple(f"look-ahead-{plies}" for plies in range(1, 6))
DEALS = "-n 2000 --seed 1 --json"
GAMES = (
    "tablebase learn games random high-cards worst-case room traps safe-moves weights look-ahead-5"
)
AMONG = " ".join(
    ("tablebase learn games", *LOOKING, *RULES, *(f"--against {name}" for name in LOOKING + RULES))
)


@claim(PLAY, "| rule | random | beginner |", f"{GAMES} {DEALS}", seconds=20)
def won_games(played: Any) -> Iterator[str]:
    """How often the rules win won openings against opponents."""
    against = "random", "beginner", "casual", "strong", "perfect", "safe-moves"
    yield from _won(played, against, {"look-ahead-5": "looking 5 plies ahead"})


@claim(LEARN, "| | look 1 | look 2 |", f"{AMONG} {DEALS}", seconds=12)
def won_games_among(played: Any) -> Iterator[str]:
    """How often rules and players win won openings against each other."""
    yield from _won(played, LOOKING + RULES, {name: f"look {name[-1]}" for name in LOOKING})


def _won(played: Any, against: tuple[str, ...], words: dict[str, str]) -> Iterator[str]:
    won = {(each["player"], each["opponent"]): each["won"] for each in played["pairings"]}
    for player in dict.fromkeys(player for player, _ in won):
        shares = (percent(won[player, opponent]["figure"]) for opponent in against)
        yield row(words.get(player, player), *shares)


def _itself(player: str, edition: str) -> str:
    return (
        f"tablebase learn games {player} --against {player} -n 4000 --seed 1 "
        f"--edition {edition} --json"
    )


EQUALS = ("random", *LOOKING, "safe-moves")


@claim(
    PLAY,
    "| both players |",
    *(_itself(player, edition) for player in EQUALS for edition in ("wild", "single")),
    seconds=180,
)
def equal_players(*played: Any) -> Iterator[str]:
    """Games of players against themselves: red's share, and the cards left."""
    for at, player in enumerate(EQUALS):
        both = [each["pairings"][0] for each in played[2 * at : 2 * at + 2]]
        plies = player.removeprefix("look-ahead-")
        words = f"look {plies} {'ply' if plies == '1' else 'plies'} ahead"
        yield row(
            words if plies != player else player,
            *(percent(each["red"]["figure"]) for each in both),
            *(f"{each['cards']['figure']:.2f}" for each in both),
        )


IN_PLAY = "tablebase learn in-play safe-moves worst-case weights --seed 1 --json"
WAYS = ("random", "perfect", "itself")


@claim(LEARN, "| cards | random games |", IN_PLAY, seconds=12)
def kept_in_play(found: Any) -> Iterator[str]:
    """How often `safe-moves` keeps the win in actual play, by the number of cards."""
    (safe,) = (each["play"] for each in found["strategies"] if each["strategy"] == "safe-moves")
    ways = list(safe.values())
    for cards in range(16, 5, -1):
        yield row(cards, *(_estimate(way["cards"][str(cards)]) for way in ways))
    yield row("14 or fewer", *(_estimate(way["total"]) for way in ways))


@claim(PLAY, "| positions from |", IN_PLAY, seconds=12)
def kept_in_total(found: Any) -> Iterator[str]:
    """The same in total, for three rules."""
    kept = {each["strategy"]: each["play"] for each in found["strategies"]}
    names = "worst-case", "safe-moves", "weights"
    for way, words in zip(
        kept["weights"], ("random games", "perfect games", "games against itself"), strict=True
    ):
        yield row(words, *(percent(kept[name][way]["total"]["figure"]) for name in names))


def _estimate(found: Any) -> str:
    return f"{percent(found['figure'])} ({interval(found['interval_95'], between='-')})"


SEARCH = "tablebase learn search -n 1200 --seed 1"


@claim(LEARN, "| words | a random deal | mean of cards |", f"{SEARCH} --json", seconds=15)
def search(searched: Any) -> Iterator[str]:
    """The best strategies by their number of words."""
    found = {each["words"]: each for each in searched["found"]}
    for words in (2, 8, 9, 16, 18, 25, 39, 55):
        (phase,) = found[words]["strategy"]["phases"]
        order = ", ".join(
            f"{'most' if weight > 0 else 'least'} {feature}"
            for weights in phase["order"]
            for feature, weight in weights.items()
        )
        yield row(words, *_kept(found[words]), order or "any move")


@claim(
    PLAY,
    "| moves | the rule | a random deal |",
    f"{SEARCH} --depth 2 --json",
    f"{SEARCH} --depth 3 --json",
    f"{SEARCH} --json",
    seconds=45,
)
def best_rules(*searched: Any) -> Iterator[str]:
    """The best rules, by how many moves the player has to imagine."""
    words = {
        2: "most moves after their worst reply, fewest ways for them to move twice, most cards "
        "next to you, then two more tie-breaks",
        3: "with 13 cards or more, the most ways to move twice, minus theirs, after their worst "
        "reply; later leave them the fewest moves after their best reply and your best answer, "
        "then as before",
        4: "most safe moves after their worst reply, fewest ways out for them, most cards next to "
        "you, most ways to move twice, minus theirs, after their worst reply",
    }
    for plies, each in zip(words, searched, strict=True):
        deal, _, every, fourteen = _kept(each["found"][-1])
        yield row(plies, words[plies], deal, every, fourteen)


def _kept(found: Any) -> list[str]:
    held_out = found["held_out"]
    shares = (*(held_out[total] for total in ("deal", "layers", "all")), held_out["cards"]["14"])
    return [percent(share) for share in shares]
