"""The command line: what each command prints, and that every error is one plain line."""

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import replace

import click
import h5py
import numpy as np
import pytest
from support import DEAL, MINI, environment, file_image, mini_deals, one_line, python
from support.effort import sample

import tablebase
import tablebase_cli
from tablebase import export
from tablebase.engine.searched import UnderWay
from tablebase.engine.tables.store import table_path
from tablebase.errors import FileFormatError
from tablebase.games.collapsi.commands import GAME
from tablebase.games.collapsi.commands.web import served_tables
from tablebase.games.collapsi.rules import CODING

pytestmark = pytest.mark.usefixtures("home")

COMMANDS = (
    "build", "probe", "line", "show", "play", "serve", "site", "info", "verify", "export", "stats",
    "deals", "sweep",
)  # fmt: skip


def process(*args, **options):
    """Run the command in a process of its own."""
    return python("import tablebase_cli; tablebase_cli.main()", *args, **options)


@pytest.fixture(scope="module")
def deal_probe():
    deal = tablebase.Deal.parse(DEAL)
    return tablebase.build(deal).probe(deal.start())


# build, info, verify


def test_the_file_of_the_whole_game_hides_no_table(answer, home, deal_probe):
    deals = mini_deals(2)
    small = str(deals[0]), "--board", "3x3"
    answer("build", *small)
    answer("build", DEAL)
    tablebase.build_large(home / "whole.h5", rules=MINI)
    for asked in (small, [DEAL]):
        assert json.loads(answer("probe", "--json", *asked))["origin"] == str(home / "tables.h5")
    with served_tables(GAME, None, 1 << 20) as tables:
        starts = [deal.start() for deal in deals]
        assert {tables.probe(start).origin for start in starts} == {str(home / "whole.h5")}
        assert tables.probe(deal_probe.position).origin == str(home / "tables.h5")
        found = tables.values(starts), tables.dte_many(starts).tolist()
        built = [tablebase.build(deal).value(deal.start()) for deal in deals]
        assert found == (built, [-one.dte if one.result == "loss" else one.dte for one in built])
        assert len(tables.names()) == 2  # those of tables.h5
    (home / "tables.h5").write_bytes(b"damaged")  # which is opened when it is needed
    with served_tables(GAME, None, 1 << 20) as tables:
        assert tables.probe(starts[0]).origin == str(home / "whole.h5")
        with pytest.raises(FileFormatError):
            tables.probe(deal_probe.position)


def test_an_interrupted_build_says_how_to_continue(fails, monkeypatch, tmp_path):
    path = tmp_path / "deals.h5"
    append = tablebase.append

    def interrupted(path, deals, **options):
        if finished:
            append(path, deals, replace=options["replace"])
        raise KeyboardInterrupt

    monkeypatch.setattr("tablebase.library.append", interrupted)
    force = "build", DEAL, "-o", path, "--force"
    for finished in (True, False):  # the first time there is no file to replace
        says = "without --force" if finished else "again"
        assert f"run the same command {says} to continue" in fails(130, *force)
    finished = True
    says = fails(130, *force, "-n", 1, "--seed", 7)
    assert "run the same command without --force and with --seed 7 to continue" in says
    drawn = fails(130, "build", "-n", 1, "-o", path)
    assert re.search(r"run the same command with --seed \d+ to continue", drawn)


def test_build_prints_the_seed_it_drew(answer, tmp_path):
    out = answer("build", "-n", 1, "-o", tmp_path / "deals.h5")
    seed = int(out.split("seed")[1].split()[0])
    again = answer("build", "-n", 1, "--seed", seed, "-o", tmp_path / "deals.h5")
    assert "1 table already built" in again


def test_deals_that_are_no_text(fails, tmp_path):
    (tmp_path / "deals.txt").write_bytes(b"\xff\xfe\x00")
    fails(2, "build", "--from", tmp_path / "deals.txt", "-o", tmp_path / "deals.h5")


