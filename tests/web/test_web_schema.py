"""The HTTP API follows its OpenAPI description: it answers what fits and refuses all else.

Slow: the HTTP API against its OpenAPI description, by Schemathesis. Needs ``pip install -e
'.[schemathesis]'``.
"""

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.samples import random_deal, random_position

import tablebase
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.web.openapi import document
from web.test_web import ASKED, ENDPOINTS, serving

ROOT = Path(__file__).parents[2]
RULES = ["collapsi", "3x3", "3x4", "flat", "donut"]


@pytest.fixture(scope="module")
def client():
    with serving(tablebase.Tablebase(cached_tables=8), client_seconds=120) as client:
        yield client


@st.composite
def queries(draw):
    """A path and a query as described, with a position or a deal of the query's rules."""
    path = draw(st.sampled_from(ASKED))
    described = document(ENDPOINTS)["paths"][path]["get"]["parameters"]
    rules = draw(st.sampled_from(RULES))
    rng = random.Random(draw(st.integers(0, 1000)))
    position = random_position(rng, load_rules(rules))
    query = {
        "position": str(position),
        "deal": str(random_deal(rng, load_rules(rules))),
        "rules": rules,
        "edition": position.edition.name,
    }
    for parameter in described:
        if parameter["name"] not in query and draw(st.booleans()):
            query[parameter["name"]] = draw(_values(parameter["schema"]))
    names = {parameter["name"] for parameter in described}
    return path, {name: query[name] for name in query if name in names}


def _values(schema):
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return st.integers(schema["minimum"], schema["maximum"])


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(queries())
def test_every_described_request_is_answered(client, tried, asked):
    tried("requests drawn from the API's description")
    path, query = asked
    status, _, body = client.ask(f"{path}?{urlencode(query)}" if query else path)
    assert status == 200 or _is_a_known_refusal(path, query, status, body), (asked, body)


def _is_a_known_refusal(path, query, status, body):
    """Whether a request is refused for a reason that no schema of one parameter can state."""
    said = json.loads(body)["error"]
    if path == "/api/reply":
        return status == 422 and "the game is over" in said
    if path == "/api/random":
        reasons = ["no deal found with", "red wins in an odd number", "with rules", "winning_moves"]
        return status in (404, 422) and any(reason in said for reason in reasons)
    return False


@pytest.mark.slow
def test_schemathesis_finds_nothing(client, tried, tmp_path):
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli"),
            *("--config-file", ROOT / "schemathesis.toml"),
            *("run", f"http://127.0.0.1:{client.port}/api/openapi.json"),
            *("--phases", "examples,coverage,fuzzing", "--max-examples", "40"),
            *("--seed", "1", "--continue-on-failure", "--no-color"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    tried("requests by Schemathesis", int(re.search(r"(\d+) generated, ", done.stdout)[1]))
