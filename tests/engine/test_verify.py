"""`verify`: an error that no checksum can see is found by deriving every entry again."""

import json
import random
from dataclasses import replace

import numpy as np
import pytest
from support import dags, deal_with, file_image, mini_deals, one_line

import tablebase
from tablebase.engine import rooms
from tablebase.engine.induction import solve
from tablebase.engine.packed import pack
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.store import encode_table, table_path
from tablebase.engine.tables.table import MemoryCodes, Table
from tablebase.engine.values import Coding, Result
from tablebase.games.collapsi.symmetry import automorphisms


def stored(table, codes, **attributes):
    """A stored table with these codes and attributes, all its checksums valid."""
    wrong = encode_table(Table(table.game, MemoryCodes(pack(codes, 4), 4)))
    crc32 = {"chunk-crc32": wrong.attributes["chunk-crc32"]}
    return replace(wrong, attributes={**encode_table(table).attributes, **crc32, **attributes})


def verified(folder, *tables):
    """What `verify` finds in a file with these stored tables."""
    path = folder / "deals.h5"
    path.write_bytes(file_image(tables, "tests 1"))
    return list(tablebase.verify(path))


def after_moves(game, rank):
    """The ranks of the positions after each move."""
    position = game.unrank(rank)
    return [game.rank(position.play(move)) for move in position.legal_moves()]


def is_wrong(game, codes, rank):
    """By the definition: whether the codes of the successors imply another code."""
    best = min((int(codes[r]) for r in after_moves(game, rank)), default=15)
    return codes[rank] != (14 - best if best < 8 else 15 - best)


def first_wrong(table, codes):
    return next((r for r in range(table.game.size) if is_wrong(table.game, codes, r)), None)


def test_good_tables_pass(real_file, built, mini, tmp_path):
    assert verified(tmp_path) == []
    (check,) = verified(tmp_path, stored(mini[0], mini[0].codes()))
    assert check.error == ""
    checks = list(tablebase.verify(real_file))
    assert [check.path for check in checks] == sorted(table_path(table.game) for table in built)
    assert all(check.error == "" for check in checks)
    assert [check.positions for check in checks] == [built[0].game.size] * 3
    assert [check.path for check in tablebase.verify(real_file, workers=1)] == [
        check.path for check in checks
    ]


@pytest.mark.thorough
def test_first_error_is_the_first_by_definition(mini):
    rng = random.Random(21)
    for table in mini:
        for rank in [0, table.game.size - 1, *rng.sample(range(table.game.size), 25)]:
            codes = table.codes()
            codes[rank] = rng.choice([code for code in range(16) if code != codes[rank]])
            found = table.game.first_error(codes)
            assert found == first_wrong(table, codes)
            # The entry itself is wrong, though one before it may be seen to be wrong first.
            assert found <= rank


def test_every_single_changed_entry_is_found(mini):
    table = mini[0]
    good = table.codes()
    for rank in range(table.game.size):
        codes = good.copy()
        codes[rank] = (codes[rank] + 1) % 15
        assert table.game.first_error(codes) is not None, rank


def test_first_error_real_board(built):
    rng = random.Random(22)
    table = built[1]
    game, good = table.game, table.codes()
    ranks = [*rng.sample(range(game.index.openings), 12), *range(game.size - 4, game.size)]
    for rank in ranks:
        codes = good.copy()
        codes[rank] = (codes[rank] + rng.randrange(1, 15)) % 15
        found = game.first_error(codes)
        assert found <= rank
        assert is_wrong(game, codes, found)  # nothing before it is looked at here
        assert found == rank or rank in after_moves(game, found)


@pytest.mark.parametrize("value", range(16))
def test_verify_names_the_entry(run, mini, tmp_path, value):
    table, other, _ = mini
    codes = table.codes()
    rank = random.Random(23).choice(np.flatnonzero(codes[:1000] != value).tolist())
    codes[rank] = value
    wrong = first_wrong(table, codes)
    checks = verified(tmp_path, stored(table, codes), encode_table(other))
    found = {check.path: check.error for check in checks}
    assert found[table_path(other.game)] == ""
    error = found[table_path(table.game)]
    position = game_of(mini_deals(1)[0].canonical[0]).unrank(wrong)
    assert f"rank {wrong}, {position}" in error
    assert "\n" not in error
    code, out, err = run("verify", tmp_path / "deals.h5")
    assert (code, one_line(err)) == (1, True)
    assert all(f"rank {wrong}, {position}" in stream for stream in (out, err))


