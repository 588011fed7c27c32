"""Columns of equal length with what they mean: as plain arrays, and for pandas and Apache Arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablebase.support.extras import load

if TYPE_CHECKING:
    import pandas
    import pyarrow

Array: TypeAlias = npt.NDArray[Any]


class Named(NamedTuple):
    """A column with few different texts: the number of each row's text in `names`, -1 for none."""

    numbers: npt.NDArray[np.int8]
    names: tuple[str, ...]

    @property
    def texts(self) -> Array:
        """The text of each row, empty for none."""
        return np.array((*self.names, ""))[self.numbers]


Columns = Mapping[str, "Array | Named"]
"""The name of a column -> its rows."""

About = Mapping[str, str | int]
"""What columns are about: facts by name."""


def plain(columns: Columns) -> dict[str, Array]:
    """The columns as arrays."""
    return {
        name: column.texts if isinstance(column, Named) else column
        for name, column in columns.items()
    }


def to_pandas(columns: Columns, about: About) -> pandas.DataFrame:
    """The columns as a data frame, which has the facts in ``attrs``.

    Raises `MissingExtraError` without pandas: ``[notebook]`` installs it.
    """
    pd = load("pandas", "notebook")
    frame: pandas.DataFrame = pd.DataFrame(
        {
            name: pd.Categorical.from_codes(column.numbers, column.names)
            if isinstance(column, Named)
            else column
            for name, column in columns.items()
        }
    )
    frame.attrs.update(about)
    return frame


def to_arrow(columns: Columns, about: About) -> pyarrow.Table:
    """The columns as a table of Apache Arrow, which has the facts in its schema's metadata.

    Raises `MissingExtraError` without pyarrow: ``[parquet]`` installs it.
    """
    arrow = load("pyarrow", "parquet")
    return arrow.table(
        {
            name: arrow.DictionaryArray.from_arrays(
                arrow.array(column.numbers, mask=column.numbers < 0), column.names
            )
            if isinstance(column, Named)
            else column
            for name, column in columns.items()
        },
        metadata={name: str(fact) for name, fact in about.items()},
    )