def test_no_tables(answer, fails, tmp_path):
    path = tmp_path / "empty.h5"
    path.write_bytes(file_image([], "tests 1"))
    assert "0 tables" in answer("info", path)
    assert "holds no table: there was nothing to check" in fails(1, "verify", path)


def test_build_a_busy_file(fails, tmp_path):
    path = tmp_path / "deals.h5"
    from tablebase.engine.tables.append import Appender

    with Appender(path, "tests 1"):
        assert "another process" in fails(1, "build", DEAL, "-o", path)


def test_info(answer, real_file, built):
    report = json.loads(answer("info", "--json", real_file))
    assert report["file"] == str(real_file)
    assert (report["format"], report["format-version"]) == ("tablebase", 1)
    assert report["generated-by"] == "tests 1"
    assert report["bytes"] == real_file.stat().st_size
    found = {row["path"]: row for row in report["tables"]}
    assert set(found) == {table_path(table.game) for table in built}
    for table in built:
        row, summary = found[table_path(table.game)], table.summary()
        assert row["positions"] == table.game.size
        assert (row["wins"], row["losses"]) == (summary.wins, summary.losses)
        assert row["longest-dte"] == summary.longest_dte


def test_verify_a_damaged_file(run, fails, mini, mini_file):
    name = table_path(mini[1].game)
    with h5py.File(mini_file, "a") as file:
        file[name]["codes"].id.write_direct_chunk((96,), b"damaged")
    code, out, err = run("verify", mini_file)
    assert code == 1
    assert one_line(err)
    for stream in (out, err):
        assert name in stream
        assert "chunk 1 is damaged" in stream
    code, out, err = run("verify", "--json", mini_file)
    assert code == 1
    assert one_line(err)
    (error,) = json.loads(out)["errors"]
    assert error["table"] == name
    assert "chunk 1" in error["error"]


# probe, line, show


def test_probe_in_a_file(answer, real_file, deals, built):
    for deal, table in zip(deals, built, strict=True):
        data = json.loads(answer("probe", "--json", str(deal), "--in", real_file))
        assert data == {**table.probe(deal.start()).as_dict(), "origin": str(real_file)}
    for moves, origin in ([], "opening book"), (["--build"], "built"):
        data = json.loads(answer("probe", "--json", DEAL, "--in", real_file, *moves))
        assert data["origin"] == origin


@pytest.mark.parametrize("edition", ["wild", "single"])
def test_probe_and_line_are_the_librarys(answer, edition):
    deal = tablebase.Deal.parse(DEAL)
    data = json.loads(answer("probe", "--json", "--build", DEAL, "--edition", edition))
    assert data == tablebase.build(deal).probe(deal.start(edition)).as_dict()
    line = [probe.as_dict() for probe in tablebase.build(deal).line(deal.start(edition))]
    assert json.loads(answer("line", "--json", f"{DEAL}_r", "--edition", edition)) == line


# export


def test_export_npz(answer, real_file, deals, built, tmp_path):
    path = tmp_path / "table.npz"
    assert "745,532 positions" in answer("export", deals[0], "-o", path, "--in", real_file)
    with np.load(path) as data:
        columns = {name: data[name] for name in data.files}
    about = json.loads(str(columns.pop("about")))
    assert about["deal"] == str(deals[0]).replace("r", "")
    assert about == json.loads(json.dumps(built[0].about()))
    names = ["rank", "edition", "face_up", "red", "blue", "ply", "red_to_move"]
    assert list(columns) == [*names, "result", "dte"]
    codes = built[0].codes()
    game = built[0].game
    rng = np.random.default_rng(9)
    ranks = [*rng.integers(0, game.size, 200), *range(game.index.openings, game.size)]
    for rank in map(int, ranks):
        row = {name: column[rank] for name, column in columns.items()}
        position = game.unrank(rank)
        value = CODING.decode(int(codes[rank]))
        assert row["rank"] == rank
        assert (row["face_up"], row["red"], row["blue"]) == (
            position.face_up,
            position.red,
            position.blue,
        )
        assert (row["ply"], row["red_to_move"]) == (position.ply, position.side_to_move == "red")
        assert row["dte"] == (value.dte if value.result is tablebase.Result.WIN else -value.dte)
        assert row["edition"] == ("" if position.ply > 1 else position.edition.name)
        assert row["result"] == value.result


