"""The command line under attack: hostile paths, numbers and files, and two commands at once."""

import errno
import json
import os
import stat
import subprocess
from pathlib import Path

import click
import pytest
from support import DEAL, MINI, command, continued, environment, hostile, hostile_commands, of_all
from support.effort import sample

import tablebase
import tablebase_cli
from tablebase.engine.rooms import installed
from tablebase.errors import FileBusyError, FileFormatError, RulesError, quote
from tablebase.games.collapsi.rules import COLLAPSI, Edition
from tablebase.games.collapsi.rules_file import load_rules, parse_rules
from tablebase.games.collapsi.studies.lab.kept import Lab
from tablebase.study.runs import save
from tablebase.support import files
from tablebase.support.files import locked, output_file, replacing
from tablebase.support.toml_text import MOST_BYTES
from tablebase_cli import options

pytestmark = pytest.mark.usefixtures("home")

WRITERS = {
    "build": ("build", DEAL, "-o", "out.h5", "--force"),
    "export": ("export", DEAL, "-o", "out.npz", "--force"),
    "sweep": ("sweep", DEAL, "-o", "out.csv", "--force"),
    "lab": ("lab", "2x3", "-o", "out.json"),
    "picture": ("stats", "--plot", "out.svg"),
    **dict(of_all("hostile", "WRITERS")),
}
"""Every way to write a file; the last word that begins with ``out.`` is the file."""

QUICK = ["build", "sweep", "lab", *of_all("hostile", "QUICK")]
CONTINUED = {"lab": ("2x4",), **dict(of_all("hostile", "CONTINUED"))}
"""Those that continue a file, and what they are given then."""


@pytest.fixture(params=WRITERS)
def any_writer(request, tmp_path, monkeypatch):
    """A command that writes a file, and the file."""
    return _in(tmp_path, monkeypatch, request.param)


@pytest.fixture(params=QUICK)
def writer(request, tmp_path, monkeypatch):
    """One of the quick ones; all the others write in the same way."""
    return _in(tmp_path, monkeypatch, request.param)


def _in(folder, monkeypatch, name):
    monkeypatch.chdir(folder)
    words = WRITERS[name]
    (file,) = (word for word in words if word.startswith("out."))
    return words, folder / file


# Paths that are written


def test_links_in_a_circle(any_writer, fails):
    words, path = any_writer
    path.symlink_to(path.name)
    assert "links form a loop" in fails(2, *words)
    assert path.is_symlink()


@pytest.mark.parametrize("kind", ["folder", "fifo"])  # not a device: the machine needs those
def test_paths_that_are_not_files_are_not_replaced(any_writer, fails, kind):
    words, path = any_writer
    make = {"folder": os.mkdir, "fifo": os.mkfifo}[kind]
    make(path)
    before = path.stat()
    error = fails(2, *words)
    assert "is not a regular file" in error or "is a directory" in error
    assert "--force replaces it" not in error
    assert path.stat().st_ino == before.st_ino


def test_modes_and_links_are_kept(writer, answer):
    """A new file has the usual mode, a replaced one its own; a link leads to what is replaced."""
    words, path = writer
    before = os.umask(0o027)
    try:
        answer(*words)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    path.chmod(0o600)
    answer(*words)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.unlink()
    there = path.with_name("there" + path.suffix)
    path.symlink_to(there)
    answer(*words)
    assert path.is_symlink()
    assert there.stat().st_size > 0


def test_a_dangling_link_is_there(fails, tmp_path):
    path = tmp_path / "out.csv"
    path.symlink_to(tmp_path / "elsewhere.csv")
    assert "exists; --force replaces it" in fails(2, "export", DEAL, "-o", path)
    assert "exists; --force replaces it" in fails(2, "sweep", DEAL, "-o", path)
    assert not path.exists()


def test_planted_links_are_not_written_through(writer, answer, monkeypatch):
    """Anyone who sees the folder may plant links, but cannot know the name of the next file."""
    words, path = writer
    victim = path.with_name("victim")
    victim.write_text("precious")
    for folder in (path.parent, path.with_name(path.name + ".parts")):
        folder.mkdir(exist_ok=True)
        for name in (f".{path.name}.{os.getpid()}.tmp", "merged.tmp", "job.tmp"):
            (folder / name).symlink_to(victim)
    answer(*words)
    assert victim.read_text() == "precious"


