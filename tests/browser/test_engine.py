"""The engine in the browser gives the library's answers."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from conformance import described
from support.effort import by_effort

import tablebase
from tablebase.compare import playout
from tablebase.engine.induction import solve
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.tablebase import Tablebase
from tablebase.games.collapsi.answers.offer import Offer
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.browser import data_json
from tablebase.games.collapsi.deck import usual_deck
from tablebase.games.collapsi.duels.duel import CODING as DUEL_CODING
from tablebase.games.collapsi.duels.kernels import side_codes
from tablebase.games.collapsi.placings.opponents import CONCEPTS
from tablebase.games.collapsi.placings.solved import Placings
from tablebase.games.collapsi.position import Deal, Position, random_deals
from tablebase.games.collapsi.rules import COLLAPSI, Edition, Rules
from tablebase.games.collapsi.rules_file import load_rules, no_such_rules
from tablebase.games.collapsi.strategy.advice import advise, values_of
from tablebase.games.collapsi.strategy.features import NUMBER
from tablebase.games.collapsi.strategy.preferences import load_strategy, strategy_names
from tablebase.web.api import addressed
from tablebase.web.service import Service

DIGESTS = """async ([rules, deals, codes, codings, size]) => {
  const own = new URL("static/games/collapsi/page/engine/", location.href);
  const load = (name) => import(new URL(`${name}.js`, own));
  const [{ rulesOf }, { Position }, { Prober }] =
    await Promise.all(["rules", "position", "probe"].map(load));
  const { compiled } = await import("./static/engine/data.js");
  const { Kernels } = await import("./static/engine/kernels.js");
  const kernels = new Kernels(await compiled(new URL("kernels.wasm", own)));
  const tables = new Prober(kernels, codings), found = [];
  const work = { pause: async () => {}, report: () => {} };
  const board = rulesOf(rules, []);
  for (const deal of deals) {
    const { cards } = Position.written(deal, "", board).position;
    const { table } = await tables.find(cards, board, work);
    let bytes = table.packed;
    if (table.block) {
      const [behind] = table.kernels.get(BigInt64Array, table.block + 48, 1);
      const entries = table.kernels.bytes(table.block + 8 * Number(behind), size);
      bytes = entries.map((entry) => codes[entry]);
    }
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    const hex = (byte) => byte.toString(16).padStart(2, "0");
    found.push([...new Uint8Array(digest)].map(hex).join(""));
  }
  return found;
}"""

NO_WRAP = Rules("no-wrap", Board(4, 4, wrap=False), usual_deck(16), (Edition("far", (2, 5)),))
LANDING = Rules("lands", Board(3, 4), tuple(sorted((0, 0, *(1, 2, 3, 4, 5) * 2))), landing=True)
THREE = Rules("three", Board(3, 4), usual_deck(12, 3), players=3)
FOUR = Rules("four", Board(2, 5), usual_deck(10, 4), players=4)
THREE_REMOVED = replace(THREE, name="three-removed", out="removed")
FOUR_REMOVED = replace(FOUR, name="four-removed", out="removed")
THREE_ENDS = replace(THREE, name="three-ends", out="ends")
FOUR_ENDS = replace(FOUR, name="four-ends", out="ends")
MANY = [THREE, FOUR, THREE_REMOVED, FOUR_REMOVED, THREE_ENDS, FOUR_ENDS]


@pytest.fixture(scope="module")
def service() -> Service:
    return Service(Tablebase())


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (COLLAPSI, 250),
        (load_rules("3x4"), 250),
        (NO_WRAP, 250),
        (LANDING, 200),
        (THREE, 50),
        (THREE_REMOVED, 50),
        (FOUR_REMOVED, 20),
        (THREE_ENDS, 50),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_every_code_is_the_librarys(bare_page, rules, count):
    deals = list(random_deals(by_effort(count // 10, count), 2024, rules))
    codes = side_codes(np.arange(256, dtype=np.uint8), DUEL_CODING.no_entry).tolist()
    codings = json.loads(data_json())["codings"]
    size = game_of(deals[0]).size
    given = [described(rules), list(map(str, deals)), codes, codings, size]
    found = bare_page.evaluate(DIGESTS, given)
    assert found == [hashlib.sha256(solve(game_of(deal)).tobytes()).hexdigest() for deal in deals]


def games(rules: Rules, rng: random.Random, count: int) -> Iterator[Position]:
    """The positions of random games to the end, from the start on."""
    for deal in random_deals(count, rng.randrange(1 << 30), rules):
        for edition in rules.editions:
            yield from playout(deal.start(edition), rng)


ENDPOINTS = {
    address.removeprefix("/api/"): one for address, one in addressed() if one.method == "GET"
}


def api_answer(service: Service, path: str, query: dict[str, Any]) -> Any:
    """The server's answer, as it comes out of JSON."""
    return json.loads(json.dumps(ENDPOINTS[path].answer(service, query)))


