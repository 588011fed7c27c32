"""The published deck and its neighbours with every joker: a table of docs/lab.md, as JSON.

``python tools/reproduce/splits.py`` counts all deals of thirteen decks for eight choices of
steps from the joker.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.lab.kept import Lab

DECKS = (
    "4442", "5441", "5432", "5342", "4541", "4532", "4451", "4433", "4352", "4343", "3542", "3452",
    "3443",
)  # fmt: skip
"""How many aces, 2s, 3s and 4s each deck has, in the order of the page."""


def rules_of(deck: str) -> Rules:
    """The rules of a deck, with every choice of steps from the joker."""
    steps = load_rules("joker-steps")
    cards = tuple(card for card, number in enumerate(map(int, deck), 1) for _ in range(number))
    return replace(steps, name=f"split-{deck}", deck=(0, 0, *cards))


def study(deck: str) -> dict[str, Any]:
    """The counts of `tablebase lab`, by the steps from the joker."""
    found = Lab().study(rules_of(deck))
    return {each.edition.name: each.as_dict() for each in found}


def main() -> None:
    """Print the studies of all decks."""
    json.dump({" ".join(deck): study(deck) for deck in DECKS}, sys.stdout)


if __name__ == "__main__":
    main()
