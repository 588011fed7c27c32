"""The atlas of decks: pools of cards against single decks and the oracle; its file; its figures.

Slow: decks of the atlas: 1,000 positions of 9 to 12 cells by the oracle. Needs patience.
"""

import json
import random
from collections import Counter
from itertools import permutations, product
from typing import get_args

import pytest
from oracles import collapsi as oracle
from support.effort import by_effort, sample

from tablebase import Board, Edition, FileFormatError, Rules
from tablebase.games.collapsi.moves import paths
from tablebase.games.collapsi.rules import CODING, COLLAPSI
from tablebase.games.collapsi.studies.atlas import making
from tablebase.games.collapsi.studies.atlas.making import (
    POOLS,
    count_pool,
    count_shard,
    is_from,
    make,
)
from tablebase.games.collapsi.studies.atlas.published import (
    EDITIONS,
    atlas,
    cards_of,
    deals_of,
    edition_of,
    every_deck,
    load,
    name_of,
    parse_deck,
    read_rows,
    rows_of,
    rules_of,
    text_of,
)
from tablebase.games.collapsi.studies.atlas.ranking import Order, exchanges, games_of, ordered
from tablebase.games.collapsi.studies.lab.counting import count_every_deal
from tablebase.games.collapsi.studies.lab.study import Study
from tablebase.games.collapsi.studies.match import Match, starter_chances
from tablebase.games.collapsi.studies.statistics import tally
from tablebase.games.collapsi.whole.solver import Whole

STEPS = EDITIONS[:5]
ODD = [  # boards of 9 to 12 cells, pools with more cards than fit
    (Board(3, 3), (3, 2, 4, 2)),
    (Board(2, 5), (9, 0, 2, 3)),
    (Board(3, 4, wrap=False), (1, 2, 9, 9)),
    (Board(3, 4), (4, 4, 4, 4)),
]
FEW = [(12, 1, 1, 0), (13, 1, 0, 0), (13, 0, 1, 0)]


def decks_from(pool, cards):
    counts = range(cards + 1)
    return [
        deck for deck in product(counts, repeat=4) if sum(deck) == cards and is_from(deck, pool)
    ]


def rules_with(board, deck, editions=STEPS):
    return Rules("test", board, (0, 0, *cards_of(deck)), editions)


@pytest.mark.parametrize(
    ("board", "pool"),
    [(Board(2, 3), (2, 2, 1, 2)), (Board(2, 4), (0, 6, 1, 3)), (Board(1, 7), (3, 0, 4, 0))],
    ids=str,
)
def test_a_pool_counts_its_decks(board, pool):
    decks = decks_from(pool, board.size - 2)
    found = count_pool(rules_with(board, decks[0]), pool, 1)
    assert set(found) == set(decks)
    for deck in decks:
        assert found[deck] == count_every_deal(rules_with(board, deck), 1)


def test_a_pool_by_the_oracle():
    board, pool, editions = Board(1, 6), (2, 1, 0, 2), STEPS[:3]
    expected = {deck: [Counter() for _ in editions] for deck in decks_from(pool, 4)}
    for cards in product((0, 1, 2, 4), repeat=6):
        deck = tuple(map(cards.count, (1, 2, 3, 4)))
        if deck not in expected:
            continue
        laid = {(0, cell): card for cell, card in enumerate(cards)}
        for pawns in permutations([place for place, card in laid.items() if card == 0]):
            for edition, counts in zip(editions, expected[deck], strict=True):
                state = oracle.State(laid, *pawns)
                counts[oracle.solve(state, edition.joker_steps, rows=1, columns=6)[1]] += 1
    found = count_pool(rules_with(board, (1, 1, 0, 2), editions), pool, 1)
    assert found == {deck: tuple(counts) for deck, counts in expected.items()}


@pytest.mark.parametrize(("board", "pool"), sample(ODD, 2), ids=str)
def test_positions_by_the_oracle(board, pool):
    size = board.size
    decks = decks_from(pool, size - 2)
    whole = Whole(rules_with(board, decks[0]), cards_of(pool))
    whole.solve(threads=1)
    rng = random.Random(1)
    for _ in range(by_effort(20, 250)):
        cards = [0, 0, *cards_of(rng.choice(decks))]
        rng.shuffle(cards)
        free = [cell for cell, card in enumerate(cards) if card]
        up = rng.sample(free, rng.randint(2, len(free)))
        state = oracle.State(
            {divmod(cell, board.columns): cards[cell] for cell in up},
            *(divmod(cell, board.columns) for cell in up[:2]),
        )
        wins, plies = oracle.solve(state, rows=board.rows, columns=board.columns, wrap=board.wrap)
        code = whole.code(sum(1 << cell for cell in up), up[0], up[1], cards)
        assert CODING.decode(code).dte == plies
        assert wins == (plies % 2 == 1)


# Decks and joker steps


