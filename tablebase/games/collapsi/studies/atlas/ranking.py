"""Games of the atlas in order, and what exchanging a card does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any, Literal, NamedTuple

from tablebase.games.collapsi.studies.atlas.published import KINDS, Deck, parse_deck
from tablebase.games.collapsi.studies.lab.study import Study
from tablebase.games.collapsi.studies.match import starter_chances

Order = Literal["fair", "match", "long", "short", "first", "second"]
"""How games are ordered: the fairest round or match, the longest or shortest, or the best for the
player who starts or for the other."""


@dataclass(frozen=True)
class Ranked:
    """A game of the atlas: its deals by length, and the starter's chance in a match to 16."""

    study: Study
    match: float

    @property
    def deck(self) -> Deck:
        """How many cards of each kind it has."""
        return parse_deck(self.study.rules.name)

    def as_dict(self) -> dict[str, Any]:
        """The game as plain data, for JSON."""
        study = self.study
        return {
            "deck": study.rules.name,
            "steps": study.edition.name,
            "deals": study.deals,
            "first_player_wins": study.wins,
            "share": study.share,
            "match_starter_wins": self.match,
            "mean_plies": study.mean,
            "median_plies": study.median,
            "by_plies": {str(plies): deals for plies, deals in study.lengths.items()},
        }


def games_of(studies: Sequence[Study]) -> list[Ranked]:
    """The games of some studies, with their matches."""
    if not studies:
        return []
    chances = starter_chances(studies).tolist()
    return [Ranked(study, chance) for study, chance in zip(studies, chances, strict=True)]


def ordered(games: Sequence[Ranked], by: Order) -> list[Ranked]:
    """Games sorted by an order; equal ones stay in the order given."""
    keys = {
        "fair": lambda game: abs(game.study.share - 0.5),
        "match": lambda game: abs(game.match - 0.5),
        "long": lambda game: -game.study.mean,
        "short": lambda game: game.study.mean,
        "first": lambda game: -game.study.share,
        "second": lambda game: game.study.share,
    }
    return sorted(games, key=keys[by])


class Exchange(NamedTuple):
    """One card exchanged for a lower one, in every deck where that is possible."""

    out: int
    into: int
    decks: int
    share: float  # how much the first player's share of the deals grows, on average
    most: float  # the largest change of that share, up or down
    plies: float  # how much longer games get, on average


def exchanges(studies: Sequence[Study]) -> Iterator[Exchange]:
    """What exchanging one card does, by pair of kinds; `studies` have the same joker steps."""
    found = {parse_deck(study.rules.name): study for study in studies}
    for into, out in combinations(range(len(KINDS)), 2):
        pairs = [
            (study, found[after])
            for deck, study in found.items()
            if (after := _exchanged(deck, out, into)) in found
        ]
        if pairs:
            shares = [after.share - before.share for before, after in pairs]
            plies = fmean(after.mean - before.mean for before, after in pairs)
            most = max(shares, key=abs)
            yield Exchange(KINDS[out], KINDS[into], len(pairs), fmean(shares), most, plies)


def _exchanged(deck: Deck, out: int, into: int) -> Deck:
    copies = list(deck)
    copies[out] -= 1
    copies[into] += 1
    return tuple(copies)
