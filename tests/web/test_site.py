"""The page as files: `tablebase site`, and what a static host needs of it."""

from __future__ import annotations

import gzip
import json
import re
import struct
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from zipfile import ZipFile

import pytest
from support import python

from tablebase.games.collapsi.studies.atlas.published import atlas
from tablebase.web.package import packaged
from tablebase.web.page import pages
from tablebase.web.publishing import publish
from tablebase.web.records import DECLARATIONS, SCHEMAS
from tablebase.web.site import POLICY, site

ROOT = Path(__file__).parents[2]
LINKS = {"script": "src", "link": "href", "img": "src", "a": "href"}
URL = "https://example.org/collapsi/"
OWN = "static/games/collapsi/page"
"""The folder of Collapsi's files."""


class Elements(HTMLParser):
    """The elements of a page: name and attributes."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page.decode())

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    def metas(self, kind):
        return {at[kind]: at["content"] for tag, at in self.found if tag == "meta" and kind in at}


@pytest.fixture(scope="module")
def files():
    return site()


@pytest.fixture(scope="module")
def written(files):
    """What the command writes: the page, and the package beside it."""
    return files | packaged()


@pytest.fixture(scope="module")
def page(files):
    return Elements(files["index.html"])


def listing(files):
    found = re.match(rb"self\.SITE = (\{.*\});\n", files["sw.js"])
    return json.loads(found[1])


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


# --- The files -----------------------------------------------------------------------------------


def test_links_are_relative_and_lead_somewhere(files, page):
    links = [at[LINKS[tag]] for tag, at in page.found if tag in LINKS and LINKS[tag] in at]
    assert "static/main.js" in links
    for link in links:
        assert link in files or link.startswith(("https://", "?", "#", "api/")), link
    manifest = json.loads(files["manifest.webmanifest"])
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    for icon in manifest["icons"]:
        assert icon["src"] in files


def test_no_module_is_named_from_the_top_of_a_host(files):
    for name, data in files.items():
        if name.endswith((".js", ".css")):
            assert not re.search(rb"""(from |import\(|url\()\s*["']?/\w""", data), name


def test_pictures_for_every_system(files):
    manifest = json.loads(files["manifest.webmanifest"])
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            png = files[icon["src"]]
            assert png.startswith(b"\x89PNG")
            assert icon["sizes"] == "{}x{}".format(*struct.unpack(">2I", png[16:24]))
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    assert files[f"{OWN}/icons/preview.jpg"].startswith(b"\xff\xd8")


def test_a_game_sites_limits(written):
    assert len(written) <= 1000
    assert size(written) < 8.5e6


def size(files):
    return sum(map(len, files.values()))


def test_the_atlas_comes_in_small_parts(files):
    parts = [data for name, data in files.items() if name.startswith(f"{OWN}/atlas/")]
    assert len(parts) == 15
    assert max(len(gzip.compress(data)) for data in parts) <= 48 * 1024
    decks = {deck: games for data in parts for deck, games in json.loads(data).items()}
    assert set(decks) == {study.rules.name for study in atlas()}
    assert decks["4-4-4-2"]["1"][6:9] == [525, 9705, 641520]


def test_the_policy_comes_before_whatever_it_governs(page):
    names = [tag if tag != "meta" else at.get("http-equiv", tag) for tag, at in page.found]
    policy = names.index("Content-Security-Policy")
    assert policy < min(names.index("link"), names.index("script"))
    assert page.metas("http-equiv") == {"Content-Security-Policy": POLICY}
    assert "'wasm-unsafe-eval'" in POLICY
    assert "unsafe-inline" not in POLICY
    assert "frame-ancestors" not in POLICY  # browsers ignore it there, and complain


@pytest.mark.parametrize(("home", "api"), [("static", None), ("server", "api/")])
def test_only_a_server_has_an_api(home, api):
    files = site(home)
    assert Elements(files["index.html"]).found[0] == (
        "html",
        {"lang": "en"} if api is None else {"data-api": api, "lang": "en"},
    )
    assert listing(files)["home"] == home


def test_link_previews(page):
    said = page.metas("property")
    assert said["og:title"]
    assert said["og:description"] == page.metas("name")["description"]
    assert said["og:image"] == f"{OWN}/icons/preview.jpg"
    assert "og:url" not in said


def test_an_address_makes_previews_whole():
    page = Elements(site(url=URL)["index.html"])
    said = page.metas("property")
    assert said["og:image"] == f"{URL}{OWN}/icons/preview.jpg"
    assert said["og:url"] == URL
    assert {"rel": "canonical", "href": URL} in [at for tag, at in page.found if tag == "link"]


def test_what_the_service_worker_keeps(files):
    listed = listing(files)
    digests = listed["shell"] | listed["late"]
    assert set(digests) == {"./", *files} - {"index.html", "sw.js"}
    for name, digest in digests.items():
        data = files["index.html" if name == "./" else name]
        assert digest == "sha256-" + b64encode(sha256(data).digest()).decode()
    assert "./" in listed["shell"]
    assert f"{OWN}/icons/512.png" in listed["late"]
    others = {name for name in files if name.startswith("static/games/") and OWN not in name}
    assert others <= set(listed["late"])
    assert {f"{OWN}/engine/later.wasm", f"{OWN}/puzzles/index.js"} <= set(listed["shell"])


def test_a_mode_is_three_files(files, page):
    linked = {at["href"].removeprefix("?mode=") for tag, at in page.found if tag == "a"}
    modes = [(mode, room) for room in pages() for mode in room.page.modes]
    assert {"analyse", "play", "puzzles", "rules"} <= {mode.name for mode, _ in modes} <= linked
    for mode, room in modes:
        folder = Path("static", room.path(mode.folder))
        names = {path.name for path in map(Path, files) if path.parent == folder}
        data = {Path(path).name for path in room.page.data if path.startswith(f"{mode.folder}/")}
        index = files[f"{folder}/index.js"].decode()
        later = set(re.findall(rf'import\("[^"]*{room.path(mode.folder)}/(\w+\.js)"\)', index))
        described = {DECLARATIONS, SCHEMAS}  # they lie in a game's folder, as its only mode may
        assert names - data - later - described == {"index.js", "page.html", "style.css"}
        assert f".mode-{mode.name} ".encode() in files[f"{folder}/style.css"]


BUILT = sorted(ROOT.glob("tablebase/**/built/.sources"))


@pytest.mark.parametrize("listed", BUILT, ids=[path.parts[-4] for path in BUILT])
def test_the_bundles_are_made_from_the_sources_as_they_are(listed):
    lines = [line.split() for line in listed.read_text().splitlines()]
    changed = [path for digest, path in lines if digest_of(ROOT / path) != digest]
    assert changed == [], "run `npm run build`"


def digest_of(path):
    return sha256(path.read_bytes()).hexdigest() if path.exists() else None


def test_the_same_files_again(files):
    assert site() == files


def test_no_package_of_the_server_is_needed():
    code = (
        "import sys; sys.modules['starlette'] = sys.modules['uvicorn'] = None\n"
        "from tablebase.web.site import site; assert site('server')\n"
        "from tablebase.web.publishing import publish"
    )
    assert python(code).returncode == 0


# --- The command ---------------------------------------------------------------------------------


def test_a_new_folder(answer, written, tmp_path):
    folder = tmp_path / "new" / "public"
    said = answer("site", "-o", folder)
    assert said == f"{folder}: {len(written)} files, {size(written) / 1e6:.1f} MB\n"
    assert contents(folder) == written
    (tmp_path / "made").mkdir()
    modes = {made.stat().st_mode for made in (folder / "static", folder, tmp_path / "made")}
    assert len(modes) == 1
    assert list((tmp_path / "new").iterdir()) == [folder]


@pytest.mark.thorough
def test_a_page_is_replaced_and_other_files_stay(answer, tmp_path):
    answer("site", "-o", tmp_path)
    (tmp_path / "CNAME").write_text("example.org")
    (tmp_path / ".git").mkdir()
    (tmp_path / "static" / "gone.js").write_text("of another version")
    answer("site", "-o", tmp_path, "--url", URL.rstrip("/"))
    assert contents(tmp_path) == {
        **site(url=URL),
        **packaged(),
        "CNAME": b"example.org",
    }
    assert (tmp_path / ".git").is_dir()


@pytest.mark.thorough
def test_other_files_are_not_written_over(answer, fails, written, tmp_path):
    page = tmp_path / "index.html"
    page.write_text("somebody's page")
    said = fails(2, "site", "-o", tmp_path)
    assert f"{tmp_path} holds other files" in said
    assert "--force" in said
    assert contents(tmp_path) == {"index.html": b"somebody's page"}
    answer("site", "-o", tmp_path, "--force")
    assert contents(tmp_path) == written


@pytest.mark.thorough
def test_folders_of_others_are_never_replaced(fails, tmp_path):
    logo = tmp_path / "static" / "logo.png"
    logo.parent.mkdir()
    logo.write_text("mine")
    said = fails(2, "site", "-o", tmp_path, "--force")
    assert f"{logo.parent} holds other files" in said
    assert "--force" not in said
    assert contents(tmp_path) == {"static/logo.png": b"mine"}
    page = tmp_path / "page"
    publish(site(), page)
    (page / "engine").mkdir()
    (page / "engine" / "mine.js").write_text("mine")
    fails(2, "npm", "-o", page)
    fails(2, "npm", "-o", page, "--force")
    assert contents(page) == {**site(), "engine/mine.js": b"mine"}


def test_a_failure_leaves_the_old_page(files, tmp_path):
    folder = tmp_path / "public"
    publish(files, folder)
    with pytest.raises(OSError, match="File name too long"):
        publish({"index.html": b"", "x" * 300: b""}, folder)
    assert contents(folder) == files
    with pytest.raises(OSError, match="File name too long"):
        publish({"x" * 300: b""}, tmp_path / "other")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_file_is_no_folder(files, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("mine")
    for force in False, True:
        with pytest.raises(ValueError, match="is no folder: expected one, or the name"):
            publish(files, file, force=force)
    assert contents(tmp_path) == {"notes.txt": b"mine"}


@pytest.mark.thorough
def test_a_zip_file(answer, fails, written, tmp_path):
    path = tmp_path / "page.zip"
    answer("site", "-o", path)
    before = path.read_bytes()
    with ZipFile(path) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == written
        assert {entry.external_attr >> 16 for entry in archive.infolist()} == {0o644}
    assert "exists: expected a new zip file" in fails(2, "site", "-o", path)
    answer("site", "-o", path, "--force")
    assert path.read_bytes() == before


def test_rules_of_a_file_are_offered(answer, fails, tmp_path):
    (tmp_path / "mine.toml").write_text('board = "3x3"\n')
    answer("site", "-o", tmp_path / "public", "--rules", tmp_path / "mine.toml")
    data = json.loads((tmp_path / f"public/{OWN}/engine/data.json").read_bytes())
    assert data["rules"][-1]["name"] == "mine"
    (tmp_path / "flat.toml").write_text('board = "3x3"\n')
    said = fails(2, "site", "-o", tmp_path / "other", "--rules", tmp_path / "flat.toml")
    assert "'flat' already exist" in said


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org", "https://", "https://x/?q=1"])
def test_text_that_is_not_an_address(fails, tmp_path, url):
    assert repr(url) in fails(2, "site", "-o", tmp_path / "new", "--url", url)
    assert not (tmp_path / "new").exists()
