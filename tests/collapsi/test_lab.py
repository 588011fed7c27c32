"""The laboratory: deals counted, all or random ones, against enumerations and known figures.

Slow: the published game, counted in full, against the book. Needs a minute.
"""

import json
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from oracles import collapsi as oracle
from support import MINI, StopError, deal_with, stop_at

import tablebase_cli
from tablebase import Board, Edition, FileFormatError, Rules, build
from tablebase.engine.jobs import machine
from tablebase.engine.search.forward import search
from tablebase.games.collapsi.rules import COLLAPSI
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.lab import counting
from tablebase.games.collapsi.studies.lab.counting import (
    can_count_every_deal,
    count_every_deal,
    count_random_deals,
    memory_of_a_deal,
    random_deal,
    seconds_of_a_deal,
    start_values,
)
from tablebase.games.collapsi.studies.lab.kept import Lab
from tablebase.games.collapsi.studies.lab.study import Study, report, verdict
from tablebase.games.collapsi.studies.statistics import tally
from tablebase.study.intervals import wilson
from tablebase.study.runs import save

STEPS = tuple(
    Edition(str(number), steps) for number, steps in enumerate([(1,), (2,), (3,), (1, 2), (2, 4)])
)
TINY = [
    Rules("torus", Board(2, 3), (0, 0, 1, 1, 2, 3), STEPS),
    Rules("flat", Board(2, 3, wrap=False), (0, 0, 1, 2, 3, 4), STEPS),
    Rules("one kind", Board(1, 6), (0, 0, 2, 2, 2, 2), STEPS),
    Rules("plus", Board.from_picture("_#_ ### _#_", wrap=False), (0, 0, 1, 1, 2), STEPS),
    Rules("ring", Board.from_picture("### #_# ##_", wrap=False), (0, 0, 1, 1, 1, 3, 3), STEPS),
]
SMALL = [
    Rules("3x3", Board(3, 3), (0, 0, 1, 1, 1, 2, 2, 4, 4), STEPS),
    Rules("3x3 flat", Board(3, 3, wrap=False), (0, 0, 1, 1, 1, 1, 2, 2, 5), STEPS),
    Rules("2x4", Board(2, 4), (0, 0, 1, 1, 2, 2, 3, 4), STEPS),
    Rules("3x4 flat", Board(3, 4, wrap=False), (0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3), STEPS),
    Rules("H", Board.from_picture("#_# ### #_#"), (0, 0, 1, 1, 2, 2, 3)),
]
FLAT = Rules("flat", Board(4, 4, wrap=False), COLLAPSI.deck)


def layouts(deck):
    """Every way to lay a deck, once."""
    if not deck:
        yield ()
    for card in set(deck):
        rest = list(deck)
        rest.remove(card)
        for others in layouts(rest):
            yield (card, *others)


# Every deal


@pytest.mark.parametrize("rules", TINY, ids=lambda rules: rules.name)
def test_every_deal_by_the_oracle(rules):
    board, expected = rules.board, [Counter() for _ in rules.editions]
    options = {"rows": board.rows, "columns": board.columns, "wrap": board.wrap}
    places = [divmod(place, board.columns) for place in board.places]
    for cards in layouts(rules.deck):
        laid = dict(zip(places, cards, strict=True))
        jokers = [place for place, card in laid.items() if card == 0]
        for pawns in permutations(jokers):
            for edition, counts in zip(rules.editions, expected, strict=True):
                state = oracle.State(laid, *pawns)
                wins, plies = oracle.solve(state, edition.joker_steps, **options)
                assert wins == (plies % 2 == 1)
                counts[plies] += 1
    assert count_every_deal(rules, threads=1) == tuple(expected)


@pytest.mark.thorough
@pytest.mark.parametrize("rules", SMALL, ids=lambda rules: rules.name)
def test_every_deal_by_tables_of_deals(rules):
    expected = [Counter() for _ in rules.editions]
    deals = Counter()
    for cards in layouts(rules.deck):
        for red in (cell for cell, card in enumerate(cards) if card == 0):
            deals[deal_with(cards, red, rules).canonical[0]] += 1
    for deal, images in deals.items():
        table = build(deal)
        for edition, counts in zip(rules.editions, expected, strict=True):
            counts[table.value(deal.start(edition)).dte] += images
    assert count_every_deal(rules) == tuple(expected)


@pytest.mark.slow
def test_the_published_game():
    # `stats` counts deals with a joker in the corner, 2 in 16 of those here. Where it does not
    # matter which joker is red's, it counts a deal once; here it counts twice.
    progress = []
    wild, single = count_every_deal(COLLAPSI, progress=progress.append)
    assert wild == {plies: 16 * deals for plies, deals in tally("wild").by_plies().items()}
    assert single == {plies: 8 * deals for plies, deals in tally("single").by_plies().items()}
    assert progress == sorted(progress)
    assert progress[-1] == pytest.approx(1)


