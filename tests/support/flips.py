"""Damages a tablebase file in many ways and reads it all: a script, for HDF5 may hang or crash.

python -m support.flips MODULE:FUNCTION GOOD EXPECTED < damages

The function reads a file, and says whether that gives what is expected: "same" or what is wrong.
Each line of stdin is JSON: a list of [offset, mask] pairs, or a length to cut the file to. Each
line of stdout is the damage and its result, or the error's class. On a hang the script ends, with
the stack on stderr.
"""

import faulthandler
import json
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from support import environment
from tablebase.engine.packed import unpack
from tablebase.engine.tables.store import TableFile

SECONDS = 10
"""Anything that takes longer than this counts as a hang."""

FINE = "same", "FileFormatError", "CorruptFileError", "MissingTableError"


def outcomes(read, image, expected, damages, folder):
    """The result of each damage; fails on a hang, a crash, a wrong answer and another error.

    The first file that is read has no damage.
    """
    damages = [[], *damages]
    good, pickled = folder / "good.h5", folder / "expected.pickle"
    good.write_bytes(image)
    pickled.write_bytes(pickle.dumps(expected))
    done = subprocess.run(
        [sys.executable, "-m", "support.flips", read, good, pickled],
        input="".join(f"{json.dumps(damage)}\n" for damage in damages),
        capture_output=True,
        text=True,
        env=environment(),
    )
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"after the damage {lines[-1]}: {done.stderr[-2000:]}"
    found = [line[len(json.dumps(d)) + 1 :] for line, d in zip(lines, damages, strict=True)]
    bad = [line for line, outcome in zip(lines, found, strict=True) if outcome not in FINE]
    assert not bad, f"{len(bad)} bad outcomes, such as {bad[:3]}"
    assert found[0] == "same"
    return found[1:]


def damaged(good, damage):
    if isinstance(damage, int):
        return good[:damage]
    data = bytearray(good)
    for offset, mask in damage:
        data[offset] ^= mask
    return bytes(data)


def read_everything(path, expected):
    """Read every attribute and code; report what is not as expected."""
    root, tables = expected
    with TableFile(path) as file:
        if file.attributes() != root:
            return f"WRONG root attributes {file.attributes()}"
        for name, (attributes, codes) in tables.items():
            stored = file.codes(name)
            size = stored.attributes["positions"]
            if unpack(stored.packed(), size, 4).tobytes() != codes:
                return f"WRONG codes of {name}"
            if dict(stored.attributes) != attributes:
                return f"WRONG attributes of {name}"
        if file.paths() != sorted(tables):
            return f"WRONG paths {file.paths()}"
    return "same"


def main(read, good, expected):
    module, name = read.split(":")
    read, expected = getattr(import_module(module), name), pickle.loads(Path(expected).read_bytes())
    image = Path(good).read_bytes()
    path = Path(good + ".damaged")
    for line in sys.stdin:
        damage = json.loads(line)
        print(line.strip(), end=" ", flush=True)
        path.unlink(missing_ok=True)  # a file that is cut and written again waits for the disk
        path.write_bytes(damaged(image, damage))
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        try:
            found = read(path, expected)
        except Exception as error:
            found = type(error).__name__
            if "\n" in str(error):
                found = f"WRONG message of several lines: {error!r}"
        print(found, flush=True)
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main(*sys.argv[1:])
