"""What Kayles brings to tablebase."""

from tablebase.engine.rooms import Room

ROOM = Room(
    items={"kayles.position:Pins": "kayles.game:of_position"},
    tables={"kayles": "kayles.game:from_attributes"},
    samples={"kayles": "kayles.sample:sample"},
    commands="kayles.commands:kayles",
    page="kayles.browser:PAGE",
    tasks="kayles.tasks:KaylesTask",
)
