"""The self-test names what is wrong with the tables of a room such as Pair Solitaire's."""

import re
from dataclasses import replace

from support.heaps import HeapGame, of_room

from tablebase.engine.rooms import installed
from tablebase.web import selftest as web


def test_a_room_that_finds_another_game(monkeypatch):
    monkeypatch.setattr(web, "game_of", lambda position: HeapGame())
    (error,) = of_room("pairs").values()
    assert re.fullmatch(r"\S.* is of /tables/heap/14, expected /tables/pairs/\S+", error)
    monkeypatch.setattr(web, "from_attributes", lambda attributes: HeapGame())
    (error,) = of_room("pairs").values()
    assert re.fullmatch("the attributes of /tables/pairs/.* describe /tables/heap/14", error)


def test_a_room_whose_tables_have_another_name(monkeypatch):
    rooms = dict(installed())
    room = replace(rooms["pairs"].room, tables={"pears": rooms["pairs"].room.tables["pairs"]})
    rooms["pairs"] = replace(rooms["pairs"], room=room)
    monkeypatch.setattr("tablebase.engine.rooms.installed", lambda: rooms)
    (error,) = of_room("pairs").values()
    assert error == "UnknownGameError: no installed game is called pairs"
