"""Collapsi over HTTP and in JavaScript: both answer alike, and refuse alike.

It also tests what holds for the answers of every installed game.
"""

import random
import shutil
from dataclasses import replace
from functools import partial, reduce
from itertools import cycle

import pytest
from conformance import described
from support import of_all
from support.answers import TABLES, engine, served, write_package
from support.cases import moves_of
from support.effort import by_effort

import tablebase
from tablebase import search
from tablebase.compare import playout
from tablebase.engine.search.forward import search_moves
from tablebase.games.collapsi.answers.offer import is_searched, is_tabled
from tablebase.games.collapsi.rules_file import load_rules, presets
from tablebase.games.collapsi.strategy.players import choose, load_player
from tablebase.web.api import addressed

RULES = (
    "collapsi", "shift-back", "shifting-board", "landing", "flat", "3-players", "3-players-sheet",
    "3-players-draft", "3x4",
)  # fmt: skip
START = "A223/4A2J/3A23/J3A4"
BAD = [
    {"position": "A223"},
    {"position": START, "rules": "chess"},
    {"position": START, "edition": "double"},
    {"position": START.replace("A2", "Ar2")},
]
DRAWN = [
    {"seed": 1},
    {"seed": 2**32 - 1, "edition": "single"},
    {"seed": 2, "winner": "red", "length": 9},
    {"seed": 3, "winning_moves": 2},
    {"seed": 7, "length": 7},  # rare, so it comes from the book
    {"seed": 7, "length": 1},  # is refused, as there is none
    {"seed": 7, "winner": "red", "length": 12},  # is refused
    {"seed": 4, "difficulty": "hard"},
    {"seed": 5, "difficulty": "easy", "winner": "blue"},
    *({"seed": 6, "rules": name} for name in ("3-players", "landing", "5x5")),
]
"""Random deals: one seed, one deal, here and there."""
(LEVELS,) = (
    parameter.schema["enum"]
    for address, endpoint in addressed()
    if address == "/api/reply"
    for parameter in endpoint.parameters
    if parameter.name == "level"
)
REPLIES = [
    {"position": text, "edition": "single", "level": level, "seed": seed}
    for text, seed in ((START, 1), ("A223/4A2rxJ/3A23/Jb3A4 b", 2**32 - 1))
    for level in LEVELS
]
"""One seed, one reply."""
SEEDED = [
    (address.removeprefix("/api/"), {**example, "seed": seed})
    for address, endpoint in addressed()
    if endpoint.method == "GET" and any(each.name == "seed" for each in endpoint.parameters)
    for example in endpoint.examples or [{}]
    for seed in (1, 2, 2**32 - 1)
]
"""What any room draws by a seed."""
ADDRESSED = [
    pytest.param(address.removeprefix("/api/"), endpoint, id=address)
    for address, endpoint in addressed()
    if endpoint.method == "GET"
]


def positions():
    """Positions of random games, and the queries that name these."""
    rng = random.Random(8)
    for name in RULES:
        for deal in tablebase.random_deals(2, seed=8, rules=load_rules(name)):
            for position in playout(deal.start("single"), rng)[::3]:
                linked = str(position).replace(" ", "_")
                yield position, {"position": linked, "rules": name, "edition": "single"}


def test_the_legal_moves():
    for position, query in positions():
        answer = served("moves", query)
        found = {move["move"]: move["position"] for move in answer["moves"]}
        assert found == {str(move): str(position.play(move)) for move in position.legal_moves()}
        assert (answer["result"], answer["side_to_move"]) == (None, position.side_to_move)


def test_a_seed_draws_the_librarys_deal():
    for name in ("collapsi", "3-players", "landing", "5x5"):
        (deal,) = tablebase.random_deals(1, 6, load_rules(name))
        assert served("random", {"seed": 6, "rules": name})["deal"] == str(deal)


