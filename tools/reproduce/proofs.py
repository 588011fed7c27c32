"""The proofs of who wins ten openings of the big board, made and checked, under `single`.

``python tools/reproduce/proofs.py`` makes the proofs of docs/certificate.md with 1 GiB of memory
for the search, ``... 3`` only those of the first three openings. Each is checked with
docs/certificate/winner.py. Prints JSON.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tablebase.games.collapsi.position import Position, random_deals
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.certificate import certify
from tablebase.library import GENERATED_BY

MEMORY = 1 << 30
"""Bytes for the search."""

CHECKER = Path(__file__).parents[2] / "docs/certificate/winner.py"


def proved(start: Position, file: Path) -> dict[str, Any]:
    """Make the proof of an opening, have it checked, and describe it."""
    proof = certify(start, MEMORY)
    proof.save(file, GENERATED_BY)
    subprocess.run([sys.executable, CHECKER, file], check=True, stdout=sys.stderr)
    return {
        "deal": str(start.deal),
        "winner": proof.winner,
        "plies": proof.plies,
        "positions": {side: sum(map(len, own)) for side, own in proof.layers.items()},
        "sha256": sha256(file.read_bytes()).hexdigest(),
    }


def main(deals: int) -> None:
    """Print what the proofs say."""
    with TemporaryDirectory() as folder:
        openings = (
            deal.start("single") for deal in random_deals(deals, 1, load_rules("big-board"))
        )
        json.dump([proved(start, Path(folder, "proof.h5")) for start in openings], sys.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("deals", type=int, nargs="?", default=10)
    options = parser.parse_args()
    main(options.deals)
