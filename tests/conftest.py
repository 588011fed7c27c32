from __future__ import annotations

import gc
import io
import os
import signal
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from zlib import crc32

import plugged
import pytest
from filelock import FileLock
from hypothesis import settings
from support import effort, file_image, mini_deals, one_line
from support.twins import twins

import tablebase
import tablebase_cli
from tablebase.engine import compiling
from tablebase.engine.tables.store import encode_table

# Commands wrap their tables at this width. GNU readline sets it in the workers of pytest-xdist.
os.environ.pop("COLUMNS", None)

# The processes that tests start keep their bytecode: many take longer to compile than to run.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Under `nohup`, a shell's `&` and some CI systems tests start with SIGINT ignored, and so would the
# processes that they start: Python leaves an ignored signal ignored.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Hypothesis draws the same examples every time, and keeps no clock.
settings.register_profile("reproducible", derandomize=True, deadline=None)
settings.load_profile("reproducible")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config) -> int | None:
    """With `-n auto`, one worker more than there are processors: many tests wait for something.

    With the browser's tests among others it is two more, see below.
    """
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return len(os.sched_getaffinity(0)) + 1 + browser_is_one_of_many(config)


def browser_is_one_of_many(config) -> bool:
    """Whether the browser's tests run, and others too."""
    only = all("browser" in Path(arg).parts for arg in config.args)
    return not only and "browser" not in config.getini("norecursedirs")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Two workers take the browser's tests, and the others all else meanwhile.

    A browser test waits for half of its time. If more ran at once, processors would be idle.
    """
    if config.option.dist != "loadfile" or not browser_is_one_of_many(config):
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return f"{BROWSER}{crc32(file.encode()) % 2}" if file.startswith(BROWSER) else file

    return Scheduling(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", action="store_true", help="write screenshots of the page")
    parser.addoption("--record", action="store_true", help="write transcripts anew")
    parser.addoption("--effort", choices=effort.EFFORTS, help="sizes of samples, by default quick")


def pytest_configure(config: pytest.Config) -> None:
    """An attack is always in full."""
    usual = "full" if config.option.markexpr == "attack" else "quick"
    effort.chosen = config.getoption("effort") or usual


BROWSER = "tests/browser/"
TRIED = pytest.StashKey[Counter]()


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is imported and collected stays: looking for garbage in it took a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What counts its tries is part of the attack: `pytest -m attack`.

    What takes long comes first, so that no worker is left with it while the others have ended: the
    browser's tests, and files with thorough ones.
    """
    for item in items:
        if "tried" in getattr(item, "fixturenames", ()):
            item.add_marker("attack")
    long = {item.path for item in items if item.get_closest_marker("thorough")}
    number = Counter(item.path for item in items)
    items.sort(key=lambda item: (not item.nodeid.startswith(BROWSER), item.path not in long,
                                 -number[item.path], item.path))  # fmt: skip


@pytest.fixture
def tried(request):
    """A function that counts what an attack has tried, for the table at the end."""
    return lambda what, number=1: request.config.stash.setdefault(TRIED, Counter()).update(
        {what: number}
    )


def pytest_terminal_summary(terminalreporter, config):
    """The table of the attack, as docs/reliability.md has it."""
    if "attack" in config.option.markexpr:
        terminalreporter.write_line("\n| what was tried | times |\n|---|---|")
        for what, number in config.stash.get(TRIED, Counter()).items():
            terminalreporter.write_line(f"| {what} | {number:,} |")


@pytest.fixture(scope="session", autouse=True)
def own_options():
    """Options of this run, as `.ci/run` gives some, are not those of the runs that tests start."""
    os.environ.pop("PYTEST_ADDOPTS", None)


@pytest.fixture(scope="session", autouse=True)
def no_kernel_has_twins():
    """After the last test, so that it sees what all of them compiled."""
    yield
    gc.unfreeze()
    assert twins() == {}


@pytest.fixture(scope="session")
def deals():
    """Three deals of the real board."""
    return list(tablebase.random_deals(3, seed=2024))


@pytest.fixture(scope="session")
def built(deals):
    """Their tables, in memory."""
    return [tablebase.build(deal) for deal in deals]


@pytest.fixture(scope="session")
def real_image(built):
    """A tablebase file that holds them, as bytes."""
    return file_image([encode_table(table, level=3) for table in built], "tests 1")


@pytest.fixture(scope="session")
def real_file(real_image, tmp_path_factory):
    """The same as a file. Tests must not change it."""
    path = tmp_path_factory.mktemp("real") / "deals.h5"
    path.write_bytes(real_image)
    return path


@pytest.fixture(scope="session")
def mini():
    """Tables of three deals of the small board, in memory."""
    return [tablebase.build(deal) for deal in mini_deals(3)]


@pytest.fixture(scope="session")
def mini_image(mini):
    """A tablebase file that holds them, as bytes."""
    return file_image([encode_table(table) for table in mini], "tests 1")


@pytest.fixture
def mini_file(mini_image, tmp_path):
    """The same as a file of the test's own."""
    path = tmp_path / "mini.h5"
    path.write_bytes(mini_image)
    return path


@pytest.fixture(scope="session")
def whole_file(tmp_path_factory):
    """A file of the whole game, for slow tests: minutes. Tests must not change it."""
    path = tmp_path_factory.mktemp("whole") / "whole.h5"
    tablebase.build_large(path)
    return path


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    """The programs of an environment with the game in tests/plugin, which all workers share."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with FileLock(folder / "plugged.lock"):
        return plugged.environment_with_plugin(folder / "plugged")


@pytest.fixture
def pass_time(monkeypatch):
    """A clock for searches and compiling that stands still; returns what sets it forward."""
    now = [1000.0]
    monkeypatch.setattr(compiling, "time", SimpleNamespace(perf_counter=lambda: now[0]))

    def pass_time(seconds):
        now[0] += seconds

    return pass_time


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Where commands look if no file is named; never the user's own folder."""
    folder = tmp_path / "home"
    monkeypatch.setenv("TABLEBASE_HOME", str(folder))
    return folder


@pytest.fixture
def run(capsys, home, monkeypatch):
    """Run a command, with lines to type; returns exit code, stdout and stderr."""

    def run(*args, typed=""):
        lines = io.TextIOWrapper(io.BytesIO(typed.encode()))
        monkeypatch.setattr("sys.stdin", lines)
        with pytest.raises(SystemExit) as exit_:
            tablebase_cli.main([str(arg) for arg in args])
        captured = capsys.readouterr()
        return exit_.value.code, captured.out, captured.err

    return run


@pytest.fixture
def answer(run):
    """Run a command that has to succeed; returns its stdout."""

    def answer(*args, typed=""):
        code, out, err = run(*args, typed=typed)
        assert (code, err) == (0, "")
        return out

    return answer


@pytest.fixture
def fails(run):
    """Run a command that has to fail with a code, in one line; returns the line."""

    def fails(code, *args, typed=""):
        found, out, err = run(*args, typed=typed)
        assert found == code, err
        assert one_line(err), err
        assert "Traceback" not in out + err
        return err

    return fails


@pytest.fixture
def play(answer):
    """Play a side game from lines of input; returns the output."""
    return lambda typed, name, *args: answer(name, "play", *args, typed=typed)
