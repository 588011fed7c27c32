"""Exact solutions of Collapsi, and of small perfect-information games around it.

Build the table of every position of a deal by backward induction, store it in an HDF5
file, and look up any position: the exact result, the exact distance to the end, and the
value of every move.

Examples
--------
>>> import tablebase
>>> deal = tablebase.Deal.parse("A223/4A2J/3A23/J3A4")
>>> table = tablebase.build(deal)
>>> probe = table.probe(deal.start("wild"))
>>> probe.winner, probe.dte, str(probe.moves[0].move)
('red', 13, 'a3')

The public names below are imported when first used, so ``import tablebase`` is cheap.

`library` has the verbs, and `compare` and `export` two more; `engine` knows no game, and `games` has
ours. `web`, `rl`, `plotting` and `claims` serve every game's outside; `errors` and `home`, all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablebase._version import __version__
from tablebase.engine.lazy import exports

if TYPE_CHECKING:
    from tablebase.engine.probe import MoveValue, Probe
    from tablebase.engine.search.forward import search
    from tablebase.engine.search.searched import Searched
    from tablebase.engine.tables.outcome import Outcome
    from tablebase.engine.tables.table import Summary, Table
    from tablebase.engine.tables.tablebase import Tablebase
    from tablebase.engine.values import Result, Value
    from tablebase.errors import (
        ClusterError,
        CorruptFileError,
        FileBusyError,
        FileFormatError,
        IllegalMoveError,
        MissingExtraError,
        MissingTableError,
        NotationError,
        PositionError,
        RulesError,
        UnknownGameError,
    )
    from tablebase.games.collapsi.board import Board
    from tablebase.games.collapsi.deals.batch import BOARD_DTYPE, POSITION_DTYPE
    from tablebase.games.collapsi.moves import Move
    from tablebase.games.collapsi.position import Deal, Position, random_deals
    from tablebase.games.collapsi.rules import COLLAPSI, SINGLE, WILD, Edition, Rules
    from tablebase.games.collapsi.rules_file import load_rules
    from tablebase.games.collapsi.studies.book import Book, Opening
    from tablebase.games.collapsi.studies.census import Census
    from tablebase.games.collapsi.studies.finder import find
    from tablebase.games.collapsi.studies.lab.kept import Lab
    from tablebase.games.collapsi.studies.sweep import sweep
    from tablebase.library import (
        append,
        build,
        build_large,
        open,  # noqa: A004
        solve_game,
        verify,
    )

_MODULES = {
    "engine.tables.outcome": ("Outcome",),
    "engine.search.forward": ("search",),
    "engine.search.searched": ("Searched",),
    "engine.probe": ("MoveValue", "Probe"),
    "engine.tables.table": ("Summary", "Table"),
    "engine.tables.tablebase": ("Tablebase",),
    "engine.values": ("Result", "Value"),
    "errors": (
        "ClusterError",
        "CorruptFileError",
        "FileBusyError",
        "FileFormatError",
        "IllegalMoveError",
        "MissingExtraError",
        "MissingTableError",
        "NotationError",
        "PositionError",
        "RulesError",
        "UnknownGameError",
    ),
    "games.collapsi.deals.batch": ("BOARD_DTYPE", "POSITION_DTYPE"),
    "games.collapsi.board": ("Board",),
    "games.collapsi.studies.book": ("Book", "Opening"),
    "games.collapsi.studies.census": ("Census",),
    "games.collapsi.studies.finder": ("find",),
    "games.collapsi.studies.lab.kept": ("Lab",),
    "games.collapsi.studies.sweep": ("sweep",),
    "games.collapsi.moves": ("Move",),
    "games.collapsi.position": ("Deal", "Position", "random_deals"),
    "games.collapsi.rules": ("COLLAPSI", "SINGLE", "WILD", "Edition", "Rules"),
    "games.collapsi.rules_file": ("load_rules",),
    "library": (
        "append",
        "build",
        "build_large",
        "open",
        "solve_game",
        "verify",
    ),
}

__getattr__, __dir__ = exports(__name__, _MODULES)

__all__ = [
    "BOARD_DTYPE",
    "COLLAPSI",
    "POSITION_DTYPE",
    "SINGLE",
    "WILD",
    "Board",
    "Book",
    "Census",
    "ClusterError",
    "CorruptFileError",
    "Deal",
    "Edition",
    "FileBusyError",
    "FileFormatError",
    "IllegalMoveError",
    "Lab",
    "MissingExtraError",
    "MissingTableError",
    "Move",
    "MoveValue",
    "NotationError",
    "Opening",
    "Outcome",
    "Position",
    "PositionError",
    "Probe",
    "Result",
    "Rules",
    "RulesError",
    "Searched",
    "Summary",
    "Table",
    "Tablebase",
    "UnknownGameError",
    "Value",
    "__version__",
    "append",
    "build",
    "build_large",
    "find",
    "load_rules",
    "open",
    "random_deals",
    "search",
    "solve_game",
    "sweep",
    "verify",
]
