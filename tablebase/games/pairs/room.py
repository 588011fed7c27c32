"""What Pair Solitaire brings, as `tablebase.engine.rooms` finds it."""

from tablebase.engine.rooms import Room

_HERE = "tablebase.games.pairs"

ROOM = Room(
    items={f"{_HERE}.position:Position": f"{_HERE}.game:of_position"},
    tables={"pairs": f"{_HERE}.game:from_attributes"},
    samples={"pairs": f"{_HERE}.game:sample"},
    commands=f"{_HERE}.commands:pairs",
    page=f"{_HERE}.browser:PAGE",
    answers=f"{_HERE}.answers:ENDPOINTS",
    tasks=f"{_HERE}.tasks:PairsTask",
)
