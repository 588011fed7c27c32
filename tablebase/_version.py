"""The version, in one place a command can read without importing anything heavy."""

__version__ = "0.1.0"