@pytest.mark.thorough
def test_export_parquet_and_csv_agree(answer, real_file, deals, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    answer("export", deals[1], "-o", tmp_path / "t.parquet", "--in", real_file)
    answer("export", deals[1], "-o", tmp_path / "t.csv", "--in", real_file)
    table = parquet.read_table(tmp_path / "t.parquet")
    assert table.num_rows == 745_532
    with (tmp_path / "t.csv").open(newline="") as file:
        lines = file.readlines()
    assert len(lines) == 745_533
    picked = csv.DictReader(io.StringIO("".join([lines[0], *lines[1::50_000]])))
    assert picked.fieldnames == table.column_names
    for number, row in enumerate(picked):
        expected = {
            name: table.column(name)[number * 50_000].as_py() for name in table.column_names
        }
        shown = {name: "" if value is None else str(value) for name, value in expected.items()}
        assert row == shown


def test_export_says_what_it_is(answer, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    deal = next(tablebase.random_deals(1, 1, "3x4"))
    answer("export", deal, "-o", tmp_path / "t.parquet", "--rules", "3x4")
    about = parquet.read_schema(tmp_path / "t.parquet").metadata
    assert about[b"deal"].decode() == str(deal)
    assert about[b"generated-by"].decode() == f"collapsi-tablebase {tablebase.__version__}"
    assert json.loads(about[b"rules"])["name"] == "3x4"
    answer("export", deal, "-o", tmp_path / "t.csv", "--rules", "3x4", "--comment")
    with (tmp_path / "t.csv").open() as file:
        assert json.loads(file.readline().removeprefix("# ")) == {
            name.decode(): fact.decode() if name != b"openings" else int(fact)
            for name, fact in about.items()
            if name != b"ARROW:schema"
        }
        assert file.readline().startswith("rank,edition,")


def test_export_of_several_deals(answer, fails, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    deals = list(tablebase.random_deals(2, 1, "3x4"))
    size, texts = tablebase.build(deals[0]).game.size, [str(d).replace("r", "") for d in deals]
    for suffix in ("parquet", "npz"):
        path = tmp_path / f"t.{suffix}"
        said = answer("export", *deals, "-o", path, "--rules", "3x4")
        assert said == f"wrote {2 * size:,} positions to {path}\n"
    whole = parquet.read_table(tmp_path / "t.parquet")
    assert whole.column_names[:2] == ["deal", "rank"]
    assert b"deal" not in whole.schema.metadata
    assert json.loads(whole.schema.metadata[b"rules"])["name"] == "3x4"
    answer("export", deals[1], "-o", tmp_path / "one.parquet", "--rules", "3x4")
    one = parquet.read_table(tmp_path / "one.parquet")
    half = whole.slice(size)
    assert half["deal"].unique().to_pylist() == texts[1:]
    assert half.drop_columns(["deal"]).cast(one.schema).equals(one)
    with np.load(tmp_path / "t.npz") as data:
        assert data["deal"][[0, -1]].tolist() == texts
        assert data["dte"].tolist() == whole["dte"].to_pylist()
    fails(2, "export", DEAL, "-o", tmp_path / "t.npz", "--force", "--comment")
    with pytest.raises(ValueError, match="0 tables"):
        export.write([], tmp_path / "t.npz")
    three = tablebase.Deal.parse("JA23/A2J3/23A2/3A4J", "3-players")
    mixed = [tablebase.build(deals[0]), tablebase.build(three)]
    with pytest.raises(ValueError, match="tables of different games"):
        export.write(mixed, tmp_path / "t.npz")
    landing = next(tablebase.random_deals(1, 1, replace(MINI, landing=True)))
    alike = [tablebase.build(*mini_deals(1)), tablebase.build(landing)]
    with pytest.raises(ValueError, match="tables of different games or rules"):
        export.write(alike, tmp_path / "t.npz")


def test_export_parquet_without_pyarrow(fails, real_file, deals, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    path = tmp_path / "t.parquet"
    assert "pip install" in fails(1, "export", deals[0], "-o", path, "--in", real_file)
    assert not path.exists()


# Errors


@pytest.mark.parametrize("command", ["info", "verify", "probe"])
def test_files_that_are_damaged(fails, command, real_image, tmp_path):
    path = tmp_path / "half.h5"
    path.write_bytes(real_image[: len(real_image) // 2])
    args = [DEAL, "--in"] if command == "probe" else []
    assert "damaged" in fails(1, command, *args, path)


# As a program


BUFFERED = {**environment(), "PYTHONUNBUFFERED": ""}
"""As users have it: what is printed waits, and may fail at the very end."""


def test_no_command_shows_the_help(run):
    code, out, err = run()
    assert code in (0, 2)
    # As it reads with --help, not run together in one line.
    assert any(f"\n  {COMMANDS[0]} " in stream for stream in (out, err))


@pytest.mark.parametrize("encoding", sample(["ascii", "cp1252", "utf-8"], 1))
def test_terminals_that_know_few_letters(encoding):
    environ = {**environment(), "PYTHONIOENCODING": encoding}
    signs = {"env": environ, "encoding": "utf-8" if encoding == "utf-8" else "cp1252"}
    shown = process("nim", "table", "--help", **signs).stdout
    assert ("misere" in shown) == (encoding == "ascii")
    for command in ("show", "probe"):
        done = process(command, DEAL, **signs)
        assert (done.returncode, done.stderr) == (0, "")
        assert "red to move" in done.stdout
        assert "?" not in done.stdout
        assert ("  +-----+-----+-----+-----+\n" in done.stdout) == (encoding != "utf-8")


PRINTING = [["rules", "--format", "csv"], ["show", DEAL], ["line", "--json", DEAL], ["--help"]]


@pytest.mark.parametrize("args", sample(PRINTING, 2))
def test_closed_pipe(args):
    # `tablebase ... | head -1`, and the harder case of a reader that is gone at once.
    command = [sys.executable, "-c", "import tablebase_cli; tablebase_cli.main()", *args]
    for reader in ("head -1", "true"):
        done = subprocess.run(
            ["bash", "-c", f'"$@" | {reader}; echo ${{PIPESTATUS[0]}}', "bash", *command],
            capture_output=True,
            text=True,
            env=BUFFERED,
            timeout=120,
        )
        assert done.stderr == ""
        *lines, code = done.stdout.splitlines()
        assert len(lines) == (reader == "head -1")
        assert code in ("141", "0" if lines else "")  # as `cat` ends; 0 if it was quicker


BESIDE = ["-c", "from tablebase.support.program import run; run(print, 1)"]
OTHERS = [BESIDE, ["-m", "tablebase.rl", "--help"], ["games"], ["play"], ["serve", "--port", "0"]]
READING = [["probe", "-"], ["sweep", "--from", "-", "-o", "out.csv"], ["play"], ["nim", "play"]]
ENDS = {
    "<&-": ("standard input is closed", [*READING, ["puzzles", "play"]]),
    ">&-": ("standard output is closed", [*OTHERS, *PRINTING]),
    ">/dev/full": ("no space left on device", [BESIDE, *PRINTING]),
}
CLOSED = [(args, end) for at in range(9) for end in ENDS for args in ENDS[end][1][at : at + 1]]


@pytest.mark.parametrize(("args", "closed"), sample(CLOSED, 6))
def test_closed_and_full_streams(args, closed, tmp_path):
    program = (
        [] if args[0] in ("-m", "-c") else ["-c", "import tablebase_cli; tablebase_cli.main()"]
    )
    done = subprocess.run(
        ["bash", "-c", f'"$@" {closed}', "bash", sys.executable, *program, *args],
        capture_output=True, text=True, env=BUFFERED, timeout=120, cwd=tmp_path,
    )  # fmt: skip
    name = "" if args[0] == "-c" else "tablebase: "
    assert (done.returncode, done.stderr) == (1, f"{name}{ENDS[closed][0]}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_command_of_a_game_may_end_with_a_code():
    command = click.command()(lambda: click.get_current_context().exit(3))
    with pytest.raises(SystemExit) as ended:
        tablebase_cli.main([], command)
    assert ended.value.code == 3


def test_a_game_needs_no_stderr(tmp_path):
    command = '"$0" -c "import tablebase_cli; tablebase_cli.main()" nim play 2>&-'
    words, given = ["bash", "-c", command, sys.executable], {"env": BUFFERED, "cwd": tmp_path}
    assert subprocess.run(words, input=b"q\n", timeout=120, **given).returncode == 0


def test_byte_order_marks(answer, fails, tmp_path):
    """Notepad and PowerShell write one before a text, and old editors lines that end with CR."""
    mark, line = "\ufeff".encode(), f"{DEAL}\r{DEAL}\r".encode()
    rules, deals = tmp_path / "rules.toml", tmp_path / "deals.txt"
    rules.write_bytes(mark + b'board = "2x4"\ndeck = "JJ AA 22 3 4"\n')
    answer("probe", "JA2A/3J24", "--rules", rules)
    deals.write_bytes(mark + line)
    answer("sweep", "--from", deals, "-o", tmp_path / "deals.csv")
    command = [sys.executable, "-c", "import tablebase_cli; tablebase_cli.main()", "probe", "-"]
    for text, code, words in (mark + line, 0, ""), ("A".encode("utf-16"), 2, "UTF-16"):
        done = subprocess.run(command, input=text, capture_output=True, env=environment())
        assert (done.returncode, words in done.stderr.decode()) == (code, True)
    rules.write_bytes("A".encode("utf-16"))
    assert "UTF-16" in fails(2, "show", DEAL, "--rules", rules)


LIGHT = """
import sys
def heavy():
    names = {"numba", "h5py", "numpy", "zstandard", "rich", "dask", "distributed"}
    return sorted(names & set(sys.modules))
import tablebase
assert not heavy(), f"import tablebase imports {heavy()}"
assert "Deal" in dir(tablebase)
import tablebase_cli
for args in (["--help"], ["--version"], *([command, "-h"] for command in sys.argv[1:])):
    try:
        tablebase_cli.main(args)
    except SystemExit as exit_:
        assert exit_.code == 0
    assert not heavy(), f"{args} imports {heavy()}"
try:
    tablebase_cli.main(["show", "A223/4A2J/3A23/J3A4"])
except SystemExit:
    assert not {"numba", "h5py"} & set(sys.modules)
"""


def test_nothing_heavy_is_imported_before_it_is_needed():
    done = python(LIGHT, *COMMANDS)
    assert done.returncode == 0, done.stderr


def test_public_names():
    for name in tablebase.__all__:
        assert getattr(tablebase, name) is not None
    assert set(tablebase.__all__) <= set(dir(tablebase))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = tablebase.nonsense


LARGE = "46655/336A2/A4225/JJ432/3A45A"
"""A random 5x5 deal, too large for a table."""


def test_an_interrupted_search_shows_what_is_proven(run, monkeypatch):
    def interrupt(search, nodes):
        raise KeyboardInterrupt

    asked = "probe", LARGE, "--board", "5x5", "--method", "search"
    run(*asked, "--nodes", 1)  # compiles the kernels
    monkeypatch.setattr(UnderWay, "left", interrupt)
    code, out, err = run(*asked)
    assert (code, err.strip()) == (130, "tablebase: interrupted")
    assert "stopped early; the bounds are proven" in out
