from __future__ import annotations

import pytest
from support import mini_deals

import tablebase
from tablebase.engine.store import encode_table, file_image


@pytest.fixture(scope="session")
def deals():
    """Three deals of the real board."""
    return list(tablebase.random_deals(3, seed=2024))


@pytest.fixture(scope="session")
def built(deals):
    """Their tables, in memory."""
    return [tablebase.build(deal) for deal in deals]


@pytest.fixture(scope="session")
def real_image(built):
    """A tablebase file that holds them, as bytes."""
    return file_image([encode_table(table, level=3) for table in built], "tests 1")


@pytest.fixture(scope="session")
def real_file(real_image, tmp_path_factory):
    """The same as a file. Tests must not change it."""
    path = tmp_path_factory.mktemp("real") / "deals.h5"
    path.write_bytes(real_image)
    return path


@pytest.fixture(scope="session")
def mini():
    """Tables of three deals of the small board, in memory."""
    return [tablebase.build(deal) for deal in mini_deals(3)]


@pytest.fixture(scope="session")
def mini_image(mini):
    """A tablebase file that holds them, as bytes."""
    return file_image([encode_table(table) for table in mini], "tests 1")


@pytest.fixture
def mini_file(mini_image, tmp_path):
    """The same as a file of the test's own."""
    path = tmp_path / "mini.h5"
    path.write_bytes(mini_image)
    return path
