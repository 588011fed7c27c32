"""Forward search: the value of one position without a table."""
