"""Where compiled kernels are kept, and when they are compiled again."""

import copy
import math
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections import namedtuple
from enum import Enum
from functools import partial
from importlib import import_module
from types import ModuleType

import nbformat
import numba
import numpy as np
import pytest
from filelock import FileLock
from nbclient import NotebookClient
from notebooks import BY_FILE
from numba.extending import intrinsic
from rich.live import _RefreshThread
from support.processes import Processes

from tablebase.engine import compiling
from tablebase.engine.kernels.folders import UnknownError, fingerprint, folder_of, made
from tablebase_cli.progress import compiling_shown, progress_bar, progress_share, spinner

pytestmark = pytest.mark.thorough

MODULES = {
    "__init__": "",
    "measures": "from __future__ import annotations\nHEIGHT = 10\n",
    "walls": """
        from tablebase.engine.kernels import helper
        from house import measures

        @helper()
        def wall(width):
            return width * measures.HEIGHT
        """,
    "rooms": """
        from tablebase.engine.kernels import kernel
        from house.walls import (
            wall,
        )

        @kernel()
        def walls(width):
            return 4 * wall(width)

        @kernel()
        def floor(width):
            return width * width
        """,
    "garden": "TREES = 2\n",
}
RUN = """
from house import garden, rooms
from tablebase.engine.compiling import so_far, watched
reports = []
with watched(reports.append):
    print(rooms.walls(3), rooms.floor(3), end=" ")
assert reports == [True, False] * (len(reports) // 2)
assert (so_far()[0] in ("walls", "floor")) == bool(reports)
print(len(reports) // 2)
"""


@pytest.fixture
def house(tmp_path):
    """A package with kernels; its parts are in several modules."""
    folder = tmp_path / "source" / "house"
    folder.mkdir(parents=True)
    for name, source in MODULES.items():
        (folder / f"{name}.py").write_text(source.replace("\n        ", "\n"))
    return folder


@pytest.fixture(scope="module")
def processes():
    """Processes that have imported the compiler, and nothing that is compiled."""
    with Processes("engine.test_kernels:import_compiler") as processes:
        yield processes


def import_compiler(args):
    import tablebase.engine.kernels  # noqa: F401


def enter(args):
    """Compute in a process that has not read the environment's settings yet."""
    source, cache = args
    import numba

    sys.path.insert(0, source)
    sys.dont_write_bytecode = True
    os.environ["NUMBA_CACHE_DIR"] = cache
    numba.config.reload_config()
    exec(RUN, {})


@pytest.fixture
def run(processes, tmp_path):
    """What the two kernels compute, how many were compiled, and what is printed."""

    def run(house, cache):
        args = [str(house.parent), str(cache)]
        code, out, err, _ = processes.run(args, tmp_path, main="engine.test_kernels:enter")
        return found(code, out, err)

    return run


def found(code, out, err):
    assert code == 0, err
    walls, floor, compiled = map(int, out.split())
    return (walls, floor), compiled, err


@pytest.fixture
def digests(house, monkeypatch):
    """The digests of the two kernels, as a process finds them that imports them now.

    They name what is kept, so a kernel is compiled anew if and only if its digest is another.
    """

    def forget():
        for name in [name for name in sys.modules if name.split(".")[0] in ("house", "lengths")]:
            del sys.modules[name]

    def digests(house=house):
        forget()
        with monkeypatch.context() as patch:
            patch.syspath_prepend(house.parent)
            rooms = import_module("house.rooms")
            return [fingerprint(kernel.py_func) for kernel in (rooms.walls, rooms.floor)]

    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    yield digests
    forget()


