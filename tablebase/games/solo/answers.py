"""What Solo answers: at /api/solo/ of a server, and in the same form in the browser."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Annotated, TypedDict

from tablebase.errors import quote
from tablebase.games.collapsi.board import Board as Grid
from tablebase.games.solo.boards import DECKS, GRADES, boards, graded, usual_board
from tablebase.games.solo.game import EXITS, SOLO, Position, Rules
from tablebase.web.endpoints import SEED, Query, always, endpoint, seed_of
from tablebase.web.parameters import RequestError, choice, integer, text
from tablebase.web.schemas import Between, Count, OneOf
from tablebase.web.service import Service
from tablebase.web.shown import Move, Value, shown_move, shown_value
from tablebase.web.workers import LateError, check_for

RANDOM_SECONDS = 10
"""How long the search for a random board may take; one of each grade is found in about a second."""

BOARDS: Mapping[str, Grid] = {str(board): board for board in DECKS}

Grade = Annotated[int, Between(1, 1 + len(GRADES))]
Score = Annotated[Count, "the cards left at the end, with best play"]
Cell = Annotated[str, "a cell, such as b2"]


class Readings(TypedDict):
    """What the published rules leave open."""

    exit: Annotated[str, OneOf(*EXITS), "how the exit is entered"]
    joker: Annotated[str, "the numbers of steps that the first move may take, as digits"]


class Step(Move):
    """A move: the cell where it ends."""

    score: Score
    path: Annotated[list[Cell], "the cells that the pawn visits, from its own on"]


class Board(Readings, Value):
    """A position and its value: whether the pawn can leave by the exit."""

    score: Score
    position: Annotated[str, "rows of cards"]
    cards: Annotated[Count, "cards left, without the exit"]
    grade: Annotated[
        Grade | None, "how hard a start is, from 1 (easy); null later, or if it cannot be cleared"
    ]
    moves: Annotated[list[Step], "the legal moves, best first"]


class Start(Readings):
    """A random board that can be cleared."""

    position: Annotated[str, "the start"]
    grade: Annotated[Grade, "how hard it is, from 1 (easy)"]
    seed: Annotated[Count, "the seed that it was drawn with"]


def _steps(given: str) -> tuple[int, ...]:
    """Numbers of steps from digits."""
    steps = tuple(sorted({int(digit) for digit in given if digit in "123456789"}))
    if not steps or set(given) - set("123456789"):
        raise ValueError(f"joker steps {quote(given)}: expected some of 1 to 9")
    return steps


READINGS = (
    choice(
        "exit",
        EXITS,
        "how the exit is entered, as `tablebase solo probe --exit`; by default a door",
    ),
    text(
        "joker",
        "the numbers of steps to choose from on the first move, as digits; by default 1234",
        parse=_steps,
        example="1234",
        pattern="^[1-9]+$",
    ),
)


def _rules(query: Query, board: Grid) -> Rules:
    """The readings that a query names, on a board."""
    way, steps = query.get("exit", SOLO.exit), query.get("joker", SOLO.joker_steps)
    return Rules(board, way, joker_steps=steps)


def _spoken(rules: Rules) -> Readings:
    return {"exit": rules.exit, "joker": rules.joker_digits}


@endpoint(
    text(
        "position",
        "rows of 4x4 or 3x3 cards, `r` after the pawn's, `x` before those face down",
        required=True,
        example="A3Jr4/2AA2/234J/332A",
        pattern=r"^[AJaj1-9?xr_/\s]+$",
    ),
    *READINGS,
    heavy=always,
    examples=({"position": "A3Jr4/2AA2/234J/332A"},),
    warm=({"position": "A3Jr4/2AA2/234J/332A"},),
)
def probe(service: Service, query: Query) -> Board:
    """The exact value of a position of Solo and of every move: how few cards can be left."""
    rules = _rules(query, usual_board(query["position"]))
    try:
        position = Position.parse(query["position"], rules)
    except ValueError as error:
        raise RequestError(422, str(error), "position") from None
    found, board = service.tables.probe(position), graded(position) if position.is_start else None
    cell_name, score = rules.board.cell_name, position.score
    return {
        "position": str(position),
        **_spoken(rules),
        "cards": position.remaining,
        **shown_value(found),
        "score": score(found.value),
        "grade": board and board.grade,
        "moves": [
            {
                **shown_move(move),
                "score": score(move.value),
                "path": [cell_name(cell) for cell in move.move.path],
            }
            for move in found.moves
        ],
    }


@endpoint(
    choice("board", [*BOARDS], "the board; 3x3 is that of the rule sheet; by default 4x4"),
    integer("grade", 1, 1 + len(GRADES), "how hard it is, from 1 (easy); only on 4x4"),
    *READINGS,
    SEED,
    heavy=always,
    examples=({"grade": "1", "seed": "1"},),
    limits={"time": f"{RANDOM_SECONDS} seconds, else 404"},
)
def random(_: Service, query: Query) -> Start:
    """A random board of Solo that can be cleared."""
    board, grade = query.get("board", str(SOLO.board)), query.get("grade")
    rules, seed, check = _rules(query, BOARDS[board]), seed_of(query), check_for(RANDOM_SECONDS)
    if grade is not None and rules.board != SOLO.board:
        expected = f"expected board {SOLO.board}"
        raise RequestError(422, f"grade {grade} on board {board}: {expected}", "grade")
    try:
        found = next(boards(Random(seed), rules=rules, grade=grade, check=check))
    except LateError:
        raise RequestError(
            404, f"no such board found in {RANDOM_SECONDS} seconds: expected another seed or grade"
        ) from None
    return {"position": str(found.start), **_spoken(rules), "grade": found.grade, "seed": seed}


ENDPOINTS = (probe, random)