def test_a_planted_folder_of_parts_is_refused(tmp_path, fails):
    """Files in that folder would be taken for damaged parts, and removed."""
    path, victims = tmp_path / "out.h5", tmp_path / "victims"
    victims.mkdir()
    (victims / "other.h5").write_text("precious")
    path.with_name("out.h5.parts").symlink_to(victims)
    assert "is a link" in fails(1, "build", DEAL, "-o", path)
    assert (victims / "other.h5").read_text() == "precious"


def test_a_name_that_was_planted_is_refused(tmp_path, monkeypatch):
    """In case somebody guesses it after all."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    monkeypatch.setattr(files.secrets, "token_hex", lambda size: "guessed")
    (tmp_path / ".tablebase-guessed.tmp").symlink_to(victim)
    with pytest.raises(FileExistsError), replacing(tmp_path / "out") as temporary:
        temporary.write_text("mine")
    assert victim.read_text() == "precious"


def test_the_new_file_is_private_while_the_old_one_is(tmp_path):
    path = tmp_path / "out"
    path.touch(0o600)
    with replacing(path) as temporary:
        assert stat.S_IMODE(temporary.stat().st_mode) == 0o600


def test_a_failure_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / "out"
    path.write_text("old")
    with pytest.raises(TypeError), replacing(path) as temporary:
        temporary.write_text(b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_output_file(tmp_path):
    (tmp_path / "link").symlink_to("target")
    assert output_file(tmp_path / "link") == tmp_path / "target"
    with pytest.raises(FileNotFoundError, match="no such folder"):
        output_file(tmp_path / "missing" / "file")
    with pytest.raises(FileFormatError, match="is not a regular file"):
        output_file(tmp_path)


def test_a_folder_that_takes_no_files_is_named(any_writer, fails):
    """In words of the command's own: which file it wanted to write, and why it could not."""
    words, path = any_writer
    wanted = f"/proc/{path.name}"
    error = fails(2, *(wanted if word == path.name else word for word in words))
    assert "[Errno" not in error
    assert error.startswith(f"tablebase: cannot write {wanted}")
    assert error.endswith(": no such file or directory\n")


def test_a_home_that_cannot_be_written_is_named(fails, monkeypatch):
    monkeypatch.setenv("TABLEBASE_HOME", "/proc/home")
    error = fails(2, "build", DEAL)
    assert error == "tablebase: cannot write /proc/home/tables.h5: no such file or directory\n"


