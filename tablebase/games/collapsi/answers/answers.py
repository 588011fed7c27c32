"""The answer to each question: the library's objects as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from tablebase._version import __version__
from tablebase.engine.play.opponents import STRENGTHS
from tablebase.engine.probe import Probe, brief
from tablebase.engine.rooms import game_of
from tablebase.engine.search.moves import SearchedMove, search_moves
from tablebase.engine.seeds import any_seed
from tablebase.engine.values import Result
from tablebase.errors import MissingTableError, StrategyError, quote
from tablebase.games.collapsi.game import of_deal, of_position
from tablebase.games.collapsi.moves import Move
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, COLOURS, GONE, JOKER, Rules
from tablebase.games.collapsi.strategy.players import choose, load_player
from tablebase.games.collapsi.strategy.strategy import strategy_names
from tablebase.games.collapsi.studies.dealing import draw
from tablebase.games.collapsi.symmetry import motions
from tablebase.web.parameters import RequestError
from tablebase.web.service import CACHED_BYTES, Service
from tablebase.web.workers import check_wanted

Query = Mapping[str, Any]
Answer = dict[str, Any]

SEARCH_SECONDS = 10
SEARCH_NODES = 1 << 30
"""The limits of a search."""

_SERVER_ONLY = ("method", "goal", "seconds", "memory")
"""Fields of a search that are left out of answers."""

MOST_POSITIONS = 1000
"""Maximum number of positions in one request for values."""

FILTERS = ("winner", "length", "winning_moves", "difficulty")
"""The filters that the opening book can answer."""


def probe(service: Service, query: Query) -> Answer:
    """The exact value of a position and of every move."""
    position = _position(service, query)
    try:
        return _probe(service.tables.probe(position))
    except MissingTableError as error:
        return _untabled(position, error)


def probe_many(service: Service, query: Query) -> Answer:
    """The exact values of many positions."""
    rules, edition = _rules(service, query)
    positions = []
    for at, written in enumerate(query["positions"]):
        try:
            positions.append(Position.parse(written, edition, rules))
        except ValueError as error:
            raise RequestError(422, f"positions[{at}]: {error}", "positions", at) from None
    with _from_table("positions", positions[0]):
        _check_tables(positions)
        values = service.tables.values(positions)
    return {"values": list(map(brief, positions, values))}


def _check_tables(positions: Sequence[Position]) -> None:
    """Check that there is only one table, or that all tables fit in memory at once."""
    games = {game.key: game for game in map(of_position, positions)}
    needed = sum(game.size * game.coding.bits // 8 for game in games.values())
    if needed > CACHED_BYTES and len(games) > 1:
        raise RequestError(
            422,
            f"the tables of {len(games)} deals take {needed >> 20:,} MiB: expected fewer deals, "
            f"with tables of {CACHED_BYTES >> 20} MiB or less",
            "positions",
        )


def line(service: Service, query: Query) -> Answer:
    """Best play from a position to the end."""
    position = _position(service, query)
    try:
        found = service.tables.line(position)
    except MissingTableError as error:
        return {"line": [_untabled(position, error)]}
    return {"line": [_probe(probe) for probe in found]}


def _untabled(position: Position, error: MissingTableError) -> Answer:
    """The answer to a probe without a table: moves without values, so that people can still play.

    Raises
    ------
    RequestError
        If the position can be searched instead.
    """
    if of_position(position).is_searched:
        raise _no_table(error, "position", position)
    values = dict.fromkeys(("forced_by", "values"))
    moves = [
        SearchedMove(move, position.play(move), None, None, None) for move in position.legal_moves()
    ]
    return {
        "position": str(position),
        **position.as_dict(),
        "side_to_move": position.side_to_move,
        **dict.fromkeys(("result", "dte", "score", "table", "origin")),
        "winner": position.winner,
        **values,
        "moves": [{**_searched_move(position, move), **values} for move in moves],
        **_shown_position(position),
    }


def search(service: Service, query: Query) -> Answer:
    """What a forward search proves about a position, without a table."""
    position = _position(service, query)
    seconds = query.get("seconds", SEARCH_SECONDS)
    try:
        found, moves = search_moves(position, seconds, nodes=SEARCH_NODES, progress=check_wanted)
    except ValueError as error:
        raise RequestError(422, str(error), "rules") from None
    shown = {name: value for name, value in found.as_dict().items() if name not in _SERVER_ONLY}
    return {
        **shown,
        "side_to_move": position.side_to_move,
        "moves": [_searched_move(position, move) for move in moves],
        **_shown_position(position),
    }


def _searched_move(position: Position, found: SearchedMove[Any]) -> Answer:
    return {
        "move": str(found.move),
        "result": found.result and found.result.value,
        "dte": found.value and found.value.dte,
        "keeps_win": found.result and found.result is Result.WIN,
        "is_best": found.is_best,
        "position": str(found.position),
        "path": _path(position, found.move),
    }


def reply(service: Service, query: Query) -> Answer:
    """The move that the computer makes."""
    position, seed = _position(service, query), _seed(query)
    with _from_table("position", position):
        found = service.tables.probe(position)
    name = _level(query)
    try:
        chosen = choose(load_player(name), found, seed)
    except StrategyError as error:
        raise RequestError(422, str(error), "level") from None
    except ValueError as error:
        raise RequestError(422, f"position {error}", "position") from None
    return {
        "move": str(chosen.move),
        "position": str(chosen.position),
        "path": _path(position, chosen.move),
        "level": name,
        "seed": seed,
    }


def _level(query: Query) -> str:
    """The name of the computer player that is to move."""
    name: str = query.get("level", STRENGTHS[0].name)
    return name


def strengths(_: Service, __: Query) -> list[Answer]:
    """The computer's strengths."""
    return [found.as_dict() for found in STRENGTHS]


