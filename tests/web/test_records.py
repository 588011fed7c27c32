"""Records of answers: the files made from them are up to date, and what they may not be."""

from __future__ import annotations

from typing import Annotated, TypedDict

import pytest

from tablebase.engine.rooms import installed
from tablebase.web.api import endpoints_of
from tablebase.web.page import pages
from tablebase.web.records import declarations, generated, queries
from tablebase.web.schemas import OneOf, schema_of

ROOMS = {room.name: room for room in pages() if installed()[room.name].room.answers}


@pytest.mark.parametrize("name", ROOMS)
def test_the_files_are_made_from_the_records_as_they_are(name):
    room = ROOMS[name]
    for file, text in generated(room).items():
        path = room.folder / file
        fresh = path.is_file() and path.read_text("utf-8") == text
        assert fresh, f"{path} is out of date: run `python -m tablebase.web.records {name}`"


class Pin(TypedDict):
    """A pin."""

    at: Annotated[int, "where it stands"]


def test_a_field_says_more_than_its_record():
    assert schema_of(Pin)["description"] == "a pin"
    assert schema_of(Annotated[Pin, "the first pin"])["description"] == "the first pin"


def test_a_dict_has_a_field_for_each_of_its_keys():
    pins = dict[Annotated[str, OneOf("left", "right")], Annotated[Pin, "the {key} one"]]
    found = schema_of(pins)
    described = {name: field["description"] for name, field in found["properties"].items()}
    assert described == {"left": "the left one", "right": "the right one"}
    assert "required" not in found


@pytest.mark.parametrize("hint", [object, tuple[int, int], set[str], Annotated[bytes, "a file"]])
def test_other_types_are_refused(hint):
    with pytest.raises(TypeError, match="expected a TypedDict, list, dict, str"):
        schema_of(hint)


def test_names_that_are_no_identifiers_are_quoted():
    probe = next(one for one in endpoints_of(installed()["nim"]) if one.name == "probe")
    assert '  "best-moves": {\n' in queries({"best-moves": probe.parameters})


def test_two_records_of_one_name_are_refused():
    class Other(TypedDict):
        size: int

    Other.__name__ = "Pin"
    with pytest.raises(ValueError, match="two records Pin: expected each"):
        declarations({"one": Pin, "another": list[Other]})