def test_a_seed_gives_the_librarys_reply():
    for query in REPLIES:
        position = tablebase.Position.parse(query["position"], query["edition"])
        player, found = load_player(query["level"]), TABLES.probe(position)
        answer = served("reply", query)
        assert answer["move"] == str(choose(player, found, query["seed"]).move)
        assert answer["level"] == query["level"]
    assert served("reply", {"position": START})["move"] == "a3"  # by the first level, perfect play
    assert len({served("reply", query)["move"] for query in REPLIES}) > 2


def opening(name):
    """A random deal's start under some rules, and the query that names it."""
    start = next(tablebase.random_deals(1, seed=7, rules=load_rules(name))).start()
    return start, {"position": str(start), "rules": name}


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_every_rule_set_is_offered(tmp_path):
    """By server and package alike, but that a server has larger tables."""
    (listed,), right = engine(write_package(tmp_path, ()), [("rules", {})]), served("rules", {})
    assert {*presets()} <= {rules["name"] for rules in right}
    for mine, theirs in zip(listed, right, strict=True):
        cells = "".join(theirs["picture"]).count("#")
        assert mine == {**theirs, "tabled": theirs["tabled"] and cells <= 16}


@pytest.mark.parametrize("name", [*presets(), "6x6"])
def test_every_rule_set_is_answered(name):
    """A random opening as the library; a late position where only a search has values."""
    position, query = opening(name)
    answer = served("moves", query)
    assert [move["move"] for move in answer["moves"]] == list(map(str, position.legal_moves()))
    if is_tabled(position.rules):
        answer, right = served("probe", query), TABLES.probe(position).as_dict()
        assert comparable({key: answer[key] for key in right}) == right
    elif is_searched(position.rules):
        position = playout(position, random.Random(13))[14 if name == "6x6" else -4]
        answer, right = served("search", {**query, "position": position}), search(position)
        assert answer["complete"]
        assert (answer["result"], answer["dte"]) == (right.result.value, right.value.dte)
        assert reduce(tablebase.Position.play, answer["line"], position).is_terminal


def test_no_deal_is_known_of_a_layout_that_sticks_out():
    query = {"rules": "shifting-board", "position": START}
    start = served("moves", query)
    assert start["deal"] == START
    (left, *_) = (move["position"] for move in start["moves"] if move["move"].endswith("L"))
    assert "_" in left
    assert served("moves", {**query, "position": left})["deal"] is None


@pytest.mark.thorough
@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_engine_answers_alike(tmp_path):
    questions = [("moves", query) for _, query in positions()]
    questions += [("probe", query) for _, query in positions() if "shift" not in query["rules"]]
    start, query = opening("4-players-sheet")
    late = playout(start, random.Random(8))[4]
    questions.append(("probe", {**query, "position": str(late)}))
    for name in presets():
        start, query = opening(name)
        small = start.rules.board.size <= 16 and not start.rules.turn.lines_move
        if start.rules.players > 3 and name != "4-players-sheet":
            small = by_effort(False, True)  # seconds each
        questions += [
            ("probe" if small else "moves", query),
            ("random", {"rules": name, "seed": 7}),
        ]
        if small:
            questions += [("line", query), ("rules", {"rules": name})]
    questions += [("levels", {}), ("reply", {"position": START, "level": "god"})]
    questions += [("probe", query) for query in BAD]
    questions += [("random", query) for query in DRAWN] + [("reply", query) for query in REPLIES]
    questions += SEEDED
    found = engine(write_package(tmp_path, None, whole=True), questions)
    for question, answer in zip(questions, found, strict=True):
        assert comparable(answer) == comparable(served(*question)), question


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_what_only_a_server_answers_the_package_refuses(tmp_path):
    asked = [
        (address.removeprefix("/api/"), dict(endpoint.examples[0]))
        for address, endpoint in addressed()
        if endpoint.server_only
    ]
    assert [path for path, _ in asked] == ["deal"]
    folder = write_package(tmp_path, ())
    assert '"deal":' not in (folder / "index.d.ts").read_text()
    (refused,) = engine(folder, asked)
    assert (refused["status"], refused["parameter"]) == (501, None)
    assert refused["error"] == (
        "no statistics of a deal in the browser: expected the library or a server"
    )


