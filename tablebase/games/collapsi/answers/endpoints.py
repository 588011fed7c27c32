"""What Collapsi answers, as one table."""

from __future__ import annotations

from dataclasses import replace

from tablebase.games.collapsi.answers import questions
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.strategy.players import player_names
from tablebase.games.collapsi.studies.book import MOST_MOVES
from tablebase.games.collapsi.studies.finder import HARDEST
from tablebase.web.endpoints import SEED, Endpoint, always, never
from tablebase.web.parameters import choice, integer, text, texts
from tablebase.web.service import CACHED_BYTES

START = "A223/4A2J/3A23/J3A4"
"""The deal of the examples."""

LATER = "A223/4A2rxJ/3A23/Jb3A4 b"
"""A later position of that deal."""

THREE = "2bArA4g/x33xJxJ/x32xJ3/x2Ax2A b"
"""A position with three players."""

LARGE = "x5x3xAx4x4/x53r4bA2/xJxJ322/2A34A r"
"""A position on a larger board."""

WARM = {
    "collapsi": "3x23x3/x2Ax3xA/x4AAbxJ/xJ4r22 r",
    "5x5": "x2x3x4x64/x3xJ3xJ6/x2xAx5x62r/x53b5AA/xA54x4x2 b",
}
"""Positions near the end that need the kernels of each kind of search, by rules."""

NOTATION = r"^[AJajx?0-9rbgy_/\s]+$"
"""The characters that notations use."""

POSITION = text(
    "position",
    "a position in notation; a deal means its start",
    required=True,
    example=LATER,
    pattern=NOTATION,
)
POSITIONS = texts(
    "positions",
    questions.MOST_POSITIONS,
    "positions in notation",
    example=[LATER, START],
    pattern=NOTATION,
)
DEAL = text("deal", "a deal in notation", required=True, example=START, pattern=NOTATION)
RULES = replace(
    text(
        "rules",
        "the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default "
        "the published game",
        example="5x5",
    ),
    besides='Partial<Rules> & Pick<Rules, "rows" | "columns" | "deck">',
)
EDITION = text(
    "edition",
    "how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 "
    "(rules 1.2), or another edition of the rules",
    example="single",
)
_LONGEST = COLLAPSI.board.size - 2

ENDPOINTS = (
    Endpoint(
        "probe",
        "The exact value of a position and of every move; with three or four players, for each "
        "player.",
        questions.probe,
        (POSITION, EDITION, RULES),
        quick=questions.at_hand,
        heavy=questions.needs_heavy_table,
        lasting=questions.lasts,
        examples=({"position": LATER}, {"position": THREE, "rules": "3-players"}),
    ),
    Endpoint(
        "probe",
        "The exact values of many positions at once, without their moves.",
        questions.probe_many,
        (POSITIONS, EDITION, RULES),
        heavy=always,
        lasting=never,
        method="POST",
        examples=({"positions": [LATER, START]},),
        limits={
            "positions in a body": f"{questions.MOST_POSITIONS:,}, else 422",
            "tables for a body's positions": f"{CACHED_BYTES >> 20} MiB in all, unless they need "
            "only one; else 422",
            "time of a body's tables": f"{questions.BATCH_SECONDS} seconds, else 503",
        },
    ),
    Endpoint(
        "line",
        "The principal variation: best play by every side from a position to the end.",
        questions.line,
        (POSITION, EDITION, RULES),
        heavy=questions.needs_heavy_table,
        lasting=questions.lasts,
        examples=({"position": START, "edition": "single"},),
    ),
    Endpoint(
        "moves",
        "The legal moves, without values: under all rules, however large the board.",
        questions.moves,
        (POSITION, EDITION, RULES),
        lasting=questions.lasts,
        examples=({"position": LARGE, "rules": "4x5"},),
    ),
    Endpoint(
        "search",
        "What a forward search proves about a position without a table, for two players.",
        questions.search,
        (
            POSITION,
            EDITION,
            RULES,
            integer("seconds", 1, questions.SEARCH_SECONDS, "time limit; by default the longest"),
        ),
        heavy=questions.is_heavy,
        lasting=never,
        examples=({"position": LARGE, "rules": "4x5"},),
        warm=tuple({"position": p, "rules": rules} for rules, p in WARM.items()),
        limits={
            "time of a search": f"{questions.SEARCH_SECONDS} seconds, or `seconds` if that is less"
        },
    ),
    Endpoint(
        "reply",
        "The move that the computer makes in a position.",
        questions.reply,
        (
            POSITION,
            EDITION,
            RULES,
            choice(
                "level",
                player_names(),
                "how the computer plays: a strength, or for two players a strategy (`tablebase "
                "learn list`); by default perfect",
            ),
            SEED,
        ),
        quick=questions.is_reply_at_hand,
        heavy=questions.is_heavy_reply,
        lasting=questions.lasts,
        examples=({"position": LATER, "level": "casual", "seed": "1"},),
    ),
    Endpoint(
        "levels",
        "The strengths of the computer.",
        questions.strengths,
        quick=always,
    ),
    Endpoint(
        "deal",
        "Statistics of a deal for two players: counts over all its positions, and its opening.",
        questions.deal,
        (DEAL, EDITION, RULES),
        heavy=questions.is_heavy,
        lasting=questions.lasts,
        examples=({"deal": START},),
        warm=({"deal": START},),
    ),
    Endpoint(
        "random",
        "A random deal; in the published game, with a given winner, length and number of winning "
        "first moves.",
        questions.random,
        (
            EDITION,
            RULES,
            choice("winner", ["red", "blue"], "who wins with perfect play"),
            integer("length", 0, _LONGEST, "plies of the perfect game"),
            integer("winning_moves", 0, MOST_MOVES, "number of red's first moves that win"),
            choice(
                "difficulty",
                list(HARDEST),
                "how hard it is for the side that wins; only in the published game",
            ),
            SEED,
        ),
        heavy=questions.is_graded,
        lasting=questions.lasts,
        examples=({"winner": "red", "difficulty": "easy", "seed": "1"},),
        warm=({"seed": 1, "difficulty": "easy"}, {"seed": 1, "edition": "single"}),
    ),
    Endpoint(
        "rules",
        "The rules that this server offers: boards, decks, editions and options.",
        questions.rules,
        (RULES,),
        quick=always,
        lasting=never,
        fixed=True,
        examples=({"rules": "4x5"},),
    ),
)
