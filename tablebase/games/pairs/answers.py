"""What Pair Solitaire answers: at /api/pairs/ of a server, and in the same form in the browser."""

from __future__ import annotations

from random import Random
from typing import Annotated, TypedDict, cast

from tablebase.games.pairs.generators import shuffled
from tablebase.games.pairs.position import Position
from tablebase.games.pairs.solver import solve as solve_
from tablebase.web.endpoints import SEED, Query, always, endpoint, never, seed_of
from tablebase.web.parameters import integer, text
from tablebase.web.schemas import Count
from tablebase.web.service import Service
from tablebase.web.workers import check_wanted

SECONDS = 10
"""The longest search of a stack."""

MEMORY = 256 << 20
"""The memory of a search, in bytes."""

STACK = "2H 9C 2S KD 2C 2D"
"""The stack of the examples."""

CardName = Annotated[str, "a card, such as 10D"]


class Stack(TypedDict):
    """A position."""

    position: Annotated[str, "the stack, top card first, with x before a removed card"]
    cards: Annotated[Count, "cards left"]
    removable: Annotated[list[CardName], "the cards that may be removed"]


class Solution(TypedDict):
    """What a search has found."""

    position: Annotated[str, "the stack that was searched"]
    left: Annotated[Count, "the fewest cards that it could leave"]
    perfect: Annotated[bool, "whether only two are left"]
    proven: Annotated[bool, "whether no game leaves fewer"]
    moves: Annotated[list[CardName], "the cards to remove, in order; the first one is a hint"]
    cards_left: Annotated[list[CardName], "the cards that then remain"]
    complete: Annotated[bool, "whether the last search left out no position"]
    states: Annotated[
        list[Annotated[Count, "a number of positions"]], "positions after 0, 1, ... removals"
    ]
    searched: Annotated[Count, "positions visited by all searches"]


class Shuffle(TypedDict):
    """A shuffled stack of 52 cards."""

    position: Annotated[str, "the stack, top card first"]
    seed: Annotated[Count, "the seed that it was drawn with"]


POSITION = text(
    "position",
    "a stack, top card first, with `x` before each removed card",
    required=True,
    parse=Position.parse,
    example=STACK,
    pattern=r"^[AJQKTSHDCajqktshdcx0-9,_\s]+$",
    longest=300,
)


@endpoint(POSITION, examples=({"position": STACK},))
def probe(_: Service, query: Query) -> Stack:
    """The cards that may be removed in a position of Pair Solitaire."""
    position: Position = query["position"]
    return {
        "position": str(position),
        "cards": position.layer,
        "removable": list(map(str, position.legal_moves())),
    }


@endpoint(
    POSITION,
    integer("seconds", 1, SECONDS, "time limit; by default the longest"),
    heavy=always,
    lasting=never,
    examples=({"position": STACK},),
    # Long enough to compile all kernels, which counts as time of the search.
    warm=({"position": Position.parse(STACK), "seconds": 600},),
    limits={
        "time and memory": f"{SECONDS} seconds, or `seconds` if that is less, and "
        f"{MEMORY >> 20} MiB; then the best game found is the answer"
    },
)
def solve(_: Service, query: Query) -> Solution:
    """The fewest cards that a stack of Pair Solitaire can leave, and a game that leaves them."""
    seconds = query.get("seconds", SECONDS)
    found = solve_(query["position"], memory=MEMORY, seconds=seconds, check=check_wanted)
    return cast(Solution, found.as_dict())


@endpoint(SEED, examples=({"seed": "1"},))
def random(_: Service, query: Query) -> Shuffle:
    """A shuffled stack of 52 cards for Pair Solitaire."""
    seed = seed_of(query)
    return {"position": str(shuffled(Random(seed))), "seed": seed}


ENDPOINTS = (probe, solve, random)
