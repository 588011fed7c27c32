"""What the page's modules know of the rules, generated.

Made by ``python -m tablebase.games.collapsi.answers.known``: what each turn says of itself.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tablebase.games.collapsi import fast
from tablebase.games.collapsi.kernels.play import (
    LETTERS,
    LINE,
    TURN_FLAGS,
    card_steps,
    flags_of,
    nears,
    number_of,
)  # fmt: skip
from tablebase.games.collapsi.turns import OUTS, VALUES, Turn, every_turn
from tablebase.games.collapsi.turns.near import AT, CELLS, FLAGS, NEIGHBOURS, PLACES, STEPS, WORDS

PAGE = Path(__file__).parents[1] / "page/engine"
"""Where the modules lie."""

NEARS = nears(tuple(turn for _, turn in every_turn()))
"""The kernels of a step that the page has, by number."""

LAYOUT = {
    "board": CELLS, "flags": FLAGS, "neighbours": NEIGHBOURS, "steps": STEPS, "places": PLACES,
    "at": AT, "size": WORDS,
}  # fmt: skip
"""Where the parts of a kernels' context begin."""

PATHS = ("NIBBLES", "BYTES", "SEARCH", "STRATEGY", "DUELS")
"""The fast paths that the page has, see `fast`."""

_HEAD = """\
/**
 * WHAT, made by `python -m tablebase.games.collapsi.answers.known`.
 *
 * @typedef TYPE
 */

"""

_TEXTS = "letter: string, label: string, rule: string"


def modules() -> dict[str, str]:
    """The modules by name."""
    return {"known.js": known_js(), "designs.js": designs_js()}


def known_js() -> str:
    """What turns say of themselves, and how kernels take them."""
    (defaults, published), *_ = every_turn()
    usual = said(published)
    turns = [
        {
            "options": {name: own for name, own in options.items() if own != defaults[name]},
            "says": {name: own for name, own in said(turn).items() if own != usual[name]},
        }
        for options, turn in every_turn()
    ]
    turns[0]["says"] = usual
    types = ", ".join(f"{name}: {_type(values)}" for name, values in VALUES.items())
    return _module("What turns say of themselves", f"{{{{{types}}}}} Options of rules") + "".join(
        (
            _constant("OPTIONS", "Options", defaults),
            _constant("TURNS", "{options: Partial<Options>, says: any}[]", turns),
            _constant("FLAGS", "string[]", TURN_FLAGS),
            _constant("LETTERS", "string[]", LETTERS),
            _constant("CONTEXT", "Record<string, number>", LAYOUT),
            _constant("LINE", "number", LINE),
        )
    )


def designs_js() -> str:
    """The options that a designer of rules offers, with the letters that links have for them."""
    (defaults, _), *_ = every_turn()
    switches = [
        {"name": name, "letter": name[0], "label": turn.label, "rule": turn.rule}
        for name, values in VALUES.items()
        for options, turn in every_turn()
        if values == (False, True) and options == {**defaults, name: True}
    ]
    outs = [
        {"name": name, "letter": name[0] if number else "", "label": turn.label, "rule": turn.rule}
        for number, (name, turn) in enumerate(OUTS.items())
    ]
    names = " | ".join(json.dumps(switch["name"]) for switch in switches)
    return _module("What a designer of rules chooses", f"{{{names}}} Switch on or off") + "".join(
        (
            _constant("SWITCHES", f"{{name: Switch, {_TEXTS}}}[]", switches),
            _constant("OUTS", f"{{name: {_type(VALUES['out'])}, {_TEXTS}}}[]", outs),
        )
    )


def said(turn: Turn) -> dict[str, Any]:
    """What a turn says of itself."""
    paths = {name: path.turns for name, path in vars(fast).items() if isinstance(path, fast.Path)}
    return {
        "near": number_of(turn, NEARS),
        "flags": flags_of(turn),
        "steps": card_steps(turn),
        "isScored": turn.is_scored,
        "showsSide": [turn.shows_side(0), turn.shows_side(1)],
        "ending": turn.ending.value,
        "words": turn.words,
        "paths": [name for name in PATHS if type(turn) in paths[name]],
    }


def _type(values: tuple[Any, ...]) -> str:
    """The type of an option in JavaScript."""
    kind = type(values[0])
    return {bool: "boolean", int: "number"}.get(kind) or " | ".join(map(json.dumps, values))


def _module(what: str, typed: str) -> str:
    return _HEAD.replace("WHAT", what).replace("TYPE", typed)


def _constant(name: str, kind: str, value: Any) -> str:
    def written(part: Any) -> str:
        return json.dumps(part, ensure_ascii=False)

    rows = "".join(f"  {written(row)},\n" for row in value) if isinstance(value, list) else ""
    text = f"[\n{rows}]" if rows else written(value)
    return f"/** @type {{{kind}}} */\nexport const {name} = {text};\n"


if __name__ == "__main__":
    for name, text in modules().items():
        (PAGE / name).write_text(text, "utf-8")
