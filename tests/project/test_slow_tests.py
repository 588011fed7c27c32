"""Every file with slow tests says what they check and need."""

from slow_tests import slow_tests


def test_every_file_says_it():
    found = dict(slow_tests())
    assert len(found) > 30
    assert [path for path, said in found.items() if ". Needs " not in said] == []
