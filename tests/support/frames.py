"""What a notebook shows of tables, read again."""

from xml.etree import ElementTree as ET

import numpy as np
import pandas
import pyarrow

import tablebase
from tablebase.support.columns import plain


def parse_table(html):
    """The caption, the head and the rows of a table."""
    root = ET.fromstring(html)
    rows = [[cell.text for cell in row] for row in root.iter("tr")]
    return root.find("caption").text, rows[0], rows[1:]


def check_frames(table):
    frame, arrow = table.to_pandas(), table.to_arrow()
    assert isinstance(frame, pandas.DataFrame)
    assert isinstance(arrow, pyarrow.Table)
    columns, texts = table.columns(), plain(table.labelled())
    assert list(frame.columns) == arrow.column_names == list(texts)
    for name, column in texts.items():
        if column.dtype.kind == "U":  # names, empty where there is none
            rows = column.tolist()
            assert frame[name].astype(object).fillna("").tolist() == rows
            assert [text or "" for text in arrow[name].to_pylist()] == rows
        else:
            for found in (column, frame[name], arrow[name].to_numpy()):
                assert np.array_equal(found, columns[name])
    won = table.codes() >= table.game.coding.first_win
    assert np.array_equal(frame["result"] == "win", won)
    assert np.array_equal(columns["result"], won)
    summary = table.summary()
    assert (int(won.sum()), int((~won).sum())) == (summary.wins, summary.losses)
    about = table.about()
    assert frame.attrs == about
    assert {name.decode(): fact.decode() for name, fact in arrow.schema.metadata.items()} == {
        name: str(fact) for name, fact in about.items()
    }
    last = frame.iloc[-1]
    value = table.value(table.game.unrank(int(last["rank"])))
    assert last["dte"] == (value.dte if value.result is tablebase.Result.WIN else -value.dte)
