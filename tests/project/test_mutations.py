"""Small errors in the source: a test that is not slow notices each of them.

Slow: that a test that is not slow notices each of 215 errors put into the source; ``python
tests/mutations.py WORD`` tries some of them. Needs Node, and 30 to 60 minutes of processor time.
"""

import mutations
import pytest


def test_every_mutation_is_of_this_source():
    """After a change to the source, every mutation must still find its place."""
    for mutation in mutations.mutations():
        source = (mutations.ROOT / mutation.file).read_text(encoding="utf-8")
        assert source.count(mutation.old) == 1, mutation


@pytest.mark.slow
def test_every_mutation_is_noticed(tried):
    tried("mutations of the source", len(mutations.mutations()))
    assert mutations.run(mutations.mutations(), workers=2) == 0
