"""Comparing methods: what is counted and checked, and that a wrong answer is found."""

import dataclasses
import random
from itertools import pairwise

import pytest
from support import DEAL

import tablebase
from tablebase.compare import BUILD, LOOK_UP, PROBE, SEARCHES, STORED, by_stage, compare, playout
from tablebase.engine.search.forward import search
from tablebase.engine.values import Result, Value
from tablebase.games.collapsi.commands import GAME

stage = GAME.stage

OPENING = tablebase.Deal.parse(DEAL).start("wild")


@pytest.fixture(scope="module")
def compared():
    deals = tablebase.random_deals(3, seed=5)
    starts = [deal.start(name) for deal in deals for name in ("wild", "single")]
    with tablebase.open() as tables:
        return compare(by_stage(starts, stage, random.Random(5)), SEARCHES, tables)


def test_all_methods_answer_every_position_and_agree(compared):
    assert compared.disagreements == ()
    assert list(compared.groups)[:3] == ["opening, wild", "opening, single", "ply 2"]
    for rows in compared.groups.values():
        assert [row.method for row in rows] == [BUILD, LOOK_UP, PROBE, STORED, *SEARCHES]
        assert len({row.queries for row in rows}) == 1
        for row in rows:
            assert row.agreed == row.queries
            assert 0 < row.median <= row.worst
            assert row.mean <= row.worst
            assert (row.pays_after is None) or row.method in SEARCHES


def test_positions_evaluated(compared):
    build, look_up, probe = compared.groups["opening, wild"][:3]
    assert (build.positions, look_up.positions) == (745_532, 1)
    assert 4 <= probe.positions <= 14  # one for each move


def test_pays_after_is_the_first_number_of_queries_that_building_wins(compared):
    for answered in compared.groups.values():
        rows = {row.method: row for row in answered}
        for name in SEARCHES:
            pays, mean = rows[name].pays_after, rows[name].mean
            if pays is None:
                assert mean <= rows[LOOK_UP].mean
            else:

                def gain(queries, mean=mean, rows=rows):
                    return queries * (mean - rows[LOOK_UP].mean) - rows[BUILD].mean

                assert gain(pays) >= 0 > gain(pays - 1)


def test_a_wrong_answer_is_found():
    def liar(position, seconds):
        return dataclasses.replace(
            search(position), lower=Value(Result.WIN, 3), upper=Value(Result.WIN, 3)
        )

    found = compare({"all": [OPENING]}, {"liar": liar, "honest": search})
    (wrong,) = found.disagreements
    assert (wrong.position, wrong.method) == (str(OPENING), "liar")
    assert (wrong.found, wrong.expected) == ("red wins in 3", "win in 13")
    assert {row.method: row.agreed for row in found.rows}["liar"] == 0


def test_a_search_for_the_result_alone_agrees_by_its_result():
    def shallow(position, seconds):
        found = search(position, goal="result")
        return dataclasses.replace(found, lower=Value(Result.WIN, 13), upper=Value(Result.WIN, 1))

    assert compare({"all": [OPENING]}, {"result": shallow}).disagreements == ()


def test_a_stopped_search_agrees_by_its_bounds():
    def short(position, seconds):
        return search(position, "plain", nodes=3)

    def wrong(position, seconds):
        return dataclasses.replace(short(position, seconds), upper=Value(Result.WIN, 15))

    found = compare({"all": [OPENING]}, {"short": short, "wrong": wrong})
    assert [disagreement.method for disagreement in found.disagreements] == ["wrong"]
    assert {row.method: row.stopped for row in found.rows[3:]} == {"short": 1, "wrong": 1}


def test_an_interrupt_ends_it_all():
    def interrupt(_):
        raise KeyboardInterrupt

    def interrupted(position, seconds):
        return search(position, "plain", progress=interrupt)

    with pytest.raises(KeyboardInterrupt):
        compare({"all": [OPENING]}, {"interrupted": interrupted})


def test_a_file_answers_only_what_it_holds(tmp_path):
    deals = list(tablebase.random_deals(2, seed=6))
    tablebase.append(tmp_path / "one.h5", deals[:1])
    with tablebase.open(tmp_path / "one.h5", build_missing=False) as tables:
        found = compare({"all": [deal.start() for deal in deals]}, {}, tables)
    assert {row.method: row.queries for row in found.rows} == {
        BUILD: 2,
        LOOK_UP: 2,
        PROBE: 2,
        STORED: 1,
    }


def test_a_random_game_is_legal_and_ends():
    positions = playout(OPENING, random.Random(1))
    assert positions[0] == OPENING
    for before, after in pairwise(positions):
        assert after in [before.play(move) for move in before.legal_moves()]
    assert not positions[-1].legal_moves()
    assert positions == playout(OPENING, random.Random(1))


def test_disagreement_fails_the_command(fails, monkeypatch):
    def liar(position, seconds):
        return dataclasses.replace(search(position, goal="result"), lower=Value(Result.LOSS, 2))

    monkeypatch.setattr("tablebase.compare.SEARCHES", {"liar": liar})
    message = fails(1, "compare", DEAL, "--edition", "wild")
    assert "1 answer in disagreement with the table, first liar of A223" in message