def edit(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_kernel_is_compiled_anew_when_anything_it_is_made_from_changes(run, house, tmp_path):
    cache = tmp_path / "cache"
    assert run(house, cache) == ((120, 9), 2, "")
    assert run(house, cache) == ((120, 9), 0, "")
    edit(house / "garden.py", "2", "3")
    assert run(house, cache) == ((120, 9), 0, "")
    edit(house / "measures.py", "10", "20")
    assert run(house, cache) == ((240, 9), 1, "")
    edit(house / "walls.py", "width *", "1 + width *")
    assert run(house, cache) == ((244, 9), 1, "")
    edit(house / "rooms.py", "width * width", "width * width * 2")
    assert run(house, cache) == ((244, 18), 1, "")
    assert not [path for path in house.rglob("*") if path.suffix in (".nbi", ".nbc")]


def test_words_do_not_matter(digests, house):
    before = digests()
    edit(house / "walls.py", "    return", '    """Get the area of a wall."""\n    return')
    edit(house / "rooms.py", "@kernel()", "# A comment.\n\n\n@kernel()")
    assert digests() == before


@pytest.mark.parametrize(
    "imported",
    [
        "from . import measures",
        "import house.measures as measures",
        "from lengths import measures",  # another package
        "import lengths.measures\nfrom lengths import measures",
        "try:\n    from house import (  # a\n        measures\n    )\nexcept ValueError:\n    pass",
    ],
)
def test_imports_are_followed_in_any_form(imported, digests, house):
    edit(house / "walls.py", "from house import measures", imported)
    lengths = shutil.copytree(house, house.parent / "lengths")
    (lengths / "__init__.py").write_text("from . import measures")
    walls, floor = digests()
    for package in (house, lengths):
        edit(package / "measures.py", "10", "20")
    assert digests()[0] != walls
    assert digests()[1] == floor


CELL = """
from tablebase.engine.compiling import watched
from tablebase.engine.kernels import helper, kernel
HEIGHT = 10

@kernel()
def walls(width):
    return 4 * wall(width)

@helper()
def wall(width):
    return width * HEIGHT

reports = []
with watched(reports.append):
    print(walls(3), len(reports) // 2)
"""


def in_a_command(sources, cache):
    return python("".join(sources), cache).stdout


def on_standard_input(sources, cache):
    return python("-", cache, input="".join(sources)).stdout


def python(code, cache, *args, house=None, warnings="error", **options):
    """Run code in a process of its own, with its own cache; `house` is imported from its source."""
    env = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    if house is not None:
        env["PYTHONPATH"] = str(house.parent)
    code = ("-",) if code == "-" else ("-c", code)
    command = [sys.executable, "-B", "-W", warnings, *code, *args]
    done = subprocess.run(command, env=env, text=True, capture_output=True, **options)
    assert done.returncode == 0, done.stderr
    return done


def in_a_notebook(sources, cache):
    cells = [
        {"cell_type": "code", "source": source, "metadata": {}, "outputs": [], "execution_count": 1}
        for source in sources
    ]
    empty = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}}
    notebook = nbformat.from_dict({**empty, "cells": cells})
    env = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    NotebookClient(notebook, config=BY_FILE).execute(env=env)
    return "".join(cell.outputs[0].text for cell in notebook.cells)


@pytest.mark.parametrize("where", [in_a_command, on_standard_input, in_a_notebook])
def test_code_without_a_file_is_kept_and_never_stale(where, tmp_path):
    assert where([CELL], tmp_path) == "120 1\n"
    assert where([CELL, CELL.replace("10", "20")], tmp_path) == "120 0\n240 1\n"


def test_what_cannot_be_noticed_has_no_fingerprint():
    with pytest.raises(UnknownError, match=rf"a {__name__}\.House"):
        fingerprint(lambda: HOUSE)


class House:
    pass


HOUSE = House()

PLACES = {
    "global": "def f(): return USED",
    "variable of an outer function": "def made(x): return lambda: x\nf = made(USED)",
    "default": "def f(x=USED): return x",
    "keyword default": "def f(*, x=USED): return x",
    "attribute of a module": "house.WALL = USED\ndef f(): return house.WALL",
    "attribute of a class": "class House: WALL = USED\ndef f(): return House.WALL",
    "inner function": "def f(): return (lambda: USED)()",
    "function that is called": "def wall(): return USED\ndef f(): return wall()",
    "kernel that is called": "@njit\ndef wall(): return USED\ndef f(): return wall()",
    "intrinsic that is called": "@intrinsic\ndef wall(_): return USED\ndef f(): return wall()",
    "in a tuple": "WALLS = 1, USED\ndef f(): return WALLS",
    "in a dict": "WALLS = {1: USED}\ndef f(): return WALLS",
}
"""Where a kernel may use something, with the name of the place."""


def abs_(x):
    return abs(x)


