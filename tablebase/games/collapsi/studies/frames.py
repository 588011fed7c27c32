"""Census, book and studies as columns, for data frames.

Their classes have `to_pandas`, which calls these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tablebase.engine.columns import Columns, to_pandas
from tablebase.games.collapsi.board import CELL
from tablebase.games.collapsi.deck import JOKER
from tablebase.games.collapsi.notation import card_letter
from tablebase.games.collapsi.rules import CODING

if TYPE_CHECKING:
    import pandas

    from tablebase.games.collapsi.studies.book import Book
    from tablebase.games.collapsi.studies.census import Census, JokerClass
    from tablebase.games.collapsi.studies.lab.study import Study

Texts = npt.NDArray[np.str_]


def of_census(census: Census) -> Columns:
    """A row for each essentially different deal, in the order of the census."""
    classes = census.classes
    return {
        "deal": np.concatenate([_texts(joker_class) for joker_class in classes]),
        "jokers_apart": np.repeat([c.distance for c in classes], [c.words.size for c in classes]),
        "images": census.sizes,
        "jokers_swap": census.swaps,
    }


def of_book(book: Book) -> Columns:
    """The census with the value of each deal's start; red moves first."""
    own: dict[str, Any] = {}
    for name, column in book.openings.items():
        own[f"{name}_dte"] = CODING.signed_dte_of(column & 15)
        own[f"{name}_winning_moves"] = column >> 4
    return {**of_census(book.census), **own}


def of_studies(studies: Iterable[Study]) -> pandas.DataFrame:
    """A row for each study; ``plies_N`` is the number of deals that last N plies."""
    found = list(studies)
    known = [plies for study in found for plies in study.lengths]
    lengths = range(min([1, *known]), max(known, default=0) + 1)
    rows = [(study, *study.interval) for study in found]
    columns: dict[str, Any] = {
        "rules": np.array([study.rules.name for study in found], object),
        "edition": np.array([study.edition.name for study in found], object),
        "exact": np.array([study.exact for study in found], bool),
        "deals": np.array([study.deals for study in found], np.int64),
        "first_player_wins": np.array([study.wins for study in found], np.int64),
        "share": np.array([study.share for study in found], float),
        "share_low": np.array([low for _, low, _ in rows], float),
        "share_high": np.array([high for *_, high in rows], float),
        "mean_plies": np.array([study.mean for study in found], float),
        "median_plies": np.array([study.median for study in found], np.int64),
    }
    for plies in lengths:
        counts = [study.lengths.get(plies, 0) for study in found]
        columns[f"plies_{plies}"] = np.array(counts, np.int64)
    return to_pandas(columns, {"share": "of the deals, won by the player who moves first"})


def _texts(joker_class: JokerClass) -> Texts:
    """The deals of a class in notation, red on the first joker."""
    words, board = joker_class.words, joker_class.rules.board
    letters = np.array([card_letter(card) for card in joker_class.letters])
    signs = np.array(list("/".join(board.picture)))
    text = np.tile(np.where(signs == CELL, card_letter(JOKER), signs), (words.size, 1))
    at = np.flatnonzero(signs == CELL)
    for place, cell in enumerate(reversed(joker_class.cells)):
        text[:, at[cell]] = letters[words >> 2 * place & 3]
    found: Texts = text.view(f"U{signs.size}")[:, 0]
    return found
