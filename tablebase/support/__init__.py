"""Helpers that know nothing of games, nor of what the engine is.

Files: `files` (written whole or not at all, locked), `pieces` (sealed, at the end of a file),
`toml_text` and `columns` (what is read and written). Sampling: `seeds`. Python: `lazy` (imports and
properties), `extras` (packages that may be missing), `html` (notebooks), `program` (how one ends).
"""
