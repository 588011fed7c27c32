"""The records of Collapsi's answers: their fields, and what each of them means.

From these come the schemas in `/api/openapi.json`, and ``page/answers.d.ts`` and
``page/answers.json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from tablebase.engine.values import Result
from tablebase.games.collapsi.deck import COLOURS
from tablebase.games.collapsi.rules import DEFAULTS
from tablebase.games.collapsi.strategy.players import player_names
from tablebase.games.collapsi.studies.finder import HARDEST
from tablebase.games.collapsi.turns import EDGES, OUTS, PUSHED, SHIFTS, Turn, switch
from tablebase.web.schemas import Between, Count, OneOf


def sentence(turn: type[Turn]) -> str:
    """What a turn is, in a sentence."""
    return turn.rule or str(turn.__doc__).partition("\n")[0]


def clause(text: str) -> str:
    """A sentence as part of another."""
    return text[0].lower() + text[1:].removesuffix(".")


Outcome = Annotated[str, OneOf(Result.WIN.value, Result.LOSS.value)]
ResultText = Annotated[Outcome, "for the side to move"]
Colour = Annotated[str, OneOf(*COLOURS)]
RedOrBlue = Annotated[str, OneOf(*COLOURS[:2])]
DealText = Annotated[
    str, "the deal, in notation; red starts on the joker marked Jr, else on the first"
]
SourceText = Annotated[
    str | None, "a deal that the position can come from; null if it is unknown: lines stick out"
]
EditionName = Annotated[str, "the edition of the rules, such as wild"]
RulesName = Annotated[str, "the name of the rules"]
CellName = Annotated[str, "name of a cell"]
Path = Annotated[list[CellName], "one legal path of the move, from the starting cell on"]
Seed = Annotated[Count, "the seed: the one given, or the one chosen"]
Score = Annotated[
    int | None,
    "cards face up at the end with perfect play, negative if blue wins; null with three or four "
    "players, and if pawns may land on each other",
]
Notation = Annotated[str, "the position, in notation"]
After = Annotated[str, "the position after the move, in notation"]
Ply = Annotated[Count, "plies played"]
PliesToEnd = Annotated[Count, "plies to the end"]
PerfectWinner = Annotated[RedOrBlue, "who wins with perfect play"]
PerfectPlies = Annotated[Count, "plies of the perfect game"]
FirstMovesThatWin = Annotated[Count, "red's first moves that win"]
Rows = Annotated[Count, "number of rows"]
Columns = Annotated[Count, "number of columns"]
Wrap = Annotated[bool, "whether opposite edges are joined"]
Picture = Annotated[list[Annotated[str, "a row: # is a cell, _ is none"]], "its rows"]


class Cell(TypedDict):
    """A cell."""

    cell: Annotated[str, "its name: column letter from the left, row number from the top"]
    card: Annotated[str, "its card: A, 2 to 9, J; ? if face down and unknown"]
    face_up: Annotated[bool, "whether the card is face up"]
    pawn: Annotated[Colour | None, "the pawn on it; if there are two, the one to move"]


class Pawn(TypedDict):
    """A pawn."""

    pawn: Annotated[Colour, "whose it is"]
    cell: Annotated[str, "the name of its cell"]


class Board(TypedDict):
    """The board, to draw it."""

    rows: Rows
    columns: Columns
    wrap: Wrap
    picture: Picture
    cells: Annotated[list[Cell], "the cells row by row"]
    pawns: Annotated[list[Pawn], "all pawns that are not removed"]


class Shown(TypedDict):
    """What a page needs to draw a position, and to request its deal."""

    rules: RulesName
    deal: SourceText
    board: Board


class Force(TypedDict):
    """What a player can force."""

    result: Annotated[Outcome, "win: this player can be the last one in"]
    dte: Annotated[
        Count, "win: within this many plies; loss: the plies that this player can stay in"
    ]


ForcedBy = Annotated[
    Colour | None,
    "with three or four players: who can force a win; null if nobody can, or if it is not known",
]
Forces = Annotated[
    dict[Colour, Annotated[Force, "what {key} can force"]] | None,
    "with three or four players: for each player still in, what they can force "
    "against all others together; null if not known",
]


class SearchedMove(TypedDict):
    """A legal move and what is known about its value."""

    move: Annotated[
        str, "the move: name of the cell it ends on, such as c2; and of a shift, as in c2L"
    ]
    result: Annotated[Outcome | None, "for the side that makes the move, null if not known"]
    dte: Annotated[Count | None, "plies to the end from before the move, null if not known"]
    keeps_win: Annotated[bool | None, "whether that side still wins after it, null if not known"]
    is_best: Annotated[bool | None, "whether no other move is better, null if not known"]
    position: After
    path: Path


class Move(SearchedMove):
    """A legal move and what it is worth."""

    forced_by: NotRequired[ForcedBy]
    values: NotRequired[Forces]


class Probe(TypedDict):
    """The exact value of a position and of every move."""

    position: Notation
    edition: EditionName
    ply: Ply
    side_to_move: Annotated[
        Colour, "the side to move; once the game is over, the side that has no move"
    ]
    result: Annotated[Outcome | None, "for the side to move, null if not known"]
    dte: Annotated[
        Count | None,
        "plies until the game is over with perfect play; with three or four players, as in "
        "`values`; null if not known",
    ]
    winner: Annotated[
        Colour | None,
        "who wins with perfect play; with three or four players, the same as `forced_by`; if "
        "there is no table, who has already won",
    ]
    score: Score
    moves: Annotated[list[Move], "all legal moves, best first; empty if the game is over"]
    winning_moves: Annotated[Count | None, "how many of them win, null if not known"]
    table: Annotated[str | None, "the canonical deal, which names the table; null if there is none"]
    origin: Annotated[
        str | None,
        "where the answer comes from: a file's name, built, solved (the whole game), or opening "
        "book; null if there is no value",
    ]
    rules: RulesName
    deal: SourceText
    board: Board
    players: NotRequired[
        Annotated[
            list[Annotated[Colour, "a player"]],
            "with three or four players: those still in, in turn order from the side to move",
        ]
    ]
    out: NotRequired[
        Annotated[
            list[Annotated[Colour, "a player"]], "with three or four players: those who are out"
        ]
    ]
    forced_by: NotRequired[ForcedBy]
    values: NotRequired[Forces]


class BriefValue(TypedDict):
    """A position and its value."""

    position: Notation
    side_to_move: Annotated[
        Colour, "the side to move; once the game is over, the side that has no move"
    ]
    result: ResultText
    dte: Annotated[Count, "plies until the game is over with perfect play"]


class Values(TypedDict):
    """The values of positions."""

    values: Annotated[list[BriefValue], "in the order of the request"]


class Bound(TypedDict):
    """A bound of a value."""

    result: ResultText
    dte: PliesToEnd


class SearchAnswer(TypedDict):
    """What a search has proven."""

    position: Notation
    edition: EditionName
    ply: Ply
    side_to_move: Annotated[RedOrBlue, "the side to move"]
    complete: Annotated[bool, "whether the value is known exactly"]
    stopped: Annotated[Annotated[str, OneOf("nodes", "seconds")] | None, "why it stopped early"]
    result: Annotated[Outcome | None, "for the side to move, null if it is not known"]
    winner: Annotated[RedOrBlue | None, "who wins with perfect play, null if it is not known"]
    dte: Annotated[Count | None, "plies to the end, null if it is not known"]
    lower: Annotated[Bound, "the value is no worse than this"]
    upper: Annotated[Bound, "and no better than this"]
    line: Annotated[
        list[Annotated[str, "a move"]], "best play to the end; one move if the search stopped early"
    ]
    nodes: Annotated[Count, "positions visited"]
    moves: Annotated[
        list[SearchedMove],
        "all legal moves, best first as far as is known; empty if the game is over",
    ]
    rules: RulesName
    deal: SourceText
    board: Board


class Line(TypedDict):
    """Best play."""

    line: Annotated[list[Probe], "the probes of its positions, from the given one on"]


class Reply(TypedDict):
    """The computer's move."""

    move: Annotated[str, "the move: name of the cell it ends on"]
    position: After
    path: Path
    level: Annotated[str, OneOf(*player_names()), "how it plays: a strength, or a strategy"]
    seed: Seed


