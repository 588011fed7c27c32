"""JSON schemas of the answers, each field described; `openapi` and the reference show them."""

from __future__ import annotations

from typing import Any

from tablebase.engine.players import LEVELS
from tablebase.games.collapsi.puzzles import HARDEST

Schema = dict[str, Any]


def record(description: str, /, **fields: Schema) -> Schema:
    """An object with exactly these fields."""
    return {
        "type": "object",
        "description": description,
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def listing(items: Schema, description: str) -> Schema:
    """A list."""
    return {"type": "array", "description": description, "items": items}


def word(description: str, *values: str | None) -> Schema:
    """A text, of `values` if there are any; None among them allows null."""
    schema: Schema = {"type": ["string", "null"] if None in values else "string"}
    if values:
        schema["enum"] = list(values)
    return {**schema, "description": description}


def number(description: str, low: int | None = 0) -> Schema:
    """A whole number."""
    limit = {} if low is None else {"minimum": low}
    return {"type": "integer", **limit, "description": description}


def flag(description: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": description}


RESULT = word("for the side to move", "win", "loss")
MOVE_RESULT = word("for the side that makes the move", "win", "loss")
COLOUR = ("red", "blue")
DEAL = word("the deal, in notation; red starts on the joker marked Jr, else on the first")
EDITION = word("the edition of the rules", "wild", "single")
PATH = listing(word("name of a cell"), "one legal path of the move, from the starting cell on")
SEED = number("the seed: the one given, or the one drawn")
SCORE = number("cards face up at the end with perfect play, negative if blue wins", low=None)

MOVE = record(
    "a legal move and what it is worth",
    move=word("the move: name of the cell it ends on, such as c2"),
    result=MOVE_RESULT,
    dte=number("plies to the end, counted from before the move"),
    keeps_win=flag("whether the side that makes the move still wins after it"),
    is_best=flag("whether no other move is better"),
    position=word("the position after the move, in notation"),
    path=PATH,
)

BOARD = record(
    "the board, to be drawn",
    rows=number("number of rows"),
    columns=number("number of columns"),
    cells=listing(
        record(
            "a cell",
            cell=word("its name: column letter from the left, row number from the top"),
            card=word("its card: A, 2, 3, 4, J; ? if face down and unknown"),
            face_up=flag("whether the card is face up"),
            pawn=word("the pawn on it", *COLOUR, None),
        ),
        "the cells row by row",
    ),
)

PROBE = record(
    "the exact value of a position and of every move",
    position=word("the position, in notation"),
    edition=EDITION,
    ply=number("plies played"),
    side_to_move=word("the side to move", *COLOUR),
    result=RESULT,
    dte=number("plies until the game is over with perfect play"),
    winner=word("who wins with perfect play", *COLOUR),
    score=SCORE,
    moves=listing(MOVE, "all legal moves, best first; empty if the game is over"),
    table=word("the canonical deal, which names the table"),
    origin=word("where the answer comes from: a file's name, built, or solved (the whole game)"),
    deal=DEAL,
    board=BOARD,
)

LINE = record(
    "best play",
    line=listing(PROBE, "the probes of its positions, the one asked about first"),
)

REPLY = record(
    "the computer's move",
    move=word("the move: name of the cell it ends on"),
    position=word("the position after the move, in notation"),
    path=PATH,
    level=word("the level", *(level.name for level in LEVELS)),
    seed=SEED,
)

LEVEL_LIST = listing(
    record(
        "a level",
        name=word("its name"),
        description=word("what it does, in a sentence"),
        sight=number("plies it sees ahead"),
        slip={
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "probability of a careless move where it does not see the end",
        },
    ),
    "the levels, strongest first",
)

DEAL_STATISTICS = record(
    "counts over all positions of a deal, both editions, either joker red",
    deal=DEAL,
    edition=EDITION,
    canonical=word("the canonical deal"),
    orbit=number("number of deals equivalent to it, itself included"),
    positions=number("number of positions"),
    wins=number("how many the side to move wins"),
    losses=number("how many it loses"),
    longest_dte=number("the longest distance to the end"),
    values=listing(
        record(
            "a value",
            result=RESULT,
            dte=number("plies to the end"),
            positions=number("number of positions of this value"),
        ),
        "the values that occur, by distance",
    ),
    plies=listing(
        record(
            "a ply",
            ply=number("plies played"),
            wins=number("positions that the side to move wins"),
            losses=number("positions that it loses"),
        ),
        "the plies",
    ),
    opening=record(
        "the start, under the edition asked for",
        winner=word("who wins with perfect play", *COLOUR),
        dte=number("plies of the perfect game"),
        score=SCORE,
        winning_moves=number("red's first moves that win"),
        moves=number("red's first moves"),
    ),
    longest=listing(
        record("a position", position=word("the position, in notation"), edition=EDITION),
        "a few positions of the longest distance",
    ),
    origin=PROBE["properties"]["origin"],
)

RANDOM = record(
    "a random deal",
    deal=DEAL,
    edition=EDITION,
    seed=SEED,
    winner=word("who wins with perfect play", *COLOUR),
    dte=number("plies of the perfect game"),
    winning_moves=number("red's first moves that win"),
    difficulty=word("how hard it is for the side that wins", *HARDEST),
    position=word("the starting position, in notation"),
)

HEALTH = record(
    "the server",
    status=word("ok", "ok"),
    version=word("version of the package"),
    source=word("where its tables come from first: a file's name, built, or solved"),
)

ERROR: Schema = {
    "type": "object",
    "description": "why there is no answer",
    "properties": {
        "error": word("what is wrong and what was expected"),
        "parameter": word("the query parameter at fault, if it is one"),
    },
    "required": ["error"],
    "additionalProperties": False,
}
