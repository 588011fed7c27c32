"""The command line: click commands, each imported only when it runs.

Commands parse, call the library and print; they compute nothing. Errors are one line on
stderr: exit code 2 for bad usage or input, 1 for a job that failed.

Read in this order: `run` (how a run ends), `program` (the root), `group` (how a game gets its
commands), `game` (what a game says about itself), `options`, `output` and `progress` (what commands
share), and for play in a terminal `terminal` and `two_sided`. Each other file has the commands that
its first line names. A game's own commands are in its room.
"""

from typing import TYPE_CHECKING

from tablebase.support.lazy import exports

if TYPE_CHECKING:
    from tablebase_cli.program import cli as cli
    from tablebase_cli.run import main as main

__getattr__, __dir__ = exports(__name__)
