"""What Collapsi brings for browsers: the page's front, its modes, and data for its engine.

The data, besides the kernels, are files of ``page``:

engine/data.json
    The rules that are offered, as `/api/rules` describes them but without motions, which the engine
    finds itself, and why others are gone; the strengths, as `/api/levels` does; how to decode
    codes; the grades of difficulty.
engine/strategies.json
    The strategies that come with the package, as `tablebase learn list --json` prints them; the
    names of the features in the order of their numbers.
engine/placings.json
    The outcomes of games for three and four, by what happens if one cannot move and the number of
    players, as numbers for the kernel: see `placings.outcomes`. Only one way to break ties, `TIE`.
engine/book.bin.gz
    The opening book, see `book_bytes`. It takes seconds to make.
puzzles/collection.csv
    The puzzles, with their themes in a last column.
atlas/0.json, atlas/1.json, ...
    The atlas, whole deals counted, in a file for each number of aces: the page needs one deck at a
    time, and loading all of them would take ten times as much.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from tablebase.engine.tables.tablebase import Tablebase
from tablebase.engine.values import Coding
from tablebase.games.collapsi.answers import deals, questions
from tablebase.games.collapsi.answers.known import every_turn
from tablebase.games.collapsi.placings.outcomes import TIES, outcomes_of
from tablebase.games.collapsi.rules import BYTE_CODING, CODING
from tablebase.games.collapsi.rules_file import gone_rules
from tablebase.games.collapsi.strategy.features import FEATURES
from tablebase.games.collapsi.strategy.preferences import load_strategy, strategy_names
from tablebase.games.collapsi.studies.atlas.published import CARDS, LENGTHS, name_of, published_rows
from tablebase.games.collapsi.studies.book import Book, book
from tablebase.games.collapsi.studies.finder import HARDEST
from tablebase.games.collapsi.studies.puzzles.collection import collection, collection_text
from tablebase.games.collapsi.studies.puzzles.themes import themes
from tablebase.games.collapsi.turns import OUTS, Turn
from tablebase.web.data import coding_of, json_bytes
from tablebase.web.page import Front, Mode, Page
from tablebase.web.service import Service

ATLAS = "atlas"
"""The folder of the atlas; a file in it is fetched when somebody designs one of its decks."""

Decks = dict[str, dict[str, list[int]]]
"""For each deck and set of joker steps, by name: the number of deals by length, from one ply on."""

TIE = "hinder"
"""How the computer player `maxn` breaks ties."""


def data_json(service: Service | None = None) -> bytes:
    """The file ``data.json``, with the rules that a service offers."""
    service = service or Service(Tablebase())
    offered = deals.rules.answer(service, {})
    ends = [turn.ending for _, turn in every_turn()]
    data = {
        "rules": [
            {name: value for name, value in rules.items() if name != "motions"} for rules in offered
        ],
        "gone": gone_rules(),
        "levels": questions.levels.answer(service, {}),
        "codings": {
            "nibble": coding_of(CODING),
            **{end.value: coding_of(Coding(BYTE_CODING.bits, end)) for end in dict.fromkeys(ends)},
        },
        # JSON has no number for the upper end of the last grade, infinity.
        "grades": [[name, None if end == float("inf") else end] for name, end in HARDEST.items()],
    }
    return json_bytes(data)


def strategies_json() -> bytes:
    """The file ``strategies.json``."""
    data = {
        "strategies": [load_strategy(name).as_dict() for name in strategy_names()],
        "features": [feature.name for feature in FEATURES],
    }
    return json_bytes(data)


def placings_json() -> bytes:
    """The file ``placings.json``."""
    data = {
        out: {players: _outcomes(turn(players)) for players in (3, 4)} for out, turn in OUTS.items()
    }
    return json_bytes(data)


def _outcomes(turn: Turn) -> list[int]:
    """The outcomes with two players in or more, as `wasm.outcomes_in` reads them."""
    found = np.zeros((turn.players - 1, 10, 96), np.int64)
    for k, rows in enumerate(found, start=2):
        known = outcomes_of(turn, k)
        known = known._replace(ranks=known.ranks[TIES.index(TIE)])
        arrays: list[Any] = [np.ravel(each) for each in known if np.ndim(each)]
        counts = [len(known.turned), len(known.after_out), known.total, known.lowest, known.end]
        for row, part in zip(rows, [*arrays, counts], strict=True):
            row[: len(part)] = part
    return found.ravel().tolist()


@cache
def puzzles() -> bytes:
    """The file ``collection.csv``."""
    names = ["themes", *(" ".join(themes(puzzle)) for puzzle in collection())]
    lines = zip(collection_text().splitlines(), names, strict=True)
    return "".join(f"{line},{name}\n" for line, name in lines).encode()


def atlas() -> dict[str, Callable[[], bytes]]:
    """The functions that make the files of the atlas, by their paths."""

    def make(aces: int) -> Callable[[], bytes]:
        return lambda: json_bytes(_decks()[aces])

    return {f"{ATLAS}/{aces}.json": make(aces) for aces in range(CARDS + 1)}


@cache
def _decks() -> list[Decks]:
    """The atlas by the number of aces; decks that are not yet counted are left out."""
    by_aces: list[Decks] = [{} for _ in range(CARDS + 1)]
    for (deck, steps), lengths in published_rows().items():
        counts = [lengths.get(plies, 0) for plies in LENGTHS]
        by_aces[deck[0]].setdefault(name_of(deck), {})[steps] = counts
    return by_aces


@cache
def book_once() -> bytes:
    """The file of the published game's book."""
    return book_bytes(book())


