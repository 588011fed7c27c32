"""The engine: tables, their induction, storage and lookup. It does not depend on any game."""
