"""What CI leaves out: the tests of side rooms that a change does not touch."""

import pytest

from untouched import ROOMS, untouched


@pytest.mark.parametrize(
    ("changed", "run"),
    [
        (["tablebase/games/{0}/game.py", "CHANGELOG.md"], 1),
        (["tests/rooms/{0}/test_game.py", "tests/browser/{1}/test_page.py"], 2),
        (["tablebase/games/{0}/game.py", "tablebase/engine/game.py"], None),
        (["tablebase/games/collapsi/game.py"], None),
        (["pyproject.toml"], None),
        (["tests/rooms/__init__.py"], None),
        (["tests/conftest.py", "tests/rooms/{0}/oracle.py"], None),
    ],
)
def test_rooms_that_a_change_does_not_touch(changed, run):
    first, second, *_ = ROOMS
    left_out = untouched([path.format(first, second) for path in changed])
    assert left_out == ([] if run is None else ROOMS[run:])