@pytest.mark.parametrize(
    "name", ["wins", "losses", "longest-dte", "positions", "openings", "free-cells", "code-dte"]
)
def test_wrong_counts_and_lists(mini, tmp_path, name):
    table = mini[0]
    right = encode_table(table).attributes[name]
    wrong = right + 1 if isinstance(right, int) else right[::-1]
    (check,) = verified(tmp_path, stored(table, table.codes(), **{name: wrong}))
    assert name in check.error
    assert str(right) in check.error or not isinstance(right, int)


@pytest.mark.parametrize(
    "attributes",
    [
        {"game": "chess"},
        {"game": [7]},
        {"deal": "JAA/2J2"},
        {"deal": ""},
        {"deal": 7},
        {"rules": "{}"},
        {"rules": "no JSON"},
        {"rules": "[1, 2]"},
        {"rules": 7},
        {"rules": '{"name": "mini", "rows": 3, "columns": 3, "wrap": true, "deck": [0, 0]}'},
    ],
    ids=str,
)
def test_attributes_that_describe_no_table(mini, tmp_path, attributes):
    table, other, _ = mini
    changed = stored(table, table.codes(), **attributes)
    checks = verified(tmp_path, changed, encode_table(other))
    found = {check.path: check.error for check in checks}
    assert found[table_path(table.game)] != ""
    assert found[table_path(other.game)] == ""


UNKNOWN = "cannot check: no installed game is called chess"


def test_a_game_that_is_not_installed(mini, tmp_path):
    table, other, _ = mini
    changed = stored(table, table.codes(), game="chess")
    checks = {check.path: check for check in verified(tmp_path, changed, encode_table(other))}
    unknown, known = checks[table_path(table.game)], checks[table_path(other.game)]
    assert (unknown.error, unknown.unknown) == (UNKNOWN, True)
    assert (known.error, known.unknown) == ("", False)
    assert (unknown.positions, unknown.of) == (0, table.game.size)


def test_rules_with_an_option_of_another_version(mini, tmp_path):
    """Such as an option that is gone: the table is not wrong."""
    table, *_ = mini
    rules = json.dumps({**table.game.rules.as_dict(), "up_to": True})
    (check,) = verified(tmp_path, stored(table, table.codes(), rules=rules))
    assert check.unknown
    assert check.error.startswith("cannot check: rules with 'up_to'")


def game_without_its_module(attributes):
    import no_such_module  # noqa: F401


@pytest.mark.parametrize(
    "path",
    ["no_such_module:game", "heapq:no_such_function", f"{__name__}:game_without_its_module"],
)
def test_a_game_that_is_broken(mini, tmp_path, monkeypatch, path):
    table, other, _ = mini
    broken = rooms.Installed("chess", rooms.Room(tables={"chess": path}), "chess-tables", "1.0")
    found = {**rooms.installed(), "chess": broken}
    monkeypatch.setattr(rooms, "installed", lambda: found)
    changed = stored(table, table.codes(), game="chess")
    checks = {check.path: check for check in verified(tmp_path, changed, encode_table(other))}
    unknown, known = checks[table_path(table.game)], checks[table_path(other.game)]
    assert "the game chess of chess-tables cannot be used: " in unknown.error
    assert (unknown.unknown, known.error) == (True, "")


@pytest.mark.parametrize("bits", [4, 8])
def test_ranks_without_a_position_of_a_game_that_is_not_installed(bits, tmp_path):
    game = dags.draw_graph(random.Random(5), Coding(bits, Result.LOSS))
    table = Table(game, MemoryCodes(solve(game), bits))
    assert None in game.after
    (check,) = verified(tmp_path, encode_table(table))
    assert check.error == "cannot check: no installed game is called graph"
    assert check.unknown


