"""Bundles: modules joined to fewer files do what they did apart."""

import json
import shutil
import subprocess

import pytest

from tablebase.web.bundles import UnreadableModuleError, bundled
from tablebase.web.site import site

MODULES = {
    "main.js": 'import { list as seen } from "./shared/list.js";\n'
    'import "./shared/first.js";\n\nseen.push("main");\n',
    "shared/list.js": "export const list = [];\n\n"
    "export class Named {\n  name = import.meta.url;\n}\n",
    "shared/first.js": 'import * as all from "./list.js";\n\nall.list.push("first");\n',
    "shared/later.js": 'import { list } from "./list.js";\n\nlist.push("later");\n\n'
    "export { list };\nexport async function twice(number) {\n  return 2 * number;\n}\n",
    "one/index.js": 'import { list, twice } from "../shared/later.js";\n'
    'import { Named } from "../shared/list.js";\nimport { own } from "./own.js";\n'
    'import "../shared/single.js";\n\n'
    "export const found = async () => ({ list, own: await twice(own), name: new Named().name });\n",
    "one/own.js": "export const own = 21;\n",
    "shared/single.js": 'import { list } from "./list.js";\n\nlist.push("single");\n',
    "two/index.js": 'import {\n  list,\n  Named as Other,\n} from "../shared/list.js";\n'
    'import "../shared/later.js";\n\n'
    "export function found() {\n  return { list, name: new Other().name };\n}\n",
    "shared/rare.js": 'import { list } from "./list.js";\n\nlist.push("rare");\n',
    "three/index.js": 'import "../shared/rare.js";\n',
    "four/index.js": 'import "../shared/rare.js";\nimport "../shared/later.js";\n',
}
ENTRIES = ["one/index.js", "two/index.js"]
OTHERS = ["three/index.js", "four/index.js"]

SCRIPT = """
const [main, one, two] = await Promise.all(
  ["main.js", "one/index.js", "two/index.js", "three/index.js", "four/index.js"]
    .map((path) => import(`./${path}`)));
const { list, own, name } = await one.found();
const other = two.found();
const names = [name, other.name].map((url) => url.split("/").slice(-2).join("/"));
console.log(JSON.stringify({ list, own, names, same: other.list === list }));
"""


@pytest.fixture(scope="module")
def bundles():
    return bundled(MODULES, "main.js", ENTRIES, OTHERS, "others.js")


def test_one_file_for_what_is_shared_and_one_for_each_entry(bundles):
    assert set(bundles) == {"main.js", "others.js", *ENTRIES, *OTHERS}
    # Each module is in one bundle only: what it keeps is kept once.
    for module, (holder, code) in {
        "shared/list": ("main.js", "export const list = []"),
        "shared/later": ("main.js", "2 * number"),
        "shared/single": ("one/index.js", 'list.push("single")'),
        "one/own": ("one/index.js", "21"),
        "shared/rare": ("others.js", 'list.push("rare")'),
    }.items():
        code = code.removeprefix("export ")
        assert [path for path, source in bundles.items() if code in source] == [holder], module


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_bundles_do_what_the_modules_did(bundles, tmp_path):
    def run(files, folder):
        for path, source in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(source)
        (folder / "package.json").write_text('{"type": "module"}')
        (folder / "script.js").write_text(SCRIPT)
        done = subprocess.run(
            ["node", folder / "script.js"], capture_output=True, text=True, check=True, timeout=60
        )
        return json.loads(done.stdout)

    apart, joined = run(MODULES, tmp_path / "apart"), run(bundles, tmp_path / "joined")
    assert apart["own"] == 42
    assert apart["names"] == ["shared/list.js", "shared/list.js"]
    assert (
        sorted(joined.pop("list"))
        == sorted(apart.pop("list"))
        == [
            "first",
            "later",
            "main",
            "rare",
            "single",
        ]
    )
    assert joined == apart


@pytest.mark.parametrize(
    "source",
    [
        'import whole from "./shared/list.js";',
        'export * from "./shared/list.js";',
        "export default 3;",
        "export let changing = 3;",
        'import { list } from "elsewhere";',
    ],
)
def test_other_forms_are_refused(source):
    with pytest.raises(UnreadableModuleError, match=r"main\.js: '(import|export)"):
        bundled({**MODULES, "main.js": source}, "main.js", ENTRIES)


def test_modules_that_import_each_other_are_refused():
    modules = {**MODULES, "shared/list.js": 'import { twice } from "./later.js";\n'}
    with pytest.raises(UnreadableModuleError, match=r"shared/.*\.js imports itself"):
        bundled(modules, "main.js", ENTRIES)


@pytest.mark.thorough
@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_page_s_bundles_are_modules(tmp_path):
    for name, data in site("server").items():
        if name.endswith(".js"):
            file = tmp_path / f"{name.replace('/', '-').removesuffix('.js')}.mjs"
            file.write_bytes(data)
            subprocess.run(["node", "--check", file], check=True, timeout=60)
