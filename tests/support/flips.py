"""Damages a tablebase file in many ways and reads it all: a script, for HDF5 may hang or crash.

python flips.py GOOD EXPECTED < damages

Each line of stdin is JSON: a list of [offset, mask] pairs, or a length to cut the file to. Each
line of stdout is the damage and its result: "same" or the error's class. On a hang the script
ends, with the stack on stderr.
"""

import faulthandler
import json
import pickle
import sys
from pathlib import Path

from tablebase.engine.packed import unpack
from tablebase.engine.tables.store import TableFile

SECONDS = 10
"""Anything that takes longer than this counts as a hang."""


def damaged(good, damage):
    if isinstance(damage, int):
        return good[:damage]
    data = bytearray(good)
    for offset, mask in damage:
        data[offset] ^= mask
    return bytes(data)


def read_everything(path, root, expected):
    """Read every attribute and code; report what is not as expected."""
    with TableFile(path) as file:
        if file.attributes() != root:
            return f"WRONG root attributes {file.attributes()}"
        for name, (attributes, codes) in expected.items():
            stored = file.codes(name)
            size = stored.attributes["positions"]
            if unpack(stored.packed(), size, 4).tobytes() != codes:
                return f"WRONG codes of {name}"
            if dict(stored.attributes) != attributes:
                return f"WRONG attributes of {name}"
        if file.paths() != sorted(expected):
            return f"WRONG paths {file.paths()}"
    return "same"


def main(good, expected):
    root, tables = pickle.loads(Path(expected).read_bytes())
    image = Path(good).read_bytes()
    path = Path(good + ".damaged")
    for line in sys.stdin:
        damage = json.loads(line)
        print(line.strip(), end=" ", flush=True)
        path.unlink(missing_ok=True)  # a file that is cut and written again waits for the disk
        path.write_bytes(damaged(image, damage))
        faulthandler.dump_traceback_later(SECONDS, exit=True)
        try:
            found = read_everything(path, root, tables)
        except Exception as error:
            found = type(error).__name__
            if "\n" in str(error):
                found = f"WRONG message of several lines: {error!r}"
        print(found, flush=True)
    faulthandler.cancel_dump_traceback_later()


if __name__ == "__main__":
    main(*sys.argv[1:])
