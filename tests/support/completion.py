"""What a shell offers to complete."""

from click.testing import CliRunner

from tablebase_cli import cli


def completed(line, shell="bash"):
    """The completions of the last word of a line."""
    words = line.split(" ")
    variables = {
        "_TABLEBASE_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": words[-1] if shell == "fish" else str(len(words) - 1),
    }
    return CliRunner().invoke(cli, prog_name="tablebase", env=variables).output
