"""Published figures computed again: wrong ones are found, and finished work is kept."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from reproduce import CLAIMS
from reproduce.claims import Claim
from reproduce.comparing import compare as compare_claim
from reproduce.running import PROGRAMS, CommandError, Runner, sharing
from reproduce.sums import published, sums

ROOT = Path(__file__).parents[2]

PAGE = """
# A page

| other | deals |
|---|---:|
| 1 | 5,000 |

Some **figures**:

| plies | deals | % |
|---|---:|---:|
| [`7`](rules.md) | **1,050** | 0.5 |
| 8 | 19,410 | -1.2 |

In 31.3 % of the
deals (5 to 7) it depends.
"""


def claim(*lines, commands=("python -c 1",), after="figures"):
    return Claim("tiny", "page.md", after, commands, 1, lambda *_: lines)


def compare(*lines, **options):
    found = compare_claim(claim(*lines, **options), PAGE, [None])
    return [(line.published, line.computed) for line in found.differences]


def test_equal_lines():
    lines = ("| 7 | 1,050 | 0.5 |", "| 8 | 19,410 | -1.2 |", "In 31.3 % of the deals (5 to 7) it")
    found = compare_claim(claim(*lines), PAGE, [None])
    assert not found.differences
    assert found.figures == 9


@pytest.mark.parametrize(
    ("computed", "published"),
    [
        ("| 7 | 1,051 | 0.5 |", "| 7 | 1,050 | 0.5 |"),
        ("| 7 | 1,050 | -0.5 |", "| 7 | 1,050 | 0.5 |"),
        ("In 31.3 % of the deals (5-7) it", None),
        ("In 31.3 % of the deals (5 to 8) it", "In 31.3 % of the deals (5 to 7) it"),
        ("| 7 | 1,050 | 0.5 | 3 |", None),
        ("| other | 1 |", None),  # before the text after which the lines come
    ],
)
def test_a_wrong_figure_is_found(computed, published):
    assert compare(computed) == [(published, computed)]


def test_the_order_of_lines_counts():
    second, first = "| 8 | 19,410 | -1.2 |", "| 7 | 1,050 | 0.5 |"
    assert compare(second, first)


def test_a_page_without_the_place():
    with pytest.raises(ValueError, match=r"page\.md lacks 'Elsewhere', which tiny needs"):
        compare("1", after="Elsewhere")


def test_nothing_to_compare():
    with pytest.raises(ValueError, match="tiny has nothing to compare"):
        compare()


@pytest.fixture
def runner(tmp_path):
    (tmp_path / "page.md").write_text(PAGE)
    folder = tmp_path / "kept"
    folder.mkdir()
    return Runner(tmp_path, folder)


COUNT = "python -c \"open('runs', 'a').write('.'); print('[1, 2]')\""


def is_kept(runner, some):
    return all(runner._file(command).exists() for command in some.commands)


def test_results_are_kept(runner):
    tiny = claim("In 31.3 % of the deals", commands=(COUNT,))
    assert not is_kept(runner, tiny)
    for _ in range(2):
        assert not runner.compare(tiny).differences
    # An interrupted run begins with a new runner of the same folder; another claim shares results.
    found = []
    other = Claim("other", "page.md", "", (COUNT,), 1, lambda data: [found.extend(data) or "8"])
    Runner(runner.root, runner.folder).compare(other)
    assert (runner.folder / "runs").read_text() == "."
    assert found == [1, 2]
    assert is_kept(runner, other)


def test_claims_that_share_a_command_are_computed_in_turn(runner):
    def named(name, *commands):
        return Claim(name, "page.md", "", commands, 1, lambda *_: ["8"])

    sleep = 'python -c "import time; time.sleep(0.2)"'
    claims = [named("a", "one"), named("b", COUNT), named("c", "one", "two"), named("d", COUNT)]
    groups = [[claim.name for claim in group] for group in sharing(claims)]
    assert groups == [["a", "c"], ["b", "d"]]
    joined = [*claims, named("e", "two", COUNT)]
    assert [[claim.name for claim in group] for group in sharing(joined)] == [list("acbde")]

    waiting = [named("slow", sleep), named("b", COUNT), named("d", COUNT)]
    done = [outcome.claim.name for outcome in runner.compare_all(waiting, workers=2)]
    assert sorted(done) == ["b", "d", "slow"]
    assert (runner.folder / "runs").read_text() == "."


def test_leaving_early_kills_the_commands_that_run(runner):
    long = claim("8", after="7", commands=('python -c "import time; time.sleep(60)"',))
    outcomes = runner.compare_all([claim("8"), long, long], workers=2)
    assert next(outcomes).claim.after == "figures"
    while not runner._running:
        time.sleep(0.01)
    (process,) = runner._running
    outcomes.close()
    assert process.wait(10) < 0
    time.sleep(0.5)
    assert not runner._running  # the next command is not started
    assert not is_kept(runner, long)


def test_a_failed_command_is_not_kept(runner):
    failing = claim("8", commands=("python -c \"import sys; sys.exit('no memory')\"",))
    with pytest.raises(CommandError, match="ended with exit code 1: no memory"):
        runner.compare(failing)
    assert not is_kept(runner, failing)


def test_every_claim():
    names = [claim.name for claim in CLAIMS]
    assert len(set(names)) == len(names) > 40
    for claim in CLAIMS:
        page = (ROOT / claim.page).read_text()
        assert claim.after in page.replace("`", ""), claim.name
        assert {shlex.split(command)[0] for command in claim.commands} <= set(PROGRAMS)


def test_digests_of_the_published_files():
    lines = (ROOT / "data/SHA256SUMS").read_text().splitlines()
    assert lines == list(sums(ROOT / "data", published(ROOT / "data")))
    assert {"openings.h5", "positions.csv", "puzzles.csv", "five.csv"} <= {
        line.split()[1] for line in lines
    }


def test_the_command(run, tmp_path):
    shutil.copytree(ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("img"))
    page, kept = tmp_path / "docs/results.md", tmp_path / "kept"
    code, out, _ = run("reproduce", "joker-distance", "--repository", tmp_path, "-o", kept)
    assert code == 0
    assert "24 figures; lines that differ: none" in out
    page.write_text(page.read_text().replace("7,196,184", "7,196,185"))
    code, out, err = run(
        "reproduce", "joker-distance", "who-wins", "--repository", tmp_path, "-o", kept
    )
    assert (code, err.splitlines()[-1]) == (1, "tablebase: 1 claim of 2 not reproduced")
    assert "lines that differ: 1\n" in out
    assert "published: | 2 | 18,918,900 | 7,196,185 | 38.0 |" in out
    assert "computed:  | 2 | 18,918,900 | 7,196,184 | 38.0 |" in out
    code, out, _ = run(
        "reproduce", "joker-distance", "--repository", tmp_path, "-o", kept, "--json"
    )
    (found,) = json.loads(out)["claims"]
    assert (code, found["same"], found["figures"], len(found["lines"])) == (1, False, 24, 4)


def test_an_interrupted_run_says_where_its_results_are(run, tmp_path, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Runner, "compare_all", interrupt)
    code, _, err = run("reproduce", "match", "--repository", ROOT, "-o", tmp_path)
    assert code == 130
    assert f"interrupted; results are in {tmp_path}: run the same command again" in err
    assert run("reproduce", "match", "--repository", ROOT)[2].endswith("tablebase: interrupted\n")


def test_the_quick_claims(answer):
    listed = json.loads(answer("reproduce", "--quick", "--list", "--json"))
    quick = {claim["name"]: claim for claim in listed}
    assert {"files", "who-wins", "match"} <= set(quick) < {claim.name for claim in CLAIMS}
    assert max(claim["seconds"] for claim in quick.values()) <= 10
    assert "match  docs/match.md  3 s\n    tablebase match --json" in answer("reproduce", "--list")


def test_slow_claims_run_only_when_asked_for(run, monkeypatch, tmp_path):
    slow = {one.name for one in CLAIMS if one.slow}
    assert {"all-games", "pairs-larger-study", "big-proofs"} <= slow
    chosen = []
    monkeypatch.setattr(Runner, "compare_all", lambda _, claims, __: chosen.append(claims) or [])

    def names(*words):
        assert run("reproduce", *words, "-o", tmp_path)[0] == 0
        return {one.name for one in chosen[-1]}

    everything = {one.name for one in CLAIMS}
    assert names() == everything - slow
    assert names("--slow") == everything
    assert names("all-games") == {"all-games"}
    listed = json.loads(run("reproduce", "--list", "--json")[1])
    assert {one["name"] for one in listed if one["slow"]} == slow
    assert "all-games  docs/results.md  1500 s, slow\n" in run("reproduce", "--list")[1]
    code, _, err = run("reproduce", "--slow", "--quick")
    assert (code, "--quick and --slow exclude each other" in err) == (2, True)


def test_usage(run, tmp_path):
    code, _, err = run("reproduce", "who-won")
    assert (code, err) == (2, "tablebase: no claim 'who-won': did you mean 'who-wins'?\n")
    code, _, err = run("reproduce", "who-wins", "--repository", tmp_path)
    assert code == 2
    assert "--repository expects a clone of the repository" in err


def test_only_a_clone_has_the_command(tmp_path):
    """An installed copy leaves alone a folder of the same name, beside it or where it is run."""
    foreign, copy = tmp_path / "tools/reproduce", tmp_path / "vendor"
    foreign.mkdir(parents=True)
    (foreign / "command.py").write_text("raise SystemExit('somebody else's program')")
    copy.mkdir()
    for package in ("tablebase", "cli/tablebase_cli"):
        (copy / Path(package).name).symlink_to(ROOT / package)
    done = subprocess.run(
        [sys.executable, "-c", "from tablebase_cli import main; main()", "reproduce"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(copy)},
        text=True,
        capture_output=True,
    )
    assert done.stderr == "tablebase: No such command 'reproduce'. Try 'tablebase --help'.\n"
    assert (done.returncode, done.stdout) == (2, "")
