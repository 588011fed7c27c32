"""Other rules: the laboratory, three and four players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from statistics import fmean
from typing import Any

from reproduce.claims import claim, interval, percent, row, won

LAB, VARIATIONS = "docs/lab.md", "docs/variations.md"
EXACT = "tablebase lab collapsi 3x3 3x4 3x5 cross diamond donut --json"
FLAT = "tablebase lab flat -n 100000 --seed 1 --json"
SAMPLED = "tablebase lab landing 4x5 --seed 1 --json"
FIVE = "tablebase lab 5x5 -n 2000 --seed 1 -o five.json --json"

EXAMPLES = "docs/examples/"
EDITIONS = "single", "wild"
ENDS, EDGES = "ends of lines", "edges of the board"


def _winners(goal: str, ends: str, edges: str, *deals: str) -> dict[tuple[str, str], str]:
    """The commands that search deals of the shifting board, by reading and edition."""
    kinds = product(((ENDS, ends), (EDGES, edges)), EDITIONS)
    return {
        (reading, f"`{edition}`"): (
            f"python tools/benchmarks/winners.py --rules {rules} --edition {edition} "
            f"--goal {goal} {number} {Path(rules).stem}-{edition}-{goal}.csv"
        )
        for ((reading, rules), edition), number in zip(kinds, deals, strict=False)
    }


BOARDS = "shifting-board", f"{EXAMPLES}edges.toml"
NINE = f"{EXAMPLES}shifting-3x3.toml", f"{EXAMPLES}shifting-3x3-edges.toml"
SHIFTED = _winners("result", *BOARDS, *2 * ["--deals 20000"])
MOVES = _winners("moves", *BOARDS, *4 * ["--deals 20000"])
SMALL_SHIFTED = _winners("result", *NINE, *4 * ["--all"])
FAIRER = f"tablebase lab {EXAMPLES}shifting-steps.toml {EXAMPLES}shifting-may.toml -n 2000"


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


@claim(VARIATIONS, "| plies | winner |", "tablebase lab players-choice --json", seconds=40)
def players_choice(studied: Any) -> Iterator[str]:
    """The lengths of player's choice, one J in a given corner."""
    (study,) = studied["studies"]
    for plies, deals in study["by_plies"].items():
        winner = "red" if int(plies) % 2 else "blue"
        yield row(plies, winner, f"{deals // 16:,}", percent(deals / study["deals"]))


@claim(
    VARIATIONS,
    "| joined | edition | deals |",
    *SHIFTED.values(),
    f"tablebase lab {EXAMPLES}edges.toml -n 20000 --seed 1 --json",
    seconds=18000,
    slow=True,
)
def shifting(*printed: Any) -> Iterator[str]:
    """Who wins random deals of the shifting board."""
    for kind, text in zip(SHIFTED, printed[:-1], strict=True):
        red, number, between = won(text)
        yield row(*kind, f"{number:,}", f"{red:,}", percent(red / number), between)
    for study in reversed(printed[-1]["studies"]):
        figures = percent(study["share"]), interval(study["interval_95"])
        counted = (f"{study[name]:,}" for name in ("deals", "first_player_wins"))
        yield row(EDGES, f"`{study['edition']}`", *counted, *figures)


@claim(VARIATIONS, "| joined | edition | plies |", *MOVES.values(), seconds=56000, slow=True)
def shifting_moves(*printed: str) -> Iterator[str]:
    """How long random deals of the shifting board last, how many first moves win, and matches."""
    from tablebase import load_rules
    from tablebase.games.collapsi.studies.lab.study import Study
    from tablebase.games.collapsi.studies.match import Match

    rules, matches = load_rules("shifting-board"), []
    for kind, text in zip(MOVES, printed, strict=True):
        deals = [line.split() for line in text.splitlines()]
        if any(deal[3] != deal[4] for deal in deals):
            raise ValueError("a deal is open: expected exact lengths")
        plies = [int(deal[3]) for deal in deals]
        moves, winning = ([int(deal[at]) for deal in deals if deal[2] == "red"] for at in (7, 8))
        yield row(
            *kind,
            f"{fmean(plies):.2f}",
            f"{min(plies)} to {max(plies)}",
            f"{fmean(winning):.1f} of {fmean(moves):.1f}",
            percent(winning.count(1) / len(winning)),
            f"{len(deals):,}",
        )
        if kind[0] == ENDS:  # from the same deals; those of the other reading have a command
            lengths = dict(sorted(Counter(plies).items()))
            match = Match(Study(rules, rules.edition(kind[1].strip("`")), lengths, seed=1))
            share = percent(float(match.chance))
            matches.append(f"{share}% under {kind[1]} ({interval(match.interval)})")
    yield f"With the ends joined it is {' and '.join(matches)}, from the lengths"


@claim(
    VARIATIONS,
    "| variant | deals |",
    "tablebase lab shifting-board -n 100 --seed 1 --json",
    f"{FAIRER} --seed 1 --json",
    seconds=900,
)
def fairer_shifting(*studied: Any) -> Iterator[str]:
    """How long games last on the shifting board, and what other rules would change."""
    for name, studies in _by_variant(*studied).items():
        for edition, study in studies.items():
            yield _variant(f"{name} {edition}", study)


@claim(VARIATIONS, "| joined | edition | of 10,080 deals |", *SMALL_SHIFTED.values(), seconds=60)
def small_shifting(*printed: str) -> Iterator[str]:
    """Who wins all deals of nine cards."""
    for kind, text in zip(SMALL_SHIFTED, printed, strict=True):
        red, _, number = text.splitlines()[-1].partition(" wins ")[2].split()[:3]
        share = int(red.replace(",", "")) / int(number.replace(",", ""))
        yield row(*kind, red, percent(share))


SPLITS = (
    "4-4-4-2 5-4-4-1 5-4-3-2 5-3-4-2 4-5-4-1 4-5-3-2 4-4-5-1 4-4-3-3 4-3-5-2 4-3-4-3 3-5-4-2 "
    "3-4-5-2 3-4-4-3"
)


@claim(LAB, "| A 2 3 4 |", f"tablebase atlas list {SPLITS} -n 0 --json", seconds=3)
def splits(games: Any) -> Iterator[str]:
    """Who wins with another split of the deck."""
    found = {(game["deck"], game["steps"]): game for game in games}
    for deck in SPLITS.split():
        # Who may take 3 steps also reaches all that 1 step does; who may take 4, all that 2 do.
        steps = "1", "2", "13", "24", "12", "124", "123", "1234"
        shares = (percent(found[deck, some]["share"]) for some in steps)
        lengths = (f"{found[deck, some]['mean_plies']:.2f}" for some in (steps[0], steps[-1]))
        yield row(deck.replace("-", " "), *shares, *lengths)


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


THREE = "tablebase stats --rules 3-players -n 400 --seed 1 --json"
FOUR = "tablebase stats --rules 4-players -n 100 --seed 1 --json"


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
