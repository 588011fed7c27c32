"""Adding to a file: whatever is killed, refused or full, nothing finished is lost or damaged."""

import os
import random
import re
import resource
import shutil
import signal
import tempfile
import threading
import time
from pathlib import Path, PurePosixPath

import h5py
import numpy as np
import pytest
from support import DEAL, file_image, mini_deals, one_line, python, read_table, start
from support.processes import Processes

import tablebase
import tablebase_cli
from tablebase import CorruptFileError, FileBusyError, FileFormatError, library
from tablebase.engine.rooms import game_of
from tablebase.engine.tables import building
from tablebase.engine.tables.append import parts_folder
from tablebase.engine.tables.objects import SUPERBLOCK_BYTES
from tablebase.engine.tables.store import TableFile, encode_table, table_path
from tablebase.engine.tables.writer import root_attributes
from tablebase.games.collapsi.studies.book import book
from tablebase.games.collapsi.symmetry import automorphisms
from tablebase.support.files import new_file


def holds(path, deals):
    """Whether the file holds exactly the tables of some deals, each entry right."""
    checks = list(tablebase.verify(path))
    return [check.error for check in checks] == [""] * len(checks) and (
        [check.path for check in checks] == sorted({table_path(game_of(deal)) for deal in deals})
    )


def left_over(path):
    """Whatever lies beside a file and does not belong there."""
    return sorted(file.name for file in path.parent.iterdir() if file != path)


def write_part(path, image):
    parts_folder(path).mkdir(exist_ok=True)
    (parts_folder(path) / "new.h5").write_bytes(image)


@pytest.fixture
def path(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    return folder / "deals.h5"


def test_append_twice(path):
    deals, ticks = mini_deals(5), []
    done = tablebase.append(path, deals[:2])
    assert done == library.Appended(built=2, present=0, recovered=0, tables=2)
    assert holds(path, deals[:2])
    done = tablebase.append(path, deals, progress=lambda: ticks.append(None))
    assert len(ticks) == 5
    assert done == library.Appended(built=3, present=2, recovered=0, tables=5)
    assert holds(path, deals)
    before = path.read_bytes()
    done = tablebase.append(path, deals)
    assert done == library.Appended(built=0, present=5, recovered=0, tables=5)
    assert path.read_bytes() == before
    assert left_over(path) == []


def written():
    """Number of bytes that this process has written so far, to whatever file."""
    return int(re.search(r"wchar: (\d+)", Path("/proc/self/io").read_text())[1])


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="it counts what is written")
@pytest.mark.parametrize("old", [0, 30])
def test_a_table_is_written_once(path, old):
    *deals, deal = mini_deals(old + 1)
    tablebase.append(path, deals)
    table, before = encode_table(tablebase.build(deal)), written()
    tablebase.append(path, [deal])
    assert 0 < written() - before - sum(map(len, table.chunks)) < 8000


def test_duplicates_and_images_are_built_once(path, monkeypatch):
    solved = []
    build = building.build_table
    monkeypatch.setattr(
        building, "build_table", lambda game, *_: solved.append(game.key) or build(game)
    )
    deal, other = mini_deals(2)
    images = [deal.image(g) for g in automorphisms(deal.rules.board)[::7]]
    done = tablebase.append(path, [deal, other, deal, *images])
    assert (done.built, done.present, done.tables) == (2, 1 + len(images), 2)
    done = tablebase.append(path, [*images, other.start()])
    assert (done.built, done.present, done.tables) == (0, 1 + len(images), 2)
    assert sorted(solved) == sorted([game_of(deal).key, game_of(other).key])
    assert holds(path, [deal, other])


def test_the_first_table_that_is_not_large_is_compared_with_the_rules(path, monkeypatch):
    deals, compared = mini_deals(3), []
    games = [game_of(deal) for deal in deals]
    monkeypatch.setattr(building, "is_large", lambda game: game.key == games[0].key)
    monkeypatch.setattr(
        building, "check_sample", lambda table, number: compared.append(table.game.key)
    )
    tablebase.append(path, deals, workers=1)  # several may take the others in any order
    building.build_some(None, [game.attributes() for game in games])
    assert compared == [games[1].key] * 2


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_workers_do_not_change_the_file(path, workers):
    deals = mini_deals(7)
    tablebase.append(path, deals, workers=workers)
    assert holds(path, deals)