def test_what_can_be_counted():
    assert can_count_every_deal(COLLAPSI, 4 << 30)
    assert not can_count_every_deal(COLLAPSI, 3 << 30)
    assert not can_count_every_deal(FLAT, 64 << 30)
    assert not can_count_every_deal(load_rules("4x5"), 1 << 60)
    assert not can_count_every_deal(load_rules("landing"), 1 << 60)
    five_kinds = Rules("five kinds", Board(3, 3), (0, 0, 1, 1, 1, 2, 3, 4, 5))
    assert not can_count_every_deal(five_kinds, 1 << 60)
    assert not can_count_every_deal(load_rules("shift-back"), 1 << 60)


# Random deals


def test_samples_agree_with_every_deal():
    rules = Rules("mini", MINI.board, MINI.deck, STEPS)
    every = Lab().study(rules)
    sampled = Lab().study(rules, memory=0, deals=1500, seed=11)
    for exact, study in zip(every, sampled, strict=True):
        assert exact.exact
        assert not study.exact
        assert study.deals == 1500
        low, high = study.interval
        assert low < exact.share < high
        low, high = study.mean_interval
        assert low < exact.mean < high
        assert exact.interval == (exact.share, exact.share)


def test_parts_of_a_sample_add_up():
    whole = count_random_deals(MINI, 5, 0, 40)
    parts = [count_random_deals(MINI, 5, first, 10) for first in (30, 0, 20, 10)]
    assert tuple(sum(counts, Counter()) for counts in zip(*parts, strict=True)) == whole
    assert whole != count_random_deals(MINI, 6, 0, 40)
    assert [sum(counts.values()) for counts in whole] == [40, 40]


def test_random_deals_stay_the_same():
    # Published samples consist of these deals.
    assert [str(random_deal(COLLAPSI, 1, number)) for number in (0, 1, 10**6)] == [
        "JA23/3232/AAJ3/42A4",
        "343A/3JAA/AJ22/3422",
        "A33J/24A3/AA42/32Jr2",
    ]


@pytest.mark.parametrize("rules", [FLAT, MINI], ids=lambda rules: rules.name)
def test_values_of_starts_by_search(rules, monkeypatch):
    deals = [random_deal(rules, 2, number) for number in range(5)]
    by_table = [start_values(deal) for deal in deals]
    assert by_table == [
        [search(deal.start(edition)).value for edition in rules.editions] for deal in deals
    ]
    monkeypatch.setattr(counting, "NIBBLES", counting.NIBBLES._replace(most=0))
    assert [start_values(deal) for deal in deals] == by_table


def test_large_tables_are_given_their_memory(monkeypatch):
    five = replace(load_rules("5x5"), landing=True)
    assert memory_of_a_deal(five) > 1 << 30
    assert memory_of_a_deal(load_rules("5x5")) == memory_of_a_deal(FLAT) == 0
    monkeypatch.setattr(machine, "available_memory", lambda: 1 << 30)
    with pytest.raises(MemoryError, match="one piece of this job"):
        Lab().study(five, deals=2)


# Studies


def made(name, wins, losses, seed=None, more=0):
    rules = Rules(name, MINI.board, MINI.deck)
    return Study(rules, rules.editions[0], {6 + more: losses, 7 + more: wins}, seed)


def test_figures_of_a_study():
    study = Study(MINI, MINI.editions[1], {4: 1, 5: 2, 6: 3, 7: 4}, 1)
    assert (study.deals, study.wins, study.share, study.mean, study.median) == (10, 6, 0.6, 6, 6)
    assert study.interval == wilson(6, 10)
    # Squares of deviations add up to 4 + 2 + 0 + 4 = 10: the standard error is 1 / sqrt(10).
    assert study.mean_interval == pytest.approx((6 - 0.61980, 6 + 0.61980), abs=1e-5)
    assert study.advantage == (max(study.interval[0] - 0.5, 0), study.interval[1] - 0.5)
    assert Study.from_dict(json.loads(json.dumps(study.as_dict()))) == study


def test_verdict():
    fair, far = made("fair", 51, 49), made("far", 40, 60)
    assert verdict([far, fair]) == (fair, ())
    longer = made("longer", 49, 51, more=2)
    assert verdict([far, fair, longer]) == (longer, (fair,)), "as fair, and longer games"
    # 200 deals do not distinguish a share of 45 % from one half, but do distinguish 30 %.
    near, off = made("near", 90, 110, seed=1), made("off", 60, 140, seed=1)
    assert verdict([fair, near, off]) == (fair, (near,))
    assert verdict([near, far, off]) == (near, (far,)), "40 % is within what 45 % may be"
    data = report([fair, near, off])
    assert (data["fairest"], data["perhaps_as_fair"]) == ("fair wild", ["near wild"])


# Files


