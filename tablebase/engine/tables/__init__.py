"""Tables: solving a game, storing its codes, looking positions up.

Read in this order: `table`, `tablebase` (what users hold); `interface` (of stores); `attributes`,
`hdf5`, `chunks`, `store` (files of tables); `objects`, `writer`, `append` and `building` (making
them); `large_file` (one large table in a file of its own); `opened` (any file); `check`,
`selftest`; `masks`.
"""
