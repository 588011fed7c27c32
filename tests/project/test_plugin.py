"""The game in tests/plugin, installed beside ours by pip: all that it brings works."""

import json
import shutil
import signal
import subprocess
from contextlib import contextmanager
from functools import partial
from urllib.request import urlopen

import plugged
import pytest

from tablebase._version import __version__
from tablebase.web.records import DECLARATIONS, SCHEMAS

pytestmark = pytest.mark.thorough

FULL = "1111111"


@pytest.fixture
def program(programs, tmp_path):
    """Run `tablebase`, which has to succeed without a warning; returns its stdout."""

    return partial(succeeds, programs / "tablebase", cwd=tmp_path)


@pytest.fixture
def python(programs, tmp_path):
    """Run its Python likewise."""
    return partial(succeeds, programs / "python", cwd=tmp_path)


def succeeds(*command, **options):
    done = plugged.run(*command, **options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_games_lists_it(program):
    *ours, kayles = json.loads(program("games", "--json"))
    assert {(one["distribution"], one["version"]) for one in ours} == {
        ("collapsi-tablebase", __version__)
    }
    assert [kayles[name] for name in ("game", "distribution", "version")] == [
        "kayles", "kayles", "1.0"
    ]  # fmt: skip
    assert "kayles Kayles: knock down one pin" in " ".join(program("--help").split())


def test_its_self_test(program):
    """Its commands run in test_adding_a_game."""
    assert program("selftest", "kayles").count("  ok ") == 15


@contextmanager
def served(programs, folder):
    command = [programs / "tablebase", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        try:
            yield process.stdout.readline().split()[1].rstrip("/")
        finally:
            process.send_signal(signal.SIGINT)


def test_its_answer_on_the_server(programs, program, tmp_path):
    expected = json.loads(program("kayles", "probe", FULL, "--json"))
    with served(programs, tmp_path) as url:
        with urlopen(f"{url}/api/kayles/probe?position={FULL}") as answer:
            found = json.load(answer)
        with urlopen(f"{url}/api/kayles/line?position={FULL}") as answer:
            line = json.load(answer)["line"]
        with urlopen(f"{url}/api/openapi.json") as answer:
            paths = json.load(answer)["paths"]
        with urlopen(f"{url}/static/games/kayles/page/page.html") as answer:
            assert b"<h1" in answer.read()
    assert found.items() <= expected.items()
    assert found["dte"] == 5
    assert line[0] == found
    assert [one["dte"] for one in line] == [5, 4, 3, 2, 1, 0]
    assert [move["move"] for move in found["moves"] if move["is_best"]] == ["2-3", "5-6"]
    assert "/api/kayles/probe" in paths


def test_the_files_of_its_records_are_fresh(python, tmp_path):
    copy = shutil.copytree(plugged.PLUGIN, tmp_path / "plugin")
    out = python("-m", "tablebase.web.records", "kayles", env=plugged.in_place(copy))
    for name in (DECLARATIONS, SCHEMAS):
        made = copy / "kayles/page" / name
        assert f"{made}: " in out
        assert made.read_text() == (plugged.PLUGIN / "kayles/page" / name).read_text()


@pytest.mark.parametrize("module", ["tablebase.web.records", "tablebase.web.wasm"])
def test_an_installed_copy_is_not_written_to(programs, tmp_path, module):
    if module.endswith("wasm") and not shutil.which("wasm-ld"):
        pytest.skip("needs wasm-ld")
    done = plugged.run(programs / "python", "-m", module, "kayles", cwd=tmp_path)
    assert done.returncode == 1
    expected = (
        "is an installed copy of kayles: expected its sources, installed with `pip install -e`"
    )
    assert done.stderr == f"{plugged.installed(programs) / 'page'} {expected}\n"


RECORD = """
import json
from tablebase.web.page import pages
from tablebase.web.wasm.module import committed
from tablebase.web.wasm.record import record
(room,) = [room for room in pages(["kayles"]) if room.name == "kayles"]
print(json.dumps(record(room, committed(room))))
"""


def test_its_kernels_for_browsers_are_fresh(python):
    recorded = json.loads((plugged.PLUGIN / "kayles/wasm.json").read_text())
    found = json.loads(python("-c", RECORD))
    assert found == recorded, "run `python tests/plugged.py`, which needs lld"


def test_its_mode_in_the_site(program, tmp_path):
    """tests/browser/test_plugin_page.py opens it."""
    program("site", "-o", "site")
    site = tmp_path / "site"
    files = {path.name for path in (site / "static/games/kayles/page").iterdir()}
    made = {"room.json", "kernels.wasm"}
    assert files >= made | {"engine.js", "index.js", "page.html", "style.css"}
    assert '?mode=kayles">Kayles</a>' in (site / "index.html").read_text()


TASK = """
import json
from itertools import islice
from tablebase.rl.tasks import task_of
task = task_of("kayles", pins=9)
instance = next(task.instances("test"))
starts = list(islice(task.starts("test", seed=1), 20))
for start in starts:
    (found,) = [instance.row_of(start)]
    of, actions, after = instance.moves(found)
    moves = {task.action_of(start, move): task.game.rank(start.play(move))
             for move in start.legal_moves()}
    assert dict(zip(actions.tolist(), after.tolist())) == moves
    assert instance.observe(found).shape == (1, *task.shape)
    assert "".join(map(str, instance.observe(found).ravel())) == str(start)
print(len({str(start) for start in starts}))
"""


def test_its_task_for_learning_machines(python):
    assert int(python("-c", TASK)) > 10
    assert python("-m", "tablebase.rl", "score", "kayles", "random")
