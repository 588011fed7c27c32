"""The Game among the files of the page."""

import json
import re

from tablebase.web.site import site


def test_its_files_are_kept_after_the_first_visit():
    listed = json.loads(re.match(rb"self\.SITE = (\{.*\});\n", site()["sw.js"])[1])
    files = {f"static/games/thegame/page/{name}" for name in ("engine/strategy.json", "index.js")}
    assert files <= set(listed["late"])
