"""The distribution's name and version, where a command can read them without a heavy import."""

DISTRIBUTION = "collapsi-tablebase"
__version__ = "0.1.0"