@pytest.mark.parametrize("rules", MANY, ids=lambda rules: rules.name)
def test_computer_players_of_many_move_as_the_librarys(ask_all, rules):
    rng = random.Random(8)
    concepts = [concept for concept in CONCEPTS if concept.players <= rules.players]
    questions, best = [], []
    for deal in random_deals(2, 7, rules):
        for edition in rules.editions:
            position = deal.start(edition)
            placings = Placings(position)
            while moves := position.legal_moves():
                for concept in concepts:
                    query = {"position": str(position), "rules": described(rules), "seed": 1}
                    query |= {"edition": edition.name, "level": concept.name}
                    questions.append(["reply", query])
                    best.append(list(map(str, concept.best(position, placings))))
                position = position.play(rng.choice(moves))
    found = ask_all(questions)
    assert [answer["move"] in moves for answer, moves in zip(found, best, strict=True)] == [
        True for _ in best
    ]
    assert [answer["level"] for answer in found] == [query["level"] for _, query in questions]
    [refused] = ask_all([["reply", questions[0][1] | {"level": "nobody"}]])
    assert refused["error"].startswith(f"no player 'nobody' for {rules.players} players: expected")
    assert ("pair" in refused["error"]) == (rules.players == 4)


def test_questions_at_the_same_time_share_a_table(bare_page):
    texts = list(map(str, random_deals(2, 77, THREE)))
    found = bare_page.evaluate(
        """async ([rules, texts]) => {
          const { ask } = await import("./static/engine/client.js");
          const stop = new AbortController();
          let solved = 0;
          const options = { onprogress: () => solved++ };
          const first = ask("probe", { position: texts[0], rules }, options);
          const second = ask("probe", { position: texts[0], rules }, options);
          const gone = ask("probe", { position: texts[1], rules }, { signal: stop.signal });
          const other = ask("probe", { position: texts[1], rules });
          stop.abort(new Error("gone"));
          const said = await gone.catch(({ message }) => message);
          const same = JSON.stringify(await first) === JSON.stringify(await second);
          return [same, solved, said, (await other).position];
        }""",
        [described(THREE), texts],
    )
    index = game_of(Deal.parse(texts[0], THREE)).index
    steps = sum(1 if family.waiting else 8 for family in index.families)
    assert found == [True, steps, "gone", str(Deal.parse(texts[1], THREE).start())]


def test_rules_given_as_an_object_are_described_as_the_servers(ask_all, service):
    added = (NO_WRAP, LANDING, THREE, THREE_REMOVED, THREE_ENDS)
    found = ask_all([["rules", {"rules": described(rules)}] for rules in added])
    offered = Service(service.tables, [Offer(added)])
    assert found == [api_answer(offered, "rules", {"rules": rules.name}) for rules in added]


def test_a_search_proves_the_librarys_values(ask_all):
    rng, asked = random.Random(6), []
    for name, plies in (("5x5", 12), ("4x4", 2), ("4x5", 9)):
        rules, wanted = load_rules(name), 3
        for position in games(rules, rng, 30):
            if position.ply == plies and position.legal_moves() and wanted:
                asked.append(position)
                wanted -= 1
    found = ask_all(
        [
            ["search", {"position": str(p), "rules": p.rules.name, "edition": p.edition.name}]
            for p in asked
        ],
    )
    for position, answer in zip(asked, found, strict=True):
        expected = tablebase.search(position)
        assert (answer["result"], answer["dte"]) == (expected.result.value, expected.value.dte)
        assert answer["complete"]
        assert len(answer["line"]) == expected.value.dte
        values = {move["move"]: (move["result"], move["dte"]) for move in answer["moves"]}
        for move in position.legal_moves():
            value = tablebase.search(position.play(move)).value
            assert values[str(move)] == (value.result.opposite.value, value.dte + 1)
        best = [move["move"] for move in answer["moves"] if move["is_best"]]
        assert answer["line"][0] in best


@pytest.mark.parametrize("name", ["shift-back", "shifting-board"])
def test_where_lines_are_shifted_there_is_no_table(ask_all, name):
    start = str(next(random_deals(1, 1, name)))
    query = {"position": start, "rules": name}
    moves, refused, gone = ask_all(
        [["moves", query], ["probe", query], ["moves", {**query, "rules": "shift"}]]
    )
    expected = Deal.parse(start, name).start().legal_moves()
    assert [move["move"] for move in moves["moves"]] == list(map(str, expected))
    assert refused["status"] == 501
    assert gone["error"] == no_such_rules("shift", "")


def test_a_search_reports_and_is_cancelled(bare_page):
    deal = next(random_deals(1, 1, "6x6"))
    found = bare_page.evaluate(
        """async (position) => {
          const { ask } = await import("./static/engine/client.js");
          const stop = new AbortController(), seen = [];
          const onprogress = (sofar) => { seen.push(sofar); stop.abort(new Error("enough")); };
          const query = { position, rules: "6x6", seconds: 60 };
          const said = await ask("search", query, { onprogress, signal: stop.signal })
            .catch(({ message }) => message);
          const after = await ask("probe", { position: "A223/4A2J/3A23/J3A4" });
          return [said, seen[0], after.dte];
        }""",
        str(deal),
    )
    assert found[0] == "enough"
    assert found[1]["lower"]["result"] == "loss"
    assert found[1]["position"] == str(deal.start())
    assert found[2] == 13


