"""Forged files for the programs of docs/certificate/: one line, no hang, little memory.

Slow: 400 forged files and 600 with flipped bits for the programs that check results without
the package. Needs Linux.
"""

from __future__ import annotations

import os
import random

import pytest
from support import certificates, effort
from support.effort import by_effort
from support.processes import Outcome, Processes

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module", params=certificates.PROGRAMS)
def program(request, tmp_path_factory):
    """A function that runs a program on a file; its folder has a good file and a named pipe."""
    found = certificates.PROGRAMS[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    os.mkfifo(folder / "pipe")
    found.make(folder / "good.h5")
    with Processes(wait=60) as processes:

        def run(path, *, here=False) -> Outcome:
            words = [str(path) if word == "FILE" else word for word in found.words]
            return processes.run(words, folder, main="support.certificates:run", here=here)

        good = run(folder / "good.h5", here=True)  # its compiled functions stay loaded
        assert (good.code, good.problems()) == (0, [])
        yield found, folder, run


def trouble(run, path):
    """What a program does with a forged file that it may not do."""
    outcome = run(path)
    found = outcome.problems()
    if outcome.code != 1:
        found.append(f"exit code {outcome.code}")
    if outcome.err.count("\n") != 1 or len(outcome.err) > 500:
        found.append(f"not one line: {outcome.err}")
    return found


CHOSEN = {
    "link to pipe", "link to good.h5", "soft link", "dataset huge", "dataset virtual",
    "dataset external", "frame bomb", "frame uncounted bomb", "frame padded",
    "position of /: huge", "joker-steps of /: huge list", "face-up", "opponents",
}  # fmt: skip
"""Where a case whose name begins with one of these is tried with quick effort."""


def test_forged_files_are_refused(program, tried):
    found, folder, run = program
    bad, count = [], 0
    names = tuple(CHOSEN) if effort.chosen == "quick" else ""
    for name, change in certificates.changes(found, folder):
        if name in found.harmless or not name.startswith(names):
            continue
        certificates.forge(folder / "good.h5", folder / "forged.h5", change)
        bad += [(name, *problem)] if (problem := trouble(run, folder / "forged.h5")) else []
        count += 1
    tried("forged files for the programs that check proofs", count)
    assert count > by_effort(15, 150)
    assert not bad, "\n".join(map(repr, bad))


@pytest.mark.parametrize("at", ["pipe", "/dev/zero", ".", "missing.h5"])
def test_paths_that_are_not_files(program, at):
    _, folder, run = program
    assert trouble(run, folder / at) == []


@pytest.mark.slow
def test_flipped_bits_prove_nothing_wrong(program, tried):
    """A flip where the program does not look leaves the proof right; any other is refused."""
    _, folder, run = program
    good, rng = (folder / "good.h5").read_bytes(), random.Random(1)
    proof = run(folder / "good.h5").out.splitlines()[-1]
    tried("flipped bits in proofs", 300)
    for _ in range(300):
        data = bytearray(good)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        (folder / "flipped.h5").write_bytes(data)
        outcome = run(folder / "flipped.h5")
        assert outcome.problems() == []
        if outcome.code == 0:
            assert outcome.out.splitlines()[-1] == proof