def in_module(name):
    function = lambda: 1  # noqa: E731
    function.__module__ = name
    return function


def enum(**members):
    return Enum("Room", members)


VALUES = {
    "number": (1, 2),
    "sign of zero": (0.0, -0.0),
    "number of another type": (1, 1.0),
    "number of another width": (np.int64(1), np.int32(1)),
    "truth": (1, True),
    "text": ("a", "b"),
    "bytes": (b"a", b"b"),
    "nothing": (None, Ellipsis),
    "numbers in an array": (np.array([1, 2]), np.array([1, 3])),
    "dtype of an array": (np.array([1], np.int32), np.array([1], np.uint32)),
    "shape of an array": (np.zeros((2, 3)), np.zeros((3, 2))),
    "order": ((1, 2), (2, 1)),
    "nesting": (((1,), 2), ((1, 2),)),
    "tuple or list": ((1, 2), [1, 2]),
    "members of a set": ({1, 2}, {1, 3}),
    "set or frozen set": ({1, 2}, frozenset({1, 2})),
    "keys of a dict": ({1: 2}, {3: 2}),
    "values of a dict": ({1: 2}, {1: 3}),
    "value of an enum's member": (enum(HALL=1).HALL, enum(HALL=2).HALL),
    "name of an enum's member": (enum(HALL=1).HALL, enum(BATH=1).BATH),
    "fields of a named tuple": (namedtuple("Room", "a b"), namedtuple("Room", "b a")),
    "function of a library": (math.sin, math.cos),
    "type": (np.int8, np.int16),
    "type of the compiler": (numba.int8, numba.int16),
    "operation": (lambda x: x + 1, lambda x: x - 1),
    "attribute that is asked for": (lambda: math.sin, lambda: math.cos),
    "module of a function": (in_module("hall"), in_module("bath")),
    "inner function": (lambda: (lambda: 1)(), lambda: (lambda: 2)()),
    "options of a kernel": (numba.njit(abs_), numba.njit(error_model="numpy")(abs_)),
}
"""Values that differ in one thing alone, with its name."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", VALUES)
def test_the_digest_depends_on_everything_that_a_kernel_uses(place, kind):
    def digest(used):
        names = {"USED": used, "house": ModuleType("house"), "__name__": "rooms"}
        exec(PLACES[place], names := names | {"njit": numba.njit, "intrinsic": intrinsic})
        return fingerprint(names["f"])

    one, other = VALUES[kind]
    assert digest(one) == digest(copy.copy(one)) != digest(other)


def test_the_digest_does_not_depend_on_the_order_of_a_set():
    sets = {0, 8}, {8, 0}
    assert list(sets[0]) != list(sets[1])
    one, other = (fingerprint(lambda found=found: found) for found in sets)
    assert one == other


UNTRIED = """
import numba
numba.__version__ = "99.1.0"
"""
MISSING = """
from numba.core import caching
del caching._CacheLocator
"""
NUMBERED_ELSEWHERE = """
from itertools import count
from numba.core.bytecode import FunctionIdentity

def numbered(cls, function, usual=FunctionIdentity.from_function.__func__, numbers=count(1)):
    cls._unique_ids = numbers
    return usual(cls, function)