def book_bytes(source: Book) -> bytes:
    """The opening book for the page, gzipped; the same bytes for the same book.

    It begins with numbers of 32 bits, least significant byte first: the number of classes of deals,
    for each class its number of deals and the cells of its two jokers, and for each deal the
    difference between its word and the word before, modulo 2 ** 32. Then come three columns, one
    after the other, with a byte for each deal, its bytes in the book: under `wild`, under `single`
    with red on the first joker, and under `single` with red on the second, which is 15 if a
    symmetry of the deal swaps the jokers.
    """
    census = source.census
    header = [len(census.classes)]
    for found in census.classes:
        header += [found.words.size, *found.jokers]
    words = np.concatenate([found.words for found in census.classes]).astype(np.uint32)
    steps = np.diff(words, prepend=np.uint32(0)).astype("<u4")
    wild, first, second = (
        source.column(edition, red) for edition, red in (("wild", 0), ("single", 0), ("single", 1))
    )
    second = np.where(census.swaps, CODING.no_entry, second)
    parts = [np.array(header, "<u4"), steps, wild, first, second]
    return gzip.compress(b"".join(part.tobytes() for part in parts), 6, mtime=0)


FRONT = Front(
    title="Collapsi",
    linked="analyse",
    kernels="engine/kernels.wasm",
    data="engine/data.json",
    offered=data_json,
    head="frame/head.html",
    drawings="frame/drawings.html",
    parts="frame/parts.html",
    style="frame/style.css",
    credit='Collapsi was invented by Mark S. Ball: <a href="https://riffleshuffleandroll.itch.io/'
    'collapsi">his page of the game</a>, <a href="https://www.youtube.com/@riffleshuffleandroll">'
    "his videos</a>. Every value is exact: all positions are solved by backward induction.",
    manifest="manifest.webmanifest",
    preview="icons/preview.jpg",
)

PAGE = Page(
    modes=(
        Mode("play", "Play", "play", is_tab=True),
        Mode("analyse", "Analyse", "analyse", is_tab=True),
        Mode("puzzles", "Puzzles", "puzzles", is_tab=True),
        Mode("learn", "Learn", "learn", is_tab=True),
        Mode("games", "My games", "games"),
        Mode("rules", "Design a game", "rules"),
    ),
    engine="engine/engine.js",
    data={
        "engine/strategies.json": strategies_json,
        "engine/placings.json": placings_json,
        "puzzles/collection.csv": puzzles,
        **atlas(),
    },
    slow={"engine/book.bin.gz": book_once},
    late=("answers.*", "icons/*", f"{ATLAS}/"),
    wasm="tablebase.games.collapsi.wasm:MODULES",
    front=FRONT,
)
