"""The examples at the end of each command's help: they exist, and can be typed."""

import re
import shlex
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import click
import pytest
from support import DEAL

from reproduce import CLAIMS
from tablebase.rl.__main__ import main as learning
from tablebase_cli import cli

HOUSE = Path(__file__).parents[2]
PAGES = [HOUSE / "README.md", *sorted((HOUSE / "docs").glob("*.md"))]
ROOT = click.Context(cli, info_name="tablebase", **cli.context_settings)
LEARNING = click.Context(learning, info_name="python -m tablebase.rl", **learning.context_settings)
"""The other program, which has no grammar of its own."""


def commands(above):
    """Each command below a group, with its context."""
    for name in above.command.list_commands(above):
        command = above.command.get_command(above, name)
        context = click.Context(command, info_name=name, parent=above, **command.context_settings)
        if isinstance(command, click.Group):
            yield from commands(context)
        else:
            yield context


CONTEXTS = list(commands(ROOT))


def typed(text):
    """The words of each command in the examples of a help, up to a pipe or a redirection."""
    _, _, examples = text.partition("\n  Examples:\n")
    for line in examples.splitlines():
        if not line.lstrip().startswith("#"):
            for part in re.sub(" < .*", "", line).split(" | "):
                yield shlex.split(part)


def parsed(words):
    """Parse the words of a command without running it; returns the path of the command."""
    context = LEARNING if words[:3] == LEARNING.info_name.split() else ROOT
    context.meta.clear()  # of the command before
    names = context.info_name.split()
    assert words[: len(names)] == names
    words = words[len(names) :]
    while isinstance(context.command, click.Group):
        name, command, words = context.command.resolve_command(context, words)
        if isinstance(command, click.Group):
            context = click.Context(
                command, info_name=name, parent=context, **command.context_settings
            )
        else:
            context = command.make_context(name, words, parent=context)
    return context.command_path


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: context.command_path)
def test_examples(context):
    text = context.get_help()
    examples = [parsed(words) for words in typed(text)]
    assert context.command_path in examples
    assert "{" not in text.partition("Examples:")[2]
    assert max(map(len, text.splitlines())) <= 80


def test_commands_of_claims_can_be_typed():
    lines = {line for claim in CLAIMS for line in claim.commands}
    ours = (ROOT.info_name + " ", LEARNING.info_name)
    programs = [shlex.split(line) for line in lines if line.startswith(ours)]
    assert len([parsed(words) for words in programs]) > 80


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: context.command_path)
def test_what_is_in_brackets_may_be_left_out(context):
    for argument in context.command.params:
        if isinstance(argument, click.Argument):
            (shown,) = argument.get_usage_pieces(context)
            assert shown.startswith("[") is not argument.required
            assert re.fullmatch(r"\[?([A-Z]+|\{[a-z|]+\})\]?(\.\.\.)?", shown)


@pytest.mark.parametrize(
    "line",
    [
        "tablebase nosuch",
        "tablebase learn nosuch 4x4",
        "tablebase line --nosuch 4x4",
        "tablebase line",
        "tablebase deals --winner green",
    ],
)
def test_a_wrong_example_is_found(line):
    with pytest.raises(click.UsageError):
        parsed(line.split())


def files_of_nowhere(page):
    """The tablebase files that a page's commands read and none before them has written."""
    written, missing = set(), []
    for block in re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S):
        for line in block.replace("\\\n", "").splitlines():
            words = shlex.split(line, comments=True)
            for option, word in pairwise(["", *words]):
                if option in ("-o", "--output"):
                    written.add(word)
                elif word.endswith(".h5") and word not in written:
                    missing.append(line)
    return missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_of_a_pages_commands_is_written_by_one(page):
    assert not files_of_nowhere(page.read_text("utf-8"))


def test_a_file_of_nowhere_is_found():
    page = "```sh\ntablebase build A -o a.h5\ntablebase verify a.h5 # b.h5\n"
    assert not files_of_nowhere(f"{page}```\n")
    assert files_of_nowhere(f"{page}tablebase info b.h5\n```\n") == ["tablebase info b.h5"]


def test_pipes_and_files_are_taken_apart():
    text = "Usage\n\n  Examples:\n    # Not me\n    a 'b c' | d -\n    e - -o f < g\n"
    assert list(typed(text)) == [["a", "b c"], ["d", "-"], ["e", "-", "-o", "f"]]


# One grammar of options


VALUES = {
    "FILE": {"--output", "--in", "--from", "--plot", "--rules", "--repository"},
    "NAME": {"--edition"}, "S": {"--seconds"}, "GIB": {"--memory"}, "RxC": {"--board"},
    "DIGITS": {"--joker"}, "G": {"--grade"}, "MOVES": {"--moves"}, "GAME,...": {"--games"},
    "ADDRESS": {"--host", "--scheduler"},
}  # fmt: skip
"""What stands for a value in the help -> the options that take one, and take nothing else."""

