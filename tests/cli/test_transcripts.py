"""What commands print, whole: the sessions in each ``transcripts/*.txt``, typed again.

A claim begins with ``#`` and has a folder of its own. Below it are commands, each with what is
typed (``>``), its output (``|``), its errors (``!``) and its exit code (``=``) unless that is 0. In
an output, ``…`` stands for any text of a line, and alone for any lines; ``DIR`` is the folder.
Besides ``tablebase`` there are ``write FILE``, ``cat FILE`` and ``ls``, and pipes between commands.
``pytest tests/cli/test_transcripts.py --record`` writes what is printed now into the transcripts:
read the difference before you commit it.
"""

import re
import shlex
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]
SIGNS = {">": "typed", "|": "out", "!": "err", "=": "code"}


def claims(path):
    """The claims of a transcript: their lines."""
    return re.split(r"^(?=# )", path.read_text("utf-8"), flags=re.M)[1:]


CASES = [
    pytest.param(path, number, id=f"{path.stem}: {claim.splitlines()[0][2:]}")
    for path in sorted(HERE.rglob("transcripts/*.txt"))
    for number, claim in enumerate(claims(path))
]


def steps(claim):
    """Each command of a claim with what is typed and expected, as lists of lines."""
    found = []
    for line in filter(str.strip, claim.splitlines()):
        sign, text = line[0], line[2:]
        if sign == "$":
            found.append((text, {name: [] for name in SIGNS.values()}))
        elif sign != "#":
            found[-1][1][SIGNS[sign]].append(text)
    return found


def matches(expected, lines):
    """Whether lines are those that are expected."""
    return re.fullmatch("".join(map(_pattern, expected)), "".join(f"{line}\n" for line in lines))


def _pattern(line):
    if line == "…":
        return r"(?:.*\n)*?"
    return ".*?".join(map(re.escape, line.split("…"))) + r"\n"


def _shown(text, folder):
    return [line.rstrip() for line in text.replace(str(folder), "DIR").splitlines()]


@pytest.fixture
def typed(run, tmp_path, monkeypatch):
    """Type a command in the test's folder; returns its exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def one(words, given):
        name, *rest = words
        if name == "tablebase":
            return run(*rest, typed=given)
        if name == "write":
            Path(rest[0]).write_text(given)
            return 0, "", ""
        if name == "cat":
            return 0, Path(rest[0]).read_text(), ""
        assert words == ["ls"]
        return 0, "".join(f"{path.name}\n" for path in sorted(Path().iterdir())), ""

    def typed(command, lines):
        given, errors = "".join(f"{line}\n" for line in lines), ""
        for part in command.split(" | "):
            words = [word.replace("DIR", str(tmp_path)) for word in shlex.split(part)]
            code, given, err = one(words, given)
            errors += err
        out, err = (_shown(text, tmp_path) for text in (given, errors))
        return {"out": out, "err": err, "code": [str(code)] if code else []}

    return typed


@pytest.mark.parametrize(("path", "number"), CASES)
def test_transcript(path, number, typed, request):
    claim = claims(path)[number]
    lines = [line for line in claim.splitlines() if line.startswith("#")]
    for command, expected in steps(claim):
        found = typed(command, expected["typed"])
        wrong = [name for name in found if not matches(expected[name], found[name])]
        if not request.config.option.record:
            for name in wrong:
                assert found[name] == expected[name], (command, name)
        shown = {**expected, **{name: found[name] for name in wrong}}
        lines.append(f"$ {command}")
        lines += [f"{sign} {line}".rstrip() for sign, name in SIGNS.items() for line in shown[name]]
    if request.config.option.record:
        every = claims(path)
        every[number] = "\n".join(lines) + "\n\n"
        path.write_text("".join(every).rstrip() + "\n", "utf-8")