def deal(service: Service, query: Query) -> Answer:
    """The statistics of a deal."""
    rules, edition = _rules(service, query)
    try:
        asked = Deal.parse(query["deal"], rules)
    except ValueError as error:
        raise RequestError(422, str(error), "deal") from None
    if len(asked.starts) > 2:
        raise RequestError(
            422,
            f"rules {rules.name}: a deal's statistics need one value for each position, expected "
            "rules for two players",
            "rules",
        )
    with _from_table("deal", asked):
        table = service.tables.table(asked)
    summary, start = table.summary(), table.probe(asked.start(edition))
    # If pawns may land on each other, the cards do not show the ply.
    by_layer = () if rules.landing else reversed(summary.by_layer())
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
        "origin": _shown(table.origin),
    }


def random(service: Service, query: Query) -> Answer:
    """A random deal; for the published game, from the opening book."""
    rules, edition = _rules(service, query)
    seed = _seed(query)
    if rules == COLLAPSI:
        return _from_book(query, edition or rules.editions[0].name, seed)
    filters = [name for name in FILTERS if name in query]
    if filters:
        raise RequestError(
            422,
            f"{filters[0]}: only the published game's deals have an opening book, expected no "
            f"filter with rules {rules.name}",
            filters[0],
        )
    start = next(random_deals(1, seed, rules)).start(edition)
    unknown = dict.fromkeys(("winner", "dte", "winning_moves", "difficulty"))
    return {**_dealt(start, seed), **unknown}


def _dealt(start: Position, seed: int) -> Answer:
    return {
        "deal": str(start.deal),
        "rules": start.rules.name,
        "edition": start.edition.name,
        "seed": seed,
        "position": str(start),
    }


def _from_book(query: Query, edition: str, seed: int) -> Answer:
    """A random deal of the published game that passes the filters."""
    winner, length = query.get("winner"), query.get("length")
    if winner and length is not None and (winner == "red") != length % 2:
        raise RequestError(
            422,
            f"length {length} with winner {winner}: red wins in an odd number of plies, blue in an "
            "even one",
            "length",
        )
    dealt = draw(
        edition,
        seed=seed,
        winner=winner,
        plies=length,
        winning_moves=query.get("winning_moves"),
        wanted=query.get("difficulty"),
    )
    if dealt is None:
        given = ", ".join(f"{name} {value}" for name, value in query.items() if name != "seed")
        raise RequestError(
            404, f"no deal found with {given}: expected filters that a deal can match"
        )
    found = dealt.found
    return {
        **_dealt(found.deal.start(edition), seed),
        "winner": found.winner,
        "dte": found.opening.value.dte,
        "winning_moves": found.opening.winning_moves,
        "difficulty": dealt.grade,
    }


def rules(service: Service, query: Query) -> list[Answer]:
    """The rules that the server offers."""
    asked = (service.rules(query),) if "rules" in query else service.offered
    return [_described(service, found) for found in asked]


