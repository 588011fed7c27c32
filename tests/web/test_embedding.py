"""The JavaScript package: installed in a project by npm, it answers what its types promise.

The examples of docs/embedding.md and of the package's own README run there. tests/browser has the
example that is a page.

Slow: it works with bundlers and in Jest with jsdom. Needs npm's registry, some minutes.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from support import DEAL
from support.answers import engine

import tablebase
from tablebase.engine.rooms import installed
from tablebase.web.api import addressed
from tablebase.web.package import package

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "docs/embedding.md", ROOT / "tablebase/web/package.md")
BLOCK = re.compile(r"^```(js|ts)\n(.*?)^```\n(?:\n```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
EXAMPLES = [
    pytest.param(*found.groups(), id=f"{page.stem}-{number}")
    for page in PAGES
    for number, found in enumerate(BLOCK.finditer(page.read_text("utf-8")))
]
ENDPOINTS = {
    address.removeprefix("/api/"): one for address, one in addressed() if one.method == "GET"
}
TSC = ROOT / "node_modules/typescript/bin/tsc"
TYPED = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", ""]

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not shutil.which("npm"), reason="needs Node and npm"),
]


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, text=True, capture_output=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A project that has installed the package as npm packs it."""
    folder = tmp_path_factory.mktemp("project")
    program = ("-c", "import tablebase_cli; tablebase_cli.main()", "npm", "-o", folder / "engine")
    run(sys.executable, *program, cwd=folder)
    packed = run("npm", "pack", "--silent", "./engine", cwd=folder).strip()
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    offline = ("--offline", "--no-audit", "--no-fund", "--silent")
    run("npm", "install", *offline, f"./{packed}", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def installed_package(project):
    return project / "node_modules" / "collapsi-tablebase"


def asked_of(example):
    """The game whose engine an example asks."""
    found = re.search(r'ask\("([a-z-]+)/', example)
    return found[1] if found else "collapsi"


@pytest.mark.parametrize(("language", "example", "says"), EXAMPLES)
def test_the_examples(project, language, example, says):
    if asked_of(example) not in installed():
        pytest.skip(f"needs the game {asked_of(example)}")
    path = project / f"example.{language}"
    path.write_text(example)
    if language == "ts":
        check_types(path)
    else:
        said = run("node", path, cwd=project)
        assert says is None or said == says
        assert said.strip()


def check_types(path):
    if not TSC.exists():
        pytest.skip("needs TypeScript: npm ci")
    run("node", TSC, *TYPED, path, cwd=path.parent)


def test_each_example_on_the_page_is_found():
    for page in PAGES:
        text = page.read_text("utf-8")
        fences = len(re.findall(r"^```(?:js|ts)$", text, re.MULTILINE))
        assert len(BLOCK.findall(text)) == fences > 0


def test_a_wrong_question_has_a_wrong_type(project):
    (project / "wrong.ts").write_text(
        'import { ask } from "collapsi-tablebase";\n'
        "// @ts-expect-error: no such question\n"
        'await ask("prove", {});\n'
        "// @ts-expect-error: the position is missing\n"
        'await ask("probe");\n'
        "// @ts-expect-error: no such parameter\n"
        'await ask("probe", { position: "A", color: "red" });\n'
        'await ask("random", { rules: { rows: 3, columns: 3, deck: "AAA2233JJ" } });\n'
        "// @ts-expect-error: the deck is missing\n"
        'await ask("random", { rules: { rows: 3, columns: 3 } });\n'
        'const { winner } = await ask("random", {});\n'
        "// @ts-expect-error: it may be null\n"
        "const text: string = winner;\n"
        "export { text };\n"
    )
    check_types(project / "wrong.ts")


def test_every_described_question_is_answered_as_described(installed_package):
    described = installed_package.joinpath("index.d.ts").read_text()
    typed = re.findall(r'^  "([a-z/-]+)": \{ query', described, re.MULTILINE)
    assert {"probe", "reply", "random", "rules"} < set(typed) < set(ENDPOINTS)
    questions = [(path, given) for path in typed for given in ENDPOINTS[path].examples or [{}]]
    found = engine(installed_package, questions)
    for (path, given), answer in zip(questions, found, strict=True):
        assert "error" not in answer, (path, given, answer)
        jsonschema.validate(answer, ENDPOINTS[path].schema)


def test_a_signal_that_aborts_rejects_the_answer(project):
    said = run(
        *("node", "--input-type=module", "-e"),
        'import { ask } from "collapsi-tablebase"; const stop = new AbortController();'
        f'const asked = ask("probe", {{ position: "{DEAL}" }}, stop);'
        'stop.abort(new Error("enough")); asked.catch(({ message }) => console.log(message));',
        cwd=project,
    )
    assert said == "enough\n"


ALL = """
import { ask } from "collapsi-tablebase";
const { winner, dte } = await ask("probe", { position: "A223/4A2J/3A23/J3A4" });
const { deal } = await ask("random", { winner: "blue", seed: 1 });
const { moves } = await ask("nim/probe", { position: "1110/1000/0000/0000" });
console.log(`${winner} wins in ${dte} plies, ${deal}, ${moves[0].move}`);
"""
ANSWERED = "red wins in 13 plies, A23A/2432/23A4/JJr3A, a1-c1\n"


def test_nothing_is_fetched(project):
    """What a program loads is modules, which any bundler joins, and jsdom has no `fetch`."""
    without = "for (const name of ['fetch', 'Response', 'DecompressionStream', 'TextDecoder'])"
    (project / "without.mjs").write_text(f"{without} delete globalThis[name];")
    (project / "all.mjs").write_text(ALL)
    assert run("node", "--import", "./without.mjs", "all.mjs", cwd=project) == ANSWERED
    for path, data in package().items():
        if path.endswith(".js"):
            code = re.sub(r"^ *(?:\*|/\*).*", "", data.decode(), flags=re.MULTILINE)
            assert "import.meta" not in code, path


BUNDLERS = {
    "esbuild": "esbuild src/all.js --bundle --format=esm --outfile=out/all.js",
    "rollup": "rollup src/all.js -p node-resolve -f es -d out",
    "vite": "vite build",
    "webpack": "webpack",
    "parcel": "parcel build --no-cache",
    "jest": "jest --env=jsdom",
}
"""What bundles `src/all.js` to `out/all.js`; Jest runs it."""

CONFIGURED = {
    "vite.config.js": """export default { build: {
        lib: { entry: "src/all.js", formats: ["es"], fileName: "all" }, outDir: "out" } };""",
    "webpack.config.js": """export default { mode: "production", target: "node",
        entry: "./src/all.js", experiments: { outputModule: true },
        output: { module: true, path: process.cwd() + "/out", filename: "all.js" } };""",
    "all.test.js": f"""test("all", async () => {{
        expect(globalThis.fetch).toBe(undefined);
        const said = jest.spyOn(console, "log");
        await import("./src/all.js");
        expect(said.mock.calls[0][0] + "\\n").toBe({json.dumps(ANSWERED)}); }});
        import {{ jest }} from "@jest/globals";""",
}
DESCRIBED = {
    "private": True,
    "type": "module",
    "source": "src/all.js",
    "module": "out/all.js",
    "targets": {"module": {"context": "node", "includeNodeModules": True}},
}


@pytest.fixture(scope="module")
def bundling(project, tmp_path_factory):
    """A project with the package and all bundlers."""
    folder = tmp_path_factory.mktemp("bundling")
    (packed,) = project.glob("*.tgz")
    (folder / "package.json").write_text(json.dumps(DESCRIBED))
    named = [*BUNDLERS, "webpack-cli", "@rollup/plugin-node-resolve", "jest-environment-jsdom"]
    quiet = ("--no-audit", "--no-fund", "--silent")
    done = subprocess.run(["npm", "install", *quiet, packed, *named], cwd=folder, check=False)
    if done.returncode:
        pytest.skip("needs npm's registry")
    (folder / "src").mkdir()
    (folder / "src/all.js").write_text(ALL)
    for name, text in CONFIGURED.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", BUNDLERS)
def test_it_can_be_bundled(bundling, monkeypatch, name):
    monkeypatch.setenv("NODE_OPTIONS", "--experimental-vm-modules" if name == "jest" else "")
    shutil.rmtree(bundling / "out", ignore_errors=True)
    run("npx", "--no-install", *BUNDLERS[name].split(), cwd=bundling)
    if name != "jest":
        assert run("node", "out/all.js", cwd=bundling) == ANSWERED


def test_the_version_is_pythons(installed_package):
    described = json.loads(installed_package.joinpath("package.json").read_text())
    assert described["version"] == tablebase.__version__
    said = run(
        *("node", "--input-type=module", "-e"),
        'import { version } from "collapsi-tablebase"; console.log(version)',
        cwd=installed_package.parents[1],
    )
    assert said == f"{tablebase.__version__}\n"


def test_a_choice_of_games():
    files = package([])
    games = {path.split("/")[1] for path in files if path.startswith("games/")}
    assert games == {"collapsi"}
    assert b"nim" not in files["index.js"] + files["index.d.ts"]
    assert not [path for path in files if path.endswith((".html", ".css", ".csv", "index.test.js"))]


def test_only_a_package_is_written_over(answer, fails, tmp_path):
    answer("npm", "-o", tmp_path / "engine")
    (tmp_path / "engine/index.js").write_text("old")
    answer("npm", "-o", tmp_path / "engine")
    assert (tmp_path / "engine/index.js").read_text() != "old"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/package.json").write_text('{"name": "collapsi-tablebase"}')
    assert "holds other files" in fails(2, "npm", "-o", tmp_path / "mine")
