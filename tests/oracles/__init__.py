"""Each game solved the slow and obvious way; nothing here shares code with the package."""
