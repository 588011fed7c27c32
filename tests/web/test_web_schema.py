"""The HTTP API follows its OpenAPI description: it answers what fits and refuses all else."""

import json
import random
from urllib.parse import urlencode

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.effort import by_effort
from support.samples import random_deal, random_position
from support.sockets import ASKED, DESCRIBED, schema

from tablebase.games.collapsi.rules_file import load_rules

RULES = ["collapsi", "3x3", "3x4", "flat", "donut", "shifting-board", "players-choice"]


def schemas_of(path):
    """The schema of each parameter of a path."""
    described = DESCRIBED["paths"][path]["get"]["parameters"]
    return {parameter["name"]: parameter["schema"] for parameter in described}


@st.composite
def queries(draw):
    """A path and a query as described, with a position or a deal of the query's rules."""
    path = draw(st.sampled_from(ASKED))
    schemas = schemas_of(path)
    rules = draw(st.sampled_from(RULES))
    rng = random.Random(draw(st.integers(0, 1000)))
    position = random_position(rng, load_rules(rules))
    query = {
        "position": str(position),
        "deal": str(random_deal(rng, load_rules(rules))),
        "rules": rules,
        "edition": position.edition.name,
    }
    for name in [name for name in schemas if name not in query]:
        if draw(st.booleans()):
            query[name] = draw(_values(schemas[name]))
    return path, {name: query[name] for name in query if name in schemas}


def _values(schema):
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return st.integers(schema["minimum"], schema["maximum"])


@st.composite
def refused(draw):
    """Such a query in which one parameter is unknown, or has a value that its schema refuses."""
    path, query = draw(queries())
    schemas = schemas_of(path)
    name = draw(st.sampled_from([*schemas, "colour"]))
    wrong = st.one_of(st.sampled_from(["", "A" * 201]), st.integers(), st.text(max_size=40))
    known = jsonschema.Draft202012Validator(schemas.get(name, False))
    return path, name, {**query, name: draw(wrong.filter(lambda value: not known.is_valid(value)))}


def tries(number):
    of_server = [HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much]
    return settings(max_examples=number, suppress_health_check=of_server)


@tries(by_effort(50, 1000))
@given(refused())
def test_every_other_request_is_refused_by_its_parameter(client, tried, asked):
    tried("requests that the API's description forbids")
    path, name, query = asked
    refused = client.fails(422, f"{path}?{urlencode(query)}")
    assert refused["parameter"] == name, (asked, refused)
    assert "expected" in refused["error"], (asked, refused)


@tries(50)
@given(queries())
def test_every_described_request_is_answered(client, tried, asked):
    tried("requests drawn from the API's description")
    path, query = asked
    status, _, body = client.ask(f"{path}?{urlencode(query)}" if query else path)
    if status == 200:
        jsonschema.validate(json.loads(body), schema(path))
    else:
        assert _is_a_known_refusal(path, query, status, body), (asked, body)


def _is_a_known_refusal(path, query, status, body):
    """Whether a request is refused for a reason that no schema of one parameter can state."""
    said = json.loads(body)["error"]
    if path == "/api/reply":
        return status == 422 and "the game is over" in said
    if path == "/api/random":
        reasons = ["no deal found with", "red wins in an odd number", "with rules", "winning_moves"]
        return status in (404, 422) and any(reason in said for reason in reasons)
    return False
