"""The table of one deal for two players: index, solvers, independent checks."""