def test_open_readers_are_not_disturbed(path):
    deals = mini_deals(4)
    tablebase.append(path, deals[:2])
    with tablebase.open(path, build_missing=False) as old:
        tablebase.append(path, deals[2:])
        expected = tablebase.build(deals[1]).value(deals[1].start())
        assert old.probe(deals[1].start()).value == expected
        assert old.get(deals[3].start(), None) is None
    with tablebase.open(path, build_missing=False) as new:
        assert new.get(deals[3].start(), None) is not None


def test_replace(path):
    deals = mini_deals(4)
    tablebase.append(path, deals[:2])
    done = tablebase.append(path, deals[1:], replace=True)
    assert done == library.Appended(built=3, present=0, recovered=0, tables=3)
    assert holds(path, deals[1:])
    path.write_text("not a tablebase file")
    done = tablebase.append(path, deals[:1], replace=True)
    assert done.tables == 1
    assert holds(path, deals[:1])
    assert left_over(path) == []


def test_replacing_by_nothing_counts_the_tables_left(path):
    tablebase.append(path, mini_deals(2))
    done = tablebase.append(path, [], replace=True)
    with TableFile(path) as file:
        assert len(file.paths()) == done.tables


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        *((some, FileFormatError, "not an HDF5 file") for some in (b"", b"text\n", bytes(5000))),
        ("half", CorruptFileError, "is damaged"),
        ("book", FileFormatError, "holds /openings: expected a file of tables"),
    ],
)
def test_other_files_are_refused_and_kept(path, mini_image, content, error, message):
    named = {"half": mini_image[: len(mini_image) // 2], "book": book().path.read_bytes()}
    path.write_bytes(content := named.get(content, content))
    with pytest.raises(error, match=message):
        tablebase.append(path, mini_deals(1))
    assert path.read_bytes() == content
    assert left_over(path) == []


def test_symbolic_link_stays_a_link(path, tmp_path):
    deals = mini_deals(2)
    tablebase.append(path, deals[:1])
    link = tmp_path / "link.h5"
    link.symlink_to(path)
    tablebase.append(link, deals[1:])
    assert link.is_symlink()
    assert holds(path, deals)


# Parts of an interrupted run


def test_parts_are_taken_up(path):
    deals = mini_deals(5)
    tables = [encode_table(tablebase.build(deal)) for deal in deals]
    tablebase.append(path, deals[:1])
    # As if somebody had made the file while another one was not finished: one table is in both.
    write_part(path, file_image(tables[:4], "tests 1"))
    done = tablebase.append(path, deals)
    assert done == library.Appended(built=1, present=4, recovered=3, tables=5)
    assert holds(path, deals)
    assert left_over(path) == []


def test_what_a_writer_killed_before_its_last_write_has_sealed_is_taken_up(path):
    deals = mini_deals(4)
    tablebase.append(path, deals[:2])
    superblock = path.read_bytes()[:SUPERBLOCK_BYTES]
    tablebase.append(path, deals[:3])
    with path.open("r+b") as file:
        file.write(superblock)
    assert holds(path, deals[:2])
    done = tablebase.append(path, deals)
    assert done == library.Appended(built=1, present=3, recovered=1, tables=4)
    assert holds(path, deals)


def test_parts_are_taken_up_by_a_run_without_work(path):
    (deal,) = mini_deals(1)
    write_part(path, file_image([encode_table(tablebase.build(deal))], "tests 1"))
    done = tablebase.append(path, [])
    assert done == library.Appended(built=0, present=0, recovered=1, tables=1)
    assert holds(path, [deal])
    assert left_over(path) == []


def test_damaged_parts_are_dropped(path, mini_image):
    deals = mini_deals(3)
    rng = random.Random(31)
    table = encode_table(tablebase.build(deals[1]))
    frame, tables = table.chunks[2], [table_path(game_of(deal)) for deal in deals]
    before = {path for path in tables if path < table.path}
    at = mini_image.index(frame) + len(frame) // 2
    flipped = mini_image[:at] + bytes([mini_image[at] ^ 1]) + mini_image[at + 1 :]
    lengths = [0, 1, 7, 8, 9, 100, *rng.sample(range(len(mini_image)), 10), len(mini_image) - 1]
    for damaged in (flipped, bytes(len(mini_image)), *(mini_image[:n] for n in lengths)):
        path.write_bytes(file_image([encode_table(tablebase.build(deals[0]))], "x"))
        write_part(path, damaged)
        done = tablebase.append(path, deals)
        kept = len(before - {tables[0]}) if damaged == flipped else 0
        assert done == library.Appended(2 - kept, 1 + kept, recovered=kept, tables=3)
        assert holds(path, deals)
        assert left_over(path) == []


def test_what_a_user_has_put_among_the_tables_is_no_table(path):
    deals = mini_deals(2)
    tablebase.append(path, deals[:1])
    with h5py.File(path, "r+") as file:
        file["tables/mini"].create_group("notes")
        file["tables/mine/numbers"] = file["tables/number"] = [1, 2, 3]
    assert holds(path, deals[:1])
    with tablebase.open(path) as tables:
        assert [table.game.key for table in tables] == [game_of(deals[0]).key]
    with h5py.File(path, "r+") as file:  # codes or a digest show a table, if it is damaged, too
        file.create_group("tables/mini/lost").attrs["sha256"] = "0"
        file["tables/mini/bare/codes"] = [1, 2, 3]
    assert [bool(check.error) for check in tablebase.verify(path)].count(True) == 2


def test_what_a_user_adds_to_a_file_is_kept_and_ignored(path):
    deals = mini_deals(3)
    notes = {"note": "größer", "short": np.bytes_("mine"), "number": 7, "list": [-1, 2]}
    notes |= {"none": np.zeros(0, int), "share": 1.5, "done": True, "latin": np.bytes_(b"\xe9")}
    notes |= {"matrix": np.eye(2), "wide": np.array([[1 << 63]], np.uint64)}
    tablebase.append(path, deals[:1])
    table = table_path(game_of(deals[0]))
    places = "/", "/tables", "/tables/mini", table
    with h5py.File(path, "r+") as file:
        for place in places:
            file[place].attrs.update(notes)
        file.create_group("mine/notes")
        file["mine/numbers"] = file["tables/numbers"] = [1, 2, 3]
        for place in places[:3]:
            file[place].create_group(b"\xff")
        file["tables/mini/none"] = h5py.SoftLink("/nowhere")
        assert holds(path, deals[:1])
        del file["tables/mini/none"]
    for count in (1, 2, 3):
        tablebase.append(path, deals[:count])
        assert holds(path, deals[:count])
        with h5py.File(path) as file:
            for place in places:
                found = dict(file[place].attrs)
                assert place == table or b"\xff" in set(file[place])
                if place != table and count > 1:  # written again as text of fixed length
                    found["note"] = found["note"].decode()
                assert all(np.array_equal(found[name], notes[name]) for name in notes), place
            assert file["mine/numbers"][:].tolist() == [1, 2, 3]
            assert "notes" in file["mine"]


DATE = np.zeros((), "M8[s]"), (), h5py.opaque_dtype("M8[s]")


@pytest.mark.parametrize(
    ("add", "lost"),
    [
        (lambda file: file.__setitem__("alias", h5py.SoftLink("/tables")), "'alias' in /"),
        (lambda file: file.attrs.__setitem__("names", ["one", "two"]), "'names' in /"),
        (lambda file: file.attrs.__setitem__("long", "x" * 20_000), "'long' in /"),
        *(
            (lambda file, odd=odd: file.attrs.__setitem__("odd", odd), "'odd' in /")
            for odd in (np.uint64(2**64 - 1), np.array([2**64 - 1], np.uint64))
        ),
        (lambda file: file.attrs.create("odd", *DATE), "'odd' in /"),
        # Text that is not UTF-8, of variable length, and as a name.
        (lambda file: file.attrs.__setitem__("odd", b"\xff"), "'odd' in /"),
        (lambda file: file["tables"].attrs.create(b"\xff", 1), r"xff.* in /tables"),
    ],
)
def test_what_would_be_lost_is_refused(path, add, lost):
    deals = mini_deals(2)
    tablebase.append(path, deals[:1])
    with h5py.File(path, "r+") as file:
        add(file)
    before = path.read_bytes()
    assert holds(path, deals[:1])
    with pytest.raises(FileFormatError, match=lost) as error:
        tablebase.append(path, deals)
    assert not isinstance(error.value, CorruptFileError)
    assert path.read_bytes() == before


# Interruption


def test_an_exception_keeps_every_finished_table(path, monkeypatch):
    deals = mini_deals(6)
    finished = []
    encode = building.encode_table

    def encoding(table, level):
        stored = encode(table, level)
        finished.append(stored.path)
        return stored

    def some_deals():
        yield from deals[:3]
        while len(finished) < 3:
            time.sleep(0.001)
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "encode_table", encoding)
    with pytest.raises(KeyboardInterrupt):
        tablebase.append(path, some_deals(), workers=2)
    assert path.exists(), "three tables were finished, none was kept"
    assert holds(path, deals[:3])
    assert left_over(path) == []


def test_interrupted_progress(path):
    deals = mini_deals(8)
    ticks = []

    def progress():
        ticks.append(None)
        if len(ticks) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tablebase.append(path, deals, workers=1, progress=progress)
    with TableFile(path) as file:
        kept = file.paths()
    assert {table_path(game_of(deal)) for deal in deals[:3]} <= set(kept)
    assert left_over(path) == []
    done = tablebase.append(path, deals)
    assert (done.present, done.recovered, done.tables) == (len(kept), 0, 8)
    assert holds(path, deals)


@pytest.mark.thorough
def test_sigint_keeps_finished_tables(path):
    build = "import sys, tablebase_cli; tablebase_cli.main(['build', '-n', *sys.argv[1:]])"
    process = start(build, 2000, "-o", path)
    deadline = time.monotonic() + 30
    new = parts_folder(path) / "new.h5"
    while not (new.exists() and new.stat().st_size > 1e6) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert stdout == ""
    assert one_line(stderr)
    assert re.search(r"interrupted; .* the same command with --seed \d+ to continue", stderr)
    assert left_over(path) == []
    with TableFile(path) as file:
        assert 1 <= len(file.paths()) < 2000
        for name in file.paths():
            read_table(file, name)


KILL_EVERYWHERE = """
# Kill a run before each call that changes the file system and amid each write but that of the
# superblock, the run after it as well, and see each time that the file is good and that the next
# run completes it.
import os, shutil, signal, sys, warnings
from pathlib import Path
from support import mini_deals, read_table
import tablebase
from tablebase.engine.tables.append import Appender, parts_folder
from tablebase.engine.tables.store import TableFile, encode_table
from tablebase.support import pieces

warnings.simplefilter("ignore")
folder, old = Path(sys.argv[1]), int(sys.argv[2])
path = folder / "deals.h5"
tables = [encode_table(tablebase.build(deal)) for deal in mini_deals(4)]

def add(new):
    with Appender(path, "tests 1") as out:
        found = out.recovered
        for table in new:
            out.add(table)
    return found

def killed(new, moment):
    # Whether a run by a child was killed before the call of this number.
    child = os.fork()
    if child == 0:
        left = moment

        def step():
            nonlocal left
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)

        def hook(event, arguments):
            if event in ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir"):
                step()

        def torn(file, place, parts, path, write=pieces.write, **options):
            data = b"".join(parts)
            for eighth in range(8 if place else 1):
                write(file, place, [data[: len(data) * eighth // 8]], path)
                step()
            write(file, place, [data], path, **options)
            step()

        pieces.write = torn
        sys.addaudithook(hook)
        add(new)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert status in (0, signal.SIGKILL), status
    return status != 0

def contents():
    # The tables in the file, each chunk read; None if there is no file.
    if not path.exists():
        return None
    with TableFile(path) as file:
        return [read_table(file, name) for name in file.paths()]

def same(found, expected):
    return found == sorted(expected, key=lambda table: table.path)

kills = 0
for moment in range(200):
    shutil.rmtree(folder)
    folder.mkdir()
    if old:
        add(tables[:old])
    first = killed(tables[:3], moment)
    kills += first
    found = contents()
    assert found is None and not old or same(found, tables[:old]) or same(found, tables[:3]), moment
    parts = len(list(parts_folder(path).glob("*.h5"))) if parts_folder(path).exists() else 0
    killed(tables, moment // 2)
    again = contents()
    assert again is None or len(again) >= len(found or ()), moment
    add(tables)
    assert same(contents(), tables), moment
    assert os.listdir(folder) == [path.name], moment
    if not first:
        break
print(kills)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("old", [0, 1])
def test_sigkill_before_every_change(tmp_path, old, tried):
    folder = tmp_path / "folder"
    folder.mkdir()
    done = python(KILL_EVERYWHERE, folder, old)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 25
    tried("writers killed", int(done.stdout))


# Two writers


HOLD = """
import sys
from tablebase.engine.tables.append import Appender
with Appender(sys.argv[1], "tests 1"):
    print("ready", flush=True)
    sys.stdin.read()
"""


OPEN = """
import os, sys
import h5py
locking = None if len(sys.argv) < 3 else False
with h5py.File(sys.argv[1], "r+", locking=locking) as file:
    file.attrs["number"] = 1
    file.flush()
    print("open", flush=True)
    sys.stdin.readline() or os._exit(9)
"""


@pytest.mark.parametrize("unlocked", [(), ("unlocked",)])
def test_open_for_writing_elsewhere(path, fails, answer, unlocked):
    if unlocked and not os.major(path.parent.stat().st_dev):
        pytest.skip("only disks of this machine say who has a file open")

    def build(count):
        return "build", "-n", count, "--seed", 1, "--rules", "3x3", "-o", path

    answer(*build(2))
    with start(OPEN, path, *unlocked) as process:
        assert process.stdout.readline() == "open\n"
        assert answer("info", path).count("1,376") == 2
        assert "2 tables verified" in answer("verify", path)
        for force in ((), ("--force",)):
            error = fails(1, *build(3), *force)
            assert f"{path} is open for writing in another program" in error
            assert "damaged" not in error
        process.communicate("close it\n")
    answer(*build(3))
    assert "3 tables verified" in answer("verify", path)
    with h5py.File(path) as file:
        assert file.attrs["number"] == 1


def test_a_file_that_its_writer_did_not_close(path):
    deals = mini_deals(3)
    tablebase.append(path, deals[:2])
    assert python(OPEN, path).returncode == 9
    with pytest.raises(OSError, match="already open for write"):
        h5py.File(path)
    assert holds(path, deals[:2])
    done = tablebase.append(path, deals)
    assert (done.built, done.present) == (1, 2)
    with h5py.File(path) as file:
        assert file.attrs["number"] == 1
    assert python(OPEN, path).returncode == 9
    whole = path.read_bytes()
    path.write_bytes(whole[:48] + bytes(len(whole) - 48))
    with pytest.raises(CorruptFileError, match="is being written by another program, or one was"):
        tablebase.open(path)


def test_nobody_is_told_to_replace_a_file(path, fails):
    words = "build", "-n", 1, "--rules", "3x3", "-o", path
    tablebase.append(path, mini_deals(2))
    with h5py.File(path, "r+") as file:
        file["alias"] = h5py.SoftLink("/tables")
    error = fails(2, *words)
    assert "would lose 'alias'" in error
    assert "; -o names another file" in error
    assert "--force" not in error
    whole = path.read_bytes()
    path.write_bytes(whole[:48] + bytes(len(whole) - 48))
    error = fails(2, *words)
    assert "is damaged" in error
    assert "--force" not in error
    assert "`tablebase verify` lists the tables that are good" in error


def test_two_writers(path, monkeypatch):
    deals = mini_deals(2)
    tablebase.append(path, deals[:1])
    before = path.read_bytes()
    process = start(HOLD, path)
    assert process.stdout.readline() == "ready\n"
    with monkeypatch.context() as patch:
        patch.setattr(time, "sleep", None)  # a busy file is reported, not waited for
        with pytest.raises(FileBusyError, match=r"deals\.h5 is being written by another process"):
            tablebase.append(path, deals)
    assert path.read_bytes() == before
    with tablebase.open(path, build_missing=False) as tables:
        assert tables.get(deals[0].start(), None) is not None, "readers need not wait"
    process.communicate("")
    assert process.returncode == 0
    tablebase.append(path, deals)
    assert holds(path, deals)
    assert left_over(path) == []


def test_many_writers_in_turn(path):
    # Each waits until the file is free; none may lose what another has added.
    deals = mini_deals(12)
    failed = []

    def add(deal):
        for _ in range(2000):
            try:
                tablebase.append(path, [deal], workers=1)
            except FileBusyError:
                time.sleep(0.002)
            except BaseException as error:
                failed.append(error)
                return
            else:
                return
        failed.append(TimeoutError(str(deal)))

    threads = [threading.Thread(target=add, args=(deal,)) for deal in deals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert holds(path, deals)
    assert left_over(path) == []


# Folders and disks that accept no files


@pytest.fixture(scope="module")
def processes():
    """Processes that have imported and compiled all that a build needs."""
    with Processes("engine.test_append:import_all") as processes:
        yield processes


def import_all(args):
    import tablebase_cli.build  # noqa: F401

    for deal in (*mini_deals(1), tablebase.Deal.parse(DEAL)):
        tablebase.build(deal)


def unprivileged(args):
    """Append to a file, or make a new one, as somebody whom permissions bind."""
    what, path = args
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    try:
        if what == "append":
            tablebase.append(path, mini_deals(2))
        else:
            new_file(path)
    except BaseException as error:
        print(type(error).__name__, error)
    else:
        print("done")


@pytest.fixture
def open_folder():
    """A folder that every user can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.parametrize(("folder", "file"), [(0o555, 0o644), (0o777, 0), (0o777, 0o444)])
def test_permissions(open_folder, folder, file, processes, tmp_path):
    path = open_folder / "deals.h5"
    tablebase.append(path, mini_deals(1))
    before = path.read_bytes()
    path.chmod(file)
    open_folder.chmod(folder)
    done = processes.run(["append", str(path)], tmp_path, main="engine.test_append:unprivileged")
    path.chmod(0o644)
    assert done.out.startswith("PermissionError"), done.out + done.err
    assert done.out.count("\n") == 1
    assert path.read_bytes() == before
    assert left_over(path) == []


@pytest.mark.thorough
def test_what_cannot_be_written_is_found_before_the_work(open_folder, processes, tmp_path):
    open_folder.chmod(0o555)
    args = ["make", str(open_folder / "new.csv")]
    done = processes.run(args, tmp_path, main="engine.test_append:unprivileged")
    assert done.out.startswith("PermissionError cannot write"), done.out + done.err


def build_on_a_full_disk(args):
    limit, *args = args
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
    tablebase_cli.main(["build", "-o", *args])


@pytest.fixture
def full_disk(processes, tmp_path):
    """Build a deal, or fail in one line since no file may be longer than a limit."""

    def full_disk(*args):
        here = tmp_path / "own"
        here.mkdir()
        main = "engine.test_append:build_on_a_full_disk"
        done = processes.run(list(map(str, args)), here, main=main)
        assert (done.code, one_line(done.err)) == (1, True), done.err

    return full_disk


@pytest.mark.thorough
@pytest.mark.parametrize("limit", [500, 60_000, "old", "nearly"])
def test_full_disk(path, real_image, full_disk, limit):
    other = next(tablebase.random_deals(1, seed=77))
    path.write_bytes(real_image)
    # Too small for a part; for the copy of the old file; for the old file and the new table.
    limit = {"old": len(real_image) - 1, "nearly": len(real_image) + 50_000}.get(limit, limit)
    full_disk(limit, path, other)
    assert path.read_bytes() == real_image
    assert not list(parts_folder(path).glob("*.tmp"))
    # With space again, the next run completes the file.
    done = tablebase.append(path, [other])
    assert done.recovered + done.built == 1
    with TableFile(path) as file:
        assert len(file.paths()) == 4
        read_table(file, table_path(game_of(other)))
    assert left_over(path) == []


@pytest.mark.thorough
def test_full_disk_without_an_old_file(path, full_disk):
    full_disk(5000, path, next(tablebase.random_deals(1, seed=77)))
    assert not path.exists()
    assert left_over(path) == []


# Files of other writers, and of other times


def by_library(path, tables):
    """Write a file as versions up to 2026-11 did: by the HDF5 library, attributes in heaps."""
    with h5py.File(path, "w", libver=("v110", "v110")) as file:
        write_attributes(file, root_attributes("tests 0"))
        file.create_group("tables")
        for table in tables:
            group = file.create_group(table.path)
            write_attributes(group, {**table.attributes, "sha256": table.digest()})
            size, count = table.chunk_size, len(table.chunks)
            codes = group.create_dataset(
                "codes", (size * count,), np.uint8, chunks=(size,), compression=32015,
                allow_unknown_filter=True,
            )  # fmt: skip
            for number, chunk in enumerate(table.chunks):
                codes.id.write_direct_chunk((number * size,), chunk)


def write_attributes(group, attributes):
    for name, value in attributes.items():
        group.attrs[name] = np.bytes_(value.encode()) if isinstance(value, str) else value


@pytest.mark.parametrize("count", [1, 30])
def test_a_file_by_the_library(path, count):
    deals = mini_deals(count + 2)
    by_library(path, [encode_table(tablebase.build(deal)) for deal in deals[:count]])
    old = path.read_bytes()
    for deal in deals[count:]:
        tablebase.append(path, [deal])
    assert holds(path, deals)
    assert path.read_bytes()[48 : len(old)] == old[48:], "only the superblock has changed"
    with TableFile(path) as file:
        assert file.attributes()["generated-by"] == "tests 0"


def test_a_file_that_another_program_has_rewritten(path):
    deals = mini_deals(3)
    tablebase.append(path, deals[:2])
    new = path.with_name("new.h5")
    with h5py.File(path) as file, h5py.File(new, "w") as other:
        for name, value in file.attrs.items():
            other.attrs[name] = value
        file.copy("tables", other)
        other["mine"] = 1
    new.replace(path)
    with pytest.raises(FileFormatError, match="adding tables would lose 'mine'"):
        tablebase.append(path, deals)
    with h5py.File(path, "r+") as file:
        del file["mine"]
    with TableFile(path) as file:
        table = PurePosixPath(file.paths()[0])
    for place in map(str, (table, *table.parents[:2])):
        with h5py.File(path, "r+") as file:
            file[place].attrs["note"] = 1
        with pytest.raises(FileFormatError, match="adding tables would lose 'note'"):
            tablebase.append(path, deals)
        with h5py.File(path, "r+") as file:
            del file[place].attrs["note"]
    done = tablebase.append(path, deals)
    assert done == library.Appended(built=1, present=2, recovered=0, tables=3)
    assert holds(path, deals)
    assert left_over(path) == []


def test_the_same_bytes_at_the_same_date(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    images = []
    for name in ("one.h5", "two.h5"):
        tablebase.append(tmp_path / name, mini_deals(4))
        tablebase.append(tmp_path / name, mini_deals(7))
        images.append((tmp_path / name).read_bytes())
    assert images[0] == images[1]
    with TableFile(tmp_path / "one.h5") as file:
        assert file.attributes()["creation-date"] == "2027-01-15T08:00:00+00:00"
    for wrong in ("", "1e5", "9" * 20, "253402300800"):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", wrong)
        with pytest.raises(ValueError, match=f"SOURCE_DATE_EPOCH is '{wrong}', expected a time"):
            tablebase.append(tmp_path / "three.h5", mini_deals(1))
