"""The self-test names what is wrong with 2D Nim's answers, tasks and kernels for browsers."""

import re
from dataclasses import replace

from support.heaps import of_room

from tablebase.games.nim import answers as nim
from tablebase.games.nim.tasks import BoardArrays, NimTask
from tablebase.rl.task import Moves
from tablebase.web.wasm import record


class Forgetful(BoardArrays):
    """A task without a rule: the first stone is never taken alone."""

    def moves(self, rows):
        found = super().moves(rows)
        return Moves(*(part[found.actions > 0] for part in found))


class ForgetfulTask(NimTask):
    arrays = Forgetful


def test_a_task_without_one_rule():
    (error,) = of_room("nim", tasks="rooms.nim.test_selftest:ForgetfulTask").values()
    assert re.fullmatch(r"1111/\S+: actions \[1, .*\], by the rules \[0, 1, .*\]", error)


def test_an_answer_that_misses_a_move():
    (error,) = of_room("nim", answers="rooms.nim.test_selftest:MISSING").values()
    assert re.match(r"1110/1000/0000/0000: moves \{.*\}, by the rules \{.*\}", error)


def _without_the_first(service, query):
    found = nim.probe.answer(service, query)
    return {**found, "moves": found["moves"][1:]}


_without_the_first.__annotations__["return"] = nim.Board
MISSING = [replace(nim.probe, answer=_without_the_first)]


def test_kernels_that_changed_since(monkeypatch):
    monkeypatch.setattr(record, "source_digest", lambda module: "other")
    (error,) = of_room("nim").values()
    made = "the kernels of nim changed since engine/kernels.wasm was made"
    assert error == f"{made}: run `python -m tablebase.web.wasm nim`"
