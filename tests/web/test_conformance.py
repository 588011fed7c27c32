"""The files of cases that hold Python's rules and JavaScript's together are up to date."""

import pytest
from conformance import CORPORA, TESTS, kept, text_of


@pytest.mark.parametrize("path", CORPORA, ids=lambda path: str(path.relative_to(TESTS)))
def test_python_says_what_is_written(path):
    """If a rule was meant to change: ``python tests/conformance.py``."""
    written, now = (text.splitlines() for text in (kept(path), text_of(CORPORA[path]())))
    differ = [pair for pair in zip(written, now, strict=False) if pair[0] != pair[1]]
    assert not differ, f"{len(differ)} cases differ, first\n{differ[0][0]}\n{differ[0][1]}"
    assert len(written) == len(now)
