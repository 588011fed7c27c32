"""What Solo brings, as `tablebase.engine.rooms` finds it."""

from tablebase.engine.rooms import Room

_HERE = "tablebase.games.solo"

ROOM = Room(
    items={f"{_HERE}.game:Position": f"{_HERE}.game:SoloGame.of"},
    tables={"solo": f"{_HERE}.game:SoloGame.from_attributes"},
    samples={"solo": f"{_HERE}.game:sample"},
    commands=f"{_HERE}.commands:solo",
    page=f"{_HERE}.browser:PAGE",
    answers=f"{_HERE}.answers:ENDPOINTS",
    tasks=f"{_HERE}.tasks:SoloTask",
)
