"""What Python says of notation, written down for JavaScript: positions, deals, errors.

Notation is read and written in both languages. A file of cases for each set of rules holds them
together: `test_conformance.py` checks that Python still says the same, and
``*/conformance.test.js`` that JavaScript does. Where notation is meant to change, write the files
again::

    python tests/conformance.py

A file is JSON lines, gzipped: a header, and then a case a line, an object with one of the keys
``position`` and ``wrong``. The cases of side games are beside their tests.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from support import of_all
from support.cases import Case, wrong_cases

from tablebase.games.collapsi.numeric import is_numeric
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.rules import DEFAULTS, Rules
from tablebase.games.collapsi.rules_file import load_rules, presets

TESTS = Path(__file__).parent

RULES = {rules.name: 320 // rules.board.size for rules in map(load_rules, ("3x5", *presets()))}
"""How many games are played by chance under each rules, at every ply a case."""

SIGNS = [
    *"AJQ012349xrbgyz?/_ '\\\t\n", " r", " b", " rb", " rg", " by", " gr", " rgb", " gyr", " rr",
    " rbg", " bgr", " grb", " rbgy", " bgyr", " gyrb", " yrbg",
]  # fmt: skip
"""What small errors put in and leave out."""


RARE = {
    "collapsi": "A223/4A2Jr/3A23/J3bA4 r",
    "3-players": "JrJbJgA/AAA2/2223/333x? bg",
}
"""Wrong texts of kinds to which small errors seldom lead."""


def collapsi(name: str) -> Iterator[Case]:
    """The header and the cases of some rules of Collapsi."""
    rules = load_rules(name)
    rng = random.Random(name)
    yield {"rules": described(rules)}
    texts: list[str] = []
    deals = list(random_deals(RULES[name], 1, rules))
    for deal in deals:
        played = rng.choice(rules.editions).name
        for text in (str(deal), *game(rng, deal, played)):
            texts.append(text)
            position = Position.parse(text, played, rules)
            says = {"settled": str(position), "from": str(position.deal)}
            yield {"position": text, "edition": played, **says}
    for edition in rules.editions:
        yield from wrong(rng, texts, edition.name, rules)


def described(rules: Rules) -> dict[str, Any]:
    """Rules as the page's engine takes them."""
    board = rules.board
    return {
        "name": rules.name,
        "rows": board.rows,
        "columns": board.columns,
        "wrap": board.wrap,
        "picture": board.picture,
        "deck": "".join("JA23456789"[card] for card in rules.deck),
        "editions": [{"name": e.name, "joker_steps": e.joker_steps} for e in rules.editions],
        **{name: own for name, own in rules.options.items() if own != DEFAULTS[name]},
    }


def game(rng: random.Random, deal: Deal, edition: str) -> Iterator[str]:
    """The positions of a game in which moves are drawn, before players without a move are out."""
    position = deal.as_dealt(edition)
    while True:
        # The values of collapsed cards matter to nothing. Links have _ for a blank.
        ways = {
            r"x.": "x?",
            " " if "_" in str(position) or deal.rules.turn.spreads else "[/ ]": "_",
            "/": "/",
        }
        yield re.sub(*rng.choices([*ways.items()], (1, 1, 8))[0], str(position))
        position = position.settled()
        moves = position.legal_moves()
        if not moves:
            return
        position = position.after(rng.choice(moves))


def wrong(rng: random.Random, given: Sequence[str], edition: str, rules: Rules) -> Iterator[Case]:
    """Texts with small errors, and what Python says of them."""
    rare = [RARE[rules.name]] if rules.name in RARE else []
    read = partial(Position.parse, edition=edition, rules=rules)
    for text, error in wrong_cases(rng, given, SIGNS, read, rare):
        # What the page says of an edition is what the API says, and not the library. It does not
        # read the numeric notation.
        if not error.startswith("unknown edition") and not is_numeric(text):
            yield {"wrong": text, "edition": edition, "parameter": "position", "error": error}


CORPORA: dict[Path, Callable[[], Iterable[Case]]] = {
    **{TESTS / f"js/conformance/{name}.jsonl.gz": partial(collapsi, name) for name in RULES},
    **{TESTS / "rooms" / path: cases for path, cases in of_all("conformance", "CORPORA")},
}
"""The files, and what makes their cases."""


def text_of(cases: Iterable[Case]) -> str:
    """Cases as JSON lines."""
    lines = (json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
    return "".join(f"{line}\n" for line in lines)


def kept(path: Path) -> str:
    """The JSON lines of a file; none if there is no such file yet."""
    return gzip.decompress(path.read_bytes()).decode() if path.exists() else ""


if __name__ == "__main__":
    for path, cases in CORPORA.items():
        text = text_of(cases())
        if text != kept(path):
            path.write_bytes(gzip.compress(text.encode(), mtime=0))
            print(path.relative_to(TESTS), f"{text.count(chr(10)) - 1:,} cases")
