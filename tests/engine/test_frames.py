"""Census, book and studies as data frames, against the deals and studies one by one."""

import random

import pytest

import tablebase
from tablebase.games.collapsi.rules_file import load_rules
from tablebase.games.collapsi.studies.census import Census

pytest.importorskip("pandas")


@pytest.fixture(scope="module")
def book():
    return tablebase.Book().to_pandas()


def some(frame):
    return random.Random(5).sample(range(len(frame)), 200)


def test_the_book_has_every_deal_in_order(book):
    census = Census()
    assert len(book) == len(census)
    for number in some(book):
        deal = census[number]
        row = book.iloc[number]
        assert row.deal == str(deal)
        assert row.images == len({tuple(deal.cards[at] for at in g) for g in deal.rules.symmetries})


@pytest.mark.parametrize("edition", ["wild", "single"])
@pytest.mark.parametrize("red", ["first", "second"])
def test_the_book_has_every_opening(book, edition, red):
    name = edition if edition == "wild" else f"{edition}_{red}"
    opened = tablebase.Book()
    for number in some(book):
        row = book.iloc[number]
        deal = tablebase.Deal.parse(row.deal)
        if red == "second":
            deal = tablebase.Deal(deal.cards, deal.jokers[::-1])
        value, moves = opened.opening(deal, edition)
        dte = value.dte if value.result == "win" else -value.dte
        assert (row[f"{name}_dte"], row[f"{name}_winning_moves"]) == (dte, moves)


def test_a_board_with_gaps():
    census = Census(load_rules("cross"))
    frame = census.to_pandas()
    assert [str(census[number]) for number in some(frame)] == list(frame.deal[some(frame)])


def test_studies_are_rows():
    lab = tablebase.Lab()
    studies = lab.study(tablebase.Rules("small", tablebase.Board(2, 3), (0, 0, 1, 1, 2, 3)))
    frame = lab.to_pandas()
    assert list(frame.edition) == [study.edition.name for study in studies]
    for (_, row), study in zip(frame.iterrows(), studies, strict=True):
        assert (row.deals, row.first_player_wins) == (study.deals, study.wins)
        assert {n: row[f"plies_{n}"] for n in study.lengths} == dict(study.lengths)


def test_games_that_are_over_at_once_are_counted():
    lab = tablebase.Lab()
    line = tablebase.Board(1, 5, wrap=False)
    lab.study(tablebase.Rules("line", line, (0, 0, 1, 1, 1), (tablebase.Edition("four", (4,)),)))
    frame = lab.to_pandas()
    assert frame.plies_0.iloc[0] > 0
    assert (frame.filter(regex="^plies_").sum(axis=1) == frame.deals).all()


def test_the_atlas_is_a_frame_and_so_is_nothing():
    frame = tablebase.atlas().to_pandas()
    plies = frame.filter(like="plies_")
    assert (plies.sum(axis=1) == frame.deals).all()
    assert len(frame) == len(tablebase.atlas())
    assert tablebase.Lab().to_pandas().empty
