"""The API as one table: the application and its description are both made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablebase.engine.seeds import SEEDS
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.strategy.players import player_names
from tablebase.games.collapsi.studies.dealing import HARDEST
from tablebase.web import answers, schemas
from tablebase.web.parameters import Parameter, choice, integer, text, texts
from tablebase.web.schemas import Schema
from tablebase.web.service import Service

START = "A223/4A2J/3A23/J3A4"
"""The deal of the examples."""

LATER = "A223/4A2rxJ/3A23/Jb3A4 b"
"""A later position of that deal."""

THREE = "2bArA4g/x33xJxJ/x32xJ3/x2Ax2A b"
"""A position with three players."""

LARGE = "x5x3xAx4x4/x53r4bA2/xJxJ322/2A34A r"
"""A position on a larger board."""


def _always(_: Service, __: Mapping[str, Any]) -> bool:
    return True


def _never(_: Service, __: Mapping[str, Any]) -> bool:
    return False


@dataclass(frozen=True)
class Endpoint:
    """One question that the API answers.

    Attributes
    ----------
    path : str
    summary : str
        One sentence.
    method : str
        GET for parameters in a query, POST for those in a JSON body.
    answer : callable
        Function that makes plain data from the service and the query's values.
    schema : Schema
        Schema of the answer.
    parameters : tuple of Parameter
    quick : callable
        Function of the service and the query's values: whether the answer takes only a fraction of
        a millisecond. If not, a pool of threads makes it.
    heavy : callable
        Function of the same: whether the answer may take more than a few hundredths of a second.
        Heavy questions have their own pool, so that others need not wait for them.
    lasting : bool
        Whether the answer never changes. If it needs a seed, it lasts only if one is given.
    fixed : bool
        Whether the answer to a question without parameters is computed only once.
    """

    path: str
    summary: str
    answer: Callable[[Service, Mapping[str, Any]], Any]
    schema: Schema
    parameters: tuple[Parameter, ...] = ()
    quick: Callable[[Service, Mapping[str, Any]], bool] = _never
    heavy: Callable[[Service, Mapping[str, Any]], bool] = _never
    lasting: bool = True
    fixed: bool = False
    method: str = "GET"

    def lasts(self, query: Mapping[str, Any]) -> bool:
        """Whether the answer to a query never changes."""
        seeded = any(parameter.name == "seed" for parameter in self.parameters)
        return self.lasting and (not seeded or "seed" in query)


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
    answers.MOST_POSITIONS,
    "positions in notation",
    example=[LATER, START],
    pattern=NOTATION,
)
DEAL = text("deal", "a deal in notation", required=True, example=START, pattern=NOTATION)
RULES = text(
    "rules",
    "the rules' name, see `/api/rules`, or a board's size (its edges are joined); by default the "
    "published game",
    example="5x5",
)
EDITION = text(
    "edition",
    "how far a pawn steps from a joker: `wild` for 1 to 4 (rules 1.1, the default), `single` for 1 "
    "(rules 1.2), or another edition of the rules",
    example="single",
)
SEED = integer(
    "seed",
    0,
    SEEDS - 1,
    "the same seed gives the same answer; chosen and shown if omitted",
)
_MOST = COLLAPSI.board.size - 2

ENDPOINTS = (
    Endpoint(
        "/api/probe",
        "The exact value of a position and of every move; with three or four players, for each "
        "player.",
        answers.probe,
        schemas.PROBE,
        (POSITION, EDITION, RULES),
        quick=answers.at_hand,
        heavy=answers.needs_heavy_table,
    ),
    Endpoint(
        "/api/probe",
        "The exact values of many positions at once, without their moves.",
        answers.probe_many,
        schemas.VALUES,
        (POSITIONS, EDITION, RULES),
        heavy=_always,
        lasting=False,
        method="POST",
    ),
    Endpoint(
        "/api/line",
        "The principal variation: best play by every side from a position to the end.",
        answers.line,
        schemas.LINE,
        (POSITION, EDITION, RULES),
        heavy=answers.needs_heavy_table,
    ),
    Endpoint(
        "/api/search",
        "What a forward search proves about a position without a table, for two players.",
        answers.search,
        schemas.SEARCH,
        (
            POSITION,
            EDITION,
            RULES,
            integer("seconds", 1, answers.SEARCH_SECONDS, "time limit; by default the longest"),
        ),
        heavy=answers.is_heavy,
        lasting=False,
    ),
    Endpoint(
        "/api/reply",
        "The move that the computer makes in a position.",
        answers.reply,
        schemas.REPLY,
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
        quick=answers.is_reply_at_hand,
        heavy=answers.is_heavy_reply,
    ),
    Endpoint(
        "/api/levels",
        "The strengths of the computer.",
        answers.strengths,
        schemas.STRENGTH_LIST,
        quick=_always,
    ),
    Endpoint(
        "/api/deal",
        "Statistics of a deal for two players: counts over all its positions, and its opening.",
        answers.deal,
        schemas.DEAL_STATISTICS,
        (DEAL, EDITION, RULES),
        heavy=answers.is_heavy,
    ),
    Endpoint(
        "/api/random",
        "A random deal; in the published game, with a given winner, length, number of winning "
        "first moves and difficulty.",
        answers.random,
        schemas.RANDOM,
        (
            EDITION,
            RULES,
            choice("winner", ["red", "blue"], "who wins with perfect play"),
            integer("length", 0, _MOST, "plies of the perfect game"),
            integer("winning_moves", 0, _MOST, "number of red's first moves that win"),
            choice("difficulty", list(HARDEST), "how hard it is for the side that wins"),
            SEED,
        ),
    ),
    Endpoint(
        "/api/rules",
        "The rules that this server offers: boards, decks, editions and options.",
        answers.rules,
        schemas.RULES_LIST,
        (RULES,),
        quick=_always,
        lasting=False,
        fixed=True,
    ),
    Endpoint(
        "/api/health",
        "The server's state, its version, and where its tables come from.",
        answers.health,
        schemas.HEALTH,
        quick=_always,
        lasting=False,
    ),
)
