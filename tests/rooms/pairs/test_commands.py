"""Commands of Pair Solitaire given too much: memory, cards."""

import pytest

from tablebase.engine.jobs import machine


@pytest.mark.parametrize(("words", "needed"), [((), "6.0"), (("--memory", 1.5), "4.5")])
def test_more_memory_than_there_is_for_all_workers(words, needed, fails, monkeypatch):
    monkeypatch.setattr(machine, "available_memory", lambda: 4 << 30)
    error = fails(1, "pairs", "study", "-n", 1, "--cards", 5, "--threads", 3, *words)
    assert f"needs {needed} GiB of memory, but only 4.0 GiB are free" in error
