"""What the page's modules know of the rules, generated: the files of JSON in ``known``.

Made by ``python -m tablebase.games.collapsi.answers.known``: what each turn says of itself, what a
designer of rules chooses, what can be wrong with a position, and what rule sets are called.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from tablebase.games.collapsi import fast
from tablebase.games.collapsi.answers.records import sentence
from tablebase.games.collapsi.board import Board
from tablebase.games.collapsi.kernels.near import (
    AT,
    CELLS,
    DECK,
    FLAGS,
    NEARS,
    NEIGHBOURS,
    PLACES,
    STEPS,
    WORDS,
)  # fmt: skip
from tablebase.games.collapsi.kernels.play import LETTERS, LINE, TURN_FLAGS
from tablebase.games.collapsi.legality import FAULTS
from tablebase.games.collapsi.rules import DEFAULTS
from tablebase.games.collapsi.rules_file import presets
from tablebase.games.collapsi.turns import EDGES, MOST, OUTS, PUSHED, SHIFTS, Turn, switch, turn_of
from tablebase.home import installed_data
from tablebase.support.program import run
from tablebase.support.toml_text import read_toml

KNOWN = Path(__file__).parents[1] / "known"
"""Where the files lie."""

CHOICES: Mapping[str, tuple[Any, ...]] = {
    "players": (2, 3, 4), "shift": SHIFTS, "pushed": PUSHED, "edges": EDGES, "out": tuple(OUTS),
    "absent": (0,),
}  # fmt: skip
"""The values of the options that are not on or off, the published game's first."""

VALUES = {
    name: (False, True) if default is False else CHOICES[name] for name, default in DEFAULTS.items()
}
"""The values of each option. Turns are the same whoever is absent."""


@cache
def every_turn() -> tuple[tuple[dict[str, Any], Turn], ...]:
    """The options that go together, and the turn that they name; the published game's first."""
    found = []
    for values in product(*VALUES.values()):
        options = dict(zip(VALUES, values, strict=True))
        try:
            found.append((options, turn_of(Board(4, 4), **{**DEFAULTS, **options})))
        except ValueError:
            continue
    return tuple(found)


LAYOUT = {
    "board": CELLS, "flags": FLAGS, "neighbours": NEIGHBOURS, "steps": STEPS, "places": PLACES,
    "at": AT, "deck": DECK, "size": WORDS,
}  # fmt: skip
"""Where the parts of a kernels' context begin."""

PATHS = ("NIBBLES", "BYTES", "SEARCH", "SHIFTING", "STRATEGY", "DUELS")
"""The fast paths that the page has, see `fast`."""


def files() -> dict[str, str]:
    """The files by name."""
    return {
        "turns.json": _data(turns()),
        "faults.json": _data({"faults": list(FAULTS)}),
        "designs.json": _data(designs()),
        "called.json": _data({"groups": groups()}),
    }


def turns() -> dict[str, Any]:
    """What turns say of themselves, and how kernels take them."""
    (defaults, published), *_ = every_turn()
    usual = said(published)
    return {
        "options": defaults,
        "usual": usual,
        "turns": [
            {
                "options": {name: own for name, own in options.items() if own != defaults[name]},
                "says": {name: own for name, own in said(turn).items() if own != usual[name]},
            }
            for options, turn in every_turn()
        ],
        "letters": LETTERS,
        "context": LAYOUT,
        "line": LINE,
        "spreading": MOST,
    }


def designs() -> dict[str, Any]:
    """The options that a designer of rules offers, with the letters that links have for them."""
    switches = [
        _text(name, name[0], switch(name)) for name in VALUES if VALUES[name] == (False, True)
    ]
    letters = ["w", *(each["letter"] for each in switches)]  # w: edges are joined
    if len({*letters}) < len(letters):
        raise ValueError(f"letters of options in links are {letters}: expected different ones")
    outs = [_text(name, name[0] if number else "", OUTS[name]) for number, name in enumerate(OUTS)]
    return {"switches": switches, "outs": outs}


def _text(name: str, letter: str, turn: type[Turn]) -> dict[str, str]:
    label = turn.label or name.replace("_", " ")
    return {"name": name, "letter": letter, "label": label, "rule": sentence(turn)}


def said(turn: Turn) -> dict[str, Any]:
    """What a turn says of itself, as `Turn` explains it, and what the page asks besides.

    `near` is the number of its kernel, -1 if it names none; `group` names what finds the
    automorphisms that keep values; `flags` are for kernels; `shows` is whether the start, and later
    positions, show whose turn it is; `paths` are the fast paths that know it, and
    `isKnown` is whether kernels of the page know its moves.
    """
    paths = {name: path.turns for name, path in vars(fast).items() if isinstance(path, fast.Path)}
    return {
        "near": number_of(turn),
        "group": turn.symmetries.__name__,
        "flags": flags_of(turn),
        **{_camel(name): bool(getattr(turn, name, 0)) for name in TURN_FLAGS},
        "spreads": turn.spreads,
        "isScored": turn.is_scored,
        "shows": [turn.shows_side(0), turn.shows_side(1)],
        "ending": turn.ending.value,
        "words": turn.words,
        "paths": [name for name in PATHS if type(turn) in paths[name]],
        "isKnown": turn.kernel in NEARS or type(turn) in paths["SHIFTING"],
    }


def groups() -> list[Any]:
    """What readers call the rule sets that are offered, by group, as the page lists them."""
    data = read_toml(installed_data("rule-sets.toml").read_text("utf-8"))
    called = read_toml(installed_data("rule-names.toml").read_text("utf-8"))
    other = {"other sizes": [name for name in called if name not in presets()]}
    return [
        [
            origin[0].upper() + origin[1:].replace("'", "\u2019"),
            {name: called[name] for name in names if name in called},
        ]
        for origin, names in (data | other).items()
    ]


def number_of(turn: Turn) -> int:
    """The number of a turn's kernel among `NEARS`; -1 if it names none."""
    return [*NEARS].index(turn.kernel) if turn.kernel in NEARS else -1


def flags_of(turn: Turn) -> int:
    """What a turn says of itself, as kernels ask for it."""
    return sum(bool(getattr(turn, name, 0)) << at for at, name in enumerate(TURN_FLAGS))


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.title, others))


def _data(parts: Mapping[str, Any]) -> str:
    """A file of JSON with a row for each part, and for each part of a long list."""
    rows = []
    for name, part in parts.items():
        text = _json(part)
        if isinstance(part, list) and len(text) > 100:
            text = "[\n    " + ",\n    ".join(map(_json, part)) + "\n  ]"
        rows.append(f"  {_json(name)}: {text}")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def main() -> None:
    """Write the files."""
    for name, text in files().items():
        (KNOWN / name).write_text(text, "utf-8")


if __name__ == "__main__":
    run(main)
