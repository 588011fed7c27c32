"""Files that strangers forge: commands refuse or read them without a hang, crash or huge memory.

Slow: 1,589 forged files, each read by all commands. Needs Linux.
"""

import os

import pytest
from support import effort, hostile, of_all
from support.effort import sample
from support.processes import Processes


@pytest.fixture(scope="module")
def processes():
    with Processes() as processes:
        yield processes


@pytest.fixture
def forge(tmp_path):
    """A function that makes the cases of a kind."""
    os.mkfifo(tmp_path / "pipe")

    def forge(kind):
        good = tmp_path / "good.h5"
        hostile.make(kind, good)
        return good, list(hostile.cases(kind, hostile.read(good), tmp_path))

    return forge


def trouble(processes, case, path):
    """The commands that do not end as they should, and the problems."""
    hostile.write(path, case.content)
    for command in hostile.KINDS[case.kind].commands(path):
        outcome = processes.run(command, path.parent)
        found = outcome.problems()
        if "verify" in command and outcome.code == 0 and not case.harmless:
            found.append("verified")
        if found:
            yield case.name, command[:2], found


def check_good(processes, kind, path):
    """The commands read a good file; what they import stays loaded for the commands that follow."""
    for command in hostile.KINDS[kind].commands(path):
        outcome = processes.run(command, path.parent, here=True)
        assert (outcome.code, outcome.problems()) == (0, []), (command, outcome)


CHOSEN = {
    "small": {
        "rules that is brackets", "rules: nested", "deal that is minus four", "game that is list",
        "link to good.h5 3", "frame uncounted bomb", "no bits", "positions that is huge",
        "deal that is escape", "escape in a name", "soft link 2", "soft link 4",
    },
}  # fmt: skip
CHOSEN |= dict(of_all("hostile", "CHOSEN"))
"""Cases that an attack found: some hung, some took gigabytes, most ended in a traceback."""


@pytest.mark.thorough
@pytest.mark.parametrize("kind", CHOSEN if effort.chosen == "quick" else hostile.KINDS)
def test_forged_files(kind, processes, forge, tmp_path, tried):
    """With full effort all, by default some."""
    good, cases = forge(kind)
    check_good(processes, kind, good)
    assert len(cases) > 90
    if effort.chosen == "quick":
        cases = [case for case in cases if case.name in CHOSEN[kind]]
        assert len(cases) == len(CHOSEN[kind])
    tried("forged tables, read by all commands", len(cases))
    bad = [found for case in cases for found in trouble(processes, case, tmp_path / "forged.h5")]
    assert not bad, "\n".join(map(repr, bad))


@pytest.mark.parametrize("kind", sample(["deal", *hostile.OF_GAMES], 1))
@pytest.mark.parametrize("at", ["pipe", "/dev/zero", "."])
def test_paths_that_are_not_files(at, kind, processes, forge, tmp_path):
    """A pipe, a device, a folder."""
    for command in hostile.KINDS[kind].commands(tmp_path / at):
        outcome = processes.run(command, tmp_path)
        assert outcome.problems() == []
        assert outcome.code in (1, 2)
        assert outcome.err.count("\n") == 1
