"""Runs that a file continues."""

from support import MINI, of_all
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.games import count_all
from tablebase.games.collapsi.studies.lab.kept import Lab


def lab(path):
    """Random deals of two variants, in one file."""
    kept = Lab(path)
    return [kept.study(rules, deals=30, memory=0) for rules in (MINI, load_rules("2x3"))]


def counted_games(path):
    """The count of the games of some deals."""
    return count_all(path, threads=1, deals=3)


OWN = {"lab": lab, "count": counted_games}


RUNS = {**OWN, **dict(of_all("hostile", "RUNS"))}
"""Ways to do a run, or continue the one that a file keeps; what is returned must be the same."""
