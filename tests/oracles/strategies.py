"""The oracle of strategies: features and scores of Collapsi the slow and obvious way.

It shares nothing with the package. A position is that of the oracle `collapsi`: a dictionary of
cards by coordinates, and two pawns. A strategy is read from its TOML text here, too. A move is
judged by the position after it, in which *you* have just moved and *they* are to move.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from oracles.collapsi import JOKER, WILD, State, neighbours, play, solve
from oracles.collapsi import walks as paths

NO_REPLY = 999


class Game(NamedTuple):
    """A board, and how far a pawn may move from its joker."""

    rows: int = 4
    columns: int = 4
    wrap: bool = True
    joker_steps: tuple = WILD

    @property
    def board(self):
        return self.rows, self.columns, self.wrap


def ends(game, cards, pawn, other):
    """The cells that a pawn can move to."""
    steps = game.joker_steps if cards[pawn] == JOKER else (cards[pawn],)
    found = {path[-1] for n in steps for path in paths(cards, [pawn], n, *game.board)}
    return found - {other}


def without(cards, cell):
    return {at: card for at, card in cards.items() if at != cell}


def moves(game, cards, you, they):
    return len(ends(game, cards, you, they))


def their_moves(game, cards, you, they):
    return len(ends(game, cards, they, you))


def after_replies(game, cards, you, they):
    """The cards and their cell after each reply."""
    return [(without(cards, they), reply) for reply in ends(game, cards, they, you)]


def worst_moves(game, cards, you, they):
    replies = after_replies(game, cards, you, they)
    return min((moves(game, left, you, at) for left, at in replies), default=NO_REPLY)


def stuck_replies(game, cards, you, they):
    replies = after_replies(game, cards, you, they)
    return sum(moves(game, left, you, at) == 0 for left, at in replies)


def left_to_them(game, cards, you, they):
    """How many moves they have after each of your moves."""
    left = without(cards, you)
    return [moves(game, left, they, end) for end in ends(game, cards, you, they)]


def escapes(game, cards, you, they):
    replies = after_replies(game, cards, you, they)
    return sum(0 not in left_to_them(game, left, you, at) for left, at in replies)


def their_worst_moves(game, cards, you, they):
    replies = after_replies(game, cards, you, they)
    fewest = [min(left_to_them(game, left, you, at), default=NO_REPLY) for left, at in replies]
    return max(fewest, default=0)


def safe(game, cards, you, they):
    """How many of your moves do not let them leave you without a move."""
    left = without(cards, you)
    return sum(stuck_replies(game, left, end, they) == 0 for end in ends(game, cards, you, they))


def safe_moves(game, cards, you, they):
    replies = after_replies(game, cards, you, they)
    return min((safe(game, left, you, at) for left, at in replies), default=NO_REPLY)


def walks(game, cards, you, they):
    left = without(cards, you)
    return sum(len(ends(game, left, end, they)) for end in ends(game, cards, you, they))


def their_walks(game, cards, you, they):
    return walks(game, cards, they, you)


def worst_walks(game, cards, you, they):
    replies = after_replies(game, cards, you, they)
    return min((walks(game, left, you, at) for left, at in replies), default=NO_REPLY)


def worst_lead(game, cards, you, they):
    replies = after_replies(game, cards, you, they)
    leads = (walks(game, left, you, at) - walks(game, left, at, you) for left, at in replies)
    return min(leads, default=NO_REPLY)


def region(game, cards, you, they):
    found, waiting = {you}, [you]
    while waiting:
        for cell in neighbours(waiting.pop(), *game.board):
            if cell in cards and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return len(found) - 1


def next_to(game, cards, you, they):
    return len({cell for cell in neighbours(you, *game.board) if cell in cards} - {you})


def card(game, cards, you, they):
    return cards[you]


def next_cards(game, cards, you, they):
    return sum(cards[end] for end in ends(game, cards, you, they))


def their_next_cards(game, cards, you, they):
    return next_cards(game, cards, they, you)


def distance(game, cards, you, they):
    apart = []
    for one, other, size in zip(you, they, (game.rows, game.columns), strict=True):
        steps = abs(one - other)
        apart.append(min(steps, size - steps) if game.wrap else steps)
    return sum(apart)


def even(game, cards, you, they):
    return int(distance(game, cards, you, they) % 2 == 0)


def outcome(game, cards, mover, other, plies):
    """Who is sure to win within `plies` plies: 1 the mover, -1 the other, 0 neither."""
    found = ends(game, cards, mover, other)
    if not found:
        return -1
    if plies == 0:
        return 0
    left = without(cards, mover)
    return max(-outcome(game, left, other, end, plies - 1) for end in found)


def ahead(plies):
    def looked(game, cards, you, they):
        return -outcome(game, cards, they, you, plies - 1)

    return looked


def played_for_moves(game, cards, mover, other, plies):
    """The mover's moves minus the other's after `plies` plies, both playing for the most."""
    found = ends(game, cards, mover, other)
    if not found:
        return -NO_REPLY
    if plies == 0:
        return len(found) - moves(game, cards, other, mover)
    left = without(cards, mover)
    return max(-played_for_moves(game, left, other, end, plies - 1) for end in found)


def balance(plies):
    def looked(game, cards, you, they):
        return -played_for_moves(game, cards, they, you, plies - 1)

    return looked


FEATURES = {
    "moves": moves,
    "their_moves": their_moves,
    "worst_moves": worst_moves,
    "stuck_replies": stuck_replies,
    "escapes": escapes,
    "their_worst_moves": their_worst_moves,
    "safe_moves": safe_moves,
    "walks": walks,
    "their_walks": their_walks,
    "worst_walks": worst_walks,
    "worst_lead": worst_lead,
    "region": region,
    "neighbours": next_to,
    "card": card,
    "next_cards": next_cards,
    "their_next_cards": their_next_cards,
    "distance": distance,
    "even": even,
    **{f"ahead_{plies}": ahead(plies) for plies in range(2, 7)},
    **{f"balance_{plies}": balance(plies) for plies in range(1, 6)},
}


def order_of(text, cards):
    """The preferences of a strategy with `cards` face-up cards, each a weight by feature."""
    data = tomllib.loads(text)
    for phase in data.get("phases", [data]):
        if cards >= phase.get("cards", 0):
            signs = {"most": 1, "least": -1}
            order = [p if isinstance(p, dict) else p.split() for p in phase["order"]]
            return [p if isinstance(p, dict) else {p[1]: signs[p[0]]} for p in order]
    raise AssertionError(text)


def chosen(game, state, text, found):
    """The moves among those found that a strategy may make, all equally likely."""
    left = without(state.cards, state.mover)
    for weights in order_of(text, len(state.cards)):
        values = {
            end: sum(
                weight * FEATURES[name](game, left, end, state.opponent)
                for name, weight in weights.items()
            )
            for end in found
        }
        found = {end for end in found if values[end] == max(values.values())}
    return found


def critical(game, state, memo=None):
    """The moves, and those that win, if some do and some do not; else None."""
    memo = {} if memo is None else memo
    found = ends(game, state.cards, state.mover, state.opponent)
    winning = {
        end
        for end in found
        if not solve(play(state, end), game.joker_steps, *game.board, memo=memo)[0]
    }
    return (found, winning) if winning and winning != found else None


def kept(game, state, text, memo=None):
    """The probability that a strategy keeps the win; None if the position is not critical."""
    both = critical(game, state, memo)
    if both is None:
        return None
    made = chosen(game, state, text, both[0])
    return Fraction(len(made & both[1]), len(made))


@cache
def layouts(cards):
    """The number of ways to lay cards on as many cells: each card first, then the others."""
    if not cards:
        return 1
    return sum(layouts(cards[:at] + cards[at + 1 :]) for at in map(cards.index, set(cards)))


def score(game, deck, text, numbers):
    """Critical positions and wins kept, for some numbers of face-up cards, counted in two ways.

    Covers all positions after both first moves. Each labelled position is first counted once, and
    then once for each deal that it can come from.
    """
    cells = [(row, column) for row in range(game.rows) for column in range(game.columns)]
    free = tuple(card for card in deck if card != JOKER)
    found = {}
    for number in numbers:
        counts = [0, Fraction(0), 0, Fraction(0)]
        for face_up in combinations(cells, number):
            for laid in set(permutations(free, number)):
                memo = {}
                cards = dict(zip(face_up, laid, strict=True))
                hidden = tuple(sorted((Counter(deck) - Counter(laid)).elements()))
                for mover, opponent in permutations(face_up, 2):
                    share = kept(game, State(cards, mover, opponent), text, memo)
                    if share is not None:
                        deals = layouts(hidden)
                        counts[0] += 1
                        counts[1] += share
                        counts[2] += deals
                        counts[3] += deals * share
        found[number] = tuple(counts)
    return found
