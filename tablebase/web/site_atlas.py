"""The atlas as the page reads it: whole deals counted, in a file for each number of aces.

The page needs one deck at a time, and loading all of them would take ten times as much.
"""

from __future__ import annotations

import json
from functools import cache

from tablebase.games.collapsi.studies.atlas.decks import CARDS, name_of
from tablebase.games.collapsi.studies.atlas.published import LENGTHS, published_rows

Decks = dict[str, dict[str, list[int]]]
"""For each deck and set of joker steps, by name: the number of deals by length, from one ply on."""


@cache
def atlas_files() -> dict[str, bytes]:
    """The files by name, from ``0.json``, in UTF-8; decks that are not yet counted are left out."""
    by_aces: list[Decks] = [{} for _ in range(CARDS + 1)]
    for (deck, steps), lengths in published_rows().items():
        counts = [lengths.get(plies, 0) for plies in LENGTHS]
        by_aces[deck[0]].setdefault(name_of(deck), {})[steps] = counts
    return {
        f"{aces}.json": json.dumps(decks, separators=(",", ":")).encode()
        for aces, decks in enumerate(by_aces)
    }
