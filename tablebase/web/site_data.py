"""What the page's engine reads besides its kernels: data from Python, as files.

Their names under ``static/engine/``:

data.json
    The rules that are offered, as `/api/rules` describes them; the strengths, as `/api/levels`
    does; how to decode codes; the grades of difficulty, and those of Solo, by tries.
strategies.json
    The strategies that come with the package, as `tablebase learn list --json` prints them; the
    names of the features in the order of their numbers, and the words for them.
placings.json
    The outcomes of games for three and four, by the number of players and of those still in, as
    numbers for the kernel: see `placings.outcomes`. Only one way to break ties, `TIE`.
thegame.json
    The rules of The Game, and its strongest strategy as the numbers of `evaluation.Evaluation`,
    arrays flat; how it searches, and the size of the arrays that it needs.
book.bin.gz
    The opening book, see `book_bytes`. It takes seconds to make.
"""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING, Any

import numpy as np

from tablebase.engine.tables.tablebase import Tablebase
from tablebase.engine.values import Coding, Result
from tablebase.games.collapsi.answers import questions
from tablebase.games.collapsi.placings.outcomes import TIES, outcomes_of
from tablebase.games.collapsi.rules import BYTE_CODING, CODING, OUTS
from tablebase.games.collapsi.strategy.features import FEATURES, NO_REPLY
from tablebase.games.collapsi.strategy.strategy import load_strategy, strategy_names
from tablebase.games.collapsi.strategy.wording import WORDING
from tablebase.games.collapsi.studies.dealing import HARDEST
from tablebase.games.solo.boards import GRADES as SOLO_GRADES
from tablebase.games.thegame.evaluation import space_for
from tablebase.games.thegame.rules import THE_GAME
from tablebase.games.thegame.strategies import BUILDER
from tablebase.web.service import Service

if TYPE_CHECKING:
    from tablebase.games.collapsi.studies.book import Book

DATA, STRATEGIES, BOOK = "data.json", "strategies.json", "book.bin.gz"
PLACINGS, THEGAME = "placings.json", "thegame.json"

TIE = "hinder"
"""How the computer player `maxn` breaks ties."""

NOT_ADVISED = "sure", "twice", "doubles"
"""Terms of `evaluation.Evaluation` that the page's kernel leaves out, as the strategy does."""


def data_json(service: Service | None = None) -> bytes:
    """The file ``data.json``, in UTF-8, with the rules that a service offers."""
    service = service or Service(Tablebase())
    data = {
        "rules": questions.rules(service, {}),
        "levels": questions.strengths(service, {}),
        "codings": {
            "nibble": _coding(CODING),
            "byte": _coding(BYTE_CODING),
            "misere": _coding(Coding(8, Result.WIN)),
        },
        # JSON has no number for the upper end of the last grade, infinity.
        "grades": [[name, None if end == float("inf") else end] for name, end in HARDEST.items()],
        "tries": SOLO_GRADES,
    }
    return _written(data)


def strategies_json() -> bytes:
    """The file ``strategies.json``, in UTF-8."""
    data = {
        "strategies": [load_strategy(name).as_dict() for name in strategy_names()],
        "features": [feature.name for feature in FEATURES],
        "wording": {name: wording._asdict() for name, wording in WORDING.items()},
        "no_reply": NO_REPLY,
    }
    return _written(data)


def placings_json() -> bytes:
    """The file ``placings.json``, in UTF-8; arrays are flat."""
    data = {
        players: {k: _outcomes(players, k) for k in range(2, players + 1)} for players in (3, 4)
    }
    return _written(data)


def _outcomes(players: int, k: int) -> dict[str, Any]:
    found = outcomes_of(players, k, OUTS[0])._asdict()
    found["ranks"] = found["ranks"][TIES.index(TIE)]
    return {
        name: np.ravel(value).tolist() if np.ndim(value) else value for name, value in found.items()
    }


def thegame_json() -> bytes:
    """The file ``thegame.json``, in UTF-8."""
    search = BUILDER.search(None)
    evaluation = BUILDER.evaluation(THE_GAME)
    space = space_for(THE_GAME, search)
    data = {
        "rules": THE_GAME.as_dict(),
        "strategy": BUILDER.name,
        **search._asdict(),
        "nodes": space.keys.size,
        "places": space.table.size,
        "evaluation": {
            name: _number(value)
            for name, value in evaluation._asdict().items()
            if name not in NOT_ADVISED
        },
    }
    return _written(data)


def _number(value: Any) -> Any:
    """A number, or an array as a flat list, each in as few digits as tell it apart."""
    return [float(str(number)) for number in np.ravel(value)] if np.ndim(value) else float(value)


def _written(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode()


def _coding(coding: Coding) -> dict[str, Any]:
    """The value of each code, and the mover's code by the smallest among the successors."""
    values = [coding.decode(code) for code in range(coding.no_entry)]
    return {
        "values": [{"result": value.result.value, "dte": value.dte} for value in values],
        "replies": coding.replies.tolist(),
    }


def book_bytes(source: Book | None = None) -> bytes:
    """The opening book for the page, gzipped; the same bytes for the same book.

    It begins with numbers of 32 bits, least significant byte first: the number of classes of deals,
    and for each class its number of deals and the cells of its two jokers. Then come seven columns,
    one after the other, with a byte for each deal. The first four are the bytes of the difference
    between its word and the word before in its class, least significant first. The others are its
    bytes in the book: under `wild`, under `single` with red on the first joker, and under `single`
    with red on the second, which is 15 if a symmetry of the deal swaps the jokers.
    """
    from tablebase.games.collapsi.studies.book import book

    source = source or book()
    census = source.census
    header = [len(census.classes)]
    for found in census.classes:
        header += [found.words.size, *found.jokers]
    steps = [np.diff(found.words, prepend=np.uint32(0)) for found in census.classes]
    planes = np.concatenate(steps).astype("<u4").view(np.uint8).reshape(-1, 4).T
    second = np.where(census.swaps, CODING.no_entry, source.column("single", 1)).astype(np.uint8)
    columns = [*planes, source.column("wild", 0), source.column("single", 0), second]
    parts = [np.array(header, "<u4").tobytes(), *(column.tobytes() for column in columns)]
    return gzip.compress(b"".join(parts), mtime=0)
