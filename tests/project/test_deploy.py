"""What runs the server for others: the container, the compose file and the systemd unit.

Slow: that the steps of the Dockerfile build a server that answers, and writes nowhere. No image is
built. Needs a package index and some minutes.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

import pytest
import yaml

from tablebase.engine.rooms import installed
from tablebase_cli.program import cli

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PLACES = re.compile(r"(?<![\w./])/(?=(?:src|opt/tablebase|data|var/cache/tablebase)\b)")
"""Where the image's own folders begin in a text."""


def instructions():
    """The instructions of the Dockerfile: a name and the rest."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(), flags=re.MULTILINE)
    for line in text.replace("\\\n", "").splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def unit():
    found = configparser.ConfigParser(strict=False)
    found.optionxform = str
    found.read(DEPLOY / "tablebase.service")
    return found


def check_program(words):
    """Check that words are the command `tablebase serve` with options that it has."""
    assert Path(words[0]).name == "tablebase"
    assert words[1] == "serve"
    context = cli.make_context("tablebase", words[1:], resilient_parsing=True)
    command = cli.get_command(context, "serve")
    return command.make_context("serve", words[2:], parent=context).params


def test_each_command_is_one_of_ours_on_the_address_that_is_asked():
    """In the container all of it, beside Caddy and under systemd this machine alone."""
    own = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["tablebase"]
    commands = [
        json.loads(dict(instructions())["CMD"]),
        own["command"],
        shlex.split(unit()["Service"]["ExecStart"]),
    ]
    hosts = [check_program(words)["host"] for words in commands]
    assert hosts == ["0.0.0.0", "127.0.0.1", "127.0.0.1"]
    port = check_program(["tablebase", "serve"])["port"]
    assert f"reverse_proxy 127.0.0.1:{port}\n" in (DEPLOY / "Caddyfile").read_text()


def test_folders_of_the_compose_file_are_those_of_the_image():
    own = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]["tablebase"]
    environment = dict(rest.split("=", 1) for name, rest in instructions() if name == "ENV")
    targets = [volume.removesuffix(":ro").rpartition(":")[2] for volume in own["volumes"]]
    assert targets == [environment["TABLEBASE_HOME"], environment["NUMBA_CACHE_DIR"]]
    assert (DEPLOY / own["build"]["context"] / own["build"]["dockerfile"]).is_file()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
def test_systemd_knows_what_the_unit_says(tmp_path):
    text = (DEPLOY / "tablebase.service").read_text()
    path = tmp_path / "tablebase.service"
    path.write_text(text.replace("/opt/tablebase/bin/tablebase", sys.executable))
    done = subprocess.run(
        ["systemd-analyze", "verify", path], capture_output=True, text=True, check=False
    )
    said = [line for line in done.stderr.splitlines() if line.startswith("tablebase.service")]
    assert (done.returncode, said) == (0, [])


@dataclass
class Image:
    """A folder that stands for the root of the image; steps run in it as they would there."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    user: int | None = None

    def placed(self, text):
        """A text with the image's own folders in this one."""
        return PLACES.sub(f"{self.folder}/", text)

    def options(self):
        """How a process starts: as the image's user, if root runs the test and may choose."""
        user = self.user if os.geteuid() == 0 and is_for_everybody() else None
        path = f"{self.folder}/image/bin:{os.environ['PATH']}"
        variables = {"PATH": path, "HOME": "/nonexistent", **self.environment}
        return {
            "cwd": "/",
            "env": variables,
            **({"user": user, "group": user, "extra_groups": []} if user else {}),
        }

    def run(self, command):
        done = subprocess.run(
            ["sh", "-c", self.placed(command)],
            capture_output=True,
            text=True,
            check=False,
            **self.options(),
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-3000:]}\n{done.stderr[-5000:]}"

    def set(self, rest):
        name, _, value = rest.partition("=")
        known = self.options()["env"]
        self.environment[name] = re.sub(
            r"\$(\w+)", lambda found: known[found[1]], self.placed(value)
        )

    def copy(self, rest):
        """Copy the clone; what comes from an earlier stage is there already."""
        if rest.startswith("--from="):
            return
        source, target = rest.split()
        assert source == "."
        left_out = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "*.egg-info")
        shutil.copytree(ROOT, self.placed(target), ignore=left_out)


def is_for_everybody():
    """Whether other users can run this Python: its folders may be closed to them."""
    return all(path.stat().st_mode & 0o001 for path in Path(sys.executable).resolve().parents)


@pytest.fixture(scope="module")
def image():
    """What the Dockerfile's steps make, in a folder that everybody may read."""
    folder = Path(tempfile.mkdtemp(prefix="image-"))
    folder.chmod(0o755)
    found = Image(folder)
    try:
        subprocess.run([sys.executable, "-m", "venv", folder / "image"], check=True)
        for name, rest in instructions():
            match name:
                case "RUN":
                    found.run(rest)
                case "COPY":
                    found.copy(rest)
                case "ENV":
                    found.set(rest)
                case "USER":
                    found.user = int(rest.split(":")[0])
                case "FROM" | "EXPOSE" | "HEALTHCHECK" | "CMD":
                    pass
                case _:
                    raise AssertionError(f"{name} {rest}: this test does not know it")
        yield found
    finally:
        shutil.rmtree(folder)


@pytest.mark.slow
def test_the_steps_of_the_dockerfile_build_a_server(image):
    known = dict(instructions())
    command = [*json.loads(known["CMD"]), "--port", "0"]
    before = files_of(image)
    assert any(path.suffix == ".nbc" for path in before if path.is_relative_to("var/cache"))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **image.options()) as server:
        try:
            said = server.stdout.readline()
            port = re.fullmatch(r"serving http://0\.0\.0\.0:(\d+)/\n", said)[1]
            image.run(known["HEALTHCHECK"].partition("CMD ")[2].replace("8000", port))
            address = f"http://127.0.0.1:{port}/api/"
            deal = urlopen(f"{address}probe?position=A223/4A2J/3A23/J3A4")
            assert json.load(deal)["winner"] == "red"
            with urlopen(f"{address}openapi.json") as answer:
                paths = json.load(answer)["paths"]
            assert all(f"/api/{name}/probe" in paths for name in installed() if name != "collapsi")
        finally:
            server.terminate()
    assert files_of(image) == before  # the kernels were there, and the rest may be read-only


def files_of(image):
    """The files in the image and when they were written; Python may keep bytecode of its own."""
    return {
        path.relative_to(image.folder): path.stat().st_mtime_ns
        for path in image.folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
