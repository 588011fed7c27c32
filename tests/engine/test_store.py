"""The tablebase file: its contents, and that damage never becomes an answer."""

import json
import random
import zlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

import h5py
import numpy as np
import pytest
import zstandard
from support import file_image, flips, mini_deals, read_table
from support.effort import by_effort

import tablebase
from tablebase import CorruptFileError, FileFormatError, MissingTableError
from tablebase.compare import playout
from tablebase.engine.rooms import game_of
from tablebase.engine.tables.hdf5 import FORMAT_VERSION
from tablebase.engine.tables.store import (
    StoredCodes,
    TableFile,
    encode_table,
    table_attributes,
    table_path,
)
from tablebase.engine.tables.writer import Writer, root_attributes

HDF5_MAGIC = b"\x89HDF\r\n\x1a\n"


def text(value):
    """A text attribute as h5py gives it: str, or bytes if its length is fixed."""
    return value.decode() if isinstance(value, bytes) else value


def by_path(tables):
    return {table_path(table.game): table for table in tables}


@pytest.mark.parametrize("level", [1, 9, 19])
def test_round_trip(mini, tmp_path, level):
    path = tmp_path / "deals.h5"
    path.write_bytes(file_image([encode_table(table, level) for table in mini], "tests 1"))
    with TableFile(path) as file:
        assert file.paths() == sorted(by_path(mini))
        for name, table in by_path(mini).items():
            codes = file.codes(name)
            assert codes.origin == str(path)
            assert np.array_equal(codes.packed(), table.packed())
            ranks = np.arange(table.game.size, dtype=np.uint32)[::-1]
            assert np.array_equal(file.codes(name).at(ranks), table.codes()[::-1])
            assert read_table(file, name) == encode_table(table, level)


def test_two_threads_may_begin_to_read_a_table(mini, mini_file, monkeypatch):
    table = mini[0]
    with TableFile(mini_file) as file:
        codes = file.codes(table_path(table.game))
        empty = np.empty

        def overtaken(*shape, **options):
            """An array for codes; before it exists, another thread has read the table."""
            monkeypatch.setattr(np, "empty", empty)
            with ThreadPoolExecutor(1) as other:
                other.submit(codes.packed).result()
            room = empty(*shape, **options)
            room.fill(255)
            return room

        monkeypatch.setattr(np, "empty", overtaken)
        assert np.array_equal(codes.packed(), table.packed())


def test_threads_read_and_write_at_once(mini, mini_file):
    """HDF5 does one thing at a time; not every version of h5py makes sure of that."""
    tables = [encode_table(table) for table in mini]

    def read(_):
        with TableFile(mini_file) as file:
            return [read_table(file, table.path) for table in tables]

    def write(_):
        return len(file_image(tables, "tests 1"))

    with ThreadPoolExecutor(4) as threads:
        found, sizes = threads.map(read, range(60)), threads.map(write, range(20))
        assert all(same == tables for same in found)
        assert len(set(sizes)) == 1