class Strength(TypedDict):
    """A strength."""

    name: Annotated[str, "its name"]
    description: Annotated[str, "how it plays, in a sentence"]
    sight: Annotated[Count, "plies it sees ahead"]
    slip: Annotated[
        float, Between(0, 1), "probability of a careless move when it does not see the end"
    ]


Strengths = Annotated[list[Strength], "the strengths, strongest first"]


class ValueCount(TypedDict):
    """A value."""

    result: ResultText
    dte: PliesToEnd
    positions: Annotated[Count, "number of positions of this value"]


class PlyCount(TypedDict):
    """A ply."""

    ply: Ply
    wins: Annotated[Count, "positions that the side to move wins"]
    losses: Annotated[Count, "positions that it loses"]


class Opening(TypedDict):
    """The start, under the given edition."""

    winner: PerfectWinner
    dte: PerfectPlies
    score: Score
    winning_moves: FirstMovesThatWin
    moves: Annotated[Count, "red's first moves"]


class Example(TypedDict):
    """A position."""

    position: Notation
    edition: EditionName


class DealStatistics(TypedDict):
    """Counts over all positions of a deal, both editions, either joker red."""

    deal: DealText
    rules: RulesName
    edition: EditionName
    canonical: Annotated[str, "the canonical deal"]
    orbit: Annotated[Count, "number of deals equivalent to it, itself included"]
    positions: Annotated[Count, "number of positions"]
    wins: Annotated[Count, "how many the side to move wins"]
    losses: Annotated[Count, "how many it loses"]
    longest_dte: Annotated[Count, "the longest distance to the end"]
    values: Annotated[list[ValueCount], "the values that occur, by distance"]
    plies: Annotated[list[PlyCount], "the plies; none if pawns may land on each other"]
    opening: Opening
    longest: Annotated[list[Example], "a few positions with the longest distance"]
    origin: Annotated[str, "where the counts come from, as in `/api/probe`"]


