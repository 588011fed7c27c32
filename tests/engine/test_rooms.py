"""Games are found by entry points; one that cannot be used disturbs no other."""

import json
import os
import sys
from importlib.metadata import distribution

import pytest
from support import environment, python
from support.processes import Processes

import tablebase_cli
from tablebase import Board, Deal
from tablebase._version import DISTRIBUTION, __version__
from tablebase.engine import rooms
from tablebase.engine.rooms import Room

ENTRIES = distribution(DISTRIBUTION).entry_points.select(group=rooms.GROUP)
OURS = ["collapsi", *sorted({entry.name for entry in ENTRIES} - {"collapsi"})]
SHOW = ["show", "A223/4A2J/3A23/J3A4"]

HEAPS = """
import click
from tablebase.engine.rooms import Room
ROOM = Room(commands="heaps:heaps")
@click.command()
def heaps():
    "Heaps of stones."
    print("heaps works")
"""


@pytest.fixture
def install(tmp_path):
    """Make a distribution with games, `name -> module:object`, and the modules it needs."""

    def install(name, games, version="1.0", metadata=True, default="", **modules):
        folder = tmp_path / f"{name.replace('-', '_')}-{version}.dist-info"
        folder.mkdir()
        entries = ["[tablebase.games]", *(f"{game} = {value}" for game, value in games.items())]
        if default:
            entries += ["[tablebase.default]", default]
        (folder / "entry_points.txt").write_text("\n".join(entries))
        if metadata:
            (folder / "METADATA").write_text(f"Name: {name}\nVersion: {version}\n")
        for module, source in modules.items():
            (tmp_path / f"{module}.py").write_text(source)

    return install


@pytest.fixture(scope="module")
def processes():
    """Processes that have imported what finds games, and have not looked for any."""
    with Processes("engine.test_rooms:import_some") as processes:
        yield processes


def import_some(args):
    import rich.table  # noqa: F401

    import tablebase_cli.run  # noqa: F401

    assert "tablebase_cli.program" not in sys.modules


def run_program(args):
    folder, before, env, *words = args
    sys.path.insert(0, folder)
    os.environ.update(json.loads(env))
    exec(before, {})
    tablebase_cli.main(words)


@pytest.fixture
def program(processes, tmp_path):
    """Run the program with what is installed; returns exit code, stdout and stderr."""

    def program(*args, before="", **env):
        given = [str(tmp_path), before, json.dumps(env), *args]
        done = processes.run(given, tmp_path, main="engine.test_rooms:run_program")
        return done.code, done.out, done.err

    return program


def listed(out):
    return {one["game"]: one["distribution"] for one in json.loads(out)}


def test_ours_come_in_by_the_same_door(answer):
    found = json.loads(answer("games", "--json"))
    assert [one["game"] for one in found] == OURS
    assert {one["distribution"] for one in found} == {DISTRIBUTION}
    assert {one["version"] for one in found} == {__version__}
    assert rooms.default() == "collapsi"


def test_a_game_of_another_distribution(install, program):
    install("stones", {"heaps": "heaps:ROOM"}, heaps=HEAPS)
    code, out, err = program("games", "--json")
    assert (code, err) == (0, "")
    assert listed(out) == {**dict.fromkeys(OURS, DISTRIBUTION), "heaps": "stones"}
    assert json.loads(out)[-1]["brings"] == ["commands"]
    assert program("heaps") == (0, "heaps works\n", "")
    code, out, err = program("--help")
    assert (code, err) == (0, "")
    assert "heaps Heaps of stones." in " ".join(out.split())


BROKEN = {
    "a capital": ({"Kayles": "heaps:ROOM"}, "'Kayles' of odd is left out: expected a name of the"),
    "an underline": ({"kay_les": "heaps:ROOM"}, "'kay_les' of odd is left out: expected a name"),
    "a digit": ({"2048": "heaps:ROOM"}, "'2048' of odd is left out: expected a name of the form"),
    "no module": (
        {"kayles": "kayles:ROOM"},
        "'kayles' of odd is left out: ModuleNotFoundError: No module named 'kayles'",
    ),
    "an error": ({"kayles": "odd:ROOM"}, "'kayles' of odd is left out: RuntimeError: no luck"),
    "an end": ({"kayles": "ends:ROOM"}, "'kayles' of odd is left out: SystemExit: 0"),
    "a panic": ({"kayles": "panics:ROOM"}, "'kayles' of odd is left out: BaseException: no luck"),
    "no object": ({"kayles": "heaps:NONE"}, "'kayles' of odd is left out: AttributeError: module"),
    "no room": ({"kayles": "heaps:heaps"}, "'kayles' of odd is left out: heaps:heaps is <Command"),
    "a name of ours": (
        {OURS[-1]: "heaps:ROOM"},
        f"'{OURS[-1]}' of odd is left out: collapsi-tablebase has a game of that name",
    ),
    "the default": (
        {"collapsi": "heaps:ROOM"},
        "'collapsi' of odd is left out: collapsi-tablebase has a game of that name",
    ),
    "a command": (
        {"probe": "heaps:ROOM"},
        "commands of the game 'probe' of odd are left out: a command has the same name",
    ),
    "a command of ours": (
        {"lab": "heaps:ROOM"},
        "commands of the game 'lab' of odd are left out: a command has the same name",
    ),
}