def test_replies_have_the_librarys_chances(bare_page):
    position = Position.parse("A233/A24J/323A/42JA", "single")
    found = bare_page.evaluate(
        """async (text) => {
          const { chances } = await import("./static/engine/opponent.js");
          const { ask } = await import("./static/engine/client.js");
          const { moves, result, dte } = await ask("probe", { position: text, edition: "single" });
          const shown = moves.map(({ result, dte, is_best: best }) => (
            { value: { result, dte }, best }));
          const probe = { value: { result, dte }, moves: shown };
          return (await ask("levels")).map((level) => chances(probe, level));
        }""",
        str(position),
    )
    probe = Tablebase().probe(position)
    from tablebase.engine.play.opponents import STRENGTHS

    for strength, chances in zip(STRENGTHS, found, strict=True):
        assert chances == pytest.approx(strength.chances(probe))


FLAT = Rules("flat", Board(3, 5, wrap=False), usual_deck(15), (Edition("odd", (1, 3)),))


@pytest.mark.parametrize(
    ("rules", "count", "names"),
    [
        (COLLAPSI, 12, ("safe-moves", "worst-case", "random")),
        (load_rules("3x4"), 2, strategy_names()),
        (FLAT, 10, ("safe-moves", "weights")),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_strategies_say_what_they_say_in_the_library(ask_all, rules, count, names):
    tables, rng = Tablebase(), random.Random(9)
    offered = rules.name if rules is not FLAT else described(rules)
    questions, expected = [], []
    for position in games(rules, rng, count):
        if position.legal_moves():
            query = {"position": str(position), "rules": offered, "edition": position.edition.name}
            for name in names:
                questions.append(["advice", {**query, "strategy": name}])
                advice = advise(load_strategy(name), tables.probe(position)).as_dict()
                del advice["keeps_win"]
                expected.append(advice)
    assert len(expected) > 100
    assert ask_all(questions) == expected


def test_every_feature_is_the_librarys(bare_page):
    """Also those that no strategy of the package looks at."""
    position = Position.parse("A323/AA24r/24A2b/3xJxJ3 r")
    probe = Tablebase().probe(position)
    found = bare_page.evaluate(
        """async ([text, data]) => {
          const own = new URL("static/games/collapsi/page/engine/", location.href);
          const load = (name) => import(new URL(`${name}.js`, own));
          const [{ Prober }, { advice, strategies }] =
            await Promise.all(["probe", "strategy"].map(load));
          const { compiled } = await import("./static/engine/data.js");
          const { Kernels } = await import("./static/engine/kernels.js");
          const module = await compiled(new URL("kernels.wasm", own));
          const prober = new Prober(new Kernels(module), data.codings);
          const { rulesOf } = await load("rules"), { Position } = await load("position");
          const board = rulesOf("collapsi", data.rules);
          const start = await Position.parse(text, "wild", board, prober.kernels);
          const probe = await prober.probe(start, {});
          const known = await strategies();
          const order = known.features.map((name) => ({ [name]: 1 }));
          known.strategies.push({ name: "all", phases: [{ cards: 0, order }] });
          return (await advice(probe, "all")).moves.map((move) => move.features);
        }""",
        [str(position), json.loads(data_json())],
    )
    values = values_of(probe, NUMBER)
    assert found == [values[move.move.destination] for move in probe.moves]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"strategy": "nobody"}, "strategy"),
        ({}, "strategy"),
        ({"strategy": "traps", "rules": described(LANDING)}, "rules"),
    ],
)
def test_positions_without_advice_are_refused(ask, query, parameter):
    deal = next(random_deals(1, 1, LANDING if "rules" in query else COLLAPSI))
    found = ask("advice", position=str(deal), **query)
    assert (found["status"], found["parameter"]) == (422, parameter)


@pytest.mark.parametrize(("path", "parameter"), [("probe", "position"), ("deal", "deal")])
def test_what_the_engine_cannot_is_asked_of_the_server(bare_page, ask_all, path, parameter):
    question = {parameter: str(next(random_deals(1, 1, "4x5"))), "rules": "4x5"}
    assert ask_all([[path, question]])[0]["status"] == 501
    bare_page.route(
        f"**/api/{path}?*", lambda route: route.fulfill(json={"asked": route.request.url})
    )
    bare_page.evaluate("document.documentElement.dataset.api = 'api/'")
    found = ask_all([[path, question]])[0]
    bare_page.evaluate("delete document.documentElement.dataset.api")
    assert "rules=4x5" in found["asked"]