def test_a_full_disk_is_named(tmp_path, monkeypatch):
    path = tmp_path / "out"

    def full(file, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    message = f"^cannot write {path}: no space left on device$"
    with pytest.raises(OSError, match=message), replacing(path) as temporary:
        temporary.write_bytes(b"x")
    assert list(tmp_path.iterdir()) == []


# Two commands that write to one file


LOCKED = """
import sys
from pathlib import Path
from tablebase.engine.jobs import machine
from tablebase.study.runs import save
from tablebase.support.files import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def held():
    """Another process that writes to a file; it ends with the test."""
    started = []

    def hold(path):
        pipe = subprocess.PIPE
        other = subprocess.Popen(
            command(LOCKED, path), stdin=pipe, stdout=pipe, text=True, env=environment()
        )
        started.append(other)
        assert other.stdout.readline() == "held\n"
        return other

    yield hold
    for other in started:
        other.communicate()


@pytest.mark.parametrize("name", CONTINUED)
def test_only_one_reads_and_writes_a_file(name, answer, fails, held, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "out.json"
    answer(*WRITERS[name])
    before = path.read_bytes()
    other = held(path)
    again = [*WRITERS[name], *CONTINUED[name]]
    assert "is being written by another process" in fails(1, *again)
    other.communicate()
    assert path.read_bytes() == before
    answer(*again)
    assert [file.name for file in tmp_path.iterdir() if "out" in file.name] == ["out.json"]


def test_no_study_is_lost(tmp_path):
    """Each of two labs takes up what the other has written since it began."""
    path = tmp_path / "lab.json"
    first, second = Lab(path), Lab(path)
    first.study(MINI)
    second.study(load_rules("2x3"))
    assert len(json.loads(path.read_text())["studies"]) == 4


def test_locked(tmp_path):
    path = tmp_path / "file"
    with locked(path), pytest.raises(FileBusyError), locked(path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_planted_lock_is_not_written_through(tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("precious")
    (tmp_path / ".file.lock").symlink_to(victim)
    with pytest.raises(OSError, match="symbolic"), locked(tmp_path / "file"):
        pass
    assert victim.read_text() == "precious"


# Files that are read


@pytest.mark.parametrize("name", CONTINUED)
@pytest.mark.parametrize("text", ['{"studies": [{"by_plies": {"1": Infinity}}]}', "[" * 10**5, "1"])
def test_other_files_are_refused(name, text, fails, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "out.json"
    path.write_text(text)
    fails(2, *WRITERS[name])
    assert path.read_text() == text


@pytest.mark.parametrize("name", CONTINUED)
def test_a_file_of_any_size_is_not_read(name, fails, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with (tmp_path / "out.json").open("wb") as file:
        file.truncate(1 << 40)
    assert "or fewer" in fails(2, *WRITERS[name])


def test_studies_of_no_deals(tmp_path, fails, answer):
    path = tmp_path / "lab.json"
    answer("lab", "2x3", "-o", path)
    data = json.loads(path.read_text())
    data["studies"][0].update(by_plies={"1": 0}, deals=0, first_player_wins=0)
    save(path, {"studies": data["studies"]})
    assert "is not a file of studies" in fails(2, "lab", "2x3", "-o", path)


def test_deals_without_end(fails, tmp_path, monkeypatch):
    for words in (["build"], ["sweep", "-o", tmp_path / "out.csv"]):
        error = fails(2, *words, "--from", "/dev/zero")
        assert "line 1: " in error
        assert "more than 1,000 characters" in error
    source = tmp_path / "deals.txt"
    source.write_text(f"{DEAL}\n" * 3)
    monkeypatch.setattr(options, "MOST_LINES", 2)
    assert "line 3: expected at most 2 lines" in fails(2, "build", "--from", source)


# Rules


@pytest.mark.parametrize(
    "text",
    [
        ".".join(["a"] * 32_000) + " = 1",
        "[" + ".".join(["a"] * 32_000) + "]",
        "a = " + "[" * 60_000,
        "a = " + "{a = " * 10_000,
        "players = " + "9" * 60_000,
        "players = 0x" + "f" * 60_000,
        "[editions]\nwild = [" + ",".join(map(str, range(10_000))) + "]",
        "[editions]\nwild = [" + "[1]," * 10_000 + "]",
        "k" * 60_000 + " = 1",
        'board = "' + "x" * 60_000 + '"',
        'deck = "' + "x" * 60_000 + '"',
        'name = "' + "x" * 60_000 + '"',
        "wrap = " + str(list(range(10_000))),
        "x" * (MOST_BYTES + 1),
    ],
    ids=lambda text: text[:16] + f" {len(text)}",
)
def test_rules_that_nobody_writes(text, tmp_path, fails):
    with pytest.raises(RulesError) as refused:
        parse_rules(text, "strange")
    assert len(str(refused.value)) < 500
    path = tmp_path / "strange.toml"
    path.write_text(text)
    assert len(fails(2, "show", "--rules", path, "JJA/AAA")) < 500


def test_rules_files_of_any_size_are_not_read(tmp_path):
    path = tmp_path / "vast.toml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(RulesError, match="more than 65,536 bytes"):
        load_rules(path)


def test_messages_of_the_library_are_cut():
    for wrong in (
        lambda: Edition("wild", tuple(range(10**6))),
        lambda: Edition("x" * 10**6, (1,)),
        lambda: COLLAPSI.edition("x" * 10**6),
        lambda: tablebase.Board(4, 4, missing=tuple(range(10**6))),
        lambda: tablebase.Board.from_picture("x" * 10**6),
        lambda: tablebase.Deal.parse(DEAL).start().play("x" * 10**6),
    ):
        with pytest.raises(ValueError, match="expected") as refused:
            wrong()
        assert len(str(refused.value)) < 300


def test_quote():
    assert quote("a\x1b[2Jb") == r"'a\x1b[2Jb'"
    assert quote("a" * 61) == repr("a" * 60 + "...")
    assert quote((1, 2, 3)) == "(1, 2, 3)"
    assert len(quote(list(range(10**6)))) < 100
    assert quote(16**10_000) == "an integer of 40,001 bits"


# Numbers


def limits(kind):
    """The least and the greatest value that a type of numbers accepts."""
    return kind.min, kind.max


def test_every_number_has_limits():
    found = {}
    for words, made in hostile_commands.commands():
        for parameter in made.params:
            if isinstance(parameter.type, click.types.IntParamType | click.types.FloatParamType):
                found[" ".join(words), max(parameter.opts)] = parameter.type
    assert len(found) > 60
    for (words, name), kind in found.items():
        if kind is hostile_commands.of_game(words.split()[0], "UNLIMITED", None):
            continue
        assert None not in limits(kind), (words, name)
        if name == "--seed":
            assert limits(kind) == (0, 2**32 - 1), words


# Nothing is left out


OTHER_FILES = {"--from", "target", "--repository"}
"""What is read besides tables: lines of text, a site's folder, a clone."""

CONTINUING = {
    "count": "count", "lab": "lab", "pairs study": "pairs study",
    "thegame simulate": "simulate", "thegame study": "simulate",
}  # fmt: skip
"""The commands whose file a later run continues, and the run in `support.continued`."""

CHECKED_ROWS = {"atlas make", "reproduce"}
"""Those that continue a file of rows, each of which is checked, or results with a digest."""


def test_every_command_has_hostile_values():
    """The fuzz draws from the program's own commands, so a new one is drawn as well."""
    for words, made in hostile_commands.commands():
        for parameter in made.params:
            if not getattr(parameter, "is_flag", False):
                assert hostile_commands.hostile(words, parameter), (words, parameter.name)
                if parameter.required:
                    assert hostile_commands.plain(words, parameter), (words, parameter.name)


def test_every_file_that_a_command_reads_is_forged():
    forged = {made.build[0] for made in hostile.OF_GAMES.values()} | {"collapsi"}
    for words, made in hostile_commands.commands():
        game = words[0] if words[0] in installed() else "collapsi"
        for parameter in made.params:
            if isinstance(parameter.type, click.Path | click.File):
                name = max(parameter.opts, key=len)
                if name in ("--in", "file"):
                    assert game in forged, words
                else:
                    assert hostile_commands.is_output(parameter) or name in OTHER_FILES, words


def test_every_file_that_a_command_continues_is_damaged():
    for words, made in hostile_commands.commands():
        names = {name for parameter in made.params for name in parameter.opts}
        written = [max(one.opts, key=len) for one in made.params if hostile_commands.is_output(one)]
        if {*written} - {"--plot"} and "--force" not in names:
            command = " ".join(words)
            assert command in CHECKED_ROWS or CONTINUING[command] in continued.RUNS


# Output


def test_errors_are_cut(fails):
    assert len(fails(2, "info", "x" * 10**5)) < 2100
    assert len(fails(2, "build", "--rules", "x" * 10**5)) < 2100


def test_every_error_has_a_message(fails, monkeypatch):
    def out_of_memory(*_, **__):
        raise MemoryError

    monkeypatch.setattr(tablebase_cli.cli, "main", out_of_memory)
    assert fails(1, "info") == "tablebase: out of memory\n"


# Real processes


CASES = [
    *(("export", DEAL, "-o", path, "--force") for path in ("ring.csv", "fifo.csv", "folder")),
    *(("export", DEAL, "-o", path) for path in ("kept.csv", "link.csv", "caf\udce9.csv", "x.exe")),
    *(("build", DEAL, "-o", path) for path in ("ring", "fifo.h5", "noise.h5", "", "x" * 300)),
    *(("info", path) for path in ("ring", "fifo.h5", "zero", "vast.h5", "/proc/self/mem")),
    *(("verify", path) for path in ("cut.h5", "noise.h5", "folder", "\x1b[2J")),
    *(("show", "--rules", path, DEAL) for path in ("deep.toml", "fifo.csv", "/dev/zero", "nul")),
    *(("lab", "2x3", "-o", path) for path in ("infinite.json", "nested.json", "vast.json", "/")),
    *(("show", text) for text in ("", "\x1b[2J", "caf\udce9", "A" * 10_000, "💣" * 50)),
    ("lab", "deep.toml", "wide.toml"),
    ("sweep", "--from", "/dev/zero", "-o", "out.csv"),
    ("stats", "--plot", "ring.png"),
    *(("serve", "--host", host) for host in ("", "caf\udce9", "a" * 300, "256.1.1.1")),
    ("serve", "--port", "0"),
    ("play", "--red", "human", "--blue", "human", "--seed", "0"),
    ("build", DEAL, "--scheduler", "nul://x"),
    *of_all("hostile", "CASES"),
]  # fmt: skip
"""Some commands that the fuzz in test_cli_fuzz.py draws, and some where it once found errors."""

FIRST = list({case[0]: case for case in reversed(CASES)}.values())
"""One for each command."""


@pytest.mark.parametrize(
    "args",
    sample(sorted(CASES, key=lambda case: case not in FIRST), len(FIRST)),
    ids=lambda args: " ".join(args)[:40].encode("unicode_escape"),
)
def test_real_processes(processes, tables, args, tried):
    tried("hostile command lines")
    assert hostile_commands.problems(processes, tables, hostile_commands.Case(args, {})) == []