VARIED = {
    "--all", "--depth", "--edition", "--force", "--goal", "--grade", "--in", "--joker", "--level",
    "--memory", "--plot", "--random", "--rules", "--seconds", "--take", "--output", "-n",
}  # fmt: skip
"""Options whose text says more for some command; every other one has one text."""

OLD = {"--workers", "--deals", "--limit", "--each", "--number", "--folder", "--file"}
OLD |= {"--table", "--csv", "--md"}  # would be short for a --format, as --json is

EVERY = [*CONTEXTS, *commands(LEARNING)]
OPTIONS = [
    (context, one, max(one.opts, key=len))
    for context in EVERY
    for one in context.command.params
    if isinstance(one, click.Option)
]


def shown(context, option):
    """What stands for an option's value in the help: nothing for a flag, FILE for any file."""
    value = "" if option.is_flag or option.count else option.make_metavar(ctx=context)
    return "FILE" if value in ("FOLDER", "RULES") else value


@pytest.mark.parametrize(
    ("context", "option", "name"), OPTIONS, ids=lambda one: getattr(one, "command_path", one)
)
def test_an_option_is_written_as_others_are(context, option, name):
    value = shown(context, option)
    assert option.opts in ([name], ["-o", "--output"])
    assert name == "-n" or re.fullmatch("--[a-z]+(-[a-z]+)*", name)
    assert name not in OLD
    assert re.fullmatch(r"|\[[a-z|-]+\]|[A-Z]+(,\.\.\.)?|RxC", value)
    assert all((name in names) is (value == each) for each, names in VALUES.items())
    assert value == "N" or name not in ("-n", "--seed", "--threads")
    assert "<" not in (option.get_help_record(context) or ("", ""))[1]
    assert name != "-n" or (option.type.min == 0) is ("0 for all" in option.help)
    if context.find_root() is not LEARNING:  # its scores are compared, by one seed
        assert name != "--seed" or not isinstance(option.default, int)


def test_an_option_means_the_same_in_every_command():
    values, texts, names = defaultdict(set), defaultdict(set), defaultdict(set)
    for context, option, name in OPTIONS:
        key, value = (context.find_root().info_name, name), shown(context, option)
        values[key].add("[...]" if value.startswith("[") else value)
        texts[key].add(option.help)
        names[option.help].add(name)
    assert {key: found for key, found in values.items() if len(found) > 1} == {}
    assert {name for (_, name), found in texts.items() if len(found) > 1} == VARIED
    assert [found for found in names.values() if len(found) > 1] == []


@pytest.mark.parametrize("context", EVERY, ids=lambda context: context.command_path)
def test_a_command_that_prints_data_has_every_format(context):
    options = options_of(context)
    if "--format" in options:
        assert options["--format"].type.choices == ("table", "json", "csv", "md")
        assert "--json" in options
    elif context.command.name not in ("play", "serve", "help"):
        assert options["--output"].required
    assert "--output" in options or "--force" not in options


# Files to look into, and the edition used


def options_of(context):
    """The options and arguments of a command: their names -> the parameters."""
    return {name: one for one in context.command.params for name in one.opts}


LOOKING = [
    context
    for context in CONTEXTS
    if "--in" in options_of(context) or context.command.name in ("info", "verify")
]


@pytest.mark.parametrize("context", LOOKING, ids=lambda context: context.command_path)
def test_a_file_that_is_not_there_says_what_writes_it(context, fails, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    example = next(typed(context.get_help()))
    if context.command_path == "tablebase stats":  # its examples count deals
        example = ["tablebase", "stats", DEAL]
    where = ["--in"] if "--in" in options_of(context) else []
    error = fails(2, *example[1:], *where, "no.h5")
    group = "tablebase" if context.command.name == "explain" else context.parent.command_path
    command = f"{group} {'make' if group == 'tablebase atlas' else 'build'}"
    assert f"no.h5; `{command}` writes one" in error


NAMED = {
    **dict.fromkeys(("probe", "line", "show", "learn explain"), (DEAL,)),
    "match": ("--rules", "3x3"),
    "compare": (DEAL, "--seconds", "1"),
    "deals": ("-n", "1"),
    "stats": (),
    "placings": ("-n", "1", "--rules", "3-players"),
    "learn games": ("traps", "-n", "2"),
    "learn in-play": ("traps", "-n", "2"),
    "learn opening": ("traps", "--rules", "3x3"),
    "learn score": ("traps", "--rules", "3x3"),
}
"""Commands whose answer depends on the edition, and what they are given."""


@pytest.mark.parametrize("name", NAMED)
def test_an_answer_names_its_edition(name, run):
    for form in ("table", "json", "csv", "md"):
        asked = (*name.split(), *NAMED[name], "--edition", "single", "--format", form)
        code, out, remarks = run(*asked)
        assert (code, "single" in out + remarks) == (0, True), form


def test_every_such_command_is_tried():
    editions = {
        context.command_path.partition(" ")[2]
        for context in CONTEXTS
        if {"--edition", "--format"} <= options_of(context).keys()
    }
    assert editions == {*NAMED, "certify"}  # for large boards only: test_winner
