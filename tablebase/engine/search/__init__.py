"""Forward search, without a table: `forward` is the entry, and `budget` counts what a search costs.

`by_rules` searches any game in plain Python, `by_kernels` any game that gives kernels, and `moves`
every move of a position.
"""
