"""Files that continue a run: none that is damaged or of a wrong type is taken for the results.

Slow: 2,000 damages of each kind of file. Needs a minute.
"""

import json
import random
from functools import partial

import pytest
from support.continued import OWN, RUNS
from support.effort import by_effort, sample

from tablebase.errors import CorruptFileError, FileFormatError
from tablebase.study.runs import DIGEST, FileKind, continued, read_counts, save


@pytest.fixture(scope="module", params=sample(RUNS, len(OWN)))
def kept(request, tmp_path_factory):
    """A run's function, what it returns, its file and what is in it."""
    path = tmp_path_factory.mktemp(request.param) / "run.json"
    run = partial(RUNS[request.param], path)
    result = run()
    assert run() == result
    return run, result, path, path.read_bytes()


def flips(good, rng, count):
    """The file with a flipped bit, `count` times, and with parts left out."""
    for _ in range(count):
        data = bytearray(good)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        yield bytes(data)
    for _ in range(count):
        first, last = sorted(rng.sample(range(len(good)), 2))
        yield good[:first] + good[last:]


def test_flipped_bits_change_no_result(kept, tried):
    run, result, path, good = kept
    count = by_effort(60, 1000)
    tried("damaged files that continue a run", 2 * count)
    handled = 0
    for data in flips(good, random.Random(count), count):
        path.write_bytes(data)
        try:
            assert run() == result
        except FileFormatError as error:
            handled += "\n" not in str(error)
        else:
            handled += 1
    assert handled == 2 * count


def test_every_figure_and_row_counts(kept):
    """A digit that is another digit, or a row less, leaves the JSON sound, and the types right."""
    run, _, path, good = kept
    content = good[: good.rindex(DIGEST.encode())]
    digits = [at for at, byte in enumerate(content) if chr(byte) in "12345678"]
    sampled = random.Random(2).sample(digits, 20)
    changed = [good[:at] + bytes([good[at] + 1]) + good[at + 1 :] for at in sampled]
    data = json.loads(good)
    del max((box[key] for box, key in places(data) if isinstance(box[key], list)), key=len)[1]
    for each in (*changed, json.dumps(data).encode()):
        path.write_bytes(each)
        with pytest.raises(CorruptFileError, match="does not match its SHA-256: name another"):
            run()


def test_a_file_without_a_digest_is_refused(kept):
    """Versions before this one wrote them."""
    run, _, path, good = kept
    data = json.loads(good)
    del data[DIGEST]
    path.write_text(json.dumps(data))
    with pytest.raises(FileFormatError, match=r"with a digest.*: name another file"):
        run()
    assert json.loads(path.read_text()) == data


def places(data):
    """Every place of a value in JSON: the container and the key."""
    for key in data if isinstance(data, dict) else range(len(data)):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from places(data[key])


WRONG = (None, True, "x", "7", 1.5, -1, 1 << 70, [], {}, [None, True], float("nan"))


def test_wrong_types_end_in_one_line(kept, tried):
    """Somebody may change a file and write its digest anew."""
    run, _, path, good = kept
    count, rng = len(list(places(json.loads(good)))), random.Random(3)
    tried("forged files that continue a run", 150)
    words = []
    for _ in range(150):
        data = json.loads(good)
        del data[DIGEST]
        where = list(places(data))
        container, key = where[rng.randrange(min(count, len(where)))]
        container[key] = rng.choice(WRONG)
        save(path, data)
        try:
            run()
        except (FileFormatError, ValueError) as error:
            words.append(str(error))
    assert len(words) > 100
    assert not [text for text in words if "\n" in text or len(text) > 500]


def test_another_run_is_not_continued(tmp_path):
    def numbers(seed):
        kind = FileKind("a run of numbers", "run", most=1000)
        run, load = {"seed": seed}, lambda data: data["numbers"]
        return continued(tmp_path / "run.json", kind, run, [], load, lambda n: {"numbers": n})

    with numbers(1) as (kept, keep):
        assert kept == []
        keep([7])
    with numbers(1) as (kept, _):
        assert kept == [7]
    with pytest.raises(FileFormatError, match="another run: seed 1, expected 2"), numbers(2):
        pass


@pytest.mark.parametrize("wrong", [[1], [[1, 2]], [1.0, 2.0], [-1, 2], ["1", "2"], None, [1, None]])
def test_what_is_not_counts(wrong):
    with pytest.raises(ValueError, match="expected counts"):
        read_counts(wrong, (2,))
    assert read_counts([1, 2], (2,)).tolist() == [1, 2]
