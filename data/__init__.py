"""Small data that are installed with the package; README.md tells where each comes from."""