FunctionIdentity.from_function = classmethod(numbered)
"""
FALL_BACK = """
from house import rooms
print(rooms.walls(3), rooms.floor(3), sum(rooms.walls.stats.cache_hits.values()))
"""


def fall_back(change, house, cache):
    done = python(change + FALL_BACK, cache, house=house, warnings="always")
    assert done.stderr.count("Warning: ") == 1
    assert "compiled kernels are kept by Numba's own cache" in done.stderr
    return done.stdout


def test_a_numba_that_lacks_something_is_unknown(house, tmp_path):
    assert fall_back(MISSING, house, tmp_path) == "120 9 0\n"


@pytest.mark.parametrize(
    ("change", "kept"),
    [(UNTRIED, 1), (UNTRIED + NUMBERED_ELSEWHERE, 0)],
    ids=["untried", "numbered elsewhere"],
)
def test_with_an_unknown_numba_kernels_are_kept_its_way_and_never_stale(
    change, kept, house, tmp_path
):
    """One line says so. What others need cannot be kept under numbers that others have too."""
    run = partial(fall_back, change, house, tmp_path)
    assert run() == "120 9 0\n"
    assert run() == f"120 9 {kept}\n"
    edit(house / "measures.py", "10", "20")  # in another file than the kernel's
    assert run() == "240 9 0\n"
    assert run() == f"240 9 {kept}\n"
    assert not list(house.rglob("*.nb?"))


def test_installations_with_the_same_source_share_their_kernels(digests, house, tmp_path):
    other = shutil.copytree(house, tmp_path / "other" / "house", copy_function=shutil.copyfile)
    assert digests(other) == digests(house)


def test_a_kernel_whose_helper_moves_to_another_module_is_another(digests, house):
    walls, floor = digests()
    (house / "walls.py").rename(house / "fences.py")
    edit(house / "rooms.py", "house.walls", "house.fences")
    assert digests()[0] != walls
    assert digests()[1] == floor


def test_where_nothing_can_be_kept_it_says_so_once(house, tmp_path):
    file = tmp_path / "file"
    file.touch()
    done = python(RUN, file / "cache", house=house, warnings="always")
    values, compiled, said = found(done.returncode, done.stdout, done.stderr)
    assert (values, compiled) == ((120, 9), 2)
    assert said.count("compiled kernels are not kept") == 1
    assert str(file / "cache") in said


def test_a_damaged_file_is_replaced(run, house, tmp_path):
    cache = tmp_path / "cache"
    run(house, cache)
    for pattern in ("*walls*.nbc", "*walls*.nbi"):
        (path,) = cache.rglob(pattern)
        path.write_bytes(path.read_bytes()[:20])
        assert run(house, cache) == ((120, 9), 1, "")
        assert run(house, cache) == ((120, 9), 0, "")


HELD = """
import os, sys, time
from pathlib import Path
from numba.core import event
from tablebase.engine.compiling import watched
from house import rooms

here = Path(sys.argv[1])

class Hold(event.Listener):
    def on_start(self, event):
        (here / f"compiling-{os.getpid()}").touch()
        while not (here / "go").exists():
            time.sleep(0.01)

    def on_end(self, event):
        pass

event.register("numba:compile", Hold())
with watched(lambda starts: (here / f"shown-{os.getpid()}").touch()):
    print(rooms.walls(3), sum(rooms.walls.stats.cache_misses.values()))
"""


@pytest.fixture
def start_held(house, tmp_path):
    """Start a process that compiles a kernel, but not before there is a file `go`."""

    def start():
        command = [sys.executable, "-B", "-W", "error", "-c", HELD, str(tmp_path)]
        started.append(subprocess.Popen(command, env=env, text=True, stdout=-1))
        return started[-1]

    env = {
        **os.environ,
        "PYTHONPATH": str(house.parent),
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    started = []
    yield start
    for process in started:
        with process:
            process.kill()


def wait_for(path, process):
    ends = time.monotonic() + 120
    while not path.exists():
        assert process.poll() is None
        assert time.monotonic() < ends, path
        time.sleep(0.01)


def test_one_process_compiles_while_others_wait_and_show_it(start_held, tmp_path):
    first = start_held()
    wait_for(tmp_path / f"compiling-{first.pid}", first)
    second = start_held()
    wait_for(tmp_path / f"shown-{second.pid}", second)
    (tmp_path / "go").touch()
    assert [one.communicate()[0] for one in (first, second)] == ["120 1\n", "120 0\n"]
    assert len(list(tmp_path.glob("compiling-*"))) == 1


def test_a_killed_process_keeps_nobody_waiting(start_held, tmp_path):
    first = start_held()
    wait_for(tmp_path / f"compiling-{first.pid}", first)
    second = start_held()
    wait_for(tmp_path / f"shown-{second.pid}", second)
    assert not (tmp_path / f"compiling-{second.pid}").exists()
    first.kill()
    first.communicate()
    wait_for(tmp_path / f"compiling-{second.pid}", second)
    (tmp_path / "go").touch()
    assert second.communicate()[0] == "120 1\n"


def test_nobody_waits_long_for_a_process_that_is_suspended(run, house, tmp_path):
    cache = tmp_path / "cache"
    run(house, cache)
    (folder,) = (cache / "kernels").glob("house.rooms.walls-*")
    for index in folder.glob("*.nbi"):
        index.unlink()
    source = "from tablebase.engine.kernels import kept\nkept.LONGEST_TURN = 0.1\n" + RUN
    with FileLock(folder / "compiling"):
        done = python(source, cache, house=house)
    assert (done.stdout, done.stderr) == ("120 9 2\n", "")  # it shows that it waits, and compiles


ADDERS = """
import sys
from numba import types
from tablebase.engine.kernels import game_kernel, loop