def test_decks():
    assert len(list(every_deck())) == 680
    assert len(list(every_deck(1))) == 286
    for deck in every_deck():
        assert parse_deck(name_of(deck)) == deck
        assert any(is_from(deck, pool) for pool in POOLS)
    assert rules_of((4, 4, 4, 2)).deck == COLLAPSI.deck
    assert deals_of((4, 4, 4, 2)) == 47_297_250
    for text in ("4-4-4-3", "4-4-6", "4442", "4-4-4-+2", "15-0-0--1", ""):
        with pytest.raises(ValueError, match="expected how many aces"):
            parse_deck(text)


def test_joker_steps_that_are_the_same_game():
    # The first player's turn, and the second's, wherever the first joker was.
    board, everything = COLLAPSI.board, (1 << 16) - 1
    for face_up in (everything, *(everything & ~(1 << joker) for joker in range(1, 16))):
        one, two, three, four = (set(paths(board, face_up, 0, [steps])) for steps in (1, 2, 3, 4))
        assert one <= three
        assert two <= four
    for digits, name in [("1", "1"), ("3", "13"), ("4", "24"), ("34", "1234"), ("4132", "1234")]:
        assert edition_of(digits).name == name
    subsets = {"".join(digits) for n in range(1, 5) for digits in permutations("1234", n)}
    assert {edition_of(digits) for digits in subsets} == set(EDITIONS)
    for digits in ("", "5", "1,2", "0"):
        with pytest.raises(ValueError, match="expected some of 1 to 4"):
            edition_of(digits)


# The file


@pytest.fixture(scope="module")
def counted():
    """The rows of a few decks, by deck."""
    rows = rows_of(count_shard(((13, 1, 1, 0), 1)).decode())
    return {
        deck: text_of({key: row for key, row in rows.items() if key[0] == deck}).encode()
        for deck in FEW
    }


@pytest.fixture
def few(monkeypatch, counted):
    """An atlas of a few decks, which are counted already."""
    monkeypatch.setattr(making, "MEMORY", 0)
    monkeypatch.setattr(making, "count_shard", lambda shard: counted[shard[0]])
    monkeypatch.setattr(making, "POOLS", FEW)
    monkeypatch.setattr(making, "every_deck", lambda: iter(FEW))
    return FEW


