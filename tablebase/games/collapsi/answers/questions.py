"""The answer to each question: the library's objects as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

from tablebase.engine.play.opponents import STRENGTHS
from tablebase.engine.probe import brief
from tablebase.engine.rooms import game_of
from tablebase.engine.search.forward import SearchedMove, search_moves
from tablebase.engine.values import Result
from tablebase.errors import MissingTableError, StrategyError
from tablebase.games.collapsi.answers import records
from tablebase.games.collapsi.answers.asked import (
    level_of,
    position_of,
    rules_of,
)
from tablebase.games.collapsi.answers.offer import Offer, is_searched, is_tabled, table_size
from tablebase.games.collapsi.answers.shown import path_of, shown_position, shown_probe
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.fast import NIBBLES
from tablebase.games.collapsi.game import of_deal, of_position
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.rules import Rules
from tablebase.games.collapsi.strategy.players import choose, load_player
from tablebase.games.collapsi.strategy.preferences import strategy_names
from tablebase.games.collapsi.studies.book import has_book
from tablebase.games.collapsi.studies.finder import FoundDeal, draw, why_none
from tablebase.games.collapsi.symmetry import motions
from tablebase.web.endpoints import Query, seed_of
from tablebase.web.parameters import RequestError
from tablebase.web.service import CACHED_BYTES, Service, shown_origin
from tablebase.web.workers import LateError, check_for, check_wanted

SEARCH_SECONDS = 10
SEARCH_NODES = 1 << 30
"""The limits of a search."""

MOST_POSITIONS = 1000
"""Maximum number of positions in one request for values."""

BATCH_SECONDS = 10
"""How long the tables of one request may take."""

FILTERS = ("winner", "length", "winning_moves", "difficulty")
"""The filters that the opening book can answer; the last one needs a table, too."""


def probe(service: Service, query: Query) -> records.Probe:
    """The exact value of a position and of every move."""
    position = position_of(service, query)
    try:
        return shown_probe(service.tables.probe(position))
    except MissingTableError as error:
        return _untabled(position, error)


def probe_many(service: Service, query: Query) -> records.Values:
    """The exact values of many positions."""
    rules, edition = rules_of(service, query)
    positions = []
    for at, written in enumerate(query["positions"]):
        try:
            positions.append(Position.parse(written, edition, rules))
        except ValueError as error:
            raise RequestError(422, f"positions[{at}]: {error}", "positions", at) from None
    with _from_table("positions", positions[0]):
        _check_tables(positions)
        try:
            values = service.tables.values(positions, check_for(BATCH_SECONDS))
        except LateError:
            raise RequestError(
                503,
                f"the tables take longer than {BATCH_SECONDS} seconds: expected fewer deals, or "
                "the same question again, for the last tables made are kept for a while",
                "positions",
            ) from None
    return {"values": list(map(brief, positions, values))}


def _check_tables(positions: Sequence[Position]) -> None:
    """Check that there is only one table, or that all tables fit in memory at once."""
    games = {game.key: game for game in map(of_position, positions)}
    if len(games) == 1:  # perhaps that of all deals, which has no size
        return
    needed = sum(game.size * game.coding.bits // 8 for game in games.values())
    if needed > CACHED_BYTES:
        raise RequestError(
            422,
            f"the tables of {len(games)} deals take {needed >> 20:,} MiB: expected fewer deals, "
            f"with tables of {CACHED_BYTES >> 20} MiB or less",
            "positions",
        )


def line(service: Service, query: Query) -> records.Line:
    """Best play from a position to the end."""
    position = position_of(service, query)
    try:
        found = service.tables.line(position)
    except MissingTableError as error:
        return {"line": [_untabled(position, error)]}
    return {"line": [shown_probe(probe) for probe in found]}


def _untabled(position: Position, error: MissingTableError) -> records.Probe:
    """The answer to a probe without a table, so that people can still play.

    Raises `RequestError` if the position can be searched instead.
    """
    if of_position(position).is_searched:
        raise _no_table(error, "position", position)
    return _without_values(position)


def moves(service: Service, query: Query) -> records.Probe:
    """The legal moves."""
    return _without_values(position_of(service, query))


def _without_values(position: Position) -> records.Probe:
    """A position and its legal moves as a probe has them, but no values."""
    moves = [
        SearchedMove(move, position.play(move), None, None, None) for move in position.legal_moves()
    ]
    return {
        "position": str(position),
        **position.as_dict(),
        "side_to_move": position.side_to_move,
        "result": None,
        "dte": None,
        "score": None,
        "table": None,
        "origin": None,
        "winner": position.winner,
        "forced_by": None,
        "values": None,
        "winning_moves": None,
        "moves": [
            {**_searched_move(position, move), "forced_by": None, "values": None} for move in moves
        ],
        **shown_position(position),
    }


def search(service: Service, query: Query) -> records.Search:
    """What a forward search proves about a position, without a table."""
    position = position_of(service, query)
    seconds = query.get("seconds", SEARCH_SECONDS)
    try:
        found, moves = search_moves(position, seconds, nodes=SEARCH_NODES, progress=check_wanted)
    except ValueError as error:
        raise RequestError(422, str(error), "rules") from None
    return {
        "position": str(position),
        "edition": position.edition.name,
        "ply": position.ply,
        "complete": found.complete,
        "stopped": found.stopped or None,
        "result": found.result and found.result.value,
        "winner": found.winner,
        "dte": found.value and found.value.dte,
        "lower": {"result": found.lower.result.value, "dte": found.lower.dte},
        "upper": {"result": found.upper.result.value, "dte": found.upper.dte},
        "line": list(found.line),
        "nodes": found.nodes,
        "side_to_move": position.side_to_move,
        "moves": [_searched_move(position, move) for move in moves],
        **shown_position(position),
    }


def _searched_move(position: Position, found: SearchedMove[Any]) -> records.SearchedMove:
    return {
        "move": str(found.move),
        "result": found.result and found.result.value,
        "dte": found.value and found.value.dte,
        "keeps_win": None if found.result is None else found.result is Result.WIN,
        "is_best": found.is_best,
        "position": str(found.position),
        "path": path_of(position, found.move),
    }


def reply(service: Service, query: Query) -> records.Reply:
    """The move that the computer makes."""
    position, seed = position_of(service, query), seed_of(query)
    with _from_table("position", position):
        found = service.tables.probe(position)
    name = level_of(query)
    try:
        chosen = choose(load_player(name), found, seed)
    except StrategyError as error:
        raise RequestError(422, str(error), "level") from None
    except ValueError as error:
        raise RequestError(422, f"position {error}", "position") from None
    return {
        "move": str(chosen.move),
        "position": str(chosen.position),
        "path": path_of(position, chosen.move),
        "level": name,
        "seed": seed,
    }


def strengths(_: Service, __: Query) -> records.Strengths:
    """The computer's strengths."""
    return [
        {"name": one.name, "description": one.description, "sight": one.sight, "slip": one.slip}
        for one in STRENGTHS
    ]


