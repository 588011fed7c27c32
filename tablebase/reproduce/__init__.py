"""Every published figure, computed again and compared with the page that prints it.

`claims` says what a claim is and compares its lines with a page; `figures` lists them all, a
function each; `running` runs their commands and keeps what they print.
"""

from tablebase.reproduce.claims import Claim, Comparison, Line
from tablebase.reproduce.figures import CLAIMS
from tablebase.reproduce.running import CommandError, Outcome, Runner

__all__ = ["CLAIMS", "Claim", "CommandError", "Comparison", "Line", "Outcome", "Runner"]
