"""Commands of 2D Nim that print tables; see `test_output`."""

COMMANDS = [("nim", "table", "2x2")]