def test_a_sample_resumes_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "tablebase.games.collapsi.studies.lab.kept.seconds_of_a_deal", lambda rules: 1 / 8
    )
    path = tmp_path / "lab.json"
    options = {"memory": 0, "seed": 3, "deals": 200}
    with pytest.raises(StopError):
        Lab(path).study(MINI, workers=2, progress=stop_at(0.44), **options)
    (entry, _) = json.loads(path.read_text())["studies"]
    assert entry["deals"] == 88
    again = Lab(path)
    assert [study.deals for study in again.of(MINI, 3)] == [88, 88]
    done = []
    found = again.study(MINI, workers=1, progress=done.append, **options)
    assert done == [number / 200 for number in range(96, 201, 8)]
    assert found == Lab().study(MINI, workers=2, **options)
    assert Lab(path).of(MINI, 3) == found
    assert Lab(path).of(MINI, 4) == []


def test_an_edition_that_is_missing(tmp_path):
    path = tmp_path / "lab.json"
    for memory in (0, 1 << 30):
        found = Lab(path).study(MINI, memory=memory, deals=20)
        data = json.loads(path.read_text())
        save(path, {"studies": data["studies"][:-1]})
        assert Lab(path).study(MINI, memory=memory, deals=20) == found


def test_what_is_counted_is_not_counted_again(tmp_path, monkeypatch):
    path = tmp_path / "lab.json"
    found = Lab(path).study(MINI)
    monkeypatch.setattr("tablebase.games.collapsi.studies.lab.kept.count_every_deal", None)
    assert Lab(path).study(MINI) == found
    assert [study.lengths for study in found] == [dict(c) for c in count_every_deal(MINI)]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"studies": [{}]}', '{"studies": 1}', '{"studies": [[]]}', "\0", "[" * 10**5],
    ids=lambda text: text[:20],
)
def test_other_files(tmp_path, text):
    path = tmp_path / "lab.json"
    path.write_text(text)
    with pytest.raises(FileFormatError, match=r"lab\.json is not a file of studies"):
        Lab(path)
    assert path.read_text() == text


def test_small_boards_are_cut_into_shards_too():
    """Shards of a second: an interruption waits for the shards under way, and loses them."""
    for rules in (MINI, load_rules("3x3"), load_rules("landing")):
        assert 1e-3 < seconds_of_a_deal(rules) < 1


def test_a_changed_count_is_found(tmp_path):
    path = tmp_path / "lab.json"
    Lab(path).study(MINI, memory=0, deals=20)
    data = json.loads(path.read_text())
    data["studies"][1]["by_plies"]["6"] += 1
    save(path, {"studies": data["studies"]})
    with pytest.raises(FileFormatError, match="21 deals"):
        Lab(path)


# The command


def test_random_deals_by_command(answer, tmp_path):
    file = tmp_path / "lab.json"
    args = ["lab", "3x3", "--memory", 0, "--seed", 9, "-o", file]
    answer(*args, "-n", 60)
    data = json.loads(answer(*args, "-n", 80, "--json"))
    assert [entry["deals"] for entry in data["studies"]] == [80, 80]
    assert Study.from_dict(data["studies"][0]) == Lab(file).of(load_rules("3x3"), 9)[0]
    assert data == report(Lab().study(load_rules("3x3"), memory=0, deals=80, seed=9))


def test_picture(answer, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "lab.svg"
    drawn = "lab", "3x3", "--memory", 0, "-n", 30, "--seed", 1, "--plot", path
    assert f"wrote {path}" in answer(*drawn)
    picture = path.read_bytes()
    answer(*drawn, "--json")
    assert path.read_bytes() == picture, "the same picture, the same bytes"


def test_interrupted(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(
        "tablebase.games.collapsi.studies.lab.kept.seconds_of_a_deal", lambda rules: 1 / 8
    )
    study = Lab.study

    def interrupted(self, rules, **options):
        def progress(share):
            if rules.name == "2x4" and share > 0.5:
                raise KeyboardInterrupt

        return study(self, rules, **{**options, "progress": progress})

    monkeypatch.setattr(Lab, "study", interrupted)
    file = tmp_path / "lab.json"
    args = ["lab", "3x3", "2x4", "--memory", 0, "-n", 100, "--seed", 1, "-o", file]
    with pytest.raises(SystemExit) as exit_:
        tablebase_cli.main([str(arg) for arg in args])
    captured = capsys.readouterr()
    assert (exit_.value.code, captured.err.strip()) == (130, "tablebase: interrupted")
    assert [line.split()[:3] for line in captured.out.splitlines()[1:5]] == [
        ["3x3", "wild", "100"], ["3x3", "single", "100"],
        ["2x4", "wild", "56"], ["2x4", "single", "56"],
    ]  # fmt: skip
    assert [study.deals for study in Lab(file).of(load_rules("2x4"), 1)] == [56, 56]
