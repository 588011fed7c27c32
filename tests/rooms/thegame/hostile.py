"""The Game for the tests of hostile command lines."""

from __future__ import annotations

import click

from tablebase.games.thegame.rules import Rules
from tablebase.games.thegame.simulator import simulate
from tablebase.games.thegame.strategies import strategy

POSITION = "4 9 15 33 50 62 71 95 : 2 12 / - / 99 98 / -"
LINKS = {"thegame": {"seed": "1", "m": "draw"}}
PLAIN = {
    "strategy": ("real",), "strategies": ("real",), "highest": ("9",), "hand": ("2",),
    "games": ("2",), "folder": ("folder",),
}  # fmt: skip
NEEDED = {
    "thegame simulate": ("games",),
    "thegame study": ("games",),
}
WRITERS = {
    "simulate": ("thegame", "simulate", "real", "-n", "3", "-o", "out.json"),
}
QUICK = ("simulate",)
CONTINUED = {"simulate": ("--threads", "1")}
UNLIMITED = click.INT
"""Numbers of the rules: `tablebase.games.thegame.rules.Rules` checks them together."""

CASES = (
    ("thegame", "simulate", "real", "-n", "1", "-o", "vast.json"),
    ("thegame", "play", "real", "--seed", "18446744073709551616"),
)
IMPORTED = (
    "tablebase.games.thegame.kernels",
    "tablebase.games.thegame.study",
)


SMALL = Rules(highest=25, hand=5, trick=5)

RUNS = {
    "simulate": lambda path: simulate(strategy("builder"), 30, rules=SMALL, file=path).as_dict(),
}
