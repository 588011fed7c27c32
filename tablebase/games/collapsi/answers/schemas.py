"""JSON schemas of the answers, each field described."""

from __future__ import annotations

from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.rules import DEFAULTS, OPTIONS
from tablebase.games.collapsi.strategy.players import player_names
from tablebase.games.collapsi.studies.dealing import HARDEST
from tablebase.games.collapsi.turns import OUTS, SHIFTS
from tablebase.web.schemas import Schema, flag, listing, number, record, word

RESULT = word("for the side to move", "win", "loss")
COLOUR = ("red", "blue")
DEAL = word("the deal, in notation; red starts on the joker marked Jr, else on the first")
EDITION = word("the edition of the rules, such as wild")
RULES = word("the name of the rules")
PATH = listing(word("name of a cell"), "one legal path of the move, from the starting cell on")
SEED = number("the seed: the one given, or the one chosen")
SCORE = number(
    "cards face up at the end with perfect play, negative if blue wins; null with three or four "
    "players, and if pawns may land on each other",
    low=None,
    null=True,
)
NOTATION = word("the position, in notation")
PLY = number("plies played")
SIDE = word("the side to move; once the game is over, the side that has no move", *COLOURS)

MOVE = {
    "move": word("the move: name of the cell it ends on, such as c2; and of a shift, as in c2L"),
    "result": word("for the side that makes the move, null if not known", "win", "loss", None),
    "dte": number("plies to the end from before the move, null if not known", null=True),
    "keeps_win": flag("whether that side still wins after it, null if not known", null=True),
    "is_best": flag("whether no other move is better, null if not known", null=True),
    "position": word("the position after the move, in notation"),
    "path": PATH,
}

BOARD = record(
    "the board, to draw it",
    rows=number("number of rows"),
    columns=number("number of columns"),
    wrap=flag("whether opposite edges are joined"),
    picture=listing(word("a row: # is a cell, _ is none"), "its rows"),
    cells=listing(
        record(
            "a cell",
            cell=word("its name: column letter from the left, row number from the top"),
            card=word("its card: A, 2 to 9, J; ? if face down and unknown"),
            face_up=flag("whether the card is face up"),
            pawn=word("the pawn on it; if there are two, the one to move", *COLOURS, None),
        ),
        "the cells row by row",
    ),
    pawns=listing(
        record(
            "a pawn",
            pawn=word("whose it is", *COLOURS),
            cell=word("the name of its cell"),
        ),
        "all pawns that are not removed",
    ),
)

EACH: Schema = {
    "type": ["object", "null"],
    "description": "with three or four players: for each player still in, what they can force "
    "against all others together; null if not known",
    "properties": {
        colour: record(
            f"what {colour} can force",
            result=word("win: this player can be the last one in", "win", "loss"),
            dte=number("win: within this many plies; loss: the plies that this player can stay in"),
        )
        for colour in COLOURS
    },
    "additionalProperties": False,
}
FORCED = {
    "forced_by": word(
        "with three or four players: who can force a win; null if nobody can, or if it is not "
        "known",
        *COLOURS,
        None,
    ),
    "values": EACH,
}

PROBE = record(
    "the exact value of a position and of every move",
    {
        "players": listing(
            word("a player", *COLOURS),
            "with three or four players: those still in, in turn order from the side to move",
        ),
        "out": listing(word("a player", *COLOURS), "with three or four players: those who are out"),
        **FORCED,
    },
    position=NOTATION,
    edition=EDITION,
    ply=PLY,
    side_to_move=SIDE,
    result=word("for the side to move, null if not known", "win", "loss", None),
    dte=number(
        "plies until the game is over with perfect play; with three or four players, as in "
        "`values`; null if not known",
        null=True,
    ),
    winner=word(
        "who wins with perfect play; with three or four players, the same as `forced_by`; if there "
        "is no table, who has already won",
        *COLOURS,
        None,
    ),
    score=SCORE,
    moves=listing(
        record("a legal move and what it is worth", FORCED, **MOVE),
        "all legal moves, best first; empty if the game is over",
    ),
    table=word("the canonical deal, which names the table; null if there is none", None),
    origin=word(
        "where the answer comes from: a file's name, built, or solved (the whole game); null if "
        "there is no table",
        None,
    ),
    rules=RULES,
    deal=DEAL,
    board=BOARD,
)

VALUES = record(
    "the values of positions",
    values=listing(
        record(
            "a position and its value",
            position=NOTATION,
            side_to_move=SIDE,
            result=RESULT,
            dte=number("plies until the game is over with perfect play"),
        ),
        "in the order of the request",
    ),
)