class RandomDeal(TypedDict):
    """A random deal, with its value if there is an opening book of the rules."""

    deal: DealText
    rules: RulesName
    edition: EditionName
    seed: Seed
    winner: Annotated[RedOrBlue | None, "who wins with perfect play"]
    dte: Annotated[Count | None, "plies of the perfect game"]
    winning_moves: Annotated[Count | None, "red's first moves that win"]
    difficulty: Annotated[
        Annotated[str, OneOf(*HARDEST)] | None,
        "how hard it is for the side that wins, in the published game",
    ]
    position: Annotated[str, "the starting position, in notation"]


class Edition(TypedDict):
    """An edition."""

    name: Annotated[str, "its name"]
    joker_steps: Annotated[list[Annotated[Count, "a number of steps"]], "how far a joker leads"]


class Motion(TypedDict):
    """A symmetry of the board."""

    motion: Annotated[str, "turn, reflection or shift: rotate, turn, mirror, flip, left, ..."]
    cells: Annotated[list[CellName], "where each cell goes, in reading order"]


class Setup(TypedDict):
    """Board, deck and editions of rules."""

    name: RulesName
    rows: Rows
    columns: Columns
    wrap: Wrap
    picture: Picture
    deck: Annotated[str, "its cards"]
    editions: Annotated[list[Edition], "its editions, the first is the default"]


if TYPE_CHECKING:

    class Switches(TypedDict):
        """The options that are on or off."""

else:
    Switches = TypedDict(
        "Switches",
        {
            name: Annotated[bool, f"whether {clause(sentence(switch(name)))}"]
            for name, usual in DEFAULTS.items()
            if usual is False
        },
    )


class Options(Switches):
    """What else rules say, as in `Rules.options`."""

    shift: Annotated[
        str,
        OneOf(*SHIFTS),
        "whether a player may or must shift a line after a move, or neither",
    ]
    pushed: Annotated[
        str, OneOf(*PUSHED), "whether cards that a shift pushes out stay there or come back"
    ]
    edges: Annotated[
        str,
        OneOf(*EDGES),
        "if they stay: whether the ends of each line are joined, or the edges of the board",
    ]
    players: Annotated[Count, "number of players"]
    out: Annotated[str, OneOf(*OUTS), "what happens if one of three or four players cannot move"]
    absent: Annotated[Count, "players who are not there: their starting cards are face down"]


class Rules(Setup, Options):
    """Rules."""

    positions: Annotated[Count | None, "positions in a deal's table, null if it has none"]
    tabled: Annotated[
        bool, "whether every position has a value, if need be from a table built on the spot"
    ]
    stored: Annotated[bool, "whether the served file holds tables of some deals"]
    searched: Annotated[bool, "whether `/api/search` takes them, as with two players"]
    book: Annotated[bool, "whether there is an opening book: `/api/random` takes filters"]
    motions: Annotated[
        list[Motion], "turns, reflections and shifts of the grid that keep every value"
    ]


RulesList = Annotated[list[Rules], "the rules, the published game first"]