def _described(service: Service, rules: Rules) -> Answer:
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
        "landing": rules.landing,
        "shift": rules.shift,
        "players": rules.players,
        "out": rules.out,
        "positions": service.positions(rules),
        "tabled": service.is_tabled(rules),
        "stored": service.is_stored(rules),
        "searched": service.is_searched(rules),
        "book": rules == COLLAPSI,
        "motions": [
            {"motion": name, "cells": [board.cell_name(cell) for cell in images]}
            for name, images in motions(board).items()
        ],
    }


def _jokers_last(deck: tuple[int, ...]) -> list[int]:
    return sorted(deck, key=lambda card: (card == JOKER, card))


def health(service: Service, _: Query) -> Answer:
    """The health of the server."""
    status = "damaged" if service.damages else "ok"
    return {"status": status, "version": __version__, "source": source(service)}


def source(service: Service) -> str:
    """The first source of a server's tables: a file, the whole game, or none."""
    tables = service.tables
    return _shown(tables.store.origin) if tables.store is not None else "built"


def _shown(origin: str) -> str:
    """An origin in a form that strangers may see: a file's name without its folder."""
    return Path(origin).name


def at_hand(service: Service, query: Query) -> bool:
    """Whether the table of a position is in memory."""
    table = service.tables.cached(_position(service, query))
    return table is not None and table.in_memory


def is_heavy(service: Service, query: Query) -> bool:
    """Whether an answer under these rules may take more than a few hundredths of a second."""
    rules, _ = _rules(service, query)
    return not (rules.is_small and rules.players == 2) or bool(rules.shift)


def needs_heavy_table(service: Service, query: Query) -> bool:
    """Whether the table of a position may have to be built first, for a second or more."""
    opened = service.tables.cached(_position(service, query)) is not None
    return not opened and is_heavy(service, query)


def is_reply_at_hand(service: Service, query: Query) -> bool:
    """Whether a reply needs no more than a look-up in memory."""
    return _level(query) not in strategy_names() and at_hand(service, query)


def is_heavy_reply(service: Service, query: Query) -> bool:
    """Whether a reply may need a table, of values or for a strategy, that takes long to make."""
    if _level(query) in strategy_names():
        return is_heavy(service, query)
    return needs_heavy_table(service, query)


_parse = lru_cache(maxsize=1024)(Position.parse)  # a request needs its position twice


def _position(service: Service, query: Query) -> Position:
    rules, edition = _rules(service, query)
    try:
        return _parse(query["position"], edition, rules)
    except ValueError as error:
        raise RequestError(422, str(error), "position") from None


def _rules(service: Service, query: Query) -> tuple[Rules, str | None]:
    """The rules that a query names, and its edition of those rules."""
    rules, edition = service.rules(query), query.get("edition")
    names = [found.name for found in rules.editions]
    if edition is not None and edition not in names:
        raise RequestError(
            422, f"unknown edition {quote(edition)}: expected {' or '.join(names)}", "edition"
        )
    return rules, edition


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


def _seed(query: Query) -> int:
    seed: int = query["seed"] if "seed" in query else any_seed()
    return seed


def _probe(found: Probe[Any]) -> Answer:
    """A probe as plain data, with everything that a page needs to draw it."""
    answer = found.as_dict()
    for entry, move in zip(answer["moves"], found.moves, strict=True):
        entry["path"] = _path(found.position, move.move)
    answer["origin"], answer["score"] = _shown(found.origin), found.score
    return {**answer, **_shown_position(found.position)}


def _shown_position(position: Position) -> Answer:
    """What a page needs to draw a position, and to request its deal."""
    return {
        "rules": position.rules.name,
        "deal": str(position.deal),
        "board": _board(position),
    }


def _path(position: Position, move: Move) -> list[str]:
    return [position.rules.board.cell_name(cell) for cell in move.path]


def _board(position: Position) -> Answer:
    board = position.rules.board
    pawns = dict(zip(COLOURS, position.pawns, strict=False))
    # If two pawns share a cell, the one to move is shown.
    on_cell = {cell: side for side, cell in pawns.items()}
    on_cell[position.mover] = position.side_to_move
    return {
        "rows": board.rows,
        "columns": board.columns,
        "wrap": board.wrap,
        "picture": list(board.picture),
        "cells": [
            {
                "cell": board.cell_name(cell),
                "card": card_letter(card),
                "face_up": bool(position.face_up >> cell & 1),
                "pawn": on_cell.get(cell),
            }
            for cell, card in enumerate(position.cards)
        ],
        "pawns": [
            {"pawn": side, "cell": board.cell_name(cell)}
            for side, cell in pawns.items()
            if cell != GONE
        ],
    }
