"""What Tab completion offers in each shell, and what a mistyped option is answered."""

import pytest
from click.testing import CliRunner
from support import python
from support.completion import completed

from tablebase.games.collapsi.rules_file import presets
from tablebase_cli import cli


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands(shell):
    found = completed("tablebase le", shell)
    assert "learn" in found
    assert "build" not in found


def test_options_of_a_command():
    assert completed("tablebase compare --see") == "plain,--seed\n"
    assert completed("tablebase learn score --th") == "plain,--threads\n"


def test_choices():
    assert completed("tablebase deals --edition w") == "plain,wild\n"


def test_rules_are_names_or_files():
    found = completed("tablebase probe --rules s").splitlines()
    names = [name for name in presets() if name.startswith("s")]
    assert names
    assert found == [*(f"plain,{name}" for name in names), "file,s"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_script(shell):
    done = CliRunner().invoke(
        cli, prog_name="tablebase", env={"_TABLEBASE_COMPLETE": f"{shell}_source"}
    )
    assert f"_TABLEBASE_COMPLETE={shell}_complete" in done.output


def test_completing_imports_no_solver():
    code = """if True:
        import os, sys
        os.environ.update(_TABLEBASE_COMPLETE="bash_complete", COMP_CWORD="3",
                          COMP_WORDS="tablebase probe --rules sh")
        from tablebase_cli import main
        try:
            main([])
        except SystemExit:
            print(*sorted({"numba", "h5py"} & set(sys.modules)), file=sys.stderr)
    """
    done = python(code)
    assert "plain,shift-back" in done.stdout
    assert done.stderr.strip() == ""


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [(["compare", "--sedd", "1"], "--seed"), (["learn", "score", "--threds", "2"], "--threads")],
)
def test_a_mistyped_option_names_those_like_it(arguments, meant):
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 2
    assert "Did you mean" in done.output
    assert meant in done.output
