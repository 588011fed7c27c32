"""Hostile values for every parameter of every command, each command in a process of its own.

Slow: 700 hostile command lines, each in a process of its own. Needs Linux.
"""

import click
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support import hostile_commands

pytestmark = pytest.mark.slow

CASES = 700

COMMANDS = list(hostile_commands.commands())


INPUTS = (
    "", "quit\n", "a1 hint values undo\n" * 3, "1\n" * 30, "?\x1b[2J\n\n9" * 20, "caf\udce9\n",
    "A" * 100_000, "A223/4A2J/3A23/J3A4\n",
)  # fmt: skip


@st.composite
def cases(draw):
    """A command with hostile values for some of its parameters."""
    words, command = draw(st.sampled_from(COMMANDS))
    given, options, arguments = {}, [], []
    for parameter in command.params:
        name, option = str(parameter.name), max(parameter.opts, key=len)
        needed = parameter.required or name in hostile_commands.NEEDED.get(
            " ".join(words), ("seconds",)
        )
        # Most values are ordinary, so that commands with hostile ones get far.
        ways = ["plain", "plain", "hostile", *["absent"] * (0 if needed else 3)]
        way = draw(st.sampled_from(ways))
        if way == "absent" or f"{' '.join(words)} {option}" in hostile_commands.LONG:
            continue
        if getattr(parameter, "is_flag", False):
            options.append(option)
            continue
        values = (hostile_commands.plain if way == "plain" else hostile_commands.hostile)(
            words, parameter
        )
        if values:
            value = given[name] = draw(st.sampled_from(values))
            if isinstance(parameter, click.Argument):
                arguments.append(value)
            else:
                options += [option, value]
    if any(value.startswith("-") for value in arguments):
        arguments.insert(0, "--")
    stdin = draw(st.sampled_from(INPUTS))
    return hostile_commands.Case((*words, *options, *arguments), given, stdin)


@pytest.mark.filterwarnings("ignore:Generating overly large repr")  # where it reports a failure
@settings(max_examples=CASES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(case=cases())
def test_every_command_survives_whatever_it_is_given(processes, tables, tried, case):
    tried("hostile command lines")
    assert hostile_commands.problems(processes, tables, case) == []
