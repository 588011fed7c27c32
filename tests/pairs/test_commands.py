"""Commands of Pair Solitaire given too much: memory, cards."""

import pytest

from tablebase.engine.jobs import machine


@pytest.mark.parametrize("number", ["inf", "nan", "1e300", "-1", "0", "1e-300"])
def test_memory(number, fails):
    for words in (["solve", "AS KS 3H 10D AH"], ["study", "-n", "1", "--cards", "5"]):
        fails(2, "pairs", *words, "--memory", number)


def test_more_memory_than_there_is(fails):
    error = fails(1, "pairs", "solve", "AS KS 3H 10D AH", "--memory", 2**20)
    assert "needs 1048576.0 GiB of memory" in error


@pytest.mark.parametrize(("words", "needed"), [((), "6.0"), (("--memory", 1.5), "4.5")])
def test_more_memory_than_there_is_for_all_workers(words, needed, fails, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 4 << 30)
    error = fails(1, "pairs", "study", "-n", 1, "--cards", 5, "--threads", 3, *words)
    assert f"needs {needed} GiB of memory, but only 4.0 GiB are free" in error


def test_a_stack_too_large_to_be_tabled_on_the_spot(fails):
    stack = " ".join(rank + suit for suit in "SH" for rank in "A23456789JQK")
    message = fails(2, "pairs", "probe", f"{stack} AC 2C 3C 4C")
    assert "; `build` stores a table. Try" in message  # one player: no search
