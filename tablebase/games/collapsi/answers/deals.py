"""The answers about deals and rules: counts over a deal, a random deal, the rules offered."""

from __future__ import annotations

from typing import cast

from tablebase.games.collapsi.answers import questions, records
from tablebase.games.collapsi.answers.offer import (
    Offer,
    is_searched,
    is_tabled,
    rules_of,
    table_size,
)
from tablebase.games.collapsi.answers.questions import EDITION, NOTATION, RULES, START, from_table
from tablebase.games.collapsi.answers.shown import motions
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.game import of_deal
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, Rules
from tablebase.games.collapsi.studies.book import MOST_MOVES, has_book
from tablebase.games.collapsi.studies.finder import HARDEST, FoundDeal, draw, why_none
from tablebase.web.endpoints import SEED, Query, always, endpoint, never, seed_of
from tablebase.web.parameters import RequestError, choice, integer, text
from tablebase.web.service import Service, shown_origin
from tablebase.web.workers import check_wanted

FILTERS = ("winner", "length", "winning_moves", "difficulty")
"""The filters that the opening book can answer; the last one needs a table, too."""

DEAL = text("deal", "a deal in notation", required=True, example=START, pattern=NOTATION)


@endpoint(
    DEAL,
    EDITION,
    RULES,
    heavy=questions.is_heavy,
    lasting=questions.lasts,
    server_only=True,
    examples=({"deal": START},),
    warm=({"deal": START},),
)
def deal(service: Service, query: Query) -> records.DealStatistics:
    """Statistics of a deal for two players: counts over all its positions, and its opening."""
    rules, edition = rules_of(service, query)
    try:
        asked = Deal.parse(query["deal"], rules)
    except ValueError as error:
        raise RequestError(422, str(error), "deal") from None
    if not rules.turn.two_sided:
        raise RequestError(
            422,
            f"rules {rules.name}: a deal's statistics need one value for each position, expected "
            "rules for two players",
            "rules",
        )
    with from_table("deal", asked):
        table = service.tables.table(asked)
        summary, start = table.summary(), table.probe(asked.start(edition))
    assert start.winner is not None  # there are two players
    # If pawns may land on each other, the cards do not show the ply.
    by_layer = () if rules.turn.pawns_share else reversed(summary.by_layer())
    return {
        "deal": str(asked),
        "rules": rules.name,
        "edition": start.position.edition.name,
        "canonical": str(asked.canonical[0]),
        "orbit": asked.orbit,
        "positions": summary.positions,
        "wins": summary.wins,
        "losses": summary.losses,
        "longest_dte": summary.longest_dte,
        "values": [
            {"result": value.result.value, "dte": value.dte, "positions": count}
            for value, count in summary.by_value().items()
        ],
        "plies": [
            {"ply": of_deal(asked).layers - 1 - layer, "wins": wins, "losses": losses}
            for layer, wins, losses in by_layer
        ],
        "opening": {
            "winner": start.winner,
            "dte": start.dte,
            "score": start.score,
            "winning_moves": sum(move.keeps_win for move in start.moves),
            "moves": len(start.moves),
        },
        "longest": [
            {"position": str(position), "edition": position.edition.name}
            for position in summary.longest
        ],
        "origin": shown_origin(table.origin),
    }


@endpoint(
    EDITION,
    RULES,
    choice("winner", ["red", "blue"], "who wins with perfect play"),
    integer("length", 0, COLLAPSI.board.size - 2, "plies of the perfect game"),
    integer("winning_moves", 0, MOST_MOVES, "number of red's first moves that win"),
    choice(
        "difficulty",
        list(HARDEST),
        "how hard it is for the side that wins; only in the published game",
    ),
    SEED,
    heavy=lambda _, query: "difficulty" in query,  # which may build hundreds of tables
    lasting=questions.lasts,
    examples=({"winner": "red", "difficulty": "easy", "seed": "1"},),
    warm=({"seed": 1, "difficulty": "easy"}, {"seed": 1, "edition": "single"}),
)
def random(service: Service, query: Query) -> records.RandomDeal:
    """A random deal; in the published game, with a given winner, length and winning first moves."""
    rules, edition = rules_of(service, query)
    seed = seed_of(query)
    if has_book(rules):
        return _drawn(query, edition or rules.editions[0].name, seed)
    for name in FILTERS:
        if name in query:
            raise RequestError(422, f"{name}: with rules {rules.name} expected no filter", name)
    return _dealt(next(random_deals(1, seed, rules)).start(edition), seed)


def _dealt(
    start: Position, seed: int, found: FoundDeal | None = None, grade: str | None = None
) -> records.RandomDeal:
    return {
        "deal": str(start.deal),
        "rules": start.rules.name,
        "edition": start.edition.name,
        "seed": seed,
        "position": str(start),
        "winner": found and found.winner,
        "dte": found and found.opening.value.dte,
        "winning_moves": found and found.opening.winning_moves,
        "difficulty": grade,
    }


def _drawn(query: Query, edition: str, seed: int) -> records.RandomDeal:
    """A random deal from the opening book that passes the filters."""
    winner, length = query.get("winner"), query.get("length")
    if why := why_none(winner, length, "length"):
        raise RequestError(422, why, "length")
    dealt = draw(
        edition,
        seed=seed,
        winner=winner,
        plies=length,
        winning_moves=query.get("winning_moves"),
        wanted=query.get("difficulty"),
        progress=check_wanted,
    )
    if dealt is None:
        given = ", ".join(f"{name} {value}" for name, value in query.items() if name != "seed")
        # A grade is looked for in a sample, everything else among all deals.
        graded = "another seed or other filters may find one"
        hint = graded if "difficulty" in query else "expected filters that a deal can match"
        raise RequestError(404, f"no deal found with {given}: {hint}")
    return _dealt(dealt.found.deal.start(edition), seed, dealt.found, dealt.grade)


@endpoint(
    RULES,
    quick=always,
    lasting=never,
    fixed=True,
    examples=({"rules": "4x5"},),
)
def rules(service: Service, query: Query) -> records.RulesList:
    """The rules that this server offers: boards, decks, editions and options."""
    offer = service.state(Offer)
    asked = (offer.rules(query),) if "rules" in query else offer.offered
    return [_described(service, found) for found in asked]


def _described(service: Service, rules: Rules) -> records.Rules:
    board = rules.board
    jokers_last = sorted(rules.deck, key=lambda card: (card == JOKER, card))
    return {
        "name": rules.name,
        "rows": board.rows,
        "columns": board.columns,
        "wrap": board.wrap,
        "picture": list(board.picture),
        "deck": "".join(map(card_letter, jokers_last)),
        "editions": [
            {"name": edition.name, "joker_steps": list(edition.joker_steps)}
            for edition in rules.editions
        ],
        **cast(records.Options, rules.options),
        "positions": table_size(rules),
        "tabled": is_tabled(rules),
        "stored": rules.table_name in service.tables.names(),
        "searched": is_searched(rules),
        "book": has_book(rules),
        "motions": [
            {"motion": name, "cells": [board.cell_name(cell) for cell in images]}
            for name, images in motions(board).items()
            if images in rules.symmetries
        ],
    }


ENDPOINTS = (*questions.ENDPOINTS, deal, random, rules)
