"""The basis of the tests of hostile files and commands: no problem goes unnoticed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.processes import BYTES, Processes

pytestmark = pytest.mark.thorough


def misbehave(args):
    """A command that does what no command may; it runs in a process of its own."""
    what, *_ = args
    if what == "traceback":
        raise KeyError(what)
    if what == "turns":
        while True:
            pass
    if what == "waits for another":
        subprocess.run([sys.executable, "-c", "import time; time.sleep(1000)"])
    if what == "swells":
        np.ones(BYTES, np.uint8)
    if what == "another swells":
        subprocess.run([sys.executable, "-c", f"b'x' * {BYTES}"])
    if what == "asks for all memory":
        try:
            np.ones(1 << 40, np.uint8)
        except MemoryError as error:
            sys.exit(f"tablebase: {error}")
    if what == "escape":
        print("\x1b[2J")
    if what == "escape on stderr":
        sys.exit("\x1b[2J")
    if what == "long":
        sys.exit("x" * 20_000)
    sys.exit(int(what) if what.isdigit() else 0)


def good(args):
    """A command that does only what commands may do."""
    print(sys.stdin.read(), os.environ["TABLEBASE_HOME"], args)
    print(*args, file=sys.stderr)
    sys.exit(2)


def started(folder, **limits):
    """Processes that have imported this file."""
    processes = Processes(**limits)
    assert processes.run([], folder, main="engine.test_processes:good", here=True).code == 2
    return processes


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with started(tmp_path_factory.mktemp("here")) as processes:
        yield processes


@pytest.mark.parametrize(
    ("what", "problem"),
    {
        "traceback": "Traceback",
        "swells": "bytes of memory",
        "another swells": "bytes of memory",
        "asks for all memory": "more memory than",
        "escape": "commands the terminal",
        "escape on stderr": "commands the terminal",
        "long": "characters on stderr",
        "1": "without a word",
        "3": "exit code 3",
    }.items(),
)
def test_trouble_is_seen(what, problem, processes, tmp_path):
    outcome = processes.run([what], tmp_path, main="engine.test_processes:misbehave")
    assert problem in "\n".join(outcome.problems())


@pytest.mark.parametrize(
    ("what", "limits"),
    [
        ("turns", {"seconds": 1}),
        ("waits for another", {"wait": 1}),
    ],
)
def test_a_command_without_end(what, limits, tmp_path):
    with started(tmp_path, **limits) as processes:
        outcome = processes.run([what], tmp_path, main="engine.test_processes:misbehave")
    assert outcome.problems() == ["no end: SIGKILL"]


def test_a_command_that_ends_well(processes, tmp_path):
    outcome = processes.run(["caf\udce9"], tmp_path, "typed", main="engine.test_processes:good")
    assert outcome.problems() == []
    assert (outcome.code, outcome.err) == (2, "caf\\udce9\n")
    assert outcome.out == f"typed {tmp_path / 'home'} ['caf\\udce9']\n"
    assert 0 < outcome.bytes < BYTES


def ignoring(*command):
    """Run a command as `nohup` and a shell's `&` start it: with SIGINT ignored."""
    return subprocess.run(
        command,
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )


def test_a_command_that_starts_with_sigint_ignored_ignores_it():
    code = """if True:
        import signal, sys
        import tablebase_cli
        show = tablebase_cli.main
        signal.raise_signal(signal.SIGINT)
        show(["show", "A223/4A2J/3A23/J3A4"])
    """
    done = ignoring(sys.executable, "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
