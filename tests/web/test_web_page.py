"""The pages of games: a stranger's in the site, broken ones left out, and a choice of games."""

import json
import re

import pytest
from support.strangers import BROWSER, install

from tablebase.engine.rooms import RoomWarning
from tablebase.errors import UnknownGameError
from tablebase.web import package
from tablebase.web.page import pages
from tablebase.web.site import site, sources

OWN = "static/games/kayles/page"


@pytest.fixture(scope="module")
def usual():
    return site("server")


@pytest.fixture(scope="module")
def ours():
    return sources(pages())[1]


def test_a_strangers_game_is_in_the_site(monkeypatch, tmp_path, usual):
    install(monkeypatch, tmp_path)
    files = site("server")
    added = {name.rsplit("/", 1)[1] for name in files if name.startswith(f"{OWN}/")}
    assert added == {"index.js", "page.html", "style.css", "engine.js", "pins.json"}
    assert set(files) - set(usual) == {f"{OWN}/{name}" for name in added}
    assert b'href="?mode=kayles">Kayles &amp; pins</a>' in files["index.html"]
    brought = json.loads(re.search(rb'id="rooms">(.*?)</script>', files["index.html"])[1])
    assert brought["modes"]["kayles"] == f"{OWN}/"
    assert brought["engines"]["kayles"] == f"{OWN}/engine.js"
    listing = json.loads(re.match(rb"self\.SITE = (\{.*\});\n", files["sw.js"])[1])
    assert {f"{OWN}/{name}" for name in added} <= set(listing["late"])


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"browser.py": None}, "ModuleNotFoundError"),
        ({"browser.py": "PAGE = 3\n"}, "expected a Page"),
        ({"page/style.css": None}, "expected a file .*style.css"),
        ({"page/engine.js": None}, "expected a file .*engine.js"),
        ({"browser.py": BROWSER.replace('"kayles"', '"Kay les"')}, "mode 'Kay les': expected"),
        (
            {"browser.py": BROWSER.replace('"kayles"', '"play"')},
            "'collapsi' has a mode 'play', too",
        ),
        ({"browser.py": BROWSER.replace('b"[1, 2, 3]"', "1 / 0")}, "ZeroDivisionError"),
    ],
)
def test_a_broken_page_is_left_out(monkeypatch, tmp_path, ours, changed, why):
    install(monkeypatch, tmp_path, changed)
    with pytest.warns(RoomWarning, match=why) as warned:
        rooms, files = sources(pages())
    assert ("kayles" in [room.name for room in rooms], files) == (False, ours)
    said = {str(one.message) for one in warned}
    assert len(said) == 1
    assert said.pop().startswith("the page of the game 'kayles' of kayles-tables is left out: ")


def test_what_is_built_is_served_and_not_its_sources(monkeypatch, tmp_path):
    built = {"page/built/index.js": "built\n", "page/built/.sources": "", "page/own.js": "own\n"}
    install(monkeypatch, tmp_path, {**built, "page/index.js": None, "page/engine.js": None})
    with pytest.warns(RoomWarning, match="expected a file .*engine.js"):
        site("server")
    install(monkeypatch, tmp_path, {**built, "page/built/engine.js": "engine\n"})
    files = site("server")
    own = {name.removeprefix(f"{OWN}/"): files[name] for name in files if name.startswith(OWN)}
    assert set(own) == {"index.js", "page.html", "engine.js", "pins.json"}
    assert (own["index.js"], own["engine.js"]) == (b"built\n", b"engine\n")


def games_of(files):
    return {name.split("/")[2] for name in files if name.startswith("static/games/")}


def test_a_choice_of_games(monkeypatch, tmp_path, usual):
    install(monkeypatch, tmp_path)
    files = site("server", games=["kayles"])
    assert games_of(files) == {"collapsi", "kayles"}
    assert b"?mode=kayles" in files["index.html"]
    assert files["static/style.css"] == usual["static/style.css"]
    assert [room.name for room in pages([])] == ["collapsi"]
    assert games_of(usual) == {room.name for room in pages()} - {"kayles"}


def test_a_game_that_is_not_installed():
    with pytest.raises(UnknownGameError, match="no installed game is called chess"):
        site(games=["chess"])


def test_a_game_without_a_page():
    with pytest.raises(ValueError, match="onepawn has no page: expected one of collapsi, nim"):
        site(games=iter(["onepawn"]))


def test_a_game_without_an_engine_has_no_types(monkeypatch, tmp_path):
    browser = BROWSER.replace('engine="engine.js",', "")
    install(monkeypatch, tmp_path, {"browser.py": browser, "page/answers.d.ts": "export {};\n"})
    rooms, files = sources(pages())
    assert "games/kayles/page/answers.d.ts" in files
    assert "kayles" not in {room.name for room in package.answering(rooms, files)}


def test_the_command_takes_a_choice_of_games(monkeypatch, answer, fails, tmp_path):
    install(monkeypatch, tmp_path / "package")
    answer("site", "-o", tmp_path / "site", "--games", "collapsi, kayles")
    names = {path.name for path in (tmp_path / "site" / "static" / "games").iterdir()}
    assert names == {"collapsi", "kayles"}
    assert "no installed game is called chess" in fails(
        2, "site", "-o", tmp_path, "--games", "chess"
    )
