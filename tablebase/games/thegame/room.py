"""What The Game brings, as `tablebase.engine.rooms` finds it."""

from tablebase.engine.rooms import Room

_HERE = "tablebase.games.thegame"

ROOM = Room(
    commands=f"{_HERE}.commands:thegame",
    page=f"{_HERE}.browser:PAGE",
    answers=f"{_HERE}.answers:ENDPOINTS",
)
