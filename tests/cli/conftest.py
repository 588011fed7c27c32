"""What attacks on the commands share: processes that run them, and a file to give them."""

import pytest
from support import DEAL, file_image, hostile_commands

import tablebase
from tablebase.engine.tables.store import encode_table


@pytest.fixture(scope="module")
def processes():
    with hostile_commands.started() as processes:
        yield processes


@pytest.fixture(scope="module")
def tables():
    """A tablebase file with one deal."""
    return file_image([encode_table(tablebase.build(tablebase.Deal.parse(DEAL)))], "tests 1")
