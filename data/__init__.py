"""Small data that are installed with the package; README.md shows where each comes from."""
