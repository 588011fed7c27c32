"""2D Nim for the tests of hostile files and command lines; see `hostile` and `hostile_commands`."""

from support.kinds import Kind, table

KINDS = {
    "nim": table("nim", "3x4"),
    "wide nim": table("nim", "4x4"),
    "win-loss": Kind(
        ("nim", "build", "4x6", "--win-loss", "-o", "FILE"),
        (("nim", "probe", "4x4", "--in", "FILE"),),
    ),
}
CHOSEN = {
    "nim": {
        "rows that is float", "losses that is float", "crc of a scalar", "text bits",
        "link to pipe 2", "link to pipe 4", "huge dataset 2", "codes virtual", "frame bomb",
    },
}  # fmt: skip

POSITION = "1110/1000"
LINKS = {"nim": {"p": "1101/1111/0110/0011", "m": "a1-b1", "take": "3", "misere": "1"}}
WRITERS = {
    "nim build": ("nim", "build", "2x3", "-o", "out.h5", "--force"),
    "nim export": ("nim", "export", "2x3", "-o", "out.csv", "--force"),
}
QUICK = ("nim export",)
CASES = (("nim", "build", "2x3", "--take", "99999999999999999999"),)
IMPORTED = ("tablebase.games.nim",)
