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

`library` has the verbs, and `compare` and `export` two more. `engine` knows no game, and `games`
has ours. `web`, `rl` and `plotting` serve every game's outside, and `study` every study;
`support`, `errors` and `home`, all.
"""

from typing import TYPE_CHECKING

from tablebase._version import __version__ as __version__
from tablebase.support.lazy import exports

if TYPE_CHECKING:
    from tablebase.engine.probe import MoveValue as MoveValue
    from tablebase.engine.probe import Probe as Probe
    from tablebase.engine.search.forward import search as search
    from tablebase.engine.searched import Searched as Searched
    from tablebase.engine.tables.interface import Outcome as Outcome
    from tablebase.engine.tables.table import Summary as Summary
    from tablebase.engine.tables.table import Table as Table
    from tablebase.engine.tables.tablebase import Tablebase as Tablebase
    from tablebase.engine.values import Result as Result
    from tablebase.engine.values import Value as Value
    from tablebase.errors import ClusterError as ClusterError
    from tablebase.errors import CorruptFileError as CorruptFileError
    from tablebase.errors import FileBusyError as FileBusyError
    from tablebase.errors import FileFormatError as FileFormatError
    from tablebase.errors import IllegalMoveError as IllegalMoveError
    from tablebase.errors import MissingExtraError as MissingExtraError
    from tablebase.errors import MissingTableError as MissingTableError
    from tablebase.errors import NotationError as NotationError
    from tablebase.errors import PositionError as PositionError
    from tablebase.errors import RulesError as RulesError
    from tablebase.errors import UnknownGameError as UnknownGameError
    from tablebase.games.collapsi.board import Board as Board
    from tablebase.games.collapsi.deals.layout import BOARD_DTYPE as BOARD_DTYPE
    from tablebase.games.collapsi.deals.layout import POSITION_DTYPE as POSITION_DTYPE
    from tablebase.games.collapsi.moves import Move as Move
    from tablebase.games.collapsi.position import Deal as Deal
    from tablebase.games.collapsi.position import Position as Position
    from tablebase.games.collapsi.position import random_deals as random_deals
    from tablebase.games.collapsi.rules import COLLAPSI as COLLAPSI
    from tablebase.games.collapsi.rules import SINGLE as SINGLE
    from tablebase.games.collapsi.rules import WILD as WILD
    from tablebase.games.collapsi.rules import Edition as Edition
    from tablebase.games.collapsi.rules import Rules as Rules
    from tablebase.games.collapsi.rules_file import load_rules as load_rules
    from tablebase.games.collapsi.rules_file import parse_rules as parse_rules
    from tablebase.games.collapsi.studies.atlas.published import atlas as atlas
    from tablebase.games.collapsi.studies.book import Book as Book
    from tablebase.games.collapsi.studies.book import Opening as Opening
    from tablebase.games.collapsi.studies.census import Census as Census
    from tablebase.games.collapsi.studies.finder import find as find
    from tablebase.games.collapsi.studies.lab.kept import Lab as Lab
    from tablebase.games.collapsi.studies.sweep import sweep as sweep
    from tablebase.library import append as append
    from tablebase.library import build as build
    from tablebase.library import build_large as build_large
    from tablebase.library import open as open  # noqa: A004
    from tablebase.library import solve_game as solve_game
    from tablebase.library import verify as verify

__getattr__, __dir__ = exports(__name__)