def deal(service: Service, query: Query) -> records.DealStatistics:
    """The statistics of a deal."""
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
    with _from_table("deal", asked):
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


def random(service: Service, query: Query) -> records.RandomDeal:
    """A random deal, from the opening book if there is one."""
    rules, edition = rules_of(service, query)
    seed = seed_of(query)
    if has_book(rules):
        return _drawn(query, edition or rules.editions[0].name, seed)
    for name in FILTERS:
        if name in query:
            raise RequestError(422, f"{name}: with rules {rules.name} expected no filter", name)
    return _dealt(next(random_deals(1, seed, rules)).start(edition), seed)


def is_graded(_: Service, query: Query) -> bool:
    """Whether hundreds of tables may have to be built to find a deal of some difficulty."""
    return "difficulty" in query


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


def rules(service: Service, query: Query) -> records.RulesList:
    """The rules that the server offers."""
    offer = service.state(Offer)
    asked = (offer.rules(query),) if "rules" in query else offer.offered
    return [_described(service, found) for found in asked]


def _described(service: Service, rules: Rules) -> records.Rules:
    board = rules.board
    return {
        "name": rules.name,
        "rows": board.rows,
        "columns": board.columns,
        "wrap": board.wrap,
        "picture": list(board.picture),
        "deck": "".join(card_letter(card) for card in _jokers_last(rules.deck)),
        "editions": [
            {"name": edition.name, "joker_steps": list(edition.joker_steps)}
            for edition in rules.editions
        ],
        **cast(records.Options, rules.options),
        "positions": table_size(rules),
        "tabled": is_tabled(rules),
        "stored": _is_stored(service, rules),
        "searched": is_searched(rules),
        "book": has_book(rules),
        "motions": [
            {"motion": name, "cells": [board.cell_name(cell) for cell in images]}
            for name, images in motions(board).items()
        ],
    }


def _is_stored(service: Service, rules: Rules) -> bool:
    """Whether the file that is served holds tables of some rules."""
    store = service.tables.store
    return store is not None and rules.table_name in store.names()


def _jokers_last(deck: tuple[int, ...]) -> list[int]:
    return sorted(deck, key=lambda card: (card == JOKER, card))


def lasts(service: Service, query: Query) -> bool:
    """Whether an answer under these rules stays the same.

    A file of rules may be edited, and a file with a table that is never built may be added.
    """
    rules, _ = rules_of(service, query)
    return rules not in service.state(Offer).added and is_tabled(rules)


def at_hand(service: Service, query: Query) -> bool:
    """Whether the table of a position is in memory."""
    table = service.tables.cached(position_of(service, query))
    return table is not None and table.in_memory


def is_heavy(service: Service, query: Query) -> bool:
    """Whether an answer under these rules may take more than a few hundredths of a second."""
    rules, _ = rules_of(service, query)
    return not NIBBLES.fits(rules)


def needs_heavy_table(service: Service, query: Query) -> bool:
    """Whether the table of a position may have to be built first, for a second or more."""
    position = position_of(service, query)
    opened = service.tables.cached(position) is not None
    return not opened and is_heavy(service, query)


def is_reply_at_hand(service: Service, query: Query) -> bool:
    """Whether a reply needs no more than a look-up in memory."""
    return level_of(query) not in strategy_names() and at_hand(service, query)


def is_heavy_reply(service: Service, query: Query) -> bool:
    """Whether a reply may need a table, of values or for a strategy, that takes long to make."""
    if level_of(query) in strategy_names():
        return is_heavy(service, query)
    return needs_heavy_table(service, query)


@contextmanager
def _from_table(parameter: str, item: Deal | Position) -> Iterator[None]:
    """Answer 422 if a table is needed and there is none."""
    try:
        yield
    except MissingTableError as error:
        raise _no_table(error, parameter, item) from None


def _no_table(error: MissingTableError, parameter: str, item: Deal | Position) -> RequestError:
    instead = "; /api/search needs none" if game_of(item).is_searched else ""
    return RequestError(422, f"no table: {error}{instead}", parameter)