def of_preset(name, rng):
    """The positions of a random game under a rule set, with the question to ask."""
    rules = load_rules(name)
    edition = rng.choice(rules.editions).name
    (deal,) = tablebase.random_deals(1, rng.getrandbits(32), rules)
    tabled = is_tabled(rules) and rules.board.size <= 16
    for position in playout(deal.start(edition), rng):
        late = rules.turn.lines_move and position.layer < 9
        yield (
            "probe" if tabled else "search" if late else "moves",
            {"position": str(position), "rules": name, "edition": edition},
            position,
            moves_of(position),
        )


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_package_and_library_agree_on_random_positions(tmp_path):
    """All games and rule sets: the moves, what they leave, and values where tables are small."""
    rng, number = random.Random(54), by_effort(50, 1000)
    games = [*(partial(of_preset, name) for name in presets()), *of_all("conformance", "GAMES")]
    drawn = []
    for game in cycle(rng.sample(games, len(games))):
        drawn += game(rng)
        if len(drawn) >= number:
            break
    found = engine(write_package(tmp_path, None), [one[:2] for one in drawn])
    for (path, query, position, moves), answer in zip(drawn, found, strict=True):
        assert moves_in(answer) == moves, (path, query, answer)
        if answer.get("result"):
            right = (search if path == "search" else TABLES.probe)(position).value
            assert (answer["result"], answer["dte"]) == (right.result.value, right.dte), query


@pytest.mark.thorough
@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_package_and_library_search_by_a_turns_step_alike(tmp_path):
    """An opening of the shifting board, and the middle of games that a turn's step searches."""
    landing = replace(load_rules("4x5"), landing=True)
    plies = {load_rules("shifting-board"): 0, load_rules("shift-back"): 5, landing: 8}
    asked = [
        playout(next(tablebase.random_deals(1, 54, rules)).start("single"), random.Random(54))[ply]
        for rules, ply in plies.items()
    ]
    queries = [
        {"position": str(position), "rules": described(position.rules), "edition": "single"}
        for position in asked
    ]
    given = [("search", {**one, "seconds": limit}) for one in queries for limit in (3600, 3601)]
    found = engine(write_package(tmp_path, ()), given)
    assert {refused["parameter"] for refused in found[1::2]} == {"seconds"}
    for position, answer in zip(asked, found[::2], strict=True):
        right, moves = search_moves(position, 3600)
        assert (answer["winner"], answer["dte"]) == (right.winner, right.value.dte)
        assert len(answer["line"]) == right.value.dte
        assert {move["move"]: (move["result"], move["dte"]) for move in answer["moves"]} == {
            str(move.move): (move.result.value, move.value.dte) for move in moves
        }


def moves_in(answer):
    """The moves of an answer, in any order, and the positions after them, where it has them."""
    moves = answer.get("moves", answer.get("plays"))
    if moves is None:
        return dict.fromkeys(answer["removable"])
    return {move["move"]: move["position"] for move in moves}


def comparable(answer):
    """An answer without the ways to a cell, of which several may be right, and the work done."""
    if isinstance(answer, list):
        return [comparable(entry) for entry in answer]
    if isinstance(answer, dict):
        left_out = ("path", "nodes")
        return {name: comparable(one) for name, one in answer.items() if name not in left_out}
    return answer


@pytest.mark.parametrize(("path", "endpoint"), ADDRESSED)
def test_each_example_is_answered_as_described(path, endpoint):
    for given in endpoint.examples or [{}]:
        served(path, given)


@pytest.mark.parametrize(("path", "endpoint"), ADDRESSED)
def test_wrong_questions_are_refused(path, endpoint):
    given = dict((endpoint.examples or [{}])[0])
    refused = served(path, {**given, "colour": "red"})
    assert (refused["status"], refused["parameter"]) == (422, "colour")
    for parameter in endpoint.parameters:
        refused = served(path, {**given, parameter.name: "\x00"})
        assert (refused["status"], refused["parameter"]) == (422, parameter.name)
        if parameter.required:
            rest = {name: value for name, value in given.items() if name != parameter.name}
            assert served(path, rest)["parameter"] == parameter.name