@pytest.mark.parametrize(("games", "message"), BROKEN.values(), ids=BROKEN)
def test_a_game_that_cannot_be_used(install, program, games, message):
    """One line on stderr; all others work."""
    raised = {"odd": "RuntimeError('no\\nluck')", "panics": "BaseException('no luck')"}
    raised["ends"] = "SystemExit(0)"
    install("odd", games, **{name: f"raise {error}" for name, error in raised.items()})
    install("stones", {"heaps": "heaps:ROOM"}, heaps=HEAPS)
    code, out, err = program("games", "--json")
    assert (code, err.count("\n")) == (0, 1), err
    assert err.startswith("tablebase: the ")
    assert message in err
    assert {**dict.fromkeys(OURS, DISTRIBUTION), "heaps": "stones"}.items() <= listed(out).items()


@pytest.mark.parametrize("args", [["--help"], ["games"], ["heaps"], SHOW, ["lab", "--help"]])
def test_a_game_that_cannot_be_used_is_told_by_every_command(install, program, args):
    install("odd", {"lab": "heaps:ROOM"})
    install("stones", {"heaps": "heaps:ROOM"}, heaps=HEAPS)
    code, out, err = program(*args)
    assert (code, err.count("\n")) == (0, 1), err
    assert "commands of the game 'lab' of odd are left out" in err
    assert out


def test_two_strangers_with_one_name(install, program):
    install("first", {"heaps": "heaps:ROOM"}, heaps=HEAPS)
    install("second", {"heaps": "heaps:ROOM"})
    code, out, err = program("games", "--json")
    said = "tablebase: the game 'heaps' of second is left out: first has a game of that name\n"
    assert (code, err) == (0, said)
    assert listed(out)["heaps"] == "first"


def test_a_distribution_without_metadata(install, program):
    install("stones", {"heaps": "heaps:ROOM"}, metadata=False, heaps="print('hello')" + HEAPS)
    code, out, err = program("games", "--json")
    assert (code, err) == (0, "hello\n")
    assert listed(out)["heaps"] == "a distribution without metadata"


COMMANDS = {
    "no module": ("nowhere:kayles", "ModuleNotFoundError: No module named 'nowhere'"),
    "no object": ("heaps:kayles", "AttributeError: module 'heaps' has no attribute 'kayles'"),
    "no command": ("heaps:ROOM", "heaps:ROOM is Room("),
    "an end": ("ends:kayles", "SystemExit: 0"),
}


@pytest.mark.parametrize(("value", "message"), COMMANDS.values(), ids=COMMANDS)
def test_commands_that_cannot_be_imported(install, program, value, message):
    """The help leaves them out with a line; the game itself has this line as its error."""
    room = f"from tablebase.engine.rooms import Room\nROOM = Room(commands={value!r})"
    install("odd", {"kayles": "kayles:ROOM"}, kayles=room, ends="raise SystemExit(0)")
    install("stones", {"heaps": "heaps:ROOM"}, heaps=HEAPS)
    code, out, err = program("--help")
    assert (code, err.count("\n")) == (0, 1)
    assert "tablebase: the commands of the game 'kayles' of odd are left out: " in err
    assert message in err
    assert "  heaps " in out
    assert "  kayles " not in out
    for args in (["kayles", "--help"], ["kayles", "probe", "1"]):
        code, out, err = program(*args)
        assert (code, out, err.count("\n")) == (1, "", 1)
        assert err.startswith("tablebase: ")
        assert message in err
    assert program("heaps") == (0, "heaps works\n", "")


def test_completion_prints_no_warning(install, program):
    install("odd", {"kayles": "nowhere:ROOM", "gone": "gone:ROOM"}, gone=GONE)
    install("stones", {"heaps": "heaps:ROOM"}, heaps=HEAPS)
    words = {
        "_TABLEBASE_COMPLETE": "bash_complete",
        "COMP_WORDS": "tablebase hea",
        "COMP_CWORD": "1",
    }
    assert program(**words) == (0, "plain,heaps\n", "")


