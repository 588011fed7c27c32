"""What 2D Nim brings, as `tablebase.engine.rooms` finds it."""

from tablebase.engine.rooms import Large, Room

_HERE = "tablebase.games.nim"

ROOM = Room(
    items={
        f"{_HERE}.position:Position": f"{_HERE}.game:of_position",
        f"{_HERE}.rules:Rules": f"{_HERE}.game:game_of",
    },
    read=f"{_HERE}.game:read",
    tables={"nim": f"{_HERE}.game:from_attributes"},
    samples={"nim": f"{_HERE}.game:sample"},
    large=(
        Large(
            contents="win/loss table",
            game="nim",
            rules=f"{_HERE}.rules:Rules",
            solver=f"{_HERE}.winloss.solver:solver",
            store=f"{_HERE}.winloss.file:WinLossFile",
            describe=f"{_HERE}.winloss.file:describe",
        ),
    ),
    commands=f"{_HERE}.commands:nim",
    page=f"{_HERE}.browser:PAGE",
    answers=f"{_HERE}.answers:ENDPOINTS",
    tasks=f"{_HERE}.tasks:NimTask",
)
