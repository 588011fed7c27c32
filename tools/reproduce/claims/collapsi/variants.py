"""Other rules: the laboratory, Collapsi Shift, three and four players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

from reproduce.claims import claim, interval, percent, row

LAB = "docs/lab.md"
EXACT = "tablebase lab collapsi 3x3 3x4 3x5 cross diamond donut --json"
FLAT = "tablebase lab flat --deals 100000 --json"
SAMPLED = "tablebase lab landing 4x5 --json"
FIVE = "tablebase lab 5x5 --deals 2000 -o five.json --json"


@claim(LAB, "| variant | deals |", EXACT, FLAT, SAMPLED, seconds=1100)
def lab(*studied: Any) -> Iterator[str]:
    """Who wins on nine boards, and how long the games are."""
    studies = _by_variant(*studied)
    for name in ("collapsi", "flat", "landing", "3x3", "3x4", "3x5", "4x5", "cross", "diamond",
                 "donut"):  # fmt: skip
        for edition, study in studies[name].items():
            if (name, edition) != ("landing", "wild"):  # always won; the page has a remark instead
                yield _variant(f"{name} {edition}", study)


@claim(LAB, "| 4x5 single |", FIVE, seconds=2400, slow=True)  # the rows after it
def lab_five(studied: Any) -> Iterator[str]:
    """The same for 5x5."""
    for edition, study in _by_variant(studied)["5x5"].items():
        yield _variant(f"5x5 {edition}", study)


@claim(LAB, "| A 2 3 4 |", "python tools/reproduce/splits.py", seconds=260)
def splits(studied: Any) -> Iterator[str]:
    """Who wins with another split of the deck."""
    for cards, studies in studied.items():
        shares = [percent(study["share"]) for study in studies.values()]
        lengths = (f"{studies[steps]['mean_plies']:.2f}" for steps in ("1", "1,2,3,4"))
        yield row(cards, *shares, *lengths)


def _by_variant(*studied: Any) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for study in chain.from_iterable(each["studies"] for each in studied):
        found.setdefault(study["rules"]["name"], {})[study["edition"]] = study
    return found


def _variant(name: str, study: Any) -> str:
    deals = "every deal" if study["exact"] else f"{study['deals']:,} random"
    lengths = list(map(int, study["by_plies"]))
    plies = f"{min(lengths)} to {max(lengths)}"
    return row(name, deals, _share(study), f"{study['mean_plies']:.2f}", plies)


def _share(study: Any) -> str:
    if study["exact"]:
        return percent(study["share"], 2)
    return f"{percent(study['share'])} ({interval(study['interval_95'])})"


SHIFT = "docs/shift.md"
MUST = "tablebase shift --json"
MAY = "tablebase shift --rules shift-may --json"


@claim(SHIFT, "| rules | red wins, wild", MUST, MAY, seconds=400)
def shift(*found: Any) -> Iterator[str]:
    """Who wins Collapsi Shift, how soon, and over a match."""
    words = {"shift": "shift: must shift", "shift-may": "shift-may: may shift"}
    for name, study in zip(words, found, strict=True):
        shares = (f"{percent(edition['share'], 2)}%" for edition in study["studies"])
        yield row(words[name], *shares)
    for name, study in zip(words, found, strict=True):
        for edition in study["studies"]:
            yield _plies(f"{name}, {edition['edition']}", edition)
    for name, study in zip(words, found, strict=True):
        yield _match(name, study)


@claim(SHIFT, "## All positions", "tablebase stats --positions --json", MUST, MAY, seconds=400)
def shift_positions(counted: Any, *found: Any) -> Iterator[str]:
    """All positions of Collapsi Shift by distance to the end, beside the published game's."""
    from tablebase.games.collapsi.studies.whole_game import WholeStudy

    published: Counter[int] = Counter()
    for kind in counted["by_face_up_and_dte"]:
        published[kind["dte"]] += kind["positions"]
    both = [WholeStudy.from_dict(one).positions.by_value() for one in found]
    for value in both[0]:
        numbers = (published[value.dte], *(each[value] for each in both))
        yield row(value.dte, value.result.value, *(f"{number:,}" for number in numbers))


FIRST_MOVES = ("tablebase stats --rules shift --json", "tablebase stats --rules shift-may --json")


@claim(
    SHIFT, "| deals by winning first moves, % |", *FIRST_MOVES, "tablebase stats --json", seconds=5
)
def shift_first_moves(*found: Any) -> Iterator[str]:
    """How many of red's first moves win, from the opening books."""
    for name, editions in zip(("shift", "shift-may", "published"), found, strict=True):
        for edition, counted in editions.items():
            deals = {one["winning_moves"]: one["deals"] for one in counted["by_winning_moves"]}
            few = [deals.pop(number, 0) for number in range(6)]
            most = max(deals, default=max(number for number in range(6) if few[number]))
            shares = (percent(number / counted["deals"]) for number in (*few, sum(deals.values())))
            yield row(f"{name}, {edition}", *shares, most)


def _plies(name: str, edition: Any) -> str:
    deals = edition["by_plies"]
    shares = (
        percent(deals[str(plies)] / edition["deals"]) if str(plies) in deals else ""
        for plies in range(7, 15)
    )
    return row(name, *shares, f"{edition['mean_plies']:.2f}")


def _match(name: str, study: Any) -> str:
    from tablebase.games.collapsi.studies.match import Match
    from tablebase.games.collapsi.studies.whole_game import WholeStudy

    matches = map(Match, WholeStudy.from_dict(study).studies)
    cells = ((f"{percent(float(one.chance), 2)}%", f"{float(one.rounds):.2f}") for one in matches)
    return row(name, *chain.from_iterable(cells))


THREE = "tablebase stats --rules 3-players --deals 400 --seed 1 --json"
FOUR = "tablebase stats --rules 4-players --deals 100 --seed 1 --json"


@claim(
    "docs/players.md",
    "| | red | blue | green | yellow |",
    THREE,
    FOUR,
    seconds=250,
)
def players(*found: Any) -> Iterator[str]:
    """How long each of three or four players can stay in."""
    for number, study in zip((3, 4), found, strict=True):
        for edition, counted in study["editions"].items():
            plies = (
                sum(value["dte"] * value["deals"] for value in values)
                for values in counted["values"].values()
            )
            means = [_mean(total, study["deals"]) for total in plies] + [""] * (4 - number)
            yield row(f"{number} players, {edition}", *means)


def _mean(total: int, number: int) -> str:
    """A mean with two decimals, rounded exactly: 9.165 becomes 9.17, which a float would not."""
    return f"{(200 * total // number + 1) // 2 / 100:.2f}"


@claim("docs/players.md", "| positions of the tables |", THREE, FOUR, seconds=250)
def players_forced(*found: Any) -> Iterator[str]:
    """Who can force a win, over all positions of those deals."""
    for number, study in zip((3, 4), found, strict=True):
        for left in range(number, 1, -1):
            counts = [each for each in study["positions"] if each["in"] == left]
            total = sum(each["positions"] for each in counts)
            places = [sum(each["forced_by_place"][at] for each in counts) for at in range(left)]
            shares = [f"{percent(place / total)}%" for place in places] + [""] * (4 - left)
            nobody = sum(each["nobody"] for each in counts)
            cell = f"{percent(nobody / total)}%" if nobody else ""
            yield row(f"{number} players, {left} in", *shares, cell)