GONE = "from tablebase.engine.rooms import Room\nROOM = Room(commands='nowhere:gone')"

# Metadata of ours that do not fit the files

LEFT = {game: f"tablebase.games.{game}.room:ROOM" for game in OURS}
DEFAULT = "collapsi = tablebase.games.collapsi.room:ROOM"


def stale(program):
    """What every command says if the metadata are stale: one line."""
    errors = set()
    for args in (["--help"], ["games"], SHOW):
        code, out, err = program(*args)
        assert (code, out, err.count("\n")) == (1, "", 1), err
        assert err.endswith("reinstall it (`pip install .` in a clone)\n")
        errors.add(err)
    (error,) = errors
    return error


def test_metadata_of_before_there_were_games(install, program):
    install(DISTRIBUTION, {}, version=__version__)
    assert "the metadata are those of collapsi-tablebase" in stale(program)


def test_metadata_of_another_version(install, program):
    install(DISTRIBUTION, LEFT, version="0.0.9", default=DEFAULT)
    error = stale(program)
    assert "collapsi-tablebase 0.0.9, the files those of " + __version__ in error


def test_no_metadata(program):
    without = f"""if True:
        from importlib import metadata
        found = metadata.MetadataPathFinder.find_distributions
        def others(cls, context=metadata.DistributionFinder.Context()):
            return (one for one in found(context) if one.metadata["Name"] != {DISTRIBUTION!r})
        metadata.MetadataPathFinder.find_distributions = classmethod(others)
    """
    assert "there are no metadata of collapsi-tablebase" in stale(
        lambda *args: program(*args, before=without)
    )


def test_the_default_game_is_gone(install, program):
    games = {**LEFT, "collapsi": "tablebase.games.gone.room:ROOM"}
    install(DISTRIBUTION, games, version=__version__, default=DEFAULT)
    assert "No module named 'tablebase.games.gone'" in stale(program)


def test_a_game_of_ours_is_gone(install, program):
    games = {**LEFT, "gone": "tablebase.games.gone.room:ROOM"}
    install(DISTRIBUTION, games, version=__version__, default=DEFAULT)
    code, out, err = program("games", "--json")
    assert (code, err) == (
        0,
        "tablebase: the game 'gone' of collapsi-tablebase is left out: ModuleNotFoundError: No "
        "module named 'tablebase.games.gone'; reinstall it (`pip install .` in a clone)\n",
    )
    assert list(listed(out)) == OURS


# The library


def test_an_object_that_belongs_to_no_game():
    with pytest.raises(TypeError, match="belongs to no game: expected an object of a class"):
        rooms.game_of(Board(4, 4))


def test_only_the_room_of_a_deal_is_loaded():
    code = """if True:
        import sys
        from tablebase import Deal
        from tablebase.engine.rooms import game_of
        game_of(Deal.parse("A223/4A2J/3A23/J3A4"))
        print(*(name for name in sys.modules if name.endswith(".room")))
    """
    assert python(code).stdout.split() == ["tablebase.games.collapsi.room"]


def test_a_subclass_belongs_to_the_game_of_its_class():
    class Own(Deal):
        pass

    deal = Own.parse("A223/4A2J/3A23/J3A4")
    assert type(deal) is Own
    assert rooms.game_of(deal).key == rooms.game_of(Deal.parse("A223/4A2J/3A23/J3A4")).key


def test_a_warning_in_the_library(install, tmp_path):
    install("odd", {"kayles": "nowhere:ROOM"})
    path = os.pathsep.join([str(tmp_path), environment()["PYTHONPATH"]])
    code = "from tablebase.engine import rooms; print(rooms.of_tables('collapsi').name)"
    done = python(code, env={**environment(), "PYTHONPATH": path})
    assert (done.returncode, done.stdout) == (0, "collapsi\n")
    assert done.stderr.count("RoomWarning: the game 'kayles' of odd is left out") == 1


def test_finding_games_imports_nothing_heavy():
    """Every room is loaded, and every group's help shown, without a kernel or an array."""
    heavy = ("numpy", "numba", "h5py", "starlette", "matplotlib")
    code = (
        "import atexit, sys, tablebase_cli\n"
        f"atexit.register(lambda: print(*(set({heavy}) & set(sys.modules)), file=sys.stderr))\n"
        "tablebase_cli.main()"
    )
    assert python(code, "--help").stderr == "\n"
    assert python(code, "games", "--json").stderr == "\n"
    assert all(isinstance(one.room, Room) for one in rooms.installed().values())
