"""The engine: tables, their induction, storage and lookup. It knows no game."""
