"""Solo for the tests of hostile command lines."""

from support.kinds import table

KINDS = {"solo": table("solo", "A223/4A2Jr/3A23/J3A4")}
POSITION = "A223/4A2Jr/3A23/J3A4"
LINKS = {"solo": {"p": "A3Jr4/2AA2/234J/332A", "m": "a1.d1"}}
PLAIN = {"joker": ("1", "1234")}
NEEDED = {"solo study": ("rules",)}
