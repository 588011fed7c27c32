"""Our games: one folder for each, its room.

Nothing here names them: `tablebase.engine.rooms` finds them by their entry points, like those of
everybody else.
"""
