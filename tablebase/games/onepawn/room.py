"""What the first version of Collapsi brings, as `tablebase.engine.rooms` finds it."""

from tablebase.engine.rooms import Room

_HERE = "tablebase.games.onepawn"

ROOM = Room(
    items={f"{_HERE}.game:Position": f"{_HERE}.game:OnePawnGame.of"},
    tables={"onepawn": f"{_HERE}.game:OnePawnGame.from_attributes"},
    samples={"onepawn": f"{_HERE}.game:sample"},
    commands=f"{_HERE}.commands:onepawn",
    answers=f"{_HERE}.answers:ENDPOINTS",
    tasks=f"{_HERE}.tasks:FirstVersionTask",
)
