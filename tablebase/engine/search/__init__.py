"""Forward search, without a table: `forward` (the entry), `searched` (what it has proven).

`by_rules` searches any game in plain Python, `by_kernels` any game that gives kernels, and `moves`
every move of a position.
"""
