"""What The Game brings, as `tablebase.engine.rooms` finds it."""

from __future__ import annotations

from tablebase.engine.rooms import Room

ROOM = Room(commands="tablebase.games.thegame.commands:thegame")