def test_reads_with_any_hdf5_tool(real_file, built):
    pytest.importorskip("hdf5plugin")
    with h5py.File(real_file) as file:
        for name, table in by_path(built).items():
            codes = file[name]["codes"]
            size = int(file[name].attrs["positions"])
            assert codes.dtype == np.uint8
            assert np.array_equal(codes[: (size + 1) // 2], table.packed())
            assert not codes[(size + 1) // 2 :].any(), "the last chunk is filled up with zeros"
            assert 16 << 10 <= codes.chunks[0] <= 32 << 10
            # One entry, as a reader without our code would look it up.
            rank = 123_457
            code = codes[rank // 2] >> 4 * (rank % 2) & 15
            dte = file[name].attrs["code-dte"][code]
            value = table.value(table.game.unrank(rank))
            assert (abs(dte), dte > 0) == (value.dte, value.result is tablebase.Result.WIN)


def test_attributes(real_file, built):
    with h5py.File(real_file) as file:
        assert text(file.attrs["format"]) == "tablebase"
        assert file.attrs["format-version"] == FORMAT_VERSION == 1
        assert text(file.attrs["generated-by"]) == "tests 1"
        assert len(file.attrs["creation-date"]) == len("2026-01-01T00:00:00+00:00")
        for name, table in by_path(built).items():
            attributes = file[name].attrs
            deal = tablebase.Deal.parse(text(attributes["deal"]))
            assert name == f"/tables/collapsi/{text(attributes['deal']).replace('/', '.')}"
            assert deal.canonical[0].cards == deal.cards == table.game.layout.canonical_cards
            assert text(attributes["game"]) == "collapsi"
            rules = tablebase.Rules.from_dict(json.loads(text(attributes["rules"])))
            assert rules == tablebase.COLLAPSI
            cells = attributes["free-cells"].tolist()
            assert cells == [cell for cell, card in enumerate(deal.cards) if card]
            assert attributes["openings"] == 14 * 13 * 2**12
            codes = table.codes()
            assert attributes["positions"] == len(codes) == table.game.size
            assert attributes["wins"] == (codes >= 8).sum()
            assert attributes["losses"] == (codes < 8).sum()
            dte = attributes["code-dte"]
            assert len(dte) == 15
            assert attributes["longest-dte"] == abs(dte[codes]).max()
            assert len(attributes["sha256"]) == 64


def test_the_rank_is_as_documented(real_file):
    # rank = pair * 4096 + the other face-up cells, squeezed; cells counted without the jokers.
    deal = next(tablebase.random_deals(1, seed=2024))
    canonical = deal.canonical[0]
    with tablebase.open(real_file, build_missing=False) as tables:
        table = tables.table(canonical)
        codes = table.codes()
        with h5py.File(real_file, locking=False) as file:
            cells = file[table_path(game_of(deal))].attrs["free-cells"].tolist()
        for seed in range(5):
            for position in playout(canonical.start(), random.Random(seed))[2:]:
                i, j = cells.index(position.mover), cells.index(position.opponent)
                others = [cell for cell in cells if cell not in (position.mover, position.opponent)]
                mask = sum(1 << at for at, c in enumerate(others) if position.face_up >> c & 1)
                rank = (i * 13 + (j - 1 if j > i else j)) * 4096 + mask
                assert table.game.coding.decode(int(codes[rank])) == table.value(position)


def test_one_cold_probe_reads_one_chunk(real_file, deals, monkeypatch):
    frames = []
    read = StoredCodes._read
    monkeypatch.setattr(
        StoredCodes, "_read", lambda self, dataset, n: frames.append(n) or read(self, dataset, n)
    )
    rng = random.Random(6)
    for deal in deals:
        for position in playout(deal.start("wild"), rng) + playout(deal.start("single"), rng):
            frames.clear()
            with tablebase.open(real_file, build_missing=False) as tables:
                probe = tables.probe(position)
                assert len(frames) == (1 if probe.moves else 0)
                tables.probe(position)
                assert len(frames) <= 1, "a chunk that was read is kept"


def test_file_can_be_replaced_while_open(mini, mini_file, tmp_path):
    # Writers replace the whole file: readers keep reading what they opened.
    first, second, _ = mini
    with TableFile(mini_file) as file:
        codes = file.codes(table_path(first.game))
        other = tmp_path / "other.h5"
        other.write_bytes(file_image([encode_table(second)], "tests 2"))
        other.replace(mini_file)
        assert np.array_equal(codes.packed(), first.packed())
        assert len(file.paths()) == 3
    with TableFile(mini_file) as file:
        assert file.paths() == [table_path(second.game)]
    with pytest.raises(ValueError, match="has been closed"):
        file.paths()


# Files that are not tablebase files


def rejected(path, error, match):
    """Opening a file raises `error` itself, not another class, with a message of one line."""
    with pytest.raises(error, match=match) as caught:
        tablebase.open(path)
    assert type(caught.value) is error
    assert "\n" not in str(caught.value)
    assert path.name in str(caught.value)


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        (None, FileNotFoundError, "no such file"),
        (b"A223/4A2J/3A23/J3A4\n", FileFormatError, "not an HDF5 file"),
        (b"", FileFormatError, "not an HDF5 file"),
        (HDF5_MAGIC + bytes(500), CorruptFileError, "damaged"),
    ],
)
def test_other_content(tmp_path, content, error, message):
    path = tmp_path / "deals.h5"
    if content is not None:
        path.write_bytes(content)
    rejected(path, error, message)


def test_files_of_another_kind(tmp_path):
    rejected(tmp_path, FileFormatError, "is not a regular file: expected a tablebase file")
    path = tmp_path / "other.h5"
    with h5py.File(path, "w") as file:
        file["tables"] = [1, 2, 3]
    rejected(path, FileFormatError, "expected 'tablebase'")
    # This opens for writing, so the file must not have been left open when it was rejected.
    with h5py.File(path, "a") as file:
        file.attrs["format"] = "tablebase"
    rejected(path, FileFormatError, "expected 'tablebase'")


@pytest.mark.parametrize("version", [None, 0, [1]])
def test_no_version(mini_file, version):
    with h5py.File(mini_file, "a") as file:
        del file.attrs["format-version"]
        if version is not None:
            file.attrs["format-version"] = version
    rejected(mini_file, CorruptFileError, "attribute format-version is .*, expected 1 or more")


def test_newer_version(mini_file):
    with h5py.File(mini_file, "a") as file:
        file.attrs["format-version"] = FORMAT_VERSION + 1
    rejected(mini_file, FileFormatError, f"version {FORMAT_VERSION + 1}, .*upgrade")


# Damaged files


def outcomes(image, tables, damages, folder):
    """How often each result occurs."""
    good = folder / "good.h5"
    good.write_bytes(image)
    with TableFile(good) as file:
        root = file.attributes()
    contents = {
        name: (dict(encode_table(table, 3).attributes), table.codes().tobytes())
        for name, table in by_path(tables).items()
    }
    with h5py.File(good) as file:
        for name in contents:
            contents[name][0]["chunk-crc32"] = file[name].attrs["chunk-crc32"].tolist()
    read = "support.flips:read_everything"
    return Counter(flips.outcomes(read, image, (root, contents), damages, folder))


FLIPPED = "flipped tables, read in full"


@pytest.mark.thorough
def test_flips_in_a_small_file(mini, tmp_path, tried):
    # Tables that were added one by one: most of the file is what HDF5 needs to find them.
    memory = BytesIO()
    writer = Writer(memory, tmp_path)
    for table in mini[:2]:
        writer.add(encode_table(table))
        writer.commit(root_attributes("tests 1"))
    image, rng = memory.getvalue(), random.Random(11)
    step = by_effort(4, 1)
    damages = [[(place, 1 << rng.randrange(8))] for place in range(0, len(image), step)]
    starts = rng.sample(range(len(image) - 8), 20)  # of several bytes that change at once
    damages += [[(place + n, rng.randrange(1, 256)) for n in range(8)] for place in starts]
    tried(FLIPPED, len(damages))
    found = outcomes(image, mini[:2], damages, tmp_path)
    assert found["CorruptFileError"] > 2000 // step


@pytest.mark.thorough
def test_flips_in_a_real_file(real_image, built, tmp_path, tried):
    rng = random.Random(14)
    damages = [[(rng.randrange(len(real_image)), 1 << rng.randrange(8))] for _ in range(300)]
    tried(FLIPPED, len(damages))
    found = outcomes(real_image, built, damages, tmp_path)
    assert found["CorruptFileError"] > 200


def test_truncated_files(mini_image, mini, tmp_path):
    lengths = [*range(0, len(mini_image), 37), len(mini_image) - 1]
    found = outcomes(mini_image, mini, lengths, tmp_path)
    assert found["CorruptFileError"] + found["FileFormatError"] == len(lengths)


def test_any_chunk_is_guarded(mini, mini_file):
    # Damage that HDF5 cannot see: its own structures are intact, a frame is another's.
    first, second, _ = (table_path(table.game) for table in mini)
    with h5py.File(mini_file) as file:
        chunks = file[first]["codes"].id.get_num_chunks()
    good = mini_file.read_bytes()
    for chunk in range(chunks):
        mini_file.write_bytes(good)
        with h5py.File(mini_file, "a") as file:
            here, there = file[first]["codes"].id, file[second]["codes"].id
            at = (chunk * file[first]["codes"].chunks[0],)
            (_, mine), (_, other) = here.read_direct_chunk(at), there.read_direct_chunk(at)
            here.write_direct_chunk(at, other)
            there.write_direct_chunk(at, mine)
        with TableFile(mini_file) as file:
            for name in (first, second):
                with pytest.raises(CorruptFileError, match=f"chunk {chunk} is damaged"):
                    file.codes(name).packed()


def test_a_chunk_of_very_many_bytes_is_not_read(mini, mini_file):
    name = table_path(mini[0].game)
    with h5py.File(mini_file, "a") as file:
        dataset = file[name]["codes"]
        dataset.id.write_direct_chunk((0,), bytes(4 * dataset.chunks[0] + 4096))
    with (
        TableFile(mini_file) as file,
        pytest.raises(CorruptFileError, match=r"chunk 0 has .* compressed bytes, expected at most"),
    ):
        file.codes(name).packed()


@pytest.mark.parametrize(
    ("length", "counted", "times", "message"),
    [
        (1, True, 1, "chunk 0 has 1 bytes, expected"),
        (-1, True, 1, r"chunk 0 has \d+ bytes, expected"),
        (None, False, 1, "chunk 0 does not declare its size, expected"),
        (None, True, 2, "chunk 0: .* unused data"),
    ],
    ids=["one byte", "a byte less", "uncounted", "twice"],
)
def test_a_chunk_is_a_frame_that_fills_it(mini, tmp_path, length, counted, times, message):
    good = encode_table(mini[0])
    raw = zstandard.ZstdDecompressor().decompress(good.chunks[0])[:length]
    frame = zstandard.ZstdCompressor(write_content_size=counted).compress(raw) * times
    crcs = [zlib.crc32(frame), *good.attributes["chunk-crc32"][1:]]
    forged = replace(
        good,
        attributes={**good.attributes, "chunk-crc32": crcs},
        chunks=(frame, *good.chunks[1:]),
    )
    path = tmp_path / "forged.h5"
    path.write_bytes(file_image([forged], "tests 1"))
    with TableFile(path) as file, pytest.raises(CorruptFileError, match=message):
        file.codes(forged.path).packed()


def test_swapped_chunks_of_one_table(mini, mini_file):
    name = table_path(mini[0].game)
    with h5py.File(mini_file, "a") as file:
        size = file[name]["codes"].chunks[0]
        codes = file[name]["codes"].id
        (_, first), (_, second) = codes.read_direct_chunk((0,)), codes.read_direct_chunk((size,))
        codes.write_direct_chunk((0,), second)
        codes.write_direct_chunk((size,), first)
    with TableFile(mini_file) as file, pytest.raises(CorruptFileError, match="chunk 0"):
        file.codes(name).packed()


def test_swapped_tables(mini, mini_file):
    first, second, third = (table_path(table.game) for table in mini)
    with h5py.File(mini_file, "a") as file:
        file.move(first, "/tables/mini/aside")
        file.move(second, first)
        file.move("/tables/mini/aside", second)
    with TableFile(mini_file) as file:
        for name in (first, second):
            with pytest.raises(CorruptFileError, match="digest"):
                file.codes(name)
        assert np.array_equal(file.codes(third).packed(), mini[2].packed())


def test_swapped_or_changed_attributes(mini, mini_file):
    first, second, _ = (table_path(table.game) for table in mini)
    good = mini_file.read_bytes()
    with h5py.File(mini_file) as file:
        mine, other = dict(file[first].attrs), dict(file[second].attrs)
    assert set(mine) == set(other)
    # All of the other's attributes, its digest included; then each by itself; then each missing.
    changes = [other, *({name: value} for name, value in other.items())]
    changes += [dict.fromkeys([name]) for name in mine]
    detected = 0
    for change in changes:
        mini_file.write_bytes(good)
        with h5py.File(mini_file, "a") as file:
            for name, value in change.items():
                if value is None:
                    del file[first].attrs[name]
                else:
                    file[first].attrs[name] = value
        same = all(np.array_equal(mine.get(name), value) for name, value in change.items())
        with TableFile(mini_file) as file:
            if same:
                file.codes(first)
                continue
            detected += 1
            with pytest.raises(CorruptFileError, match=r"digest|sha256"):
                file.codes(first)
    assert detected >= 7 + len(mine)


@pytest.mark.parametrize("value", [np.bytes_("JAA/2J2/A32"), 1.5, np.nan, True, h5py.Empty("f")])
def test_attributes_of_other_types(mini, mini_file, value):
    name = table_path(mini[0].game)
    with h5py.File(mini_file, "a") as file:
        file[name].attrs["deal"] = value
    with TableFile(mini_file) as file, pytest.raises(CorruptFileError):
        file.codes(name)


@pytest.mark.parametrize("member", ["tables", "tables/mini", "codes"])
def test_missing_members(mini, mini_file, member):
    name = table_path(mini[0].game)
    with h5py.File(mini_file, "a") as file:
        del file[f"{name}/codes" if member == "codes" else member]
    with pytest.raises((CorruptFileError, MissingTableError)), TableFile(mini_file) as file:
        file.codes(name)


def test_a_dataset_of_another_length(mini, mini_file):
    name = table_path(mini[0].game)
    with h5py.File(mini_file, "a") as file:
        size = file[name]["codes"].chunks[0]
        del file[name]["codes"]
        file[name].create_dataset("codes", shape=(size,), chunks=(size,), dtype=np.uint8)
    with TableFile(mini_file) as file, pytest.raises(CorruptFileError, match="expected"):
        file.codes(name)


def test_damage_elsewhere_does_not_matter(mini, mini_file):
    first, second, _ = (table_path(table.game) for table in mini)
    with h5py.File(mini_file, "a") as file:
        file[first]["codes"].id.write_direct_chunk((0,), b"damaged")
    missing = mini_deals(4)[3]
    with tablebase.open(mini_file) as tables:
        assert np.array_equal(tables.store.codes(second).packed(), mini[1].packed())
        assert tables.probe(missing.start()).origin == "built"
        # A damaged table is never replaced by one built on the spot: the damage would stay hidden.
        with pytest.raises(CorruptFileError):
            tables.table(mini[0].game.unrank(0)).codes()


def test_attributes_are_what_the_library_says(mini):
    for table in mini:
        stored = encode_table(table)
        assert {k: v for k, v in stored.attributes.items() if k != "chunk-crc32"} == (
            table_attributes(table)
        )
