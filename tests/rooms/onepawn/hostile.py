"""The first version for the tests of hostile command lines."""

from support.kinds import table

KINDS = {"onepawn": table("onepawn", "A2J/A3A/22A")}
POSITION = "A223/4A23/3A23/Jr3A4"
PLAIN = {"joker": ("1", "1234")}
NEEDED = {"onepawn study": ("number",)}
