"""What tests of the server share: tables, and a server that answers from them."""

import pytest
from support.sockets import serving

import tablebase


@pytest.fixture(scope="module")
def tables():
    return tablebase.Tablebase(cached_tables=8)


@pytest.fixture(scope="module")
def states():
    """What a server offers beside our rule sets."""
    return ()


@pytest.fixture(scope="module")
def client(tables, states):
    with serving(tables, states=states, client_seconds=120) as client:  # a test may be paused
        yield client
