"""Files that strangers forge: commands refuse or read them, and never hang, crash or swell."""

from __future__ import annotations

import os

import hostile
import pytest


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    with hostile.Reader(tmp_path_factory.mktemp("home")) as reader:
        yield reader


@pytest.fixture
def forge(tmp_path):
    """Makes the cases of a kind."""
    os.mkfifo(tmp_path / "pipe")

    def forge(kind):
        good = tmp_path / "good.h5"
        hostile.make(kind, good)
        return good, list(hostile.cases(kind, hostile.read(good), tmp_path))

    return forge


def trouble(reader, case, path):
    """The commands that do not end as they should."""
    hostile.write(path, case.content)
    kind, found = hostile.KINDS[case.kind], []
    for command in kind.commands(path):
        outcome = reader.run(command)
        passes = "verify" in command and outcome.code == 0 and not case.harmless
        if passes or not outcome.sound:
            found.append((case.name, command[:2], outcome))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("kind", hostile.KINDS)
def test_forged_files(kind, reader, forge, tmp_path, capsys):
    good, cases = forge(kind)
    path = tmp_path / "forged.h5"
    for command in hostile.KINDS[kind].commands(good):
        outcome = reader.run(command, warm=True)
        assert (outcome.code, outcome.sound) == (0, True), (command, outcome)
    assert len(cases) > 30
    bad = [found for case in cases for found in trouble(reader, case, path)]
    with capsys.disabled():
        print(f" {kind}: {len(cases)} files", end="")
    assert not bad, "\n".join(map(repr, bad))