def adder(number):
    @game_kernel
    def add(value):
        return value + number
    return add

SIGNATURE = types.int64(types.FunctionType(types.int64(types.int64)), types.int64)

@loop(SIGNATURE)
def call(function, value):
    return function(value)

adders = [adder(int(number)) for number in sys.argv[1:]]
for add in adders * 2:
    print(call(add, 0), end=" ")
"""


@pytest.mark.parametrize("change", ["", UNTRIED], ids=["tried", "untried"])
def test_code_that_processes_kept_under_one_name_is_not_mixed_up(change, tmp_path):
    """Numba itself numbers functions from 1 in each process, its issue 10486."""
    # The first process compiles the loop, too, so its numbers are others.
    for numbers in (["5"], ["10"], ["20"], ["10", "20"]):
        run = python(change + ADDERS, tmp_path, *numbers, warnings="default")
        assert run.stdout.split() == numbers * 2, run.stderr


def test_kernels_out_of_use_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    kept, _ = folder_of(abs_)
    names = "wall-0123456789abcdef", "unused", "wall-fedcba9876543210"
    unused, foreign, vanished = map(kept.with_name, names)
    month = time.time() - 31 * 24 * 3600
    for folder in (made(kept), unused, foreign):
        folder.mkdir(exist_ok=True)
        os.utime(folder, (month, month))
    vanished.symlink_to(tmp_path / "nowhere")
    folder_of(abs_)  # uses it
    made(kept.with_name("floor-0123456789abcdef"))
    assert [folder.exists() for folder in (kept, foreign, unused)] == [True, True, False]


def test_the_clock_stands_still_while_kernels_are_compiled(pass_time):
    started = compiling.clock()
    compiling.report("walls")
    pass_time(1)
    assert compiling.clock() == started
    compiling.report(None)
    pass_time(2)
    assert compiling.clock() == pytest.approx(started + 2)


def test_it_is_known_what_is_compiled_and_for_how_long(pass_time):
    _, before = compiling.so_far()
    compiling.report("walls")
    pass_time(1)
    assert compiling.so_far() == ("walls", pytest.approx(before + 1))
    pass_time(2)
    compiling.report(None)
    pass_time(4)
    assert compiling.so_far() == ("walls", pytest.approx(before + 3))


@pytest.fixture
def terminal(monkeypatch, capsys):
    """Stderr as a terminal: returns what is drawn there until it shows a text."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")

    def shown(text):
        said, ends = "", time.monotonic() + 60
        while text not in said:  # another thread draws, ten times a second
            assert time.monotonic() < ends, said
            time.sleep(0.01)
            said += capsys.readouterr().err
        return said

    return shown


@pytest.mark.parametrize("shown", [spinner, lambda description: progress_bar(1, description)])
def test_a_terminal_shows_when_kernels_are_compiled(shown, terminal):
    with shown("building"):
        compiling.report("walls")
        said = terminal(" s so far")
        assert re.search(r"compiling walls, once on this machine: \d+ s so far", said)
        compiling.report(None)
        terminal("building")


def test_nothing_is_drawn_after_compiling(terminal, capsys):
    with compiling_shown():
        for _ in range(2):
            compiling.report("walls")
            terminal("compiling walls, once")
            drawing = [thread for thread in threading.enumerate() if type(thread) is _RefreshThread]
            compiling.report(None)
            capsys.readouterr()
            for thread in drawing:
                thread.join()
            assert len(drawing) == 1
            assert capsys.readouterr().err == ""


def test_compiling_does_not_set_a_share_back(terminal):
    with progress_share("building") as show:
        show(0.5)
        compiling.report("walls")
        terminal("compiling walls")
        compiling.report(None)
        terminal("50%")
