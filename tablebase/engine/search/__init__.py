"""Forward search, without a table: `forward` is the entry.

`by_rules` searches any game in plain Python, and `by_kernels` any game that gives kernels.
"""
