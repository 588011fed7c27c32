"""Print pytest's options that leave out the side rooms whose tests a change cannot fail.

No room imports another (a contract in pyproject.toml), nor do the tests of one. So if everything
that changed lies in side rooms, only those need their tests. Any other change needs all of them.

python tools/untouched.py COMMIT    a commit that passed; without it, nothing is left out
"""

import subprocess
import sys
from pathlib import Path

HOUSE = Path(__file__).parents[1]
PLACES = ("tablebase/games", "tests/rooms", "tests/browser")
ROOMS = sorted(path.parent.name for path in (HOUSE / "tests/rooms").glob("*/__init__.py"))


def room_of(path: str) -> str | None:
    """The side room that a file belongs to."""
    for name in ROOMS:
        if path.startswith(tuple(f"{place}/{name}/" for place in PLACES)):
            return name
    return None


def untouched(changed: list[str]) -> list[str]:
    """The side rooms that need no tests after these files changed; the log of changes aside."""
    touched = {room_of(path) for path in changed if path != "CHANGELOG.md"}
    return [] if None in touched else [name for name in ROOMS if name not in touched]


def main() -> None:
    """Print the options."""
    if len(sys.argv) > 1 and sys.argv[1]:
        command = ["git", "diff", "--name-only", "--no-renames", sys.argv[1]]
        done = subprocess.run(command, cwd=HOUSE, text=True, capture_output=True, check=True)
        places = [place for place in PLACES if place.startswith("tests/")]
        names = untouched(done.stdout.splitlines())
        print(*(f"--ignore={place}/{name}" for name in names for place in places))


if __name__ == "__main__":
    main()
