"""Forward search, without a table: `forward` is the entry.

`budget` counts what a search costs, and `searched` is a former place of names.
`by_rules` searches any game in plain Python, `by_kernels` any game that gives kernels, and `moves`
every move of a position.
"""
