"""The version, in a place that a command can read without importing anything heavy."""

__version__ = "0.1.0"
