"""What Collapsi brings, as `tablebase.engine.rooms` finds it."""

from tablebase.engine.rooms import Large, Room

_HERE = "tablebase.games.collapsi"

ROOM = Room(
    items={
        f"{_HERE}.position:Position": f"{_HERE}.game:of_position",
        f"{_HERE}.position:Deal": f"{_HERE}.game:of_deal",
        f"{_HERE}.duels.duel:Duel": f"{_HERE}.game:of_duel",
    },
    read=f"{_HERE}.game:read",
    tables={
        "collapsi": f"{_HERE}.game:from_attributes",
        "collapsi-players": f"{_HERE}.game:from_attributes",
    },
    samples={
        "collapsi": f"{_HERE}.game:sample",
        "collapsi-players": f"{_HERE}.game:sample_of_duels",
    },
    large=(
        Large(
            contents="whole game",
            game="collapsi",
            rules=f"{_HERE}.rules:Rules",
            solver=f"{_HERE}.whole.build:WholeSolver",
            store=f"{_HERE}.whole.store:open_file",
            describe=f"{_HERE}.whole.store:describe",
        ),
    ),
    stores={"/openings": f"{_HERE}.studies.book_store:BookStore"},
    commands=f"{_HERE}.commands:collapsi",
    page=f"{_HERE}.browser:PAGE",
    answers=f"{_HERE}.answers.deals:ENDPOINTS",
    tasks=f"{_HERE}.tasks:CollapsiTask",
)