def test_what_is_wrong_without_the_rules_is_found(mini, tmp_path):
    """Checksums, and counts that the codes contradict."""
    table = mini[0]
    codes = table.codes()
    good = stored(table, codes, game="chess").attributes
    for change, message in (
        ({"wins": good["wins"] + 1}, "wins and losses"),
        ({"longest-dte": good["longest-dte"] + 1}, "longest-dte"),
        ({"longest-dte": "13"}, "attribute longest-dte is '13'"),
        ({"code-dte": good["code-dte"][:3]}, "has no distance, expected codes below 3"),
        ({"code-dte": 3}, "a list of integers"),
    ):
        (check,) = verified(tmp_path, stored(table, codes, game="chess", **change))
        assert message in check.error
        assert not check.unknown
    damaged = stored(table, codes, game="chess")
    damaged = replace(damaged, chunks=(damaged.chunks[0][:-1] + b"?", *damaged.chunks[1:]))
    (check,) = verified(tmp_path, damaged)
    assert "chunk 0 is damaged" in check.error
    assert not check.unknown


def test_the_command_on_a_game_that_is_not_installed(mini, tmp_path, run, answer):
    table, other, _ = mini
    path = tmp_path / "deals.h5"
    unknown, known = stored(table, table.codes(), game="chess"), encode_table(other)
    path.write_bytes(file_image([unknown, known], "tests 1"))
    code, out, err = run("verify", path)
    first = f"{unknown.path}: {UNKNOWN}\n"
    assert (code, out) == (1, first)
    assert err == f"tablebase: {path}: 1 of 2 tables not checked, first {first}"
    code, out, _ = run("verify", path, "--json")
    errors = json.loads(out)["errors"]
    assert (code, errors) == (1, [{"table": unknown.path, "error": UNKNOWN}])
    code, out, err = run("info", path)
    assert (code, err) == (1, f"tablebase: {path}: {UNKNOWN}\n")
    assert out.startswith(f"{path}: 2 tables, ")
    assert out.count(f"{table.game.size:,}") == 2  # rows, one of what cannot be checked
    wrong = stored(other, other.codes(), wins=1)
    path.write_bytes(file_image([unknown, wrong], "tests 1"))
    code, _, err = run("verify", path)
    assert (code, "1 of 2 tables wrong, first " + wrong.path in err) == (1, True)


def test_table_filed_under_another_key(mini, tmp_path):
    table, other, _ = mini
    moved = replace(stored(table, table.codes()), path=table_path(other.game))
    (check,) = verified(tmp_path, moved)
    assert check.path == table_path(other.game)
    assert check.error == f"{table_path(other.game)} holds the table {table_path(table.game)}"


def test_deal_that_is_not_canonical(mini, tmp_path):
    table = mini[0]
    deal = mini_deals(1)[0]
    images = [deal.image(g) for g in automorphisms(deal.rules.board)]
    other = next(image for image in images if image.cards != table.game.layout.canonical_cards)
    text = str(deal_with(other.cards, other.jokers[0], other.rules))
    (check,) = verified(tmp_path, stored(table, table.codes(), deal=text))
    assert "deal" in check.error


def test_damage_is_reported_table_by_table(mini_image, mini, tmp_path):
    path = tmp_path / "deals.h5"
    stored_table = encode_table(mini[1])
    at = mini_image.index(stored_table.chunks[3]) + 10
    path.write_bytes(mini_image[:at] + bytes([mini_image[at] ^ 4]) + mini_image[at + 1 :])
    found = {check.path: check.error for check in tablebase.verify(path)}
    assert [error != "" for error in found.values()].count(True) == 1
    assert "chunk 3 is damaged" in found[stored_table.path]


def test_positions_that_say_too_little(mini, tmp_path):
    # A table cut short, with attributes that agree.
    table = mini[0]
    short = stored(table, table.codes()[:700], positions=700)
    (check,) = verified(tmp_path, short)
    assert check.error != ""