def test_a_file_grows_and_is_resumed(few, tmp_path, monkeypatch):
    path, known = tmp_path / "atlas.csv", making.count_shard

    def interrupted(shard):
        if shard[0] == few[1]:
            raise KeyboardInterrupt
        return known(shard)

    monkeypatch.setattr(making, "count_shard", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make(path, workers=1)
    assert {deck for deck, _ in read_rows(path)} == {few[0]}

    done, shards = [], []

    def noted(shard):
        shards.append(shard)
        return known(shard)

    monkeypatch.setattr(making, "count_shard", noted)
    make(path, workers=1, progress=done.append)
    assert shards == [(few[1], 1), (few[2], 1)]
    assert done == [2, 3]
    make(path, workers=1)
    assert len(shards) == 2
    rows = read_rows(path)
    assert len(rows) == 3 * len(EDITIONS)
    assert rows_of(text_of(rows)) == rows
    assert list(rows) == sorted(rows)
    for study in load(path):
        assert study.deals == deals_of(parse_deck(study.rules.name))


def test_rows_are_those_of_one_deck(counted):
    same = (Edition("3", (3,)), Edition("34", (3, 4)))  # as 13 and 1234
    lengths = count_every_deal(rules_with(COLLAPSI.board, FEW[0], (*EDITIONS, *same)), 1)
    rows = rows_of(counted[FEW[0]].decode())
    names = [*(edition.name for edition in EDITIONS), "13", "1234"]
    assert [rows[FEW[0], name] for name in names] == [
        {plies: deals // 16 for plies, deals in sorted(counts.items())} for counts in lengths
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("aces", "ones"), ("\n14,", "\n13,"), (",1234,", ",1235,"), (",15\n", ",16\n"),
        (",15\n", ",-15\n"), (",15\n", ",15,15\n"), (",15\n", ",x\n"),
    ],
)  # fmt: skip
def test_damage_is_found(tmp_path, old, new):
    path = tmp_path / "atlas.csv"
    text = text_of({((14, 0, 0, 0), "1234"): {14: 15}})
    path.write_text(text)
    assert load(path)[0].lengths == {14: 15}
    path.write_text(text.replace(old, new, 1))
    assert path.read_text() != text
    with pytest.raises(FileFormatError, match="is not an atlas"):
        load(path)


# Its contents


@pytest.mark.parametrize(("steps", "edition"), [("1", "single"), ("1234", "wild")])
def test_the_published_deck(steps, edition):
    studies = {(study.rules.name, study.edition.name): study for study in atlas()}
    assert {name for name, _ in studies} <= {name_of(deck) for deck in every_deck()}
    assert len(studies) % len(EDITIONS) == 0
    found, counted = studies["4-4-4-2", steps], tally(edition)
    twice = counted.total.number // found.deals
    assert {plies: twice * deals for plies, deals in found.lengths.items()} == counted.by_plies()


def study_of(deck, lengths, steps="1"):
    rules = rules_of(deck)
    return Study(rules, rules.edition(steps), lengths)


def test_matches_of_many_games_at_once():
    studies = [
        study_of((4, 4, 4, 2), {9: 3, 12: 7}),
        study_of((5, 4, 4, 1), {3: 4, 6: 6, 14: 2}),
        study_of((3, 4, 4, 3), {13: 9, 14: 1}),
    ]
    for starts in ("alternate", "loser", "winner"):
        for target in (1, 16):
            chances = starter_chances(studies, target, starts)
            exact = [float(Match(study, target, starts).chance) for study in studies]
            assert chances.tolist() == pytest.approx(exact, abs=1e-12)
    with pytest.raises(ValueError, match="expected 1 to 100 points"):
        starter_chances(studies, 0)


def test_orders():
    games = games_of(
        [
            study_of((4, 4, 4, 2), {9: 3, 12: 7}),
            study_of((5, 4, 4, 1), {3: 4, 6: 6}),
            study_of((3, 4, 4, 3), {13: 9, 14: 1}),
        ]
    )
    first = {by: ordered(games, by)[0].deck for by in get_args(Order)}
    assert first == {
        "fair": (5, 4, 4, 1), "match": min(games, key=lambda game: abs(game.match - 0.5)).deck,
        "long": (3, 4, 4, 3), "short": (5, 4, 4, 1), "first": (3, 4, 4, 3),
        "second": (4, 4, 4, 2),
    }  # fmt: skip
    assert games_of([]) == []


def test_exchanges():
    studies = [
        study_of((4, 4, 4, 2), {9: 3, 12: 7}),  # 30 %, 11.1 plies
        study_of((5, 4, 4, 1), {9: 4, 12: 6}),  # 40 %, 10.8 plies: a 4 became an ace
        study_of((6, 4, 4, 0), {9: 1, 12: 9}),  # 10 %, 11.7 plies: another one
        study_of((5, 3, 4, 2), {9: 5, 12: 5}),  # 50 %, 10.5 plies: a 2 became an ace
    ]
    found = {(each.out, each.into): each for each in exchanges(studies)}
    assert set(found) == {(4, 1), (2, 1), (4, 2)}
    assert found[4, 1][2:] == pytest.approx((2, -0.1, -0.3, 0.3))
    assert found[2, 1][2:] == pytest.approx((1, 0.2, 0.2, -0.6))
    assert found[4, 2][2:] == pytest.approx((1, -0.1, -0.1, 0.3))


def test_commands(few, tmp_path, run, answer, fails):
    path = tmp_path / "atlas.csv"
    make(path, workers=1)

    def listed(*args):
        return json.loads(answer("atlas", "list", "--in", path, "--json", *args))

    found = listed("--by", "long")
    assert len(found) == 10
    assert found[0]["mean_plies"] == max(game["mean_plies"] for game in listed("-n", 0))
    (one,) = listed("12-1-1-0", "--joker", "34")
    assert (one["deck"], one["steps"]) == ("12-1-1-0", "1234")
    assert one["deals"] == sum(one["by_plies"].values())
    assert len(listed("-n", 0)) == 3 * len(EDITIONS)
    assert len(listed("--most", 12)) == len(EDITIONS)
    lines = answer("atlas", "list", "--in", path, "--joker", "1", "--format", "csv").splitlines()
    assert {tuple(line.split(",")[:2]) for line in lines[1:]} == {(name_of(d), "1") for d in few}
    code, out, err = run("atlas", "list", "13-1-0-0", "--in", path)
    assert (code, err) == (0, "8 of 8 games\n")
    assert out.count("13-1-0-0") == 8
    found = json.loads(answer("atlas", "cards", "--in", path, "--json"))
    assert {(each["out"], each["into"]) for each in found} == {(2, 1), (3, 1), (3, 2)}
    assert "3   A" in answer("atlas", "cards", "--in", path, "--joker", "1")
    fails(2, "atlas", "list", "--least", 5, "--in", path)
    fails(2, "atlas", "list", "4-4-4-3")
    fails(2, "atlas", "list", "--joker", "7")
    fails(2, "atlas", "list", "--json", "--format", "csv", "--in", path)
    fails(2, "atlas", "list", "--in", tmp_path / "none.csv")


def test_picture(few, tmp_path, answer, fails):
    path, plot = tmp_path / "atlas.csv", tmp_path / "atlas.svg"
    make(path, workers=1)
    answer("atlas", "list", "--in", path, "--joker", "1", "--plot", plot)
    text = plot.read_text()
    assert "12 aces" in text
    assert "13 aces" in text
    fails(2, "atlas", "list", "--in", path, "--plot", plot)