BOUND = {"result": RESULT, "dte": number("plies to the end")}

SEARCH = record(
    "what a search has proven",
    position=NOTATION,
    edition=EDITION,
    ply=PLY,
    side_to_move=word("the side to move", *COLOUR),
    complete=flag("whether the value is known exactly"),
    stopped=word("why it stopped early", "nodes", "seconds", "interrupted", None),
    result=word("for the side to move, null if it is not known", "win", "loss", None),
    winner=word("who wins with perfect play, null if it is not known", *COLOUR, None),
    dte=number("plies to the end, null if it is not known", null=True),
    lower=record("the value is no worse than this", **BOUND),
    upper=record("and no better than this", **BOUND),
    line=listing(word("a move"), "best play to the end; one move if the search stopped early"),
    nodes=number("positions visited"),
    moves=listing(
        record("a legal move and what is known about its value", **MOVE),
        "all legal moves, best first as far as is known; empty if the game is over",
    ),
    rules=RULES,
    deal=DEAL,
    board=BOARD,
)

LINE = record(
    "best play",
    line=listing(PROBE, "the probes of its positions, from the given one on"),
)

REPLY = record(
    "the computer's move",
    move=word("the move: name of the cell it ends on"),
    position=word("the position after the move, in notation"),
    path=PATH,
    level=word("how it plays: a strength, or a strategy", *player_names()),
    seed=SEED,
)

STRENGTH_LIST = listing(
    record(
        "a strength",
        name=word("its name"),
        description=word("how it plays, in a sentence"),
        sight=number("plies it sees ahead"),
        slip={
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "probability of a careless move when it does not see the end",
        },
    ),
    "the strengths, strongest first",
)

DEAL_STATISTICS = record(
    "counts over all positions of a deal, both editions, either joker red",
    deal=DEAL,
    rules=RULES,
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
        "the plies; none if pawns may land on each other",
    ),
    opening=record(
        "the start, under the given edition",
        winner=word("who wins with perfect play", *COLOUR),
        dte=number("plies of the perfect game"),
        score=SCORE,
        winning_moves=number("red's first moves that win"),
        moves=number("red's first moves"),
    ),
    longest=listing(
        record("a position", position=word("the position, in notation"), edition=EDITION),
        "a few positions with the longest distance",
    ),
    origin=word("where the counts come from, as in `/api/probe`"),
)

RANDOM = record(
    "a random deal, with its value if the rules are the published game's",
    deal=DEAL,
    rules=RULES,
    edition=EDITION,
    seed=SEED,
    winner=word("who wins with perfect play", *COLOUR, None),
    dte=number("plies of the perfect game", null=True),
    winning_moves=number("red's first moves that win", null=True),
    difficulty=word("how hard it is for the side that wins", *HARDEST, None),
    position=word("the starting position, in notation"),
)

CHOICES = {"shift": SHIFTS, "out": tuple(out for out, turn in OUTS.items() if not turn.one_ends)}
"""The values of options that are words. Where the first one out ends the game, nobody asks."""


def _option(name: str) -> Schema:
    """An option of rules."""
    words, default = OPTIONS[name], DEFAULTS[name]
    if isinstance(default, bool):
        return flag(words)
    return number(words) if isinstance(default, int) else word(words, *CHOICES[name])


RULES_LIST = listing(
    record(
        "rules",
        name=RULES,
        rows=BOARD["properties"]["rows"],
        columns=BOARD["properties"]["columns"],
        wrap=BOARD["properties"]["wrap"],
        picture=BOARD["properties"]["picture"],
        deck=word("its cards"),
        editions=listing(
            record(
                "an edition",
                name=word("its name"),
                joker_steps=listing(number("a number of steps"), "how far a joker leads"),
            ),
            "its editions, the first is the default",
        ),
        **{name: _option(name) for name in OPTIONS},
        positions=number("positions in a deal's table, null if it has none", null=True),
        tabled=flag(
            "whether every position has a value, if need be from a table built on the spot"
        ),
        stored=flag("whether the served file holds tables of some deals"),
        searched=flag("whether `/api/search` takes them, as with two players"),
        book=flag("whether `/api/random` takes filters"),
        motions=listing(
            record(
                "a symmetry of the board",
                motion=word("turn, reflection or shift: rotate, turn, mirror, flip, left, ..."),
                cells=listing(word("name of a cell"), "where each cell goes, in reading order"),
            ),
            "turns, reflections and shifts of the grid that keep every value",
        ),
    ),
    "the rules, the published game first",
)
